"""The methods' pictures in a real browser: linked with the page both ways, by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.service.running import BEARER, Running

LINE = "The answer was counted in sleepers"
# One method for each kind of picture.
KINDS = ("mainspan", "density", "ccb", "dsc", "danag", "wlr")
# A page with much more markup than text.
MARKUP = (
    "<title>T</title><p>A first paragraph"
    + ", with a number of words in it" * 8
    + ".</p>"
    + "<div class=empty data-a=1></div>" * 2000
    + "<p>The second paragraph is far away"
    + ", and it has some words too" * 8
    + ".</p>"
    + "<div class=empty data-a=1></div>" * 2000
)


def open_view(view: Page, service: Running, method: str, source: str = "sample:article") -> FrameLocator:
    view.goto(f"{service.url}/inspect?source={source}&a={method}")
    frame = view.frame_locator("#frame")
    expect(frame.locator("[data-verdict]").first).to_be_visible()
    return frame


def bring(service: Running, html: str) -> str:
    kept = service.client.post("/bring", data={"html": html}, headers=BEARER)
    return kept.headers["location"].partition("source=")[2]


def shown_part(view: Page) -> tuple[int, int]:
    """The first and the last unit that the picture shows."""
    found = re.search(r"Shown are \w+ ([\d,]+) to ([\d,]+)", view.locator("#summary").inner_text())
    assert found is not None
    one, other = (int(number.replace(",", "")) for number in found.groups())
    return one, other


def node(view: Page, name: str) -> Locator:
    return view.get_by_role("treeitem", name=name).first


@pytest.mark.parametrize("method", KINDS)
def test_a_click_in_the_picture_leads_to_a_block(view: Page, service: Running, method: str) -> None:
    frame = open_view(view, service, method)
    plot = view.locator("#plot")
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] / 2, "y": 40})
    expect(frame.locator("[data-lit]").first).to_be_visible()
    expect(view.locator("#detail")).to_contain_text("Block")


@pytest.mark.parametrize("method", KINDS)
def test_a_chosen_block_has_its_place_in_the_picture(view: Page, service: Running, method: str) -> None:
    frame = open_view(view, service, method)
    plot = view.locator("#plot")
    frame.get_by_text(LINE).first.click()
    expect(plot).to_have_attribute("aria-valuetext", re.compile(LINE))
    expect(view.locator("#readout")).to_contain_text(LINE)
    # The picture looks different from how it did without it.
    before = plot.screenshot()
    view.keyboard.press("j")
    expect(plot).not_to_have_attribute("aria-valuetext", re.compile(LINE))
    assert plot.screenshot() != before


@pytest.mark.parametrize("method", KINDS)
def test_the_picture_is_used_by_keyboard(view: Page, service: Running, method: str) -> None:
    frame = open_view(view, service, method)
    plot = view.get_by_role("slider", name="Place in the page")
    plot.press("End")
    assert plot.get_attribute("aria-valuenow") == plot.get_attribute("aria-valuemax")
    plot.press("Home")
    expect(plot).to_have_attribute("aria-valuenow", "1")
    plot.press("ArrowRight")
    expect(plot).not_to_have_attribute("aria-valuenow", "1")
    expect(frame.locator("[data-lit]").first).to_be_attached()
    plot.press("ArrowLeft")
    expect(plot).to_have_attribute("aria-valuenow", "1")


def test_the_default_shows_why_at_each_place(view: Page, service: Running) -> None:
    frame = open_view(view, service, "mainspan")
    frame.get_by_text(LINE).first.click()
    expect(view.locator("#plot")).to_have_attribute(
        "aria-valuetext", re.compile("probability .*threshold .*kept")
    )
    expect(view.locator("#detail .signals .for").first).to_be_visible()


def test_passes_of_blurring_are_walked_through(view: Page, service: Running) -> None:
    open_view(view, service, "ccb")
    slider = view.get_by_label("Passes of blurring")
    expect(slider).to_be_enabled()
    expect(view.locator("#step-text")).to_have_text("after pass 1")
    plot = view.locator("#plot")
    first = plot.screenshot()
    slider.press("ArrowRight")
    expect(view.locator("#step-text")).to_have_text("after pass 2")
    expect(slider).to_have_attribute("aria-valuetext", "after pass 2")
    assert plot.screenshot() != first
    slider.press("Home")
    expect(view.locator("#step-text")).to_have_text("before the first pass")


def test_passes_are_played_to_the_last_one(view: Page, service: Running) -> None:
    open_view(view, service, "ccb")
    play = view.locator("#play")
    expect(play).to_be_enabled()
    play.click()
    expect(play).to_contain_text("Pause")
    expect(play).to_contain_text("Play")
    last = view.locator("#step").get_attribute("max")
    assert view.locator("#step").input_value() == last


def test_methods_without_passes_have_no_slider_for_them(view: Page, service: Running) -> None:
    open_view(view, service, "density")
    expect(view.locator("#steps")).to_be_hidden()


def test_the_picture_is_zoomed_to_a_block_among_much_markup(view: Page, service: Running) -> None:
    frame = open_view(view, service, "ccb", bring(service, MARKUP))
    frame.get_by_text("The second paragraph").click()
    plot = view.locator("#plot")
    # At first a column has many characters, most of them markup.
    assert "before blurring 1 " not in (plot.get_attribute("aria-valuetext") or "")
    plot.press("Enter")
    expect(plot).to_have_attribute("aria-valuetext", re.compile(r"^character \d[\d,]* · before blurring 1 "))
    first, last = shown_part(view)
    assert last - first < 5000
    # Another block is shown too, although the picture was zoomed to this one.
    frame.get_by_text("A first paragraph").click()
    expect(plot).to_have_attribute("aria-valuetext", re.compile("A first paragraph"))
    assert shown_part(view)[0] < first
    view.get_by_role("button", name="Whole page").click()
    expect(view.locator("#summary")).not_to_contain_text("Shown are")
    view.get_by_role("button", name="Kept", exact=True).click()
    one, other = shown_part(view)
    assert one < 1000
    assert first < other < last + 5000


def test_a_part_is_zoomed_to_by_dragging(view: Page, service: Running) -> None:
    open_view(view, service, "density", bring(service, "<p>Some words of a text.</p>" * 400))
    plot = view.locator("#plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    view.mouse.move(box["x"] + box["width"] / 4, box["y"] + 50)
    view.mouse.down()
    view.mouse.move(box["x"] + box["width"] / 2, box["y"] + 50, steps=3)
    view.mouse.up()
    expect(view.locator("#summary")).to_contain_text("Shown are strings 10")
    first, last = shown_part(view)
    assert abs(first - 101) <= 2
    assert abs(last - 200) <= 2
    plot.press("-")
    assert shown_part(view)[0] < first


def test_the_way_to_the_answer_is_open_in_the_tree(view: Page, service: Running) -> None:
    open_view(view, service, "wlr")
    answer = view.locator("#tree .best")
    expect(answer).to_be_visible()
    expect(answer).to_have_attribute(
        "aria-label", re.compile("the answer, .*words .*leaves .*ratio .*weight .*relevance 1$")
    )
    body = node(view, "body")
    expect(body).to_have_attribute("aria-expanded", "true")
    expect(body).to_have_attribute("aria-label", re.compile("on the way to the answer"))


def test_a_node_lights_its_blocks(view: Page, service: Running) -> None:
    frame = open_view(view, service, "wlr")
    view.locator("#tree .best").click()
    expect(view.locator("#detail")).to_contain_text("Blocks")
    expect(frame.get_by_text(LINE).first).to_have_attribute("data-lit", "")
    expect(frame.get_by_text("The lighthouse that moved 300 metres").first).to_have_attribute("data-lit", "")
    expect(frame.get_by_text("Weather").first).not_to_have_attribute("data-lit", "")


def test_the_tree_is_used_by_keyboard(view: Page, service: Running) -> None:
    open_view(view, service, "wlr")
    tree = view.get_by_role("tree")
    expect(tree.locator(".best")).to_be_visible()
    tree.press("Home")
    chosen = tree.locator("[aria-selected=true]")
    expect(chosen).to_have_attribute("aria-level", "1")
    tree.press("ArrowLeft")
    expect(chosen).to_have_attribute("aria-expanded", "false")
    expect(tree.get_by_role("treeitem")).to_have_count(1)
    tree.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-expanded", "true")
    tree.press("ArrowRight")
    expect(chosen).to_have_attribute("aria-level", "2")
    assert tree.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    tree.press("ArrowLeft")
    tree.press("ArrowLeft")
    expect(chosen).to_have_attribute("aria-level", "1")


def test_a_block_reveals_the_deepest_node_around_it(view: Page, service: Running) -> None:
    frame = open_view(view, service, "wlr")
    expect(view.locator("#tree .best")).to_be_visible()
    frame.get_by_text(LINE).first.click()
    chosen = view.locator("#tree [aria-selected=true]")
    expect(chosen).to_contain_text(LINE)
    expect(chosen).to_be_visible()
    assert chosen.get_attribute("aria-expanded") is None


def test_a_large_tree_has_rows_for_what_is_in_view_only(view: Page, service: Running) -> None:
    html = "<title>T</title><main>" + "<p>Some <b>words</b> of a text that is long.</p>" * 5000
    frame = open_view(view, service, "wlr", bring(service, html))
    tree = view.get_by_role("tree")
    expect(tree.locator(".best")).to_be_visible()
    tree.press("End")
    tree.press("Home")
    for _ in range(3):
        tree.press("ArrowRight")
    tree.press("ArrowRight")
    tree.press("End")
    expect(tree.locator("[aria-selected=true]")).to_be_visible()
    assert tree.get_by_role("treeitem").count() < 100
    expect(frame.locator("[data-lit]").first).to_be_visible()


def test_another_method_has_another_picture(view: Page, service: Running) -> None:
    open_view(view, service, "wlr")
    expect(view.get_by_role("tree")).to_be_visible()
    view.locator("#name").select_option("plain")
    expect(view.get_by_role("tree")).to_be_hidden()
    expect(view.locator("#plot")).to_be_hidden()
    expect(view.locator("#legend")).to_contain_text("no curve")
    view.locator("#name").select_option("tccb")
    expect(view.get_by_label("Passes of blurring")).to_be_enabled()
