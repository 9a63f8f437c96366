"""A method that does what pages tell it to do: crash, hang, sleep, grow, or take all memory."""

from __future__ import annotations

import os
import re
import signal
import time
from dataclasses import dataclass

from mainspan.algorithms import Algorithm
from mainspan.page import Page
from mainspan.spans import Spans

# What pages have taken and keep.
_KEPT: list[bytes] = []
_POISON = re.compile(r"poison-([a-z]+)")


@dataclass(frozen=True)
class Poison(Algorithm):
    """All words of the page, unless it has a poison."""

    def __call__(self, page: Page) -> Spans:
        if match := _POISON.search(page.source):
            _take(match[1])
        return Spans.of_blocks(page, page.blocks.words > 0)


def _take(poison: str) -> None:
    match poison:
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hang":
            while True:
                pass
        case "deep":
            # One call into C, in which no signal is handled.
            sum(range(1 << 50))
        case "memory":
            hoard = [bytearray(1 << 24) for _ in range(1 << 12)]
            raise AssertionError(len(hoard))
        case "grow":
            _KEPT.append(b"x" * (32 << 20))
        case "sleep":
            time.sleep(3600)
        case "error":
            raise ValueError("no\n such page")
        case "once":
            # A crash that is not the page's fault.
            path = os.environ["POISON_ONCE"]
            if not os.path.exists(path):
                with open(path, "w"):
                    pass
                os.kill(os.getpid(), signal.SIGKILL)
