"""Processes that extract pages: one that dies or hangs has failed on its page, and harms no other."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

import pytest

from mainspan.batch import pools
from mainspan.batch.pages import Outcome, Settings
from mainspan.batch.pools import ProcessPool
from mainspan.fetch import Fetched
from mainspan.sources import Listing, Source

# A limit that no page reaches, however busy the machine is.
SETTINGS = Settings("plain", "text", seconds=300)


class Bomb(bytes):
    """Bytes that do something else when another process unpacks them."""

    def __new__(cls, *deed: Any) -> Bomb:
        bomb = super().__new__(cls, b"")
        bomb.deed = deed  # type: ignore[attr-defined]
        return bomb

    def __reduce__(self) -> tuple[Any, ...]:
        deed: tuple[Any, ...] = self.deed  # type: ignore[attr-defined]
        return deed[0], deed[1:]


PAGES = {
    "ends": Bomb(os._exit, 3),
    "dies": Bomb(signal.raise_signal, signal.SIGKILL),
    "hangs": Bomb(time.sleep, 60),
    "page": b"<p>Hello",
}


def read(source: Source) -> Fetched | Listing | Outcome:
    if source.name == "list":
        return Listing("a feed", [])
    if source.name == "gone":
        return Outcome(error="it is gone")
    return Fetched(PAGES[source.name], "", None)


Ask = Callable[..., list[Outcome | Listing]]


@pytest.fixture
def ask() -> Iterator[Ask]:
    pool = ProcessPool(1, SETTINGS, read)

    def ask(*names: str) -> list[Outcome | Listing]:
        waiting = [pool.submit(Source(name, PurePosixPath(name))) for name in names]
        return [wait() for wait in waiting]

    yield ask
    pool.close()


@pytest.mark.parametrize(
    ("name", "story"),
    [
        ("ends", "its process ended with exit code 3"),
        ("dies", "its process was killed by SIGKILL"),
    ],
)
def test_page_that_ends_its_process_has_failed_and_the_next_has_not(ask: Ask, name: str, story: str) -> None:
    assert ask("page", name, "page") == [Outcome("Hello\n"), Outcome(error=story), Outcome("Hello\n")]


def test_page_that_hangs_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_GRACE_SECONDS", 0.5)
    pool = ProcessPool(1, replace(SETTINGS, seconds=0.5), read)
    assert pool.submit(Source("hangs", PurePosixPath("hangs")))() == Outcome(error="took longer than 0.5 s")
    pool.close()


def test_sources_that_are_no_pages_need_no_process(ask: Ask) -> None:
    assert ask("list", "gone") == [Listing("a feed", []), Outcome(error="it is gone")]


def test_error_of_reading_comes_to_who_waits(ask: Ask) -> None:
    with pytest.raises(KeyError):
        ask("unheard of")
