"""Parts of a page that are there twice."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page
from mainspan.algorithms.learned import Learned
from mainspan.algorithms.learned.network import shipped
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.types import TYPES
from mainspan.algorithms.learned.versions import Versions, find_second_versions

CARD = "<div><h3>Oak lamp</h3><p>Tall and round lamp</p><p>Made of oak</p><p>$20 with a bulb</p></div>"
MORE = "<p>What else there is to say.</p>"


def versions(html: str, *dropped: int) -> Versions:
    page = Page(html)
    sheet = sheet_of(page)
    kept = np.ones(len(sheet), dtype=np.bool_)
    kept[list(dropped)] = False
    blocks = page.blocks
    return find_second_versions(
        kept, sheet, lambda block: page.source[blocks.start[block] : blocks.end[block]]
    )


def found(html: str, *dropped: int) -> list[int]:
    return versions(html, *dropped).gone


def test_a_card_that_is_there_again_goes() -> None:
    assert found(f"{CARD}{MORE}{CARD}{MORE}") == [5, 6, 7, 8]
    assert found(f"{CARD}{CARD}{CARD}") == [4, 5, 6, 7, 8, 9, 10, 11]
    assert found(f"{CARD}{MORE}") == []
    assert found("") == []


@pytest.mark.parametrize(
    ("parts", "goes"),
    [
        (["one two three four"] * 3, False),
        (["one two three", "four five six", "seven eight nine", "ten eleven twelve"], True),
        (["one two three", "four five six", "seven eight nine", "ten eleven"], False),
        (["one two three four five", "six seven eight nine", "ten eleven twelve"], False),
    ],
    ids=["three blocks", "four blocks of twelve words", "eleven words", "three blocks of twelve words"],
)
def test_a_run_has_four_blocks_and_twelve_words(parts: list[str], goes: bool) -> None:
    card = f"<div>{''.join(f'<p>{part}</p>' for part in parts)}</div>"
    assert bool(found(f"{card}{MORE}{card}{MORE}")) is goes


def test_another_price_is_another_card() -> None:
    assert found(f"{CARD}{MORE}{CARD.replace('20', '30')}{MORE}") == []


def test_two_lists_that_share_items_stay() -> None:
    items = "".join(
        f"<li>{item}" for item in ("one two three", "four five six", "seven eight", "nine ten or so")
    )
    assert found(f"<ul><li>Small{items}</ul>{MORE}<ul><li>Large{items}</ul>{MORE}") == []
    assert found(f"<ul>{items}</ul>{MORE}<ul>{items}</ul>{MORE}") == [5, 6, 7, 8]


def test_what_only_the_second_version_had_kept_is_in_the_first_one_too() -> None:
    more = f"{CARD[:-6]}<p>New in our shop</p></div>{MORE}"
    assert versions(more * 2, 7) == ([6, 8, 9, 10], [])
    assert versions(more * 2, 1, 3) == ([6, 7, 8, 9, 10], [1, 3])


@pytest.mark.parametrize(("dropped", "goes"), [((0, 1), True), ((0, 1, 2), False)])
def test_most_of_a_run_is_kept_before(dropped: tuple[int, ...], goes: bool) -> None:
    card = f"<div>{''.join(f'<p>{part}</p>' for part in ('a b c', 'd e f', 'g h i', 'j k l'))}</div>"
    assert bool(found(f"{card}{MORE}{card}{MORE}", *dropped)) is goes


def test_rows_of_tables_and_lines_of_code_repeat_each_other() -> None:
    rows = "".join(f"<tr><td>{cell}<td>{cell} too" for cell in ("one two three", "four five six"))
    assert found(f"<table>{rows}</table>{MORE}<table>{rows}</table>{MORE}") == []
    lines = "".join(
        f"<div>{line}</div>"
        for line in ("one two three", "four five six", "seven", "eight nine ten eleven twelve")
    )
    assert found(f"<code>{lines}</code>{MORE}<code>{lines}</code>{MORE}") == []
    assert found(f"<div>{lines}</div>{MORE}<div>{lines}</div>{MORE}") == [5, 6, 7, 8]


def test_the_heading_of_a_copy_goes_with_it() -> None:
    text = "".join(
        f"<p>{part}</p>" for part in ("one two three", "four five six", "seven eight nine", "ten or so")
    )
    one, other = (
        f"<section><h2>{head}</h2><div>{text}</div></section>{MORE}" for head in ("All", "All of it")
    )
    assert found(f"{one}{other}{MORE * 9}") == [6, 7, 8, 9, 10]


@pytest.mark.parametrize(("name", "goes"), [("product", True), ("article", False), ("forum", False)])
def test_only_pages_of_some_types_lose_them(monkeypatch: pytest.MonkeyPatch, name: str, goes: bool) -> None:
    logits = np.log([0.94 if each == name else 0.01 for each in TYPES]).astype(np.float32)
    monkeypatch.setattr(type(shipped()), "types", lambda *_: logits)
    page = Page(f"<title>Lamp</title><main>{CARD}<p>{'A lamp of oak, made by hand. ' * 5}</p>{CARD}</main>")
    judgement = Learned().judge(page)
    judgement._likely.kept[:] = True
    assert judgement._versions.gone == ([5, 6, 7, 8] if goes else [])
    for block in judgement._versions.gone:
        assert not judgement.kept[block]
        assert "a part that is kept above, left out" in str(judgement.reason(block))


def test_what_comes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    logits = np.log([0.94 if each == "product" else 0.01 for each in TYPES]).astype(np.float32)
    monkeypatch.setattr(type(shipped()), "types", lambda *_: logits)
    page = Page(f"<title>Lamp</title><main>{CARD}<p>{'A lamp of oak, made by hand. ' * 5}</p>{CARD}</main>")
    judgement = Learned().judge(page)
    judgement._likely.kept[:] = True
    judgement._likely.kept[2] = False
    assert judgement._versions == ([5, 6, 7, 8], [2])
    assert judgement.kept[2]
