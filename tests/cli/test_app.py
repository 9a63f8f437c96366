"""The command line as a whole: its version, its help, completion, and what is loaded for each."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
import typer

import mainspan
from mainspan.cli import COMMANDS, app, main
from tests.cli.conftest import Run

HEAVY = {"numpy", "selectolax", "mainspan.page", "mainspan.extraction", "mainspan.algorithms"}


def run(*args: str, **environment: str) -> str:
    """What the command writes in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "mainspan", *args],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        check=True,
    )
    return done.stdout


def test_version(out: Run) -> None:
    assert out("--version") == f"mainspan {mainspan.__version__}\n"


def test_version_loads_nothing_heavy() -> None:
    code = (
        "import sys\nsys.argv = ['mainspan', '--version']\nfrom mainspan.cli import main\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    version, loaded = done.stdout.splitlines()
    assert version == f"mainspan {mainspan.__version__}"
    assert not set(loaded.split()) & HEAVY


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_the_commands_in_their_order(flag: str) -> None:
    lines = [line.split() for line in run(flag, COLUMNS="200").splitlines()]
    named = [words[1] for words in lines if len(words) > 2 and words[1] in COMMANDS]
    assert named == list(COMMANDS)


def all_commands() -> dict[str, Any]:
    top: Any = typer.main.get_command(app)
    found: dict[str, Any] = top.commands | {
        f"package {name}": each for name, each in top.commands["package"].commands.items()
    }
    return found


@pytest.mark.parametrize("name", ["", *all_commands()])
def test_every_help_describes_each_option_and_shows_no_types_of_python(out: Run, name: str) -> None:
    text = out(*name.split(), "--help")
    assert not any(name in text for name in ("<bool>", "<list", "<str>", "<path>"))
    command = all_commands().get(name)
    for parameter in command.params if command else ():
        assert parameter.help


def test_paragraphs_of_help_are_as_wide_as_the_terminal_and_examples_keep_their_lines(out: Run) -> None:
    lines = [line.strip() for line in out("report", "--help").splitlines()]
    assert any(line.startswith("report.html is one page") and "report.md has" in line for line in lines)
    assert "mainspan report results/ --measure chars" in lines


@pytest.mark.parametrize("name", [name for name in all_commands() if name != "package"])
def test_every_command_has_examples(out: Run, name: str) -> None:
    assert f"mainspan {name}" in out(*name.split(), "--help").partition("Examples:")[2]


def completing(words: str) -> dict[str, str]:
    """What a shell sets when it asks for the ways to end the last of these words."""
    last = len(words.split()) - 1
    return {"COMP_WORDS": words, "COMP_CWORD": str(last), "_MAINSPAN_COMPLETE": "complete_bash"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("mainspan ext", ["extract"]),
        ("mainspan extract -a acc", ["accb"]),
        ("mainspan compare -a acc", ["accb"]),
        ("mainspan evaluate -a al", ["all"]),
        ("mainspan extract -f mark", ["markdown", "mark"]),
        ("mainspan evaluate -m wor", ["words"]),
        ("mainspan evaluate --peer resil", ["resiliparse"]),
        ("mainspan package imp", ["import"]),
        ("mainspan package import drag", ["dragnet"]),
    ],
)
def test_shell_completion(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, expected: list[str]
) -> None:
    for name, value in completing(words).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["mainspan"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.split() == expected


def test_shell_completion_as_a_shell_asks_for_it() -> None:
    assert run(**completing("mainspan extract -a acc")).split() == ["accb"]


def test_shell_completion_can_be_installed() -> None:
    assert "_MAINSPAN_COMPLETE=complete_bash" in run("--show-completion", "bash")


@pytest.mark.parametrize("command", [["extract", "x"], ["explain", "x"], ["plot", "x", "-o", "y.svg"]])
def test_several_methods_for_a_command_that_takes_one_are_refused(refused: Run, command: list[str]) -> None:
    assert refused(*command, "-a", "plain", "-a", "bte") == (
        "mainspan: this command takes one -a/--algorithm, not 2 (plain, bte): "
        "mainspan compare takes several\n"
    )
