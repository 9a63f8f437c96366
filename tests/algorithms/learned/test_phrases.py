"""The evidence of each signal, in plain words."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.algorithms.learned.phrases import SIGNALS
from mainspan.algorithms.learned.sheet import sheet_of

LONG = "Hens lay eggs in the morning, and most of them sing about it until noon. "


def phrases(html: str, block: int = 0) -> list[str]:
    """What all signals saw in a block."""
    sheet = sheet_of(Page(html, hidden=True))
    return [phrase(sheet, block) for _, phrase in SIGNALS]


@pytest.mark.parametrize(
    ("html", "phrase"),
    [
        ("<p>one two", "2 words"),
        ("<p>one", "a single word"),
        ("<p>one <a href=x>two</a>", "many links (43%)"),
        (f"<p>{LONG}<a href=x>two</a>", "few links (4%)"),
        ("<p><a href=x>two</a>", "nothing but links"),
        ("<p>one", "no links"),
        ("<p>It is.", "ends like a sentence"),
        ("<p>one, two", "no stop at its end"),
        ("<p>one two", "no punctuation"),
        ("<p>abc 1234", "digits (50%)"),
        ("<p>ab $1 + 2", "digits and symbols (44%)"),
        ("<p>one", "no digits or symbols"),
        ("<p>NEWS", "written in capitals"),
        ("<p>Old News", "all words capitalised"),
        ("<p>Old news", "1 of 2 words capitalised"),
        ("<p>old news", "no capitals"),
        ("<p><button></button>one", "a field or button beside it"),
        ("<p><img>one", "a picture beside it"),
        ("<p>one", "little markup before it"),
        ("<p>one<h1>two</h1>", "before the first h1"),
        ("<p>one<p>two", "0% down the page"),
        ("<p>one<p>one<p>two", "appears 2 times on the page"),
        ("<p>day 1<p>day 2<p>two", "appears 2 times but for digits"),
        ("<p>one<p>two<p>three", "one of 3 alike"),
        ("<p>one<div>two</div>", "none alike beside it"),
        ("<p hidden>one", "hidden at first"),
        ("<body><noscript><p>one</noscript>", "in noscript"),
        ("<p>one", "not hidden"),
        ("<title>Hens and eggs</title><p>Hens and eggs", "like the page's title"),
        ("<title>Hens and eggs</title><p>Hens sing all the day long", "shares words with the title"),
        ("<title>Hens and eggs</title><p>Ducks", "unlike the page's title"),
        ("<title>Hens and eggs</title><p>Eggs", "may share a word with the title"),
        (f"<p>one<p>{LONG}", "among long texts (96%)"),
        ("<p>one<p><a href=x>two three four</a>", "among links (82%)"),
        ("<p>one<p>two", "among short texts"),
        (f"<p>one<p>two<p>three<p>four<p>{LONG * 3}", "among long texts (94%)"),
        (f"<p>one<p>two<p>three<p>four<p>five<p>{LONG * 3}", "among short texts"),
        ("<p>Shipping and returns", "a label of delivery and payment"),
        ("<p>xyz", "no label"),
        ("<p>one", "on a page of short texts"),
        (f"<p>{LONG}", "on a page of long texts (100%)"),
        ("<p><a href=x>one</a>", "on a page of links (100%)"),
        ("<nav><ul><li>one</ul></nav>", "in nav/list/li"),
        ("<div>one", "in no telling tag"),
        (
            "<div class=comment><div class=wrap><p class=reply>one</p>two</div>three",
            "names like reply/comment/wrap",
        ),
        ("<p class=related>one", "names like related"),
        ("<p>one", "no telling names"),
    ],
)
def test_a_signal_names_its_evidence(html: str, phrase: str) -> None:
    assert phrase in phrases(html)


def test_much_markup_before_a_text_is_counted() -> None:
    assert "273 characters of markup before it" in phrases(f"<p>one{'<hr class=x>' * 19}<p>two", 1)


@pytest.mark.parametrize(
    ("inside", "phrase"),
    [
        (f"<p>{LONG}<p>{LONG}", "in a part of long texts (97%)"),
        ("<p><a href=x>two</a><p><a href=x>four</a>", "in a part of links (64%)"),
        ("<p>two<p>four", "in a part with 100% of the page's text"),
    ],
)
def test_the_part_around_a_block_is_named(inside: str, phrase: str) -> None:
    assert phrase in phrases(f"<main><section><p>one</p>{inside}</section><p>.</main>")


def test_phrases_hold_no_signs_that_reasons_are_parted_by() -> None:
    for html in (f"<p>{LONG}", "<p>one, two; three: four", "<nav class='a, b; c'>x</nav>"):
        assert not any({";", ":"} & set(phrase) for phrase in phrases(html))


@pytest.mark.parametrize(
    ("html", "block", "phrase"),
    [
        ("<p>one two three <a href=x>four</a>", 0, "few links (22%)"),
        ("<p>ABCd", 0, "written in capitals"),
        ("<p>ABcdef", 0, "all words capitalised"),
        (f"<p>one{'<hr>' * 20}<p>two", 1, "little markup before it"),
        ("<nav><ul><li><b>one", 0, "in nav/list/li"),
        ("<nav class='menu share promo logo'><p>one", 0, "names like menu/share/promo"),
        ("<p>one <a href=x>two</a><p>three", 1, "among short texts"),
        ("<p>one <a href=x>two</a><p>three", 1, "on a page of short texts"),
    ],
)
def test_phrases_on_the_other_side_of_their_thresholds(html: str, block: int, phrase: str) -> None:
    assert phrase in phrases(html, block)


@pytest.mark.parametrize(("text", "phrase"), [("hens", "may share a word"), ("hens lay", "like the page's")])
def test_one_word_alone_may_be_like_the_title_by_chance(text: str, phrase: str) -> None:
    assert any(each.startswith(phrase) for each in phrases(f"<title>hens lay eggs</title><p>{text}"))


def test_the_nearest_label_above_counts() -> None:
    page = "<h2>You may also like</h2><div><h3>Shipping</h3><p>xyz</div>"
    assert "below a label of delivery and payment" in phrases(page, 2)
    assert "below a label of related pages" in phrases(page.replace("Shipping", "Xyz"), 2)
