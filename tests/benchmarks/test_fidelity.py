"""The check of whole packages finds what is wrong, and the checks themselves can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import fidelity
from benchmarks.checks import CHECKS, compare
from benchmarks.reference import Instead, words_of_html, words_of_spans
from mainspan import Extraction, Page, Spans, extract

HTML = "<ul><li>1. Salt<li>Pe<b>pper</b> <i>and</i> </ul><p>x &lt; y<br>z<img src=x>w <button>b</button>"


def extraction() -> Extraction:
    return extract(HTML, algorithm="plain")


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_extraction_passes(check: str) -> None:
    assert CHECKS[check](extraction()) is None


@pytest.mark.parametrize(
    ("check", "view", "wrong"),
    [
        ("text", "text", "- 1. Salt\n- Pepper\n\nx < y z w b"),
        ("text", "text", "- Salt\n- Pepper and\n\nx < y z w b"),
        ("text", "text", "- 1. Salt\n- Pe pper and\n\nx < y z w b"),
        ("html", "html", "<ul><li>1. Salt<li>Pepper and</ul><p>x &lt; y z b w"),
        ("html", "html", "<ul><li>1. Salt<li>Pepper and</ul><p>x &lt; y z w b b"),
    ],
)
def test_a_word_that_is_lost_doubled_or_moved_is_found(check: str, view: str, wrong: str) -> None:
    found = extraction()
    found.__dict__[view] = wrong
    assert CHECKS[check](found)


@pytest.mark.parametrize(
    "text", ["- 1. Salt\n- Pepper and\n\nx < y\nz w b\n", "1. - 1. Salt\nPepper and x < y z w b"]
)
def test_list_marks_do_not_count(text: str) -> None:
    found = extraction()
    found.__dict__["text"] = text
    assert CHECKS["text"](found) is None


def test_words_end_at_blocks_and_boxes_and_gaps() -> None:
    page = Page(HTML)
    kept = words_of_spans(page, Spans.of_tokens(page, page.tokens.is_text))
    assert kept == ["1.", "Salt", "Pepper", "and", "x", "<", "y", "z", "w", "b"]
    assert words_of_html(HTML) == kept


def test_characters_left_out_part_a_word() -> None:
    page = Page("<p>understanding")
    start = page.source.index("under")
    assert words_of_spans(page, Spans([(start, start + 5), (start + 10, start + 13)])) == ["under", "ing"]


def test_formulas_are_read_as_asked() -> None:
    page = Page("<p>a <i>b</i> c")
    first = int(page.elements.open[page.elements.depth.argmax()])
    instead = {first: Instead(first + 2, "$x$")}
    assert words_of_spans(page, Spans.of_tokens(page, page.tokens.is_text), instead) == ["a", "$x$", "c"]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (["a", "b"], None),
        (["a", "c"], "at 1 of 2: 'b' became 'c'"),
        (["a"], "at 1 of 2: 'b' became ''"),
        (["a", "b", "c"], "at 2 of 2: '' became 'c'"),
    ],
)
def test_a_fault_is_reported_by_its_place(found: list[str], told: str | None) -> None:
    assert compare(["a", "b"], found) == told


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name} and more words</p>")
    return tmp_path


def test_a_sound_package_passes(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fidelity.main([str(package), "-a", "plain", "--every", "2"]) == 0
    row = next(line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("html"))
    assert row == ["html", "2", "0"]


def test_faults_are_counted_shown_and_fail(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "mine", lambda found: "is b" if "b and" in found.text else None)
    monkeypatch.setitem(CHECKS, "broken", lambda found: str(1 // 0))
    assert fidelity.main([str(package), "-a", "plain", "-c", "mine", "-c", "broken", "--show", "1"]) == 1
    # A long path breaks the line anywhere.
    shown = "".join(capsys.readouterr().out.split())
    assert "b.html:isb" in shown
    assert shown.count("ZeroDivisionError") == 1


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        fidelity.main([str(tmp_path)])
