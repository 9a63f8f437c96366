"""How tests run `mainspan extract`: in this process or as installed, on pages of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from mainspan.cli import app

SCRIPT = Path(sys.executable).parent / "mainspan"
SENTENCES = "The library opened its doors last night, and whole families came to see the bright rooms. " * 8
PAGE = (
    '<html><head><title>Library</title></head><body><nav><a href="/">Home</a> <a href="/x">More</a></nav>'
    f'<p>{SENTENCES}<a href="/y">Read on</a></p><footer><b>Imprint</b></footer></body></html>'
)
ALL = f"Home More\n\n{SENTENCES}Read on\n\nImprint\n"


def write_pages(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"<p>{name} says hello</p>", encoding="utf-8")


def run(*args: str, stdin: bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, args, input=stdin, catch_exceptions=False)


def out(*args: str, stdin: bytes | None = None) -> str:
    """What a successful command writes to standard output; standard error must be empty."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def script(*args: str | bytes, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    return subprocess.run(
        [SCRIPT, *args], capture_output=True, encoding="utf-8", errors="replace", env={**os.environ, **env}
    )


def files() -> list[str]:
    return sorted(str(path) for path in Path().rglob("*") if path.is_file())
