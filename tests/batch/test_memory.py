"""The memory of processes: reading it, and giving it back."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from mainspan.batch.memory import resident_bytes

# Many small blocks with a large one at their end: without giving back, they stay with the process.
GIVES_BACK = """
import os
from mainspan.batch import memory
give_back = memory.Thrift()
before = memory.resident_bytes(os.getpid())
blocks = [bytearray(900) for _ in range(200_000)]
last = bytearray(900)
high = memory.resident_bytes(os.getpid())
del blocks
give_back()
after = memory.resident_bytes(os.getpid())
print(before, high, after)
"""


def test_the_memory_of_a_process() -> None:
    assert (resident_bytes(os.getpid()) or 0) > 10_000_000
    assert resident_bytes(2**30) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the C library of Linux")
def test_what_a_large_job_needed_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", GIVES_BACK], capture_output=True, text=True, check=True)
    before, high, after = map(int, done.stdout.split())
    assert high - before > 150_000_000
    assert after - before < 50_000_000
