"""From a page to a result: `extract` and the views that an Extraction gives."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest

from mainspan import ALGORITHMS, Extraction, Page, Spans, algorithm, extract
from mainspan.algorithms.base import Judgement
from mainspan.algorithms.plain import Plain
from mainspan.errors import MainspanError, ParameterError, SelectorError, TimeLimitError
from tests.article import PAGE, PARAGRAPH

each_method = pytest.mark.parametrize("method", ALGORITHMS)
# dana looks for characters outside ASCII, and the page has none.
each_that_finds_it = pytest.mark.parametrize("method", sorted(set(ALGORITHMS) - {"dana"}))


# --- views ----------------------------------------------------------------------------------------


def test_text_and_html_are_views_of_the_same_spans() -> None:
    found = extract("<h1>Title</h1><p>Some <b>text</b>.</p>", algorithm="plain")
    assert found.text == "Title\n\nSome text.\n"
    assert found.html == "<h1>Title</h1>\n<p>Some <b>text</b>.</p>\n"


@each_that_finds_it
def test_each_method_finds_the_article(method: str) -> None:
    found = extract(PAGE, algorithm=method)
    assert found
    assert PARAGRAPH.strip() in found.text


@each_method
def test_no_method_takes_code_or_the_title(method: str) -> None:
    text = extract(PAGE, algorithm=method).text
    assert "code()" not in text
    assert "Title" not in text


def test_the_default_is_the_same_as_its_name() -> None:
    assert extract(PAGE).to_dict() == extract(PAGE, algorithm="mainspan").to_dict()


def test_a_method_can_be_given_as_a_value() -> None:
    method = algorithm("accb", range=60)
    assert extract(PAGE, algorithm=method).to_dict() == extract(PAGE, algorithm="accb:range=60").to_dict()


def test_a_result_has_its_page_and_its_method() -> None:
    page, method = Page(PAGE), algorithm("density")
    found = extract(page, algorithm=method)
    assert found.page is page
    assert found.algorithm is method


def test_repr_counts_the_words_that_were_kept() -> None:
    assert repr(extract("<p>one two</p><p id=x>three", algorithm="plain", drop="#x")) == (
        "<Extraction plain: 2 words of 3>"
    )


def test_a_result_is_true_when_something_was_found() -> None:
    assert extract("<p>one", algorithm="plain")
    assert not extract("", algorithm="plain")


# --- blocks ---------------------------------------------------------------------------------------


def test_blocks_describe_themselves() -> None:
    page = Page("<div>one <b>two</b></div><p><a href=x>three</a></p>")
    first, second = extract(page, algorithm="plain").blocks
    assert (first.text, first.container, first.words, first.link_share) == ("one two", "div", 2, 0.0)
    assert (second.text, second.container, second.words, second.link_share) == ("three", "p", 1, 1.0)


def test_blocks_tell_where_they_stand() -> None:
    page = Page("<div>one <b>two</b></div><p>three</p>")
    found = [page.source[block.start : block.end] for block in extract(page, algorithm="plain").blocks]
    assert found == ["one <b>two", "three"]


@pytest.mark.parametrize(
    ("link", "share"),
    [
        ("abcd efgh", 0.0),
        ("<a href=x>abcd</a> efgh", 4 / 9),
        ("<a href=x>abcd efgh</a>", 1.0),
        ("<a>abcd</a>", 0.0),
    ],
)
def test_link_share_is_the_share_of_characters_in_links(link: str, share: float) -> None:
    (block,) = extract(f"<p>{link}</p>", algorithm="plain").blocks
    assert block.link_share == pytest.approx(share, abs=1e-4)


@each_method
def test_scores_agree_with_the_spans(method: str) -> None:
    found = extract(PAGE, algorithm=method, keep="#menu", drop="#second")
    page = found.page
    kept = {place for start, end in found.spans for place in range(start, end)}
    for block in found.blocks:
        inside = (page.words.start >= block.start) & (page.words.end <= block.end)
        starts = page.words.start[inside].tolist()
        assert block.words == len(starts)
        share = sum(start in kept for start in starts) / block.words
        assert block.verdict == ("content" if share >= 0.5 else "boilerplate")
        if found.judgement is None:
            assert block.score == pytest.approx(share, abs=1e-4)


@each_method
def test_verdicts_follow_the_scores(method: str) -> None:
    found = extract(PAGE, algorithm=method, keep="#menu", drop="#second")
    assert {block.verdict for block in found.blocks} == {"content", "boilerplate"}
    # Where scores are probabilities, a selector has the last word.
    told = [block for block in found.blocks if "by a selector" not in block.reason]
    assert all((block.verdict == "content") == (block.score >= 0.5) for block in told)


@pytest.mark.parametrize(
    ("dropped", "score", "verdict"),
    [
        ("<i>one</i>", 0.75, "content"),
        ("<i>one two</i>", 0.5, "content"),
        ("<i>one two three</i>", 0.25, "boilerplate"),
    ],
)
def test_half_of_the_words_make_a_block_content(dropped: str, score: float, verdict: str) -> None:
    rest = " ".join("one two three four".split()[dropped.count(" ") + 1 :])
    (block,) = extract(f"<p>{dropped} {rest}</p>", algorithm="plain", drop="i").blocks
    assert (block.score, block.verdict) == (score, verdict)


@pytest.mark.parametrize("word", ["a", "&amp;", "漢", "word"])
def test_a_block_of_one_word_is_kept_whole(word: str) -> None:
    (block,) = extract(f"<p>{word}</p>", algorithm="plain").blocks
    assert (block.words, block.score) == (1, 1.0)


def test_the_reason_of_a_block_names_the_method_and_counts_the_words() -> None:
    (block,) = extract("<p>one <i>two</i> three", algorithm="plain", drop="i").blocks
    assert block.reason == "plain kept 2 of 3 words"


def test_blocks_cover_all_words_of_the_page() -> None:
    found = extract(PAGE, algorithm="accb", drop="*")
    assert sum(block.words for block in found.blocks) == len(found.page.words) > 0
    assert {block.score for block in found.blocks} == {0.0}


def test_an_empty_page_has_no_blocks() -> None:
    assert extract("").blocks == []


# --- keep and drop --------------------------------------------------------------------------------


@each_method
def test_keep_works_with_every_method(method: str) -> None:
    text = extract(PAGE, algorithm=method, keep="#menu").text
    assert "Home" in text
    assert "News" in text


@each_that_finds_it
def test_drop_works_with_every_method(method: str) -> None:
    assert "paragraph" in extract(PAGE, algorithm=method).text
    assert "paragraph" not in extract(PAGE, algorithm=method, drop="#first, #second").text


@each_method
def test_drop_takes_precedence_over_keep(method: str) -> None:
    found = extract(PAGE, algorithm=method, keep="ul", drop="li:first-child")
    assert "News" in found.text
    assert "Home" not in found.text


@each_method
def test_keep_and_drop_change_nothing_else(method: str) -> None:
    page = Page(PAGE)
    bare = extract(page, algorithm=method).spans
    menu = Spans.of_elements(page, page.select("#menu"))
    first = Spans.of_elements(page, page.select("#first"))
    assert extract(page, algorithm=method, keep="#menu", drop="#first").spans == (bare | menu) - first


@pytest.mark.parametrize("selectors", ["#menu, #foot", ["#menu", "#foot"], ("#foot", "#menu")], ids=str)
def test_selectors_can_be_one_or_many(selectors: str | list[str]) -> None:
    dropped = extract(PAGE, algorithm="plain", drop=selectors).text
    assert "Home" not in dropped
    assert "Imprint" not in dropped
    kept = extract(PAGE, algorithm="plain", keep=selectors, drop="#article").text
    assert kept == "- Home\n- News\n\nImprint here\n"


@pytest.mark.parametrize("selector", ["h6", "p.none", "script", "title"])
def test_selectors_that_find_no_text_change_nothing(selector: str) -> None:
    bare = extract(PAGE, algorithm="plain").spans
    assert extract(PAGE, algorithm="plain", keep=selector, drop=selector).spans == bare


@pytest.mark.parametrize("selector", ["p[", "", "..", "p >", "p:unheard-of", "1"])
@pytest.mark.parametrize("option", ["keep", "drop"])
def test_a_wrong_selector_is_refused_with_its_name(option: str, selector: str) -> None:
    options: dict[str, Any] = {option: selector}
    with pytest.raises(SelectorError, match="not a CSS selector") as caught:
        extract(PAGE, **options)
    assert repr(selector) in str(caught.value)
    assert isinstance(caught.value, MainspanError)


# --- nothing found --------------------------------------------------------------------------------


@each_method
@pytest.mark.parametrize(
    "html",
    [
        "",
        " \n ",
        "<p></p>",
        "<script>code()</script><style>p{}</style>",
        "<title>Title</title>",
        "<template>x</template>",
    ],
)
def test_a_page_without_text_gives_nothing_and_says_why(html: str, method: str) -> None:
    found = extract(html, algorithm=method)
    assert (found.text, found.html, list(found.spans)) == ("", "", [])
    assert found.reason == "the page has no text"


@each_method
def test_a_frameset_gives_nothing_and_says_why(method: str) -> None:
    found = extract("<frameset><frame src=a><noframes>no frames</noframes></frameset>", algorithm=method)
    assert not found
    assert "frameset" in found.reason


def test_a_method_that_keeps_nothing_says_why() -> None:
    found = extract("<p>one", algorithm="accb")
    assert (found.text, found.reason) == ("", "no text is far enough from markup")


def test_nothing_left_has_a_reason() -> None:
    found = extract("<p>one", algorithm="plain", drop="p")
    assert not found
    assert found.reason


@each_that_finds_it
def test_a_result_with_text_has_no_reason(method: str) -> None:
    assert extract(PAGE, algorithm=method).reason == ""


def test_a_result_kept_by_hand_has_no_reason() -> None:
    found = extract("<p>one", algorithm="accb", keep="p")
    assert (found.text, found.reason) == ("one\n", "")


# --- plain data -----------------------------------------------------------------------------------


def test_to_dict_has_everything() -> None:
    found = extract(b"<p>one two</p><p id=x>three", algorithm="plain", url="https://example.org/", drop="#x")
    ((start, end),) = found.spans
    assert found.to_dict() == {
        "url": "https://example.org/",
        "algorithm": "plain",
        "metadata": found.metadata.to_dict(),
        "text": "one two\n",
        "excerpt": "",
        "comments": "",
        "comment_list": [],
        "readable": False,
        "confidence": None,
        "reason": "",
        "origin": "page",
        "supplement": None,
        "words": 2,
        "page_words": 3,
        "encoding": "utf-8",
        "salvaged": "",
        "spans": [[start, end]],
    }


GUTTER = "<p>Some text of a page.</p><table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>"


def test_numbers_of_lines_are_blocks_that_were_left_out() -> None:
    found = extract(GUTTER, algorithm="plain")
    assert [(block.text, block.verdict) for block in found.blocks][1:] == [
        ("1\n2", "boilerplate"),
        ("a\nb", "content"),
    ]


SHELL = (
    "<div id=root></div><script type=application/ld+json>"
    + json.dumps({"@type": "Article", "headline": "Tides", "articleBody": "The tide came in twice. " * 40})
    + "</script>"
)


def test_text_that_only_the_data_have_is_found_and_marked() -> None:
    found = extract(SHELL, url="https://example.org/tides")
    assert found.text.startswith("Tides\n\nThe tide came in twice.")
    assert (found.origin, found.metadata.to_dict()["title"]["value"]) == ("json-ld", "Tides")


def test_data_are_not_asked_where_selectors_chose() -> None:
    assert extract(SHELL, drop="p").origin == "page"


def test_a_call_can_have_a_time_limit() -> None:
    assert extract(PAGE, seconds=30).text == extract(PAGE).text
    with pytest.raises(TimeLimitError, match="longer than 1e-06 s"):
        extract(PAGE * 1000, seconds=0.000001)


@pytest.mark.parametrize("html", [PAGE, "", "<p>漢字 \ud800 \u2028", b"<p>\xff\xfe\x00"], ids=ascii)
@each_method
def test_plain_data_survives_json(method: str, html: str | bytes) -> None:
    data = extract(html, algorithm=method, keep="p").to_dict()
    assert json.loads(json.dumps(data)) == data


def test_spans_of_plain_data_make_the_same_spans() -> None:
    found = extract(PAGE)
    assert Spans(np.array(found.to_dict()["spans"])) == found.spans


def test_words_are_counted_in_the_units_of_the_page() -> None:
    found = extract("<ul><li>a<li>b</ul>", algorithm="plain")
    assert repr(found) == "<Extraction plain: 2 words of 2>"
    assert extract("<p>你好世界", algorithm="plain").to_dict()["words"] == 2


def test_reasons_survive_selectors() -> None:
    assert extract("", keep="p").reason == "the page has no text"
    assert (
        extract("<p>a", algorithm="plain", drop="p").reason == "all that was found was dropped by a selector"
    )


def test_a_page_cannot_forge_a_match() -> None:
    html = '<p title="data-m0">x<p data-m1>y<b>z</b>'
    assert extract(html, algorithm="plain", drop="b").text == "x\n\ny\n"


def test_a_wrong_selector_is_refused_on_salvaged_pages_too() -> None:
    with pytest.raises(SelectorError):
        extract("<div>" * 2000, drop="p[")


def test_a_page_brings_its_own_address() -> None:
    with pytest.raises(TypeError, match="already"):
        extract(Page("x"), url="http://a.example/")


def test_unknown_containers_are_named() -> None:
    assert extract("<x-card class=y>a</x-card>", algorithm="plain").blocks[0].container == "x-card"


def test_a_page_whose_text_needs_a_browser_says_so() -> None:
    html = "<title>x</title><body><div id=app></div><noscript><p>All the posts</p></noscript>"
    assert "hidden or in noscript" in extract(html, algorithm="plain").reason
    assert "hidden or in noscript" in extract("<p hidden>x", algorithm="plain").reason
    assert extract("<title>x</title><body>", algorithm="plain").reason == "the page has no text"


def carrying(shown: str) -> Extraction:
    """A page that shows some text, and carries an article in its data."""
    article = "The ferry left the quay on Friday night with ninety people on board. " * 20
    data = json.dumps({"@type": "NewsArticle", "headline": "Ferry", "articleBody": article})
    html = f'<script type="application/ld+json">{data}</script><article><p>{shown}</p></article>'
    return extract(html, algorithm="plain")


@pytest.mark.parametrize(("characters", "origin"), [(1_400, "json-ld"), (1_600, "page")])
def test_a_long_text_is_not_looked_for_in_data(characters: int, origin: str) -> None:
    assert carrying(f"{'x' * (characters // 2)} {'y' * (characters // 2)}").origin == origin


@pytest.mark.parametrize(("characters", "warned"), [(990, True), (1_010, False)])
def test_a_long_text_is_no_address(characters: int, warned: bool) -> None:
    address = "https://example.org/".ljust(characters, "x")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        extract(address)
    assert bool(caught) == warned


def test_what_is_too_unsure_is_left_out_with_a_reason() -> None:
    sure = extract(PAGE).confidence
    assert sure is not None
    assert 0 < sure < 1
    assert extract(PAGE, min_confidence=sure).text == extract(PAGE).text
    unsure = extract(PAGE, min_confidence=1)
    assert (unsure.text, unsure.confidence) == ("", sure)
    assert unsure.reason == f"the confidence of {sure:.0%} is below 100%"
    assert all(block.verdict == "boilerplate" for block in unsure.blocks)


def test_a_fallback_gets_what_is_too_unsure() -> None:
    def all_text(found: Extraction) -> Extraction:
        return extract(found.page, algorithm="plain")

    assert extract(PAGE, min_confidence=1, fallback=all_text).text == extract(PAGE, algorithm="plain").text
    assert extract(PAGE, min_confidence=0.01, fallback=all_text).text == extract(PAGE).text
    assert extract(PAGE, algorithm="bte", min_confidence=1).text == extract(PAGE, algorithm="bte").text


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_confidence_is_a_share(share: float) -> None:
    with pytest.raises(ParameterError, match="must be from 0 to 1"):
        extract(PAGE, min_confidence=share)


POST = f"<div class=post><p>{PARAGRAPH}</p><div class=user-signature>Sent from the quay</div></div>"


class Guess(Judgement):
    """All of a page, and how likely it is a thread."""

    def __init__(self, page: Page, forum: float) -> None:
        self.page, self.forum = page, forum

    @property
    def spans(self) -> Spans:
        return Plain()(self.page)

    @property
    def types(self) -> dict[str, float]:
        return {"forum": self.forum}


@pytest.mark.parametrize(("forum", "is_left_out"), [(0.1, False), (0.3, True), (0.5, True)])
def test_signatures_are_left_out_of_what_may_be_a_thread(
    monkeypatch: pytest.MonkeyPatch, forum: float, is_left_out: bool
) -> None:
    monkeypatch.setattr(Plain, "judge", lambda _, page: Guess(page, forum))
    assert ("Sent from the quay" not in extract(POST * 3, algorithm="plain").text) is is_left_out
