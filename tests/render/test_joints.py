"""Words that only styles keep apart."""

from __future__ import annotations

import pytest

from mainspan import Page, extract


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<a href=/a>One</a><a href=/b>Two</a>", "One Two"),
        ("<a href=/a>One</a><a href=/a>Two</a>", "OneTwo"),
        ("<a href=/a>One</a><b><a href=/b>Two</a></b>", "One Two"),
        ("<a href=/a>One</a>, <a href=/b>Two</a>", "One, Two"),
        ("<a href=/a>One</a>-<a href=/b>Two</a>", "One-Two"),
        ("<span class=badge>One</span><span>Two</span>", "One Two"),
        ("One<span class='big price-tag'>2</span>", "One 2"),
        ("One<span class='my_rating'>2/3</span>", "One 2/3"),
        ("One<span class=score>2</span>", "One 2"),
        ("One<span class=word>Two</span>", "OneTwo"),
        ("<code>one</code><code>two</code>", "one two"),
        ("<kbd>Ctrl</kbd><b></b><kbd>C</kbd>", "Ctrl C"),
        ("<samp>a</samp><samp>b</samp>", "a b"),
        ("<code>one</code><kbd>two</kbd>", "onetwo"),
        ("<code>one</code>s<code>two</code>", "onestwo"),
        ("One<span class=visually-hidden>two</span>", "One two"),
        ("One<span class='x sr-only'>two</span>", "One two"),
        ("One<span class=a11y>two</span><span class=a11y>three</span>", "One two three"),
        ("One<span class=badge>, two</span>", "One, two"),
        ("<span>Ann Ant, cook</span><span>Bern</span>", "Ann Ant, cook Bern"),
        ("<b>Weight</b><i>12 kg</i>", "Weight 12 kg"),
        ("<b>Route 7</b><i>Harbour</i>", "Route 7 Harbour"),
        ("<b>You</b><i>Tube</i>", "YouTube"),
        ("<b>The rail</b><i>way</i>", "The railway"),
        ("<b>H</b><i>2</i>O", "H2O"),
        ("the <b>Boat</b>Yard", "the BoatYard"),
    ],
)
def test_links_and_boxes_side_by_side_are_words(html: str, text: str) -> None:
    found = extract(f"<p>{html}</p>", algorithm="plain")
    assert found.text == f"{text}\n"
    assert extract(found.html, algorithm="plain").text == f"{text}\n"


def test_hidden_words_are_beside_the_words_around_them() -> None:
    for hidden in ("<span hidden>more</span>", "<b style='display:none'>more</b>"):
        found = extract(Page(f"<p>one{hidden}two <b>th</b>ree</p>", hidden=True), algorithm="plain")
        assert found.text == "one more two three\n"
