"""Signatures and badges of a thread's posts are no part of what was written."""

from __future__ import annotations

import pytest

from mainspan import extract
from mainspan.page import Page
from mainspan.page.signatures import without_numbers, without_signatures
from mainspan.spans import Spans

POST = "<p>The dunes have moved by about four metres since the storm of last winter, says the warden.</p>"


def left(html: str) -> str:
    page = Page(html)
    spans = without_signatures(page, Spans.of_tokens(page, page.tokens.words > 0))
    return (
        extract(page, algorithm="plain").text if not spans else " ".join(page.source[a:b] for a, b in spans)
    )


@pytest.mark.parametrize(
    "name",
    [
        "signature",
        "message-signature",
        "Signature UserSignature",
        "forum-signature__wrapper",
        "post sig",
        "signaturecontainer",
    ],
)
def test_signatures_of_several_posts_go(name: str) -> None:
    post = f"{POST}<div class='{name}'>Be kind</div>"
    assert "kind" not in left(post + post)


@pytest.mark.parametrize("name", ["post-signature", "signature-dish", "signed", "design"])
def test_other_names_are_no_signatures(name: str) -> None:
    post = f"{POST}<div class='{name}'>Be kind</div>"
    assert left(post + post).count("Be kind") == 2


def test_the_only_signature_belongs_to_a_letter() -> None:
    assert "Be kind" in left(f"{POST}<div class=signature>Be kind</div>{POST}")


@pytest.mark.parametrize(("characters", "count"), [(20, 0), (21, 2)])
def test_signatures_that_are_much_of_a_page_stay(characters: int, count: int) -> None:
    post = f"<p>{'x' * (100 - characters)}</p><div class=signature>{'y' * characters}</div>"
    assert left(post + post).count("y" * characters) == count


@pytest.mark.parametrize(
    ("words", "count"), [("Old hand since spring", 0), ("Old hand since last spring", 2)]
)
def test_badges_are_short(words: str, count: int) -> None:
    post = f"{POST}{POST}<span class='user-title'>{words}</span>"
    assert left(post + post).count("Old hand") == count


@pytest.mark.parametrize(
    ("number", "goes"),
    [
        ("<a href='#p7'>#7</a>", True),
        ("<div># 12345</div>", True),
        ("<div>#1234567</div>", False),
        ("<div>7</div>", False),
        ("<p>See <b>#7</b> for more.</p>", False),
    ],
    ids=["link", "alone", "long", "no sign", "in a text"],
)
def test_numbers_of_posts_go(number: str, goes: bool) -> None:
    page = Page((number + POST) * 2)
    spans = Spans.of_tokens(page, page.tokens.words > 0)
    left = without_numbers(page, spans)
    assert (len(left) < len(spans)) == goes
    alone = Page(number + POST)
    spans = Spans.of_tokens(alone, alone.tokens.words > 0)
    assert without_numbers(alone, spans) == spans
