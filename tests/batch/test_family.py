from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mainspan.batch import family
from mainspan.batch.family import descendants, kill_descendants, kill_family
from tests.evaluation.processes import ends

# A process with a child and a grandchild, both in sessions of their own; it prints their numbers.
PROGRAM = """
import os, subprocess, time
grandchild = ["sh", "-c", "setsid sleep 600 & echo $!; wait"]
child = subprocess.Popen(grandchild, start_new_session=True)
os.write(1, b"%d\\n" % child.pid)  # in one piece: the grandchild's number comes through the same pipe
time.sleep(600)
"""
Process = subprocess.Popen[str]


@pytest.fixture
def parent() -> Iterator[Process]:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True) as process:
        yield process
        kill_family(process.pid)


def told(process: Process) -> list[int]:
    assert process.stdout is not None
    return sorted(int(process.stdout.readline()) for _ in range(2))


def test_descendants_are_found_in_any_session(parent: Process) -> None:
    assert set(told(parent)) <= set(descendants(parent.pid))
    assert set(descendants(parent.pid)) <= set(descendants(os.getpid()))


@pytest.mark.skipif(shutil.which("ps") is None, reason="the program ps is not installed")
def test_the_program_ps_agrees(parent: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = set(told(parent))
    monkeypatch.setattr(family, "_PROC", Path("/nowhere"))
    assert numbers <= set(descendants(parent.pid))


def test_a_family_ends_together(parent: Process) -> None:
    numbers = told(parent)
    kill_family(parent.pid)
    assert parent.wait() == -9
    assert all(map(ends, numbers))


def test_descendants_end_alone(parent: Process) -> None:
    numbers = told(parent)
    kill_descendants(parent.pid)
    assert all(map(ends, numbers))
    assert parent.poll() is None


def test_an_ended_process_has_no_children() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    kill_family(process.pid)
    assert descendants(process.pid) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a feature of Linux")
def test_a_process_that_is_stopped_dies_with_its_parent() -> None:
    child = (
        "import os, signal; from mainspan.batch.family import die_with_parent; die_with_parent(); "
        "print(os.getpid(), flush=True); os.kill(os.getpid(), signal.SIGSTOP)"
    )
    parent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}]).wait()"
    process = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pid = int(process.stdout.readline())
    process.kill()
    process.wait()
    # Its end of the pipe is closed when it is gone.
    assert process.stdout.read() == ""
    process.stdout.close()
    assert pid not in descendants(os.getpid())
