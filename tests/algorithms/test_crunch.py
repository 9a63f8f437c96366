"""The filters of Crunch, each on both sides of its threshold, and all of them as a plain program."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.crunch import AD_HOSTS, AD_SIZES, Crunch, is_ad_host
from mainspan.page.kinds import HIDDEN
from tests.algorithms.paper import Node, kept_words, our_pages, tree_of
from tests.clock import seconds
from tests.soup import soups

LINK = "<a href=x>link</a>"
OFF = {
    "images": False,
    "forms": "none",
    "ad_hosts": False,
    "ad_sizes": False,
    "link_ratio": 100.0,
    "list_words": 0.0,
    "table_characters": 0,
}


def kept(html: str, **parameters: object) -> str:
    """The text that stays, with single spaces."""
    page = Page(html)
    spans = algorithm("crunch", **parameters)(page)
    return " ".join(" ".join(page.source[start:end] for start, end in spans).split())


def cell(content: str) -> str:
    return f"<table><tr><td>{content}</td></tr></table>"


def test_scripts_and_styles_are_no_text_and_their_links_do_not_count() -> None:
    assert kept("<script>x</script><style>y</style><p>text</p>") == "text"
    hidden = f"<noscript>{LINK * 9}</noscript><p hidden>{LINK * 9}</p>"
    assert kept(cell("twelve characters" + hidden)) == "twelve characters"


def test_visible_text_is_no_script() -> None:
    # In a drawing, object is a name like any other.
    assert kept("<svg><object>seen</object></svg><object>unseen</object>") == "seen"


def test_a_link_around_an_image_goes_with_its_text() -> None:
    page = "<p>text <a href=x><img src=y> caption</a> <a href=x>link</a></p>"
    assert kept(page) == "text link"
    assert kept(page, images=False) == "text caption link"


def test_a_link_that_is_not_the_parent_of_the_image_stays() -> None:
    assert kept("<p><a href=x><b><img src=y></b> caption</a> <a name=x><img> anchor</a>") == "caption anchor"


@pytest.mark.parametrize(
    ("forms", "left"), [("controls", "a label"), ("whole", ""), ("none", "a label press")]
)
def test_forms(forms: str, left: str) -> None:
    assert kept("<form>a label <button>press</button></form>", forms=forms) == left


@pytest.mark.parametrize(
    ("address", "is_ad"),
    [
        ("http://ad.doubleclick.net/click", True),
        ("https://doubleclick.net", True),
        ("//AD.DoubleClick.net:80/x", True),
        ("http://ads.yahoo.com/", True),
        ("http://yahoo.com/", False),
        ("http://mydoubleclick.net/", False),
        ("http://doubleclick.net.example.org/", False),
        ("http://example.org/?to=doubleclick.net", False),
        ("http://example.org/http://doubleclick.net/", False),
        ("doubleclick.net", False),
    ],
)
def test_advertisements_by_host(address: str, is_ad: bool) -> None:
    page = f'<p>text <a href="{address}">buy</a></p>'
    assert kept(page) == ("text" if is_ad else "text buy")
    assert kept(page, ad_hosts=False) == "text buy"


def test_an_address_in_a_text_is_no_advertisement() -> None:
    assert kept('<p>write src="http://doubleclick.net/ here</p>').startswith("write")


def test_the_link_around_an_advertisement_goes_with_it() -> None:
    page = "<p>text <a href=x><iframe src=http://ad.doubleclick.net/></iframe> advertisement</a></p>"
    assert kept(page) == "text"
    assert kept(page, ad_hosts=False) == "text advertisement"


@pytest.mark.parametrize(
    ("size", "left"), [((468, 60), "text"), ((468, 61), "text more"), ((60, 468), "text more")]
)
def test_advertisements_by_size(size: tuple[int, int], left: str) -> None:
    page = f"<p>text <a href=x><img width={size[0]} height={size[1]}> more</a></p>"
    assert kept(page, images=False) == left
    assert kept(page, images=False, ad_sizes=False) == "text more"


def test_every_name_in_the_list_is_known_by_itself_and_below() -> None:
    assert all(is_ad_host(host) and is_ad_host(f"a.b.c.d.{host}") for host in AD_HOSTS)


@pytest.mark.parametrize("container", [cell, lambda content: f"<ul><li>{content}</li></ul>"])
def test_more_than_one_link_for_four_words_of_five_letters(container: Callable[[str], str]) -> None:
    words = "letters " * 5  # 20 letters a link are the border: 39 characters for two links, then 40
    page = container(f"{LINK} {words[:39]} {LINK}")
    assert kept(page) == ""
    assert kept(page.replace("letters letters", "lettersss letters")) != ""
    assert kept(page, link_ratio=0.3) != ""
    assert kept(page, word_length=4) != ""


def test_a_cell_with_nothing_but_links_goes_at_any_ratio() -> None:
    assert kept(cell(LINK), link_ratio=100.0) == ""


def test_elements_that_are_judged_by_their_links() -> None:
    page = cell(f"{LINK} menu") + f"<ul><li>{LINK} {LINK} one two three four</ul><div>{LINK}</div>"
    assert kept(page) == "link"
    assert kept(page, containers="cells") == "link link one two three four link"
    assert kept(page, containers="lists") == "link menu link"


def test_a_cell_is_judged_with_its_content_and_nested_cells_alone() -> None:
    text = "quite a long text that makes up for the links beside it in this table"
    assert kept(cell(f"{text} {cell(LINK)}")) == text
    assert kept(cell(LINK * 9 + cell(text))) == ""


def test_images_are_gone_before_links_are_counted() -> None:
    page = cell("<a href=x><img src=y></a>" * 9 + "a caption of an image")
    assert kept(page) == "a caption of an image"
    assert kept(page, images=False) == ""


def test_text_lists_of_short_items() -> None:
    page = "<ul><li>one two three four<li>one two three four five six</ul>"
    assert kept(page) == "one two three four one two three four five six"
    assert kept(page.replace(" six", "")) == ""
    assert kept(page.replace(" six", ""), list_words=4.5) != ""


def test_items_without_words_are_none() -> None:
    assert kept("<ol><li>one two three four five<li><li> <li><img></ol>") == "one two three four five"


def test_empty_tables() -> None:
    assert kept(cell("twelve char.")) == "twelve char."
    assert kept(cell("eleven char")) == ""
    assert kept(cell("eleven char"), table_characters=11) == "eleven char"


def test_links_frames_and_images_keep_a_table_from_being_empty() -> None:
    assert kept(cell("a <a name=y></a>")) == kept(cell("a <iframe></iframe>")) == "a"
    assert kept(cell("a <img>")) == ""
    assert kept(cell("a <img>"), images=False) == "a"
    assert kept(cell("a <iframe width=468 height=60></iframe>")) == ""


def test_tables_are_emptied_from_the_inside() -> None:
    assert kept(cell("eight ch" + cell("eight ch"))) == ""
    assert kept(cell("more than twelve" + cell("eight ch"))) == "more than twelve"


def test_an_empty_container_has_no_text_to_lose() -> None:
    assert kept(f"<div>{cell('short')}</div><div></div><p>a</p>") == "a"


def test_says_why_nothing_is_left() -> None:
    assert "filters" in extract(cell(LINK), algorithm="crunch").spans.reason
    assert "no text" in extract("", algorithm="crunch").spans.reason


def test_the_signals_are_the_links_for_each_word_of_the_container_around_each_text() -> None:
    judged = cell("ten letter" + LINK) + "<ul><li>ten letter</ul>" + cell(LINK)
    page = Page(f"<p>free</p>{judged}<p>free")
    signals = algorithm("crunch").signals(page)
    assert signals["ratio"].tolist() == [0.0, 0.5, 0.0, 1.0, 0.0]
    assert set(signals["threshold"]) == {0.25}


def test_the_outermost_container_is_the_one_that_counts() -> None:
    page = Page(cell("ten letter" + LINK + "<ul><li>text of an item</ul>"))
    assert len(set(algorithm("crunch").signals(page)["ratio"])) == 1


@given(soups)
def test_without_its_filters_it_is_plain(html: str) -> None:
    page = Page(html.replace("href", "title"))
    assert algorithm("crunch", **OFF)(page) == algorithm("plain")(page)


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "//" * 1_000_000,
        "<p>//" + "a." * 1_000_000,
        '<a href="//' + "a." * 1_000_000 + '">x</a>',
        "<a href=//doubleclick.net>x</a>" * 50_000,
        '<img width="' + "1" * 2_000_000 + '">',
        "<img" + ' width="1' * 1000 + ">",
        "<table><tr><td>aaaaaa" * 2_000,
        "<table><tr><td>aaaaaa</table>" * 50_000,
        "<ul><li>a" * 2_000,
    ],
)
def test_hostile_pages_take_linear_time(html: str) -> None:
    page = Page(html)
    assert len(page.elements)
    assert seconds(lambda: algorithm("crunch")(page), 1) < 5


class Literal:
    """Crunch as a program over a tree that its filters cut down."""

    def __init__(self, page: Page, crunch: Crunch) -> None:
        self.page, self.crunch, self.root = page, crunch, tree_of(page)

    def kept(self) -> list[bool]:
        crunch = self.crunch
        self.remove(self.is_unseen)
        images = ("img", "picture") if crunch.images else ()
        self.remove(lambda node: node.name in images or self.is_link_around(node, lambda n: n.name in images))
        forms = {"controls": CONTROLS, "whole": [*CONTROLS, "form"], "none": []}[crunch.forms]
        self.remove(lambda node: node.name in forms)
        # Both kinds of advertisements are found before the first goes.
        self.remove(lambda node: self.is_ad(node) or self.is_link_around(node, self.is_ad))
        self.remove(self.is_link_list)
        self.remove(self.is_text_list)
        self.remove_empty_tables(self.root)
        left = {text.number for text in self.root.texts()}
        return [int(token) in left for token in self.page.words.token]

    def remove(self, goes: Callable[[Node], bool]) -> None:
        """Take out what goes; decide for all nodes first, as nothing of the same filter counts as gone."""
        gone = {id(node) for node in self.root.walk() if node.name[0] != "#" and goes(node)}
        for node in self.root.walk():
            node.children = [child for child in node.children if id(child) not in gone]

    def is_unseen(self, node: Node) -> bool:
        hidden = self.page.elements.marks[node.number] & HIDDEN
        return bool(hidden or node.name in NOT_SHOWN) and not node.texts()

    def is_link_around(self, node: Node, inside: Callable[[Node], bool]) -> bool:
        return is_link(node) and any(inside(child) for child in node.children)

    def is_ad(self, node: Node) -> bool:
        here = attributes(node)
        size = (here.get("width"), here.get("height"))
        if self.crunch.ad_sizes and node.name in ("img", "iframe", "object", "embed") and size in AD_SIZES:
            return True
        addresses = [here[name] for name in ("src", "href", "data") if name in here]
        return self.crunch.ad_hosts and any(on_ad_host(address) for address in addresses)

    def is_link_list(self, node: Node) -> bool:
        judged = {"cells": ["td"], "lists": LISTS, "both": ["td", *LISTS]}[self.crunch.containers]
        links = sum(is_link(each) for each in node.walk())
        if node.name not in judged or not links:
            return False
        words = sum(length(text) for text in node.texts() if not in_link(text)) / self.crunch.word_length
        return words == 0 or links / words > self.crunch.link_ratio

    def is_text_list(self, node: Node) -> bool:
        items = [each for each in node.walk() if each.name in ("li", "dt", "dd") and each.texts()]
        if node.name not in LISTS or not items:
            return False
        words = sum(int(self.page.tokens.words[text.number]) for text in node.texts())
        return words / len(items) < self.crunch.list_words

    def remove_empty_tables(self, node: Node) -> None:
        for child in list(node.children):
            self.remove_empty_tables(child)
            if child.name == "table" and self.is_empty(child):
                node.children.remove(child)

    def is_empty(self, table: Node) -> bool:
        substance = any(each.name in ("a", "img", "iframe", *CONTROLS) for each in table.walk())
        return not substance and sum(map(length, table.texts())) < self.crunch.table_characters


CONTROLS = ["input", "select", "textarea", "button"]
LISTS = ["ul", "ol", "dl", "dir", "menu"]
NOT_SHOWN = """script style template head noscript noembed noframes object applet canvas audio video
    datalist""".split()


def attributes(node: Node) -> dict[str, str]:
    return dict(re.findall(r' ([a-z]+)="([^"]*)"', node.attributes))


def is_link(node: Node) -> bool:
    return node.name == "a" and "href" in attributes(node)


def in_link(node: Node) -> bool:
    return node.parent is not None and (is_link(node.parent) or in_link(node.parent))


def length(text: Node) -> int:
    return len(" ".join(text.text.split()))


def on_ad_host(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    parts = host.split(".")
    return any(".".join(parts[i:]) in AD_HOSTS for i in range(len(parts)))


PIECES = """<table> <tr> <td> </td> </table> <ul> <li> </ul> <dl> <dt> <dd> </dl> <form> </form> <div> </div>
    <button>press</button> <input> <textarea>x</textarea> <img> <img_width=88_height=31> <p_hidden> </p> <p>
    <a_href=x> <a_name=x> </a> <a_href=x>link</a> <a_href=x><img></a> <a_href=//doubleclick.net/x> word
    a_text_of_some_more_words <iframe_src=http://ads.yahoo.com></iframe> <iframe></iframe> <picture>
    </picture> <noscript><a_href=x>y</a></noscript> twelve_chars
    a_longer_text_that_goes_on_and_on_for_a_while""".split()
pages = soups | st.lists(st.sampled_from([each.replace("_", " ") for each in PIECES]), max_size=40).map(
    "".join
)
methods = st.builds(
    Crunch,
    images=st.booleans(),
    forms=st.sampled_from(["controls", "whole", "none"]),
    ad_hosts=st.booleans(),
    ad_sizes=st.booleans(),
    containers=st.sampled_from(["both", "cells", "lists"]),
    link_ratio=st.sampled_from([0.0, 0.25, 1.0]),
    list_words=st.sampled_from([0.0, 2.0, 5.0]),
    table_characters=st.sampled_from([0, 12, 20]),
)


@given(pages, st.just(Crunch()) | methods)
def test_equals_the_filters_as_a_program(html: str, crunch: Crunch) -> None:
    page = Page(html)
    assert kept_words(page, crunch(page)) == Literal(page, crunch).kept()


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_filters_as_a_program_on_our_pages(name: str) -> None:
    page = our_pages()[name]
    assert kept_words(page, Crunch()(page)) == Literal(page, Crunch()).kept()
