"""Results of a run are written to their place, and a file of lines can be continued."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mainspan.batch.many import Batch
from mainspan.batch.pages import Settings
from mainspan.batch.results import Results
from mainspan.errors import OutputError
from mainspan.sources import find_sources


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    write_pages(a="<p>A", b="%PDF-1.7")


def write_pages(**pages: str) -> None:
    for name, html in pages.items():
        Path(f"pages/{name}.html").write_text(html)


def run(output: str, form: str, **options: bool) -> tuple[int, int]:
    """Extract all pages; returns how many were done before, and how many are done now."""
    batch = Batch(Settings("plain", form))
    pages = find_sources(["pages"], keys=batch.keys)
    with Results(output, batch.settings, pages, **options) as results:
        outcomes = list(batch.outcomes(pages, results.done))
        for outcome in outcomes:
            results.write(outcome)
        return results.done.total(), len(outcomes)


def records() -> list[tuple[str, str]]:
    found = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    return [(each["source"], each.get("error") or each["text"].strip()) for each in found]


A = ("pages/a.html", "A")
B = ("pages/b.html", "this is a PDF document, not a page")


def test_lines_are_continued_with_the_pages_that_are_not_done() -> None:
    assert run("out.jsonl", "jsonl") == (0, 2)
    write_pages(c="<p>C")
    assert run("out.jsonl", "jsonl") == (2, 1)
    assert records() == [A, B, ("pages/c.html", "C")]


def test_failures_are_done_again_with_retry_and_all_pages_with_again() -> None:
    run("out.jsonl", "jsonl")
    write_pages(b="<p>B")
    assert run("out.jsonl", "jsonl", retry=True) == (1, 1)
    assert records() == [A, ("pages/b.html", "B")]
    assert run("out.jsonl", "jsonl", again=True) == (0, 2)


def test_a_folder_has_a_file_for_each_page_but_those_that_failed() -> None:
    assert run("results", "text") == (0, 2)
    assert [path.name for path in Path("results").iterdir()] == ["a.txt"]


def test_no_result_is_written_over_a_page() -> None:
    with pytest.raises(OutputError, match=r"pages/a.html: would be overwritten by a result"):
        run("pages", "html")
    assert Path("pages/a.html").read_text() == "<p>A"


def test_a_file_of_lines_can_be_opened_again_after_a_refusal() -> None:
    run("out.jsonl", "jsonl")
    Path("out.jsonl").rename("pages/c.html")
    with pytest.raises(OutputError, match="would be overwritten"):
        run("pages/c.html", "jsonl")
    Path("pages/c.html").rename("out.jsonl")
    assert run("out.jsonl", "jsonl") == (2, 0)
