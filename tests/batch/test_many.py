"""extract_many: an outcome for each page, in order, also for pages that fail."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

import mainspan
from mainspan import extract_many
from mainspan.algorithms import Algorithm
from mainspan.batch.many import Progress
from mainspan.errors import ParameterError
from mainspan.sources import Listing, Source
from mainspan.spans import Spans

FEED = "<rss><item><link>{0}/a</link></item><item><link>{0}/b</link></item></rss>"
SITE = [
    (f"page {text}", f"<ul><li>Home<li>News</ul><p>{text} of the day</p>")
    for text in ("Soup", "Word", "Song")
]


def texts(sources: Any, **options: Any) -> list[str]:
    options = {"algorithm": "plain", "form": "text"} | options
    return [outcome.error or outcome.text.strip() for outcome in extract_many(sources, **options)]


def test_sources_may_be_files_folders_pairs_and_sources(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/a.html").write_text("<p>A")
    (tmp_path / "folder/b.html.gz").write_bytes(gzip.compress(b"<p>B"))
    (tmp_path / "c.html").write_text("<p>C")
    sources: list[Any] = [
        str(tmp_path / "folder"),
        tmp_path / "c.html",
        ("d", "<p>D\N{SNOWMAN}"),
        ("e", b"<p>E"),
        Source("f", PurePosixPath("f"), body="<p>F"),
    ]
    found = list(extract_many(sources, algorithm="plain", form="text"))
    assert [each.text.strip() for each in found] == ["A", "B", "C", "D\N{SNOWMAN}", "E", "F"]
    assert [each.name for each in found][2:] == [str(tmp_path / "c.html"), "d", "e", "f"]
    assert [str(each.key) for each in found] == list("abcdef")


@pytest.mark.parametrize("jobs", [None, 2])
def test_bad_pages_are_outcomes_with_errors(tmp_path: Path, jobs: int | None) -> None:
    sources = [("a", "<p>A"), tmp_path / "gone.html", ("pdf", b"%PDF-1.7"), ("b", "<p>B")]
    assert texts(sources, jobs=jobs) == [
        "A",
        "No such file or directory",
        "this is a PDF document, not a page",
        "B",
    ]


def test_without_a_form_the_result_is_an_object() -> None:
    (found,) = extract_many([("a", "<p>A</p><nav>Menu</nav>")], algorithm="plain", drop="nav")
    assert isinstance(found.extraction, mainspan.Extraction)
    assert (found.extraction.text, found.text) == ("A\n", "")


def test_nothing_found_is_an_outcome_with_a_reason() -> None:
    (found,) = extract_many([("a", "")], form="text")
    assert (found.error, found.text) == ("", "")
    assert found.reason


def test_processes_give_the_same_in_the_same_order() -> None:
    pages = [(str(number), f"<p>Page {number}") for number in range(12)]
    assert texts(pages, jobs=2) == texts(pages) == [f"Page {number}" for number in range(12)]


def test_a_page_has_its_address() -> None:
    (found,) = extract_many(
        [("https://example.org/a", "<p><a href='b'>B</a>")], algorithm="plain", form="markdown"
    )
    assert found.text == "[B](https://example.org/b)\n"
    assert str(found.key) == "example.org-a"


def test_records_name_their_source_and_have_further_forms() -> None:
    (line,) = texts([("a", "<p><b>A")], form="jsonl", also=["markdown"])
    assert '"source": "a"' in line
    assert '"markdown": "**A**\\n"' in line


def test_pages_that_are_done_are_passed_over_as_often_as_they_were_done() -> None:
    pages = [("a", "<p>1"), ("b", "<p>2"), ("a", "<p>3")]
    assert texts(pages, done=["a"]) == ["2", "3"]
    assert texts(pages, done=["a", "a", "x"]) == ["2"]


def test_sources_are_read_as_they_are_needed() -> None:
    taken: list[int] = []

    def pages() -> Iterator[tuple[str, str]]:
        for number in range(1000):
            taken.append(number)
            yield str(number), "<p>x"

    found = extract_many(pages(), algorithm="plain", form="text")
    assert not taken
    next(found)
    assert len(taken) < 10


def test_the_pages_of_a_site_are_compared() -> None:
    assert texts(SITE, site=True) == ["Soup of the day", "Word of the day", "Song of the day"]
    assert texts(SITE)[0] != "Soup of the day"


def test_warnings_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "mainspan"):
        assert len(texts(SITE[:2], site=True)) == 2
    assert "2 of its 2 pages differ, and comparing takes 3: they are extracted one by one" in caplog.text


def test_progress_is_notified(tmp_path: Path) -> None:
    (tmp_path / "feed.xml").write_text(FEED.format("http://127.0.0.1:9"))
    seen: list[Any] = []

    class Seen(Progress):
        def listed(self, source: Source, listing: Listing, taken: int) -> None:
            seen.append((listing.kind, taken))

        def compared(self, done: int, total: int) -> None:
            seen.append((done, total))

    found = texts([tmp_path / "feed.xml"], max_pages=1, delay=0, progress=Seen())
    assert (len(found), seen) == (1, [("a feed", 1)])
    seen.clear()
    texts(SITE, site=True, progress=Seen())
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_page_that_takes_too_long_has_failed() -> None:
    page = "<p>word</p>" * 300_000
    assert texts([("slow", page)], seconds=0.001) == ["took longer than 0.001 s"]
    assert texts([("slow", page[:900]), ("b", "<p>B")], seconds=300)[1] == "B"


class Homemade(Algorithm):
    """A method of a user."""

    name = "homemade"

    def __call__(self, page: mainspan.Page) -> Spans:
        return Spans([(0, len(page.source))])


def test_methods_of_users_work_here() -> None:
    assert texts([("a", "<p>A")], algorithm=Homemade()) == ["A"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jobs": 1, "form": None}, "with jobs, name a form"),
        ({"jobs": 1, "site": True}, "the pages of a site are compared in one process: leave jobs out"),
        ({"jobs": -1}, "jobs must be a number of processes, or 0 for one for each core, not -1"),
        ({"also": ["markdown"]}, "the form must be json or jsonl"),
        ({"form": "word"}, "there is no form 'word'"),
        ({"algorithm": "nope"}, "no method is called 'nope'"),
        ({"keep": "["}, "not a CSS selector"),
        ({"seconds": 0}, "a time limit must be a number of seconds above 0"),
    ],
)
def test_wrong_use_is_an_error_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ParameterError, mainspan.MainspanError), match=message.replace("(", r"\(")):
        extract_many([], **{"form": "text", **options})


def test_a_hundred_pages_of_a_feed_are_taken(tmp_path: Path) -> None:
    items = "".join(f"<item><link>http://127.0.0.1:9/{n}</link></item>" for n in range(150))
    (tmp_path / "feed.xml").write_text(f"<rss>{items}</rss>")
    assert len(texts([tmp_path / "feed.xml"], delay=0)) == 100
