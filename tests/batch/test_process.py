"""Supervised processes: a job that hangs or crashes fails alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mainspan.batch.child import PROGRESS, READY, one_line
from mainspan.batch.process import (
    Child,
    JobFailedError,
    StartError,
    StoppedError,
    Supervisor,
    make_setup,
    memory_share,
)

ROOT = Path(__file__).parent.parent.parent
WORKING = "working"
NO_LIMITS: dict[str, float | None] = {READY: None, WORKING: None}


class Doer:
    """Does what its jobs say."""

    def __init__(self, greeting: str = "hello") -> None:
        if greeting == "fail":
            raise ValueError("no\n greeting")
        self.greeting = greeting

    def do(self, job: str, report: Callable[..., None]) -> Any:
        match job:
            case "exit":
                os._exit(3)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                report(WORKING)
                time.sleep(600)
            case "steps":
                report(WORKING, "first")
                report(PROGRESS, "second")
                report(WORKING)
            case "print":
                print("noise")
                os.write(1, b"more noise")
            case "pid":
                return os.getpid()
            case "threads":
                return os.environ["OMP_NUM_THREADS"]
        return f"{self.greeting} {job}"

    def close(self) -> None:
        if "/" in self.greeting:
            Path(self.greeting).write_text("closed")


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children find this module."""
    monkeypatch.syspath_prepend(ROOT)


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    supervisor = Supervisor(make_setup(Doer, jobs=1))
    yield supervisor
    supervisor.stop()


def test_jobs_are_done_by_one_child(supervisor: Supervisor) -> None:
    pids = {supervisor.do("pid", NO_LIMITS) for _ in range(3)}
    assert len(pids) == 1
    assert os.getpid() not in pids
    assert supervisor.do("you", NO_LIMITS) == "hello you"


def test_progress_is_reported_alone_or_as_a_phase_begins(supervisor: Supervisor) -> None:
    seen: list[str] = []
    assert supervisor.do("steps", NO_LIMITS, seen.append) == "hello steps"
    assert seen == ["first", "second"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals here")
@pytest.mark.parametrize(
    ("job", "limits", "message", "phase"),
    [
        ("exit", NO_LIMITS, "its process ended with exit code 3", READY),
        ("kill", NO_LIMITS, "its process was killed by SIGKILL", READY),
        ("hang", NO_LIMITS | {WORKING: 0.1}, "took longer than 0.1 s", WORKING),
    ],
)
def test_a_job_that_crashes_or_hangs_fails_and_the_next_one_has_a_new_child(
    supervisor: Supervisor, job: str, limits: dict[str, float | None], message: str, phase: str
) -> None:
    first = supervisor.do("pid", NO_LIMITS)
    with pytest.raises(JobFailedError) as caught:
        supervisor.do(job, limits)
    assert (str(caught.value), caught.value.phase) == (message, phase)
    assert supervisor.do("pid", NO_LIMITS) != first


def test_output_of_a_worker_does_not_mix_with_messages(supervisor: Supervisor) -> None:
    assert supervisor.do("print", NO_LIMITS) == "hello print"


def test_each_child_computes_with_one_thread(supervisor: Supervisor) -> None:
    assert supervisor.do("threads", NO_LIMITS) == "1"


def test_no_job_runs_after_a_stop(supervisor: Supervisor) -> None:
    supervisor.do("you", NO_LIMITS)
    assert supervisor.child is not None
    process = supervisor.child.process
    supervisor.stop()
    assert process.poll() is not None
    with pytest.raises(StoppedError):
        supervisor.do("you", NO_LIMITS)


def test_a_worker_is_closed_at_the_end(tmp_path: Path) -> None:
    supervisor = Supervisor(make_setup(Doer, str(tmp_path / "note"), jobs=1))
    supervisor.do("you", NO_LIMITS)
    supervisor.finish()
    assert (tmp_path / "note").read_text() == "closed"


def test_a_worker_that_cannot_be_made_is_an_error() -> None:
    supervisor = Supervisor(make_setup(Doer, "fail", jobs=1))
    with pytest.raises(StartError, match="ValueError: no greeting") as caught:
        supervisor.do("you", NO_LIMITS)
    assert caught.value.is_import


SCRIPT = """
from mainspan import extract_many

pages = [(str(number), f"<p>Page {number}") for number in range(3)]
for outcome in extract_many(pages, algorithm="plain", form="text", jobs=2):
    print(outcome.name, outcome.error or outcome.text, end="")
"""


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("0 Page 0\n1 Page 1\n2 Page 2\n", "")


PARENT = """
import sys, time
from mainspan.batch.process import Child, make_setup
from tests.batch.test_process import Doer

child = Child(make_setup(Doer, jobs=1))
child.wait_until_ready()
print(child.process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a list of processes")
def test_a_child_ends_with_its_parent() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    while Path(f"/proc/{child}/cmdline").exists() and Path(f"/proc/{child}/cmdline").read_bytes():
        time.sleep(0.01)


def test_memory_is_divided_among_children_with_a_minimum() -> None:
    whole = memory_share(1)
    if whole is not None:
        assert memory_share(1000) == 4 << 30 <= whole


def test_an_error_is_one_short_line() -> None:
    assert one_line(ValueError("a\n b" + "x" * 1000)) == "ValueError: a b" + "x" * 285
    assert one_line(KeyError()) == "KeyError"


def test_waiting_for_a_report_can_time_out() -> None:
    child = Child(make_setup(Doer, jobs=1))
    child.wait_until_ready()
    with pytest.raises(TimeoutError):
        child.receive(0.01)
    child.end()
