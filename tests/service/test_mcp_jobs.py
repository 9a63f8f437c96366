"""Text for assistants: content, explanations and outlines."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import extract
from mainspan.errors import MainspanError
from mainspan.fetch import Fetched
from mainspan.service.mcp_jobs import (
    Result,
    TextWorker,
    content_of,
    explanation_of,
    outline_of,
    source_of,
)
from tests.article import PAGE as ARTICLE

PAGE = Fetched(ARTICLE.encode(), "https://example.org/", None, "text/html")
EMPTY = Fetched(b"<p></p>", "", None)


def page(html: str) -> Fetched:
    return Fetched(html.encode(), "", "utf-8")


def test_source_is_decoded() -> None:
    assert source_of(Fetched("Käse".encode("latin-1"), "", "iso-8859-1")) == "Käse"


@pytest.mark.parametrize("form", ["markdown", "text", "html"])
def test_content_is_that_of_an_extraction(form: str) -> None:
    assert content_of(PAGE, "mainspan", form) == extract(ARTICLE, url=PAGE.url).render(form)


def test_json_has_the_metadata() -> None:
    assert json.loads(content_of(PAGE, "mainspan", "json"))["metadata"]["title"]


def test_page_without_content_has_a_reason() -> None:
    reason = f"No main content was found: {extract('<p></p>').reason}."
    assert content_of(EMPTY, "mainspan") == f"<error>{reason}</error>"
    assert reason in explanation_of(EMPTY, "mainspan")
    assert reason in outline_of(EMPTY, "mainspan")


def test_explanation_has_all_blocks_or_those_of_one_verdict() -> None:
    blocks = extract(ARTICLE).blocks
    texts = {show: explanation_of(PAGE, "mainspan", show) for show in ("all", "kept", "dropped")}
    counts = {show: text.count("\n   because: ") for show, text in texts.items()}
    kept = sum(block.verdict == "content" for block in blocks)
    assert counts == {"all": len(blocks), "kept": kept, "dropped": len(blocks) - kept}
    assert 0 < kept < len(blocks)
    assert f"mainspan kept {kept} of {len(blocks)} blocks; " in texts["all"]
    number = next(i for i, block in enumerate(blocks, 1) if block.verdict == "content")
    assert f"\n{number}. kept, score {blocks[number - 1].score:.2f}" in texts["kept"]


def test_explanation_of_the_blocks_around_a_text() -> None:
    text = explanation_of(PAGE, "mainspan", around="headline")
    assert "<h1>: Headline" in text
    assert "Imprint" not in text
    nothing = "Nothing to show: no block holds this text."
    assert nothing in explanation_of(PAGE, "mainspan", around="no such words")


@pytest.mark.parametrize(("length", "is_cut"), [(200, False), (201, True)])
def test_explanation_shows_the_beginning_of_long_blocks(length: int, is_cut: bool) -> None:
    text = explanation_of(page(f"<p>{'x' * length}</p>"), "plain")
    assert ("x" * length in text, "x…" in text) == (not is_cut, is_cut)


def test_outline_has_metadata_and_headings() -> None:
    html = (
        "<title>A page</title><meta name=author content='Some One'>"
        "<h1>First *one*</h1><p>Text.</p><pre><code># no heading\n```\n# none</code></pre>"
        "<h2>Second</h2><p>More.</p>"
    )
    lines = outline_of(page(html), "plain").splitlines()
    assert {"Title: A page", "Authors: Some One"} <= set(lines)
    markdown = extract(html, algorithm="plain").markdown
    second = markdown.index("## Second")
    assert lines[-2:] == [
        f"# First \\*one\\* (start_index 0, {second} characters)",
        f"## Second (start_index {second}, {len(markdown) - second} characters)",
    ]


def test_page_without_headings_says_so() -> None:
    assert outline_of(page("<p>Words.</p>"), "plain").endswith("The main content has no headings.")


@given(st.text(max_size=300))
def test_any_page_has_an_outline_and_an_explanation(html: str) -> None:
    assert outline_of(page(html.encode("utf-8", "replace").decode()), "plain")
    assert explanation_of(page(html.encode("utf-8", "replace").decode()), "plain")


def test_error_of_a_job_is_a_result() -> None:
    def fail() -> str:
        raise MainspanError("why")

    worker = TextWorker()
    assert worker.do(lambda: "text", print) == Result("text")
    assert worker.do(fail, print) == Result("", "why")
