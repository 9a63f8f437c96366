"""mainspan proxy: what it refuses, before anything starts."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mainspan.extras import install_command
from tests.cli.conftest import Run

PROGRAM = [sys.executable, "-c", "from mainspan.cli import main; main()", "proxy"]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *options], capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--host", "0.0.0.0"], "others can reach 0.0.0.0: give a token"),
        (["--format", "pdf"], "is not one of"),
        (["-a", "nothing"], "nothing"),
        (["--only", "http://a.org"], "is no host"),
        (["--upstream-ca", "/no/such/file"], "no such file"),
    ],
)
def test_wrong_options_are_one_clear_message(refused: Run, options: list[str], message: str) -> None:
    said = refused("proxy", *options)
    assert message in said
    assert "Traceback" not in said


def test_a_missing_extra_says_how_to_install_it() -> None:
    program = "import sys; sys.modules['mitmproxy'] = None; from mainspan.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "proxy"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 2
    first, *more = done.stderr.splitlines()
    assert first == f"mainspan: proxies need mitmproxy: {install_command('mainspan[proxy]')}"
    # Only there, it does not install beside `mcp`.
    own = "proxy/bin/python -m pip install '/path/to/mainspan[proxy]'"
    assert (own in "".join(more)) is (sys.version_info < (3, 13))


def test_help_has_examples() -> None:
    done = run("--help")
    assert "mainspan proxy --format collapse" in done.stdout
