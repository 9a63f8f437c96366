"""Processes that extract pages: one that dies or hangs has failed on its page, and harms no other."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any

import pytest

from mainspan.batch import workers
from mainspan.batch.pages import Result, Settings
from mainspan.batch.workers import Workers
from mainspan.fetch import Fetched
from mainspan.sources import Listing, Source

SETTINGS = Settings("plain", "text", seconds=2)


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


def read(source: Source) -> Fetched | Listing | Result:
    if source.name == "list":
        return Listing("a feed", [])
    if source.name == "gone":
        return Result(error="it is gone")
    return Fetched(PAGES[source.name], "", None)


Ask = Callable[..., list[Result | Listing]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    monkeypatch.setattr(workers, "_GRACE", 0.5)
    bench = Workers(1, SETTINGS, read)

    def ask(*names: str) -> list[Result | Listing]:
        waiting = [bench.submit(Source(name, PurePosixPath(name))) for name in names]
        return [wait() for wait in waiting]

    yield ask
    bench.close()


@pytest.mark.parametrize(
    ("name", "story"),
    [
        ("ends", "its process ended with exit code 3"),
        ("dies", "its process was killed by SIGKILL"),
        ("hangs", "took longer than 2 s"),
    ],
)
def test_page_that_ends_its_process_has_failed_and_the_next_has_not(ask: Ask, name: str, story: str) -> None:
    assert ask("page", name, "page") == [Result("Hello\n"), Result(error=story), Result("Hello\n")]


def test_what_is_no_page_needs_no_process(ask: Ask) -> None:
    assert ask("list", "gone") == [Listing("a feed", []), Result(error="it is gone")]


def test_error_of_reading_comes_to_who_waits(ask: Ask) -> None:
    with pytest.raises(KeyError):
        ask("unheard of")
