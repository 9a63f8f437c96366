from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.errors import EvaluationError
from mainspan.evaluation.contestants.base import Contestant
from mainspan.evaluation.measures import MEASURES
from mainspan.evaluation.records import Score
from mainspan.evaluation.supervisor import StoppedError, Supervisor, setup_of
from mainspan.evaluation.worker import Job, Outcome
from tests.evaluation.rogues import Rogue, write_package

ROOT = Path(__file__).parent.parent.parent
Do = Callable[..., list[Outcome]]


@pytest.fixture
def do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Do]:
    """Let a contestant work on a good page, a bad one and a good one."""
    monkeypatch.syspath_prepend(ROOT)
    folder = write_package(tmp_path, first="good", second="bad", third="good")
    started = []

    def run(deed: str, limit: float = 60.0, memory: int | None = None) -> list[Outcome]:
        setup = replace(setup_of([Rogue(deed)], [MEASURES["words"]()], 1), memory=memory)
        supervisor = Supervisor(setup, [MEASURES["words"]()], limit)
        started.append(supervisor)
        return [supervisor.score(Job(0, folder, name)) for name in ("first", "second", "third")]

    yield run
    for supervisor in started:
        supervisor.finish()


@pytest.mark.parametrize(
    ("deed", "limit", "error"),
    [
        ("hangs", 0.5, "took longer than 0.5 s"),
        ("segfault", 60, "its process was killed by SIGSEGV"),
        ("exit", 60, "its process ended with exit code 3"),
        ("leaves", 60, "SystemExit: I have had enough"),
    ],
)
def test_a_bad_page_spoils_nothing_but_itself(do: Do, deed: str, limit: float, error: str) -> None:
    found = do(deed, limit)
    assert [each.error for each in found] == ["", error, ""]
    assert [each.scores["words"] for each in found] == [Score(1, 1, 1), Score(0, 0, 0), Score(1, 1, 1)]


def test_a_contestant_that_takes_all_memory_only_fails(do: Do) -> None:
    found = do("greedy", memory=1 << 30)
    assert [each.error for each in found] == ["", "MemoryError", ""]


def test_output_of_contestants_is_kept_apart(do: Do) -> None:
    assert [each.error for each in do("prints")] == ["", "", ""]


def test_dying_while_it_is_loaded_costs_one_document(do: Do) -> None:
    found = do("dies when loaded")
    told = "its process ended with exit code 3"
    assert [each.error for each in found] == [f"{told} while it was loaded", told, ""]


def test_the_time_of_a_contestant_that_hangs_is_noted(do: Do) -> None:
    assert do("hangs", 0.5)[1].seconds >= 0.5


def test_a_contestant_that_cannot_travel_is_reported() -> None:
    class Local(Rogue):
        pass

    with pytest.raises(EvaluationError, match="a contestant cannot be sent to another process"):
        setup_of([Local("fails")], [], 1)


def test_a_contestant_that_cannot_be_found_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    class Homeless(Contestant):
        name = kind = "homeless"
        extract = Rogue.extract

    Homeless.__module__, Homeless.__qualname__ = "__main__", "Homeless"
    monkeypatch.setattr("__main__.Homeless", Homeless, raising=False)
    supervisor = Supervisor(setup_of([Homeless()], [], 1), [], 1.0)
    with pytest.raises(EvaluationError, match="define its class in a module that can be imported"):
        supervisor.score(Job(0, Path(), "page"))


def test_after_stopping_nothing_is_begun(tmp_path: Path) -> None:
    supervisor = Supervisor(setup_of([], [], 1), [], 1.0)
    supervisor.stop()
    with pytest.raises(StoppedError):
        supervisor.score(Job(0, tmp_path, "page"))


def test_children_are_gone_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    supervisor = Supervisor(setup_of([Rogue("fails")], [], 1), [], 60.0)
    supervisor.score(Job(0, write_package(tmp_path, page="good"), "page"))
    assert supervisor.child is not None
    process = supervisor.child.process
    supervisor.finish()
    assert process.poll() == 0
