"""Pages that crash, hang or take all memory cost their own row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.bulk.supervised import Supervised
from tests.bulk.poison import Poison


def pages(*poisons: str) -> Iterator[RawPage]:
    for number, poison in enumerate(poisons):
        html = f"<title>Page {number}</title><p>Some text of page {number}. {poison}</p>".encode()
        yield RawPage(id=str(number), url=f"https://example.org/{number}", content=html, is_http=False)


def rows(
    *poisons: str, patience: float | None = None, **settings: Any
) -> tuple[list[dict[str, Any]], Supervised]:
    made = Settings(**{"methods": (Poison(),), "seconds": 1.0, "memory": 600 << 20, **settings})
    with Supervised(made, patience=patience) as supervised:
        return [done.row for done in supervised.rows(pages(*poisons))], supervised


@pytest.mark.parametrize(
    ("poison", "reason"),
    [
        ("crash", "crash: its process was killed by SIGSEGV"),
        ("hang", "time_limit: 1 s"),
        ("memory", "memory_limit: 600 MB"),
        ("error", "exception: ValueError: no such page"),
    ],
)
def test_a_poisonous_page_costs_its_row(poison: str, reason: str) -> None:
    found, _ = rows("", "", f"poison-{poison}", "", "")
    assert [row["status"] for row in found] == ["ok", "ok", "error", "ok", "ok"]
    assert found[2]["reason"] == reason
    assert [row["id"] for row in found] == list("01234")
    assert found[2]["url"] == "https://example.org/2"


def test_a_call_that_cannot_be_interrupted_ends_with_its_process() -> None:
    found, supervised = rows("", "poison-deep", "")
    assert [row["status"] for row in found] == ["ok", "error", "ok"]
    assert found[1]["reason"] == "time_limit: 1 s"
    assert supervised.restarts == {"time_limit": 1}


def test_a_page_that_sleeps_is_stopped_by_the_clock() -> None:
    found, _ = rows("", "poison-sleep", "", patience=5.0)
    assert [row["reason"] for row in found] == [None, "time_limit: 1 s", None]


def test_poison_beside_poison_is_two_rows() -> None:
    found, supervised = rows("poison-crash", "poison-crash", "", "poison-crash")
    assert [row["status"] for row in found] == ["error", "error", "ok", "error"]
    assert supervised.restarts == {"crash": 6}  # each is tried twice, and not again


def test_a_process_that_somebody_kills_costs_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POISON_ONCE", str(tmp_path / "once"))
    found, supervised = rows("", "poison-once", "")
    assert [row["status"] for row in found] == ["ok", "ok", "ok"]
    assert supervised.restarts == {"crash": 1}


@pytest.mark.parametrize(("growing", "restarts"), [((40,), {}), ((40, 41, 42), {"growth": 1})])
def test_a_process_that_grows_is_replaced(growing: tuple[int, ...], restarts: dict[str, int]) -> None:
    found, supervised = rows(*["poison-grow" if number in growing else "" for number in range(100)])
    assert [(row["id"], row["status"]) for row in found] == [(str(number), "ok") for number in range(100)]
    assert supervised.restarts == restarts


def test_rows_are_in_the_order_of_pages_over_many_batches() -> None:
    found, _ = rows(*[""] * 100, methods=("plain",))
    assert [int(row["id"]) for row in found] == list(range(100))


def test_pages_are_extracted_one_by_one_although_they_come_in_batches() -> None:
    found, _ = rows(*["poison-hang" if number == 40 else "" for number in range(80)])
    assert [number for number, row in enumerate(found) if row["status"] == "error"] == [40]
