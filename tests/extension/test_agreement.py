"""The method in the page is the Python method: on all pages of our own packages, in real browsers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from benchmarks.extension.trees import Reader, best_places, launch, page_scripts, python_tree, same
from mainspan import Page
from mainspan.browser import find_browser
from mainspan.evaluation.check_folder import Files
from mainspan.page.decode import decode
from tests.extension.building import ROOT, find_node
from tests.extension.conftest import Window
from tests.extension.site import Site

PACKAGES = sorted(path.parent for path in (ROOT / "corpus").glob("*/package.json"))
# What the tree has that is not in the packages.
ODD = {
    "long text": f"<p>{'word ' * 30_000}<p>Short.",
    "hidden": "<p hidden>One<p style='display : NONE ! important;x'>Two<div style='visibility:hidden'>Three"
    "<b style='visibility:visible'>Four</b></div><p style='display:none;display:block'>Five six",
    "reference in style": '<p style="font-family:&quot;A&quot;;display:none">One'
    '<p style="a:&lt;display:none">Two',
    "position": "<div>One</div><div style='position:absolute'>Two</div>"
    "<div style='Position: Fixed!important'>Three",
    "foreign": "<svg><title>No</title><desc>No</desc><text>Yes</text><foreignObject><p>In it</p>"
    "</foreignObject></svg><math><mi>x</mi><annotation>No</annotation></math>",
    "unseen": "<textarea>No</textarea><select><option>No</select><noscript><p>No</noscript>"
    "<object>No</object><video>No</video><template><p>No</template><xmp><p>Yes</xmp><iframe>No</iframe>",
    "scripts": "<p>日本語の文字です。漢字かな　全角<p>ภาษาไทยไม่มีช่องว่าง<p>한국어 단어"
    "<p>\U00020000\U00020001\U00020002 \U0001f600\U0001f600",
    "comments": "<p>One<!-- no -->Two<p>Three&nbsp;four\u2003five\u200bsix",
    "quirks": "<p>One<table><tr><td>Two</table>Three",
    "frames": "<frameset><frame src=a></frameset>",
    "hidden body": "<html><body hidden><p>One",
    "hidden root": "<html style='visibility:hidden'><body style='visibility:visible'><p>One",
    "empty": "",
}


@pytest.fixture(scope="module")
def reader(playwright: Playwright) -> Iterator[Reader]:
    if find_browser() is None:
        pytest.skip("no Chromium is installed")
    find_node()
    browser = launch(playwright)
    yield Reader(browser)
    browser.close()


def assert_same(reader: Reader, html: bytes, name: str) -> None:
    source = reader.open(html)
    wanted, found = python_tree(Page(source)), reader.read(computed=False)
    assert best_places(found) == best_places(wanted), name
    assert same(wanted, found), name


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_all_figures_and_best_nodes_on_our_packages(reader: Reader, package: Path) -> None:
    documents = Files(package).documents
    assert documents
    for document in documents:
        assert_same(reader, decode(document.read_page()).utf8, document.name)


@pytest.mark.parametrize("name", ODD)
def test_all_figures_and_best_nodes_on_odd_pages(reader: Reader, name: str) -> None:
    assert_same(reader, ODD[name].encode(), name)


def test_computed_style_decides_what_is_seen(reader: Reader) -> None:
    reader.open(
        b"<!DOCTYPE html><style>.a {display: none} .b {visibility: hidden} .c {visibility: visible}</style>"
        b"<p class=a>one two<p class=b>three <b class=c>four</b></p><p>five six</p>"
    )
    tree = reader.read(computed=True)
    assert tree["columns"]["words"][0] == 3
    assert [name for name in tree["names"] if name == "b"] == ["b", "b"]


def test_the_same_figures_in_each_browser(window: Window, site: Site) -> None:
    document = Files(ROOT / "corpus" / "styles").documents[0]
    window.open(
        site.serve(
            "/agreement", decode(document.read_page()).utf8, Content_Security_Policy="script-src 'none'"
        )
    )
    script = (
        f"{page_scripts()}; const {{readTree}} = mainspan['core/tree.js'];"
        "const {computeFigures} = mainspan['core/ratio.js'];"
        "const tree = readTree(document, {computed: false, composed: false});"
        "const {leaves, best} = computeFigures(tree);"
        "const html = document.documentElement.outerHTML;"
        "return JSON.stringify([html, [...tree.words], [...leaves], best])"
    )
    html, words, leaves, best = json.loads(window.run(script))
    wanted = python_tree(Page(f"<!DOCTYPE html>{html}"))
    assert (words, leaves, best) == (
        wanted["columns"]["words"],
        wanted["columns"]["leaves"],
        wanted["best"][0],
    )
