"""What the page of a product says of the shop."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page
from mainspan.algorithms.learned import Learned
from mainspan.algorithms.learned.network import shipped
from mainspan.algorithms.learned.shop import find_policies
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
