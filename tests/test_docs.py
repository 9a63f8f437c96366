"""What the docs say is true: the README's Python runs, its commands exist, and links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import COMMANDS, app, load_commands

load_commands()
ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_python_of_the_readme_runs() -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "en-wiki-" in run.stdout
    assert "Fact(" not in run.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"^    mainspan ([a-z]+)", page.read_text(), re.MULTILINE))
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_targets_of_make_that_are_named_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"(?:^    |`)make ([a-z-]+)", page.read_text(), re.MULTILINE))
        assert named <= targets, page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_extras_are_added_by_the_python_of_the_clone(page: Path) -> None:
    # There is no index to take Mainspan from: another pip than that of its environment finds nothing.
    found = re.findall(r"([^\s(`]+ -m )?pip install '?mainspan\[", page.read_text())
    assert set(found) <= {".venv/bin/python -m "}


def test_the_readme_says_how_to_add_an_extra() -> None:
    assert "After `make demo`, `.venv/bin/python -m pip install 'mainspan[serve]'` adds one." in README


def test_the_tree_in_the_docs_is_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "METHODS.md").read_text()
    match = re.search(
        r"`mainspan (explain [^`]+)` in a terminal with (\d+) columns:\n\n((?: {4}.*\n|\n)+)", text
    )
    assert match is not None
    command, columns, shown = match.groups()
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", columns)
    result = CliRunner().invoke(app, command.split())
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        line.removeprefix("    ") for line in shown.strip("\n").splitlines()
    ]


def test_the_first_step_says_that_it_takes_minutes() -> None:
    said = re.findall(r'echo "(Installing Mainspan .*)"', (ROOT / "Makefile").read_text())
    assert len(said) == 2
    assert all("a few minutes" in each for each in said)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150
