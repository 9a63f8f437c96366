"""The search for numbers that no test holds, on a small project of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.constants import find_constants, mutants_of
from scripts.mutants import find_tests, main

PYTHON = """
MAX_WORDS: Final = 12
MIN_SHARE, MIN_LINKS = 0.3, 3
WEIGHTS = (1, 0.5)
MAX_LETTERS = MAX_WORDS + 3
ZERO = 0
NAME = "x"
lower = 5
MAX_SECONDS = 3.0
_CHUNK = 1 << 16
_ROOM = 9  # no rule: buffer

# Bits.
# no rule: codes
HIDDEN = 1
SHOWN = 2

AFTER = 7

class Method:
    ratio: float = parameter(0.25, "a share")
    other: int = 4
"""
CYTHON = """
cdef enum:
    HIDDEN = 4
    MAX_DEPTH = 512   # levels
    MAX_ROOM = 64     # no rule: buffer

cdef double SHARE = 0.5, OTHER = module.OTHER
cdef unsigned long long BITS = 0xFFULL

def work():
    cdef int X = 5
"""


def found(path: str, source: str) -> dict[str, list[str]]:
    return {each.name: [mutant.text for mutant in mutants_of(each)] for each in find_constants(path, source)}


def test_the_named_numbers_of_a_python_file() -> None:
    assert found("src/a/b.py", PYTHON) == {
        "MAX_WORDS": ["4", "36"],
        "MIN_SHARE": ["0.1", "0.9"],
        "MIN_LINKS": ["1", "9"],
        "WEIGHTS": ["(0, 0.166666666667,)", "(3, 1.5,)"],
        "MAX_LETTERS": ["((MAX_WORDS + 3) // 3)", "((MAX_WORDS + 3) * 3)"],
        "AFTER": ["2", "21"],
        "Method.ratio": ["0.0833333333333", "0.75"],
    }


def test_the_named_numbers_of_a_cython_file() -> None:
    assert found("src/a/b.pyx", CYTHON) == {
        "MAX_DEPTH": ["171", "1536"],
        "SHARE": ["0.166666666667", "1.5"],
    }


def test_small_numbers_change_too() -> None:
    assert found("src/a/b.py", "A = 1\nB = 2\nC = -1") == {"A": ["0", "3"], "B": ["1", "6"], "C": ["0", "-3"]}


def test_the_layout_of_figures_is_left_out() -> None:
    assert found("src/mainspan/plot/style.py", PYTHON) == {}


@pytest.mark.parametrize("source", ["A = 1\n", "é = 'ü'; A = 1\n", '"""ü\n"""\nA = (\n    12 * 2\n)\n'])
def test_the_place_of_a_number_is_that_of_its_characters(source: str) -> None:
    (constant,) = find_constants("src/a/b.py", source)
    assert source[constant.begin : constant.end] == constant.text
    assert constant.text in ("1", "12 * 2")


def lay(root: Path, *paths: str, text: str = "") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def test_the_tests_of_a_module(tmp_path: Path) -> None:
    lay(tmp_path, "src/toy/a/b.py", "tests/a/test_b.py", "tests/a/test_b_more.py", "tests/a/test_bad.py")
    lay(tmp_path, "tests/test_user.py", text="from toy.a.b import X\n")
    lay(tmp_path, "tests/test_other.py", text="from toy.a import b\nimport toy.a.bad\n")
    lay(tmp_path, "tests/a/folder/test_x.py")
    of_b = ["tests/a/test_b.py", "tests/a/test_b_more.py", "tests/test_other.py", "tests/test_user.py"]
    assert find_tests("src/toy/a/b.py", tmp_path) == of_b
    assert find_tests("src/toy/a/folder/__init__.py", tmp_path) == ["tests/a/folder"]
    assert find_tests("src/toy/a/untested.py", tmp_path) == ["tests/a"]
    assert find_tests("src/toy/__init__.py", tmp_path) == ["tests"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a number that tests hold, one that they do not, and tests that fail."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    root = tmp_path
    lay(root, "pyproject.toml", text="[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n")
    lay(root, "src/toy/__init__.py")
    lay(root, "src/toy/rule.py", text="MIN_WORDS = 6\nMAX_WORDS = 30\n\ndef keeps(n): return MIN_WORDS <= n")
    lay(root, "src/toy/sad.py", text="MAX = 1\n")
    both_sides = "from toy.rule import keeps\n\ndef test_it(): assert keeps(6) and not keeps(5)\n"
    lay(root, "tests/test_rule.py", text=both_sides)
    lay(root, "tests/test_sad.py", text="def test_it(): assert False\n")
    return root


def test_numbers_that_tests_hold_die_and_others_survive(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_text() for path in root.rglob("*.py")}
    assert main(["src/toy/rule.py", "--jobs", "2"], root) == 1
    said = capsys.readouterr().out
    assert "src/toy/rule.py:2 MAX_WORDS  30     10" in said
    assert "MIN_WORDS" not in said
    assert said.endswith("2 of 4 mutants of 2 numbers survived.\n")
    assert {path: path.read_text() for path in root.rglob("*.py")} == before


def test_a_project_that_is_imported_from_elsewhere_is_refused(root: Path) -> None:
    lay(root, "src/zipimport/__init__.py")  # Python has its own, which takes precedence
    with pytest.raises(SystemExit, match="does not import the project"):
        main(["src/toy/rule.py"], root)


def test_tests_that_fail_as_they_are_hold_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["src/toy/sad.py"], root) == 1
    said = capsys.readouterr().out
    assert "These tests fail as they are: tests/test_sad.py\n" in said
    assert said.endswith("0 of 0 mutants of 1 numbers survived.\n")


def test_a_mutant_that_cannot_be_compiled_is_an_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, "src/toy/rule.toy.so")
    lay(root, "setup.py", text="raise SystemExit('no compiler')")
    assert main(["src/toy/rule.py", "--jobs", "1"], root) == 1
    said = capsys.readouterr().out
    assert "This mutant cannot be compiled: src/toy/rule.py:1 MIN_WORDS 6 -> 2\n" in said
    assert said.endswith("0 of 4 mutants of 2 numbers survived.\n")


def test_the_numbers_are_listed_with_their_tests(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"], root) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["src/toy/rule.py:1", "MIN_WORDS", "6", "tests/test_rule.py"]
