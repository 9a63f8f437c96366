"""What the page of a product says of the shop."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page
from mainspan.algorithms.learned import Learned
from mainspan.algorithms.learned.network import shipped
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.shop import find_policies, find_policy_sections
from mainspan.algorithms.learned.types import TYPES, is_product

LAMP = "<h1>Lamp</h1><p>A tall lamp of oak and brass, made by hand, with a switch at its foot.</p>"
POLICY = "<p>We send it within two days.</p><p>Keep the box.</p>"


def found(html: str, *dropped: int) -> list[int]:
    page = Page(html)
    kept = np.ones(len(page.blocks), dtype=np.bool_)
    kept[list(dropped)] = False
    return find_policies(page, kept)


@pytest.mark.parametrize(
    "name", ["class=shipping", "id=tab-delivery", 'class="box productReturnsContent"', "class=refund_policy"]
)
def test_policies_are_found_by_their_names(name: str) -> None:
    assert found(f"{LAMP}<div {name}>{POLICY}</div><p>Dimmable.</p>") == [2, 3]


@pytest.mark.parametrize("name", ["class=description", 'data-x="shipping"', "class=shipping-taxable"])
def test_other_names_say_nothing(name: str) -> None:
    assert found(f"{LAMP}<div {name}>{POLICY}</div>") == []


def test_only_kept_blocks_are_found() -> None:
    assert found(f"{LAMP}<div class=shipping>{POLICY}</div>", 2) == [3]
    assert found("") == []


@pytest.mark.parametrize(("words", "is_found"), [(4, False), (8, True), (30, True)])
def test_what_is_half_of_the_content_is_the_product(words: int, is_found: bool) -> None:
    assert bool(found(f"<p>{'oak ' * words}</p><div class=shipping><p>{'day ' * 6}</p></div>")) is is_found


@pytest.mark.parametrize(("share", "is_dropped"), [(0.3, False), (0.7, True)])
def test_the_pages_of_products_lose_them(
    monkeypatch: pytest.MonkeyPatch, share: float, is_dropped: bool
) -> None:
    others = (1 - share) / (len(TYPES) - 1)
    logits = np.log([share if name == "product" else others for name in TYPES]).astype(np.float32)
    monkeypatch.setattr(type(shipped()), "types", lambda *_: logits)
    more = LAMP.replace("h1", "h2") * 4
    page = Page(f"<title>Lamp</title><main>{LAMP}{more}<section class=returns>{POLICY}</section></main>")
    judgement = Learned().judge(page)
    policies = judgement._policies
    assert bool(policies) is is_dropped
    for block in policies:
        assert not judgement.kept[block]
        assert "the shop's delivery and returns, left out" in str(judgement.reason(block))


@pytest.mark.parametrize(("share", "expected"), [(0.4, False), (0.6, True)])
def test_a_page_is_about_a_product_if_that_is_likely(share: float, expected: bool) -> None:
    others = (1 - share) / (len(TYPES) - 1)
    assert is_product([share if name == "product" else others for name in TYPES]) is expected
    assert not is_product([])


def below(html: str, headline: int = 0) -> list[int]:
    sheet = sheet_of(Page(html))
    return find_policy_sections(sheet, np.ones(len(sheet), dtype=np.bool_), headline)


LONG = f"<h1>Lamp</h1><p>{'Made of oak and brass by hand. ' * 9}</p>"


@pytest.mark.parametrize(
    ("html", "blocks"),
    [
        (f"{LONG}<div><div><h3>Shipping &amp; returns</h3></div>{POLICY}</div><p>Dimmable.</p>", [2, 3, 4]),
        (
            f"{LONG}<h3>Delivery</h3>{POLICY}<h4>Abroad</h4><p>Ask.</p><h3>Care</h3><p>Dust it.</p>",
            [2, 3, 4, 5, 6],
        ),
        (f"{LONG}<h3>Livraison</h3>{POLICY}<h2>Entretien</h2><p>Dust it.</p>", [2, 3, 4]),
        (f"{LONG}<h3>Description</h3>{POLICY}", []),
        (f"{LONG}<p>Delivery</p>{POLICY}", []),
    ],
    ids=["of an element", "to a heading of its rank", "to a higher heading", "another label", "no heading"],
)
def test_policies_are_found_by_their_headings(html: str, blocks: list[int]) -> None:
    assert below(html) == blocks


def test_what_has_the_headline_is_no_section_of_policies() -> None:
    html = f"{LONG}<section><h2>Delivery</h2>{POLICY}</section>"
    assert below(html, headline=2) == []
    assert below(html, headline=1) == [2, 3, 4]


@pytest.mark.parametrize(("more", "is_found"), [(3, True), (6, False)])
def test_a_heading_of_policies_is_short(more: int, is_found: bool) -> None:
    assert bool(below(f"{LONG}<section><h2>Delivery of {'very ' * more}</h2>{POLICY}</section>")) is is_found


@pytest.mark.parametrize(("words", "is_found"), [(60, True), (30, False)])
def test_half_of_the_page_is_no_section_of_policies(words: int, is_found: bool) -> None:
    policies = f"<section><h2>Delivery</h2><p>{'day ' * 44}</p><p>Ask.</p></section>"
    assert bool(below(f"<h1>Lamp</h1><p>{'oak ' * words}</p>{policies}")) is is_found
