"""The search for numbers that no test holds, on a small project of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import mutants
from scripts.constants import find_constants, mutants_of
from scripts.mutants import FilesOfTests, Outcome, copy_project, find_tests, main

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
    lay(
        tmp_path,
        "tests/test_other.py",
        text="def test_it():\n    from toy.a import b\n    import toy.a.bad\n",
    )
    lay(tmp_path, "tests/a/b/test_x.py", text="import toy.a.b\n")
    lay(tmp_path, "tests/a/c/d/test_y.py")
    own = "tests/a/test_b.py", "tests/a/test_b_more.py", "tests/a/b/test_x.py"
    everything = tuple(sorted((*own, "tests/a/c/d/test_y.py", "tests/a/test_bad.py", *_OTHERS)))
    assert find_tests("src/toy/a/b.py", tmp_path) == FilesOfTests(own, _OTHERS)
    assert find_tests("src/toy/a/c/__init__.py", tmp_path) == FilesOfTests(("tests/a/c/d/test_y.py",), ())
    assert find_tests("src/toy/a/c/untested.py", tmp_path) == FilesOfTests((), ("tests/a/c/d/test_y.py",))
    assert find_tests("src/toy/__init__.py", tmp_path) == FilesOfTests((), everything)


_OTHERS = ("tests/test_other.py", "tests/test_user.py")


def test_a_module_s_own_tests_run_first_then_the_quickest_and_none_that_fails() -> None:
    tests = FilesOfTests(("slow", "own", "failing"), ("others", "quick", "broken"))
    times = {"others": 2.0, "quick": 1.0, "own": 3.0, "slow": 4.0}
    assert list(tests.in_order(times).items()) == [
        ("own", 3.0),
        ("slow", 4.0),
        ("quick", 1.0),
        ("others", 2.0),
    ]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a number that tests hold, one that they do not, and tests that fail."""
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
    assert "\n2 of 4 mutants of 2 numbers survived.\nIt took " in said
    assert {path: path.read_text() for path in root.rglob("*.py")} == before


def test_a_copy_has_all_that_belongs_to_the_project(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lay(root, ".git/HEAD", "shared/large.txt", "extension/src/shared/texts.js")
    folder = tmp_path_factory.mktemp("copies") / "0"
    copy_project(root, folder)
    assert sorted(each.name for each in folder.iterdir()) == [
        "extension",
        "pyproject.toml",
        "src",
        "tests",
    ]
    assert (folder / "extension/src/shared/texts.js").exists()


def test_the_project_may_change_meanwhile(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil = "from pathlib import Path\nPath({!r}).write_text('unfinished(')\n".format(
        str(root / "src/toy/rule.py")
    )
    lay(root, "tests/test_rule.py", text=spoil + (root / "tests/test_rule.py").read_text())
    main(["src/toy/rule.py", "--jobs", "1"], root)
    assert "\n2 of 4 mutants of 2 numbers survived.\n" in capsys.readouterr().out


def test_a_project_that_is_imported_from_elsewhere_is_refused(root: Path) -> None:
    lay(root, "src/zipimport/__init__.py")  # Python has its own, which takes precedence
    with pytest.raises(SystemExit, match="does not import the project"):
        main(["src/toy/rule.py"], root)


def test_tests_that_fail_as_they_are_hold_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["src/toy/sad.py"], root) == 1
    said = capsys.readouterr().out
    assert "These tests fail as they are: tests/test_sad.py\n" in said
    assert "\n0 of 0 mutants of 1 numbers survived.\n" in said


def test_the_last_line_says_how_long_it_took_and_how_much_cpu_time(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, used = iter([1000.0, 1600.0]), iter([50.0, 425.0])
    monkeypatch.setattr(mutants, "run_mutants", lambda *_: Outcome([], []))
    monkeypatch.setattr(mutants, "monotonic", lambda: next(clock))
    monkeypatch.setattr(mutants, "_used", lambda: next(used))
    main([], root)
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "It took 10.0 minutes by the clock, and 6.2 minutes of CPU time."


def test_cpu_time_is_that_of_other_processes() -> None:
    before = mutants._used()
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.2: pass"], check=True)
    assert mutants._used() - before >= 0.2


def test_each_file_of_tests_runs_by_itself_until_one_fails(root: Path) -> None:
    note = "from pathlib import Path\nimport toy.rule\nplace = Path({!r})\n".format(str(root / "notes"))
    note += "place.write_text((place.read_text() if place.exists() else '') + {!r})\ndef test_it(): {}\n"
    lay(root, "tests/test_a.py", text="import time; time.sleep(1)\n" + note.format("a", "pass"))
    lay(root, "tests/test_b.py", text=note.format("b", "assert toy.rule.MAX_WORDS == 30"))
    main(["src/toy/rule.py", "--jobs", "1"], root)
    # Both as they are; then only the quick one, for the number that the module's own tests do not hold.
    assert (root / "notes").read_text() == "abbb"


def test_tests_that_take_too_long_have_failed(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "_MORE_SECONDS", 1)
    stuck = "import time\nfrom toy.rule import *\ndef test_it(): time.sleep(60 * (MIN_WORDS != 6))"
    lay(root, "tests/test_rule.py", text=stuck)
    assert main(["src/toy/rule.py", "--jobs", "1"], root) == 1
    said = capsys.readouterr().out
    assert "killed by the time limit: src/toy/rule.py:1 MIN_WORDS 6 -> 2\n" in said
    assert "\n2 of 4 mutants of 2 numbers survived.\n" in said


def test_python_keeps_bytecode_and_pytest_loads_no_plugins(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    lay(
        root,
        "tests/test_rule.py",
        text=(
            "import sys, toy.rule\n\n"
            "def test_it(request):\n"
            "    assert not sys.dont_write_bytecode\n"
            "    assert not request.config.pluginmanager.list_plugin_distinfo()\n"
            "    assert (toy.rule.MIN_WORDS, toy.rule.MAX_WORDS) == (6, 30)\n"
        ),
    )
    assert main(["src/toy/rule.py", "--jobs", "1"], root) == 0


def test_a_mutant_that_cannot_be_compiled_is_an_error(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(root, "src/toy/rule.toy.so")
    lay(root, "setup.py", text="raise SystemExit('no compiler')")
    assert main(["src/toy/rule.py", "--jobs", "1"], root) == 1
    said = capsys.readouterr().out
    assert "cannot be compiled: src/toy/rule.py:1 MIN_WORDS 6 -> 2\n" in said
    assert "\n0 of 4 mutants of 2 numbers survived.\n" in said


def test_the_numbers_are_listed_with_their_tests(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"], root) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["src/toy/rule.py:1", "MIN_WORDS", "6", "tests/test_rule.py"]
