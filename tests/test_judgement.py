"""What a method thinks of the blocks of a page, in its result."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan import Page, Spans, extract
from tests.article import PAGE, PARAGRAPH


def test_methods_that_do_not_judge_blocks_have_no_confidence() -> None:
    found = extract(PAGE, algorithm="lqf")
    assert (found.judgement, found.confidence, found.to_dict()["confidence"]) == (None, None, None)


def test_confidence_is_a_share_and_part_of_the_plain_data() -> None:
    found = extract(PAGE, algorithm="mainspan")
    assert found.confidence is not None
    assert 0 < found.confidence <= 1
    assert found.to_dict()["confidence"] == found.confidence


@pytest.mark.parametrize("html", [PAGE, "<p>one", "<ul><li><a href=x>Menu</a></ul>" * 9, "<p>漢字" * 5])
def test_judgements_have_a_score_a_verdict_and_a_reason_for_each_block(html: str) -> None:
    found = extract(html, algorithm="mainspan")
    assert found.judgement is not None
    assert len(found.judgement.scores) == len(found.judgement.kept) == len(found.blocks)
    for i, block in enumerate(found.blocks):
        assert 0 <= block.score <= 1
        assert block.score == pytest.approx(found.judgement.scores[i], abs=1e-4)
        assert (block.verdict == "content") == found.judgement.kept[i]
        assert block.reason == str(found.judgement.reason(i)) != ""


def test_verdicts_of_a_judge_are_those_of_the_spans() -> None:
    found = extract(PAGE, algorithm="mainspan")
    assert found.judgement is not None
    assert Spans.of_blocks(found.page, found.judgement.kept) == found.spans


@pytest.mark.parametrize("focus", ["precision", "balanced", "recall"])
def test_selectors_have_the_last_word_over_a_judge(focus: str) -> None:
    found = extract(PAGE, algorithm=f"mainspan:focus={focus}", keep="#menu", drop="#second")
    by_text = {block.text[:4]: block for block in found.blocks}
    last = found.blocks[4]
    assert by_text["Home"].verdict == by_text["News"].verdict == "content"
    assert (last.container, last.verdict) == ("p", "boilerplate")
    assert found.judgement is not None
    for i, block in enumerate(found.blocks):
        overruled = (block.verdict == "content") != found.judgement.kept[i]
        assert ("by a selector" in block.reason) == overruled
        assert block.reason.endswith(str(found.judgement.reason(i)))


def test_hidden_text_is_read_unless_it_is_not_wanted() -> None:
    html = f"<div><p>{PARAGRAPH * 3}</p><p hidden>Hidden: {PARAGRAPH * 3}</p></div>"
    read, unread = extract(html, algorithm="mainspan"), extract(html, algorithm="mainspan:hidden=false")
    assert (len(read.blocks), len(unread.blocks)) == (2, 1)
    assert (read.page.hidden, unread.page.hidden) == (True, False)
    assert "Hidden" not in unread.text


def test_the_page_of_the_caller_is_not_revealed() -> None:
    page = Page(f"<p>{PARAGRAPH}</p><p hidden>Hidden")
    extract(page, algorithm="mainspan")
    assert not page.hidden
    assert extract(page, algorithm="plain").text == PARAGRAPH.strip() + "\n"


def test_a_page_that_its_scripts_make_is_doubted() -> None:
    page = f"<p>Loading</p><script>{'x = 1; ' * 500}</script>"
    judgement = extract(page, algorithm="mainspan").judgement
    assert judgement is not None
    assert "may need a browser" in judgement.doubt
    judgement = extract(PAGE, algorithm="mainspan").judgement
    assert judgement is not None
    assert judgement.doubt == ""


CORPUS = Path(__file__).parent.parent / "corpus"


@pytest.mark.parametrize(
    ("name", "options", "text", "how"),
    [
        ("europe/de-docs-aufbewahrungsregeln", "", "Kopieren", "dropped as a button or label of code; "),
        ("styles/en-forum-hub-gear", "", "_____", "dropped as a signature or badge in a thread; "),
        (
            "asia/zh-forum-disk-noise",
            ":byline=true",
            "夜猫子阿森",
            "kept for the line with the author and date of a post; ",
        ),
    ],
)
def test_a_rule_that_overrules_a_verdict_is_named(name: str, options: str, text: str, how: str) -> None:
    found = extract((CORPUS / f"{name}.html").read_bytes(), algorithm=f"mainspan{options}")
    assert any(block.text.startswith(text) and block.reason.startswith(how) for block in found.blocks)
    assert not any("by a selector" in block.reason for block in found.blocks)


def test_a_rule_and_a_selector_are_told_apart() -> None:
    html = (CORPUS / "europe/de-docs-aufbewahrungsregeln.html").read_bytes()
    blocks = extract(html, drop="p").blocks
    selected = {block.container for block in blocks if block.reason.startswith("dropped by a selector; ")}
    assert selected == {"p"}
    assert any(block.reason.startswith("dropped as a button or label of code; ") for block in blocks)


def test_blocks_of_a_result_of_low_confidence_say_so() -> None:
    found = extract((CORPUS / "styles/en-news-ferry.html").read_bytes(), min_confidence=1)
    why = f"dropped as the confidence of {found.confidence:.0%} is below 100%; "
    assert any(block.reason.startswith(why) for block in found.blocks)
