"""Annotating in a real browser, as people do it: with the mouse, by keys, two of them, and with accidents."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from mainspan.annotation import read_answer
from mainspan.evaluation.packages import Document
from tests.service.running import Running

NUMBERS = count(1)
KEPT = ("data-verdict", "kept")
DROPPED = ("data-verdict", "dropped")
ARTICLE = "the-lighthouse-that-moved-300-metres"


@pytest.fixture
def package() -> str:
    return f"lights-{next(NUMBERS)}"


Open = Callable[..., None]


@pytest.fixture
def begin(view: Page, service: Running, package: str) -> Open:
    """Bring the page to begin with, and mark it."""

    def open_page(name: str = "Anna") -> None:
        view.goto(f"{service.url}/annotate?source=sample:article")
        view.get_by_label("Your name").fill(name)
        new = view.locator("#new")
        new.fill(package)
        view.get_by_role("button", name="Begin to mark").click()
        expect(text_in(view, "Weather")).to_have_attribute(*DROPPED)

    return open_page


def text_in(view: Page, text: str) -> Locator:
    return view.frame_locator("#frame").get_by_text(text).first


def expect_saved(view: Page) -> None:
    expect(view.locator("#saved")).to_have_text("Saved")


def document(service: Running, package: str) -> Document:
    return Document(service.settings.packages_folder / package, ARTICLE)


def stored_text(service: Running, package: str, name: str = "anna") -> str:
    found = read_answer(document(service, package), name)
    assert found is not None
    return found.text


def test_a_newcomer_marks_a_page_and_saves_gold(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin()
    text_in(view, "Weather").click()
    expect(text_in(view, "Weather")).to_have_attribute(*KEPT)
    text_in(view, "The answer was counted in sleepers").click()
    expect(text_in(view, "The answer was counted")).to_have_attribute(*DROPPED)
    expect_saved(view)
    view.get_by_role("button", name="Save as gold").click()
    expect(view.locator("#saved")).to_contain_text("Saved as gold")
    gold = document(service, package).gold.read_text()
    assert "Weather" in gold
    assert "The answer was counted" not in gold
    expect(view.locator("#queue")).to_contain_text("● the-lighthouse")


def test_blocks_are_marked_by_keys_and_changes_are_undone(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin()
    row = view.locator("#blocks [aria-selected=true]")
    view.keyboard.press("j")
    expect(row).to_have_attribute("aria-posinset", "1")
    view.keyboard.press("Space")
    expect(row).to_have_attribute("aria-label", re.compile("kept"))
    view.keyboard.press("Shift+J")
    expect(row).to_have_attribute("aria-posinset", "2")
    expect(row).to_have_attribute("aria-label", re.compile("kept"))
    expect_saved(view)
    marked = stored_text(service, package)
    view.keyboard.press("u")
    view.keyboard.press("Control+z")
    expect(view.locator("#undo")).to_be_disabled()
    expect_saved(view)
    assert "We use cookies" in marked
    assert "We use cookies" not in stored_text(service, package)
    view.get_by_role("button", name="Redo").click()
    expect_saved(view)
    assert "We use cookies" in stored_text(service, package)


def drag(view: Page, first: Locator, last: Locator, dx: float = 0) -> None:
    """Select from the beginning of one text to the middle of another."""
    one, other = first.bounding_box(), last.bounding_box()
    assert one is not None
    assert other is not None
    view.mouse.move(one["x"] + 5, one["y"] + 5)
    view.mouse.down()
    view.mouse.move(other["x"] + dx, other["y"] + other["height"] / 2, steps=5)
    view.mouse.up()


def test_dragging_marks_several_blocks(view: Page, begin: Open) -> None:
    begin()
    home, tower = text_in(view, "Home"), text_in(view, "By")
    drag(view, home, tower, 10)
    expect(home).to_have_attribute(*KEPT)
    expect(tower).to_have_attribute(*KEPT)
    expect(text_in(view, "Weather")).to_have_attribute(*DROPPED)


def test_characters_are_marked_with_the_mouse(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin()
    view.get_by_label("Begin again from").select_option("nothing")
    expect(text_in(view, "For a century")).to_have_attribute(*DROPPED)
    view.get_by_label("characters", exact=True).check()
    line = text_in(view, "For a century")
    line.evaluate(
        """element => {
            const range = new Range();
            range.setStart(element.firstChild, 4);
            range.setEnd(element.firstChild, 13);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            dispatchEvent(new PointerEvent("pointerup"));
        }"""
    )
    expect(line).to_have_attribute("data-verdict", "partly")
    expect_saved(view)
    assert stored_text(service, package) == "a century\n"


def test_characters_are_marked_by_keys(view: Page, service: Running, package: str, begin: Open) -> None:
    begin()
    view.get_by_label("Begin again from").select_option("nothing")
    expect_saved(view)
    view.keyboard.press("j")
    view.get_by_text("Characters of the block").click()
    field = view.locator("#block-text")
    expect(field).to_have_value(re.compile("We use cookies"))
    text = field.input_value()
    field.focus()
    field.evaluate(f"field => field.setSelectionRange({text.index('We')}, {text.index('We')})")
    for _ in range(len("We use")):
        view.keyboard.press("Shift+ArrowRight")
    view.get_by_role("button", name="Mark the selection").click()
    expect(view.locator("#text")).to_have_value("We use\n")
    expect_saved(view)
    assert stored_text(service, package) == "We use\n"


def test_facts_of_the_page_are_saved(view: Page, service: Running, package: str, begin: Open) -> None:
    begin()
    view.get_by_label("Page type").fill("forum")
    view.get_by_label("several articles").check()
    expect_saved(view)
    found = read_answer(document(service, package), "anna")
    assert found is not None
    assert (found.page_type, found.flags["multiple_articles"]) == ("forum", True)
    view.get_by_label("Language").fill("English, I think")
    view.get_by_label("Language").blur()
    expect(view.locator("#error")).to_contain_text("language is not a language code")
    view.get_by_label("Language").fill("de")
    view.get_by_label("Language").blur()
    expect_saved(view)


def test_nothing_is_lost_when_the_service_is_away_and_the_page_is_reloaded(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin()

    def refuse(route: Route) -> Any:
        return route.abort() if route.request.method == "PUT" else route.continue_()

    view.route("**/answer*", refuse)
    text_in(view, "Weather").click()
    expect(view.locator("#saved")).to_contain_text("Not saved yet")
    assert read_answer(document(service, package), "anna") is None
    view.unroute("**/answer*")
    view.reload()
    expect_saved(view)
    expect(text_in(view, "Weather")).to_have_attribute(*KEPT)
    assert "Weather" in stored_text(service, package)


def test_two_windows_do_not_overwrite_each_other(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin()
    other = view.context.new_page()
    other.goto(view.url)
    expect(text_in(other, "Weather")).to_have_attribute(*DROPPED)
    text_in(view, "Weather").click()
    expect_saved(view)
    text_in(other, "Home").click()
    expect(other.locator("#conflict")).to_be_visible()
    expect(other.locator("#conflict ins")).to_contain_text("Weather")
    other.get_by_role("button", name="Take the other one").click()
    expect(text_in(other, "Weather")).to_have_attribute(*KEPT)
    text_in(other, "Shop").click()
    expect_saved(other)
    text_in(view, "Towns").click()
    view.get_by_role("button", name="Save mine over it").click()
    expect_saved(view)
    text = stored_text(service, package)
    assert "Towns" in text
    assert "Shop" not in text


def test_two_annotators_are_compared_and_merged(
    view: Page, service: Running, package: str, begin: Open
) -> None:
    begin("Anna")
    text_in(view, "Weather").click()
    expect_saved(view)
    view.get_by_role("button", name="Finish and next").click()
    expect(view.get_by_text("All pages are finished")).to_be_visible()
    view.get_by_label("You are").fill("Ben")
    view.get_by_role("button", name="Change").click()
    view.get_by_role("link", name="Begin with").click()
    expect(text_in(view, "Weather")).to_have_attribute(*DROPPED)
    view.keyboard.press("f")
    view.get_by_role("link", name="compare", exact=True).click()
    expect(view.locator("#differences li")).to_have_count(1)
    expect(text_in(view, "Weather")).to_have_attribute("data-verdict", "differs")
    expect(view.get_by_role("button", name="Save as gold")).to_be_disabled()
    view.keyboard.press("n")
    expect(text_in(view, "Weather")).to_have_attribute(*DROPPED)
    view.get_by_role("button", name="Undo").click()
    expect(text_in(view, "Weather")).to_have_attribute("data-verdict", "differs")
    view.get_by_role("button", name="Take all of anna").click()
    view.get_by_role("button", name="Save as gold").click()
    expect(view.locator("#saved")).to_contain_text("Saved as gold")
    assert "Weather" in document(service, package).gold.read_text()
    view.goto(f"{service.url}/agreement/{package}")
    expect(view.get_by_text("Words-F1 0.99")).to_be_visible()


def test_what_was_marked_measures_methods(view: Page, service: Running, package: str, begin: Open) -> None:
    begin()
    view.get_by_role("button", name="Save as gold").click()
    expect(view.locator("#saved")).to_contain_text("Saved as gold")
    view.get_by_role("link", name="Results").click()
    for box in view.get_by_role("checkbox").all():
        box.uncheck()
    view.get_by_role("checkbox", name=package).check()
    for method in ("plain", "mainspan"):
        view.get_by_role("checkbox", name=method, exact=True).check()
    view.get_by_role("button", name="Measure").click()
    view.get_by_role("link", name="Look at the results").click()
    expect(view.get_by_role("row", name=re.compile("mainspan"))).to_contain_text("1.000")
