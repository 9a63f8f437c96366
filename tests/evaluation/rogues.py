"""Contestants that behave badly on the pages that say "bad", and a package to let them loose on."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError


@dataclass(frozen=True)
class Rogue(Contestant):
    """Finds "good text" on every page, but for what it does on bad ones."""

    deed: str
    kind: str = "method"

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"rogue:{self.deed}"

    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        if b"bad" in html or (self.deed == "dies when loaded" and b"read first" in html):
            answer: Answer = self._misbehave()
            return answer
        return Answer("good text", 0.001)

    def _misbehave(self) -> Any:
        match self.deed:
            case "hangs":
                time.sleep(600)
            case "segfault":
                ctypes.string_at(0)
            case "exit" | "dies when loaded":
                os._exit(3)
            case "leaves":
                sys.exit("I have had enough")
            case "fails":
                raise ContestantError("no such thing")
            case "breaks":
                raise ValueError("first line\n\tsecond line")
            case "greedy":
                return Answer("x" * (3 << 30), 0.001)
            case "rubbish":
                return Answer(b"bytes", 0.001)  # type: ignore[arg-type]
            case "none":
                return None
            case "floods":
                return Answer("word " * 11_000_000, 0.001)
            case "drawls":
                return Answer("good" + " " * 20_000_000 + "text", 0.001)
            case "prints":
                os.write(1, b"noise on standard output")
        return Answer("good text", 0.001)


def write_package(folder: Path, **pages: str) -> Path:
    """A package in which each document's page holds what is given, and the gold is "good text"."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(f"<p>{text}</p>", "utf-8")
        (folder / f"{name}.txt").write_text("good text", "utf-8")
    return folder
