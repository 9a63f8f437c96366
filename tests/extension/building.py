"""Building the extension, as `make extension` does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "extension"


def find_node() -> str:
    """Node.js; without it, the test is skipped."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js is installed (on Debian: apt-get install nodejs)")
    return node


def build(folder: Path) -> Path:
    """Make both forms of the extension in a folder."""
    command = [find_node(), str(SOURCE / "build.js"), str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder
