"""mainspan plot: a file or one line that says why there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mainspan.extras import install_command

Run = Callable[..., str]
PAGE = "<nav><a href=x>Menu</a></nav><p>" + "Some ordinary words of an article. " * 20 + "</p>"
STARTS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


@pytest.mark.parametrize("form", STARTS)
def test_the_figure_is_written_as_its_suffix_says(out: Run, form: str) -> None:
    Path("page.html").write_text(PAGE)
    assert out("plot", "page.html", "-a", "accb", "-o", f"strip.{form}") == ""
    assert Path(f"strip.{form}").read_bytes().startswith(STARTS[form])


def test_the_passes_of_blurring_are_drawn_if_wanted(out: Run) -> None:
    Path("page.html").write_text(PAGE)
    for options in (["-o", "last.svg"], ["--steps", "-o", "all.svg"]):
        out("plot", "page.html", "-a", "tccb", *options)
    assert "<!-- pass 2 -->" not in Path("last.svg").read_text()
    assert "<!-- pass 2 -->" in Path("all.svg").read_text()


def test_a_method_without_steps_is_refused_before_the_page_is_read(refused: Run) -> None:
    said = refused("plot", "nowhere.html", "-a", "bte", "--steps", "-o", "x.png")
    assert said == "mainspan: bte has no steps to draw: the methods with steps are accb, ccb, tccb\n"


def test_standard_input_and_parameters_are_taken(out: Run) -> None:
    out("plot", "-", "--algorithm", "density:c1=0.5", "--output", "new/bars.PNG", stdin=PAGE.encode())
    assert Path("new/bars.PNG").read_bytes().startswith(STARTS["png"])


def test_another_suffix_is_refused(refused: Run) -> None:
    Path("page.html").write_text(PAGE)
    said = refused("plot", "page.html", "-o", "strip.gif")
    assert said == "mainspan: strip.gif: a plot's name ends in one of .png, .svg, .pdf\n"


def test_a_method_without_a_curve_is_refused_before_the_page_is_read(refused: Run) -> None:
    said = refused("plot", "nowhere.html", "-a", "plain", "-o", "x.png")
    assert said.startswith("mainspan: plain has no curve to draw: the methods with one are accb, ")


def test_a_missing_page_and_several_pages_are_refused(refused: Run) -> None:
    assert refused("plot", "none.html", "-o", "x.png") == "mainspan: none.html: no such file or folder\n"
    for name in ("a.html", "b.html"):
        Path(name).write_text(PAGE)
    assert refused("plot", ".", "-o", "x.png") == "mainspan: .: has 2 pages; name one of them\n"


def test_a_page_without_text_fails(failed: Run) -> None:
    Path("page.html").write_text("<p></p>")
    assert failed("plot", "page.html", "-o", "x.png") == (
        "page.html: nothing to draw: the page has no text\n"
    )
    assert not Path("x.png").exists()


def test_the_page_itself_is_never_overwritten(refused: Run) -> None:
    Path("page.svg").write_text(PAGE)
    assert refused("plot", "page.svg", "-o", "./page.svg").endswith("choose another output\n")
    assert Path("page.svg").read_text() == PAGE


def test_a_folder_is_no_place_for_a_figure(refused: Run) -> None:
    Path("page.html").write_text(PAGE)
    Path("x.png").mkdir()
    assert refused("plot", "page.html", "-o", "x.png").startswith("mainspan: x.png: is a folder")


def test_without_matplotlib_one_line_says_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "sys.argv = ['mainspan', 'plot', 'page.html', '-o', 'x.png']\n"
        "from mainspan.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mainspan: plots need matplotlib: {install_command('mainspan[plot]')}\n"


def test_other_commands_do_not_load_matplotlib() -> None:
    code = "import sys, mainspan.cli; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_help_names_the_extra(out: Run) -> None:
    assert "need the extra 'plot'" in out("plot", "--help")
