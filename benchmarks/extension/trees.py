"""The tree of a page as the extension reads it in a real browser, and as the Python method reads it."""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Page as Tab

from mainspan import Page, algorithm
from mainspan.algorithms import ratio_tree
from mainspan.browser import find_browser

ROOT: Final = Path(__file__).parents[2]
METHODS: Final = ("wlr", "clr", "wnr", "cnr")
READINGS: Final = ("combined", "normalised", "printed")
CHOICES: Final = tuple(product(METHODS, READINGS))
_ADDRESS: Final = "http://page.example/"
_DECIMALS: Final = 6

_SERIALISE: Final = """() => (document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "")
  + document.documentElement.outerHTML"""
# All columns of the tree, the place of each node, and the best node of each choice.
_READ: Final = """(computed) => {
  const { readTree } = mainspan["core/tree.js"];
  const { computeFigures } = mainspan["core/ratio.js"];
  const tree = readTree(document, { computed, composed: false });
  const places = tree.nodes.map((node, row) => {
    const steps = [];
    for (let at = tree.element(row); at.parentElement; at = at.parentElement) {
      steps.unshift([...at.parentElement.children].indexOf(at));
    }
    return steps.join("/") + (tree.isText(row) ? "#" : "");
  });
  const columns = {};
  for (const name of ["depth", "words", "characters", "size"]) columns[name] = [...tree[name]];
  const figures = computeFigures(tree);
  columns.leaves = [...figures.leaves];
  columns.weight = [...figures.weight];
  const best = CHOICES.map(([method, reading]) => computeFigures(tree, method, reading).best);
  return { places, columns, best, names: tree.nodes.map((_, row) => tree.element(row).localName) };
}"""


def page_scripts() -> str:
    """The extension's scripts for pages, as `make extension` writes them."""
    with TemporaryDirectory() as folder:
        subprocess.run(["node", ROOT / "extension" / "build.js", folder], check=True, capture_output=True)
        scripts = Path(folder) / "chromium"
        names = json.loads((scripts / "scripts" / "list.json").read_text())
        # Those of `content` act on the page, and need the extension around them.
        return "\n".join((scripts / name).read_text() for name in names if name.startswith("scripts/core/"))


def launch(playwright: Playwright) -> Browser:
    """The installed Chromium."""
    return playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])


class Reader:
    """A tab that opens pages without their scripts, and without anything else from the web."""

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(
            java_script_enabled=False, viewport={"width": 1280, "height": 900}
        )
        self._scripts = page_scripts()
        self._utf8, self._is_wanted = b"", False
        self._context.route("**/*", self._answer)
        self.tab: Tab = self._context.new_page()

    def _answer(self, route: Any) -> None:
        if route.request.url == _ADDRESS and self._is_wanted:
            self._is_wanted = False
            route.fulfill(body=self._utf8, content_type="text/html; charset=utf-8")
        elif route.request.is_navigation_request():
            # A page that leads elsewhere at once, or loads itself again, stays.
            route.fulfill(status=204)
        else:
            route.abort()

    def open(self, utf8: bytes) -> str:
        """Open a page, given in UTF-8; returns its DOM, serialised."""
        self._utf8, self._is_wanted = utf8, True
        self.tab.goto(_ADDRESS, wait_until="load")
        self.tab.evaluate(f"() => {{ {self._scripts} }}")
        source: str = self.tab.evaluate(_SERIALISE)
        return source

    def read(self, *, computed: bool) -> dict[str, Any]:
        """The open page's tree, with or without computed style."""
        found: dict[str, Any] = self.tab.evaluate(_READ.replace("CHOICES", json.dumps(CHOICES)), computed)
        return found


def python_tree(page: Page) -> dict[str, Any]:
    """The same of the Python method."""
    trees = [ratio_tree(page, algorithm(method, relevance=reading)) for method, reading in CHOICES]
    tree = trees[0]
    columns = {
        "depth": tree.depth,
        "words": tree.words,
        "characters": tree.characters,
        "size": tree.nodes,
        "leaves": tree.leaves,
        "weight": tree.weight,
    }
    return {
        "places": _places(page, tree.token),
        "columns": {name: column.tolist() for name, column in columns.items()},
        "best": [-1 if each.best is None else each.best for each in trees],
        "names": [tree.name(row) for row in range(len(tree))],
    }


def _places(page: Page, tokens: Any) -> list[str]:
    """For each node, its place: the number of each element around it among its siblings."""
    parents = page.elements.parent.tolist()
    counts: dict[int, int] = {}
    paths: list[str] = []
    for parent in parents:
        number = counts[parent] = counts.get(parent, -1) + 1
        paths.append("" if parent < 0 else "/".join(filter(None, (paths[parent], str(number)))))
    opens = page.elements.open
    numbers = np.searchsorted(opens, tokens, side="right") - 1
    close = page.elements.close
    found = []
    for token, number in zip(tokens.tolist(), numbers.tolist(), strict=True):
        is_text = opens[number] != token
        # The element before a text is not always around it.
        while close[number] < token:
            number = parents[number]
        found.append(paths[number] + ("#" if is_text else ""))
    return found


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two trees have the same nodes with the same figures."""
    if one["places"] != other["places"]:
        return False
    return all(
        np.round(one["columns"][name], _DECIMALS).tolist() == np.round(column, _DECIMALS).tolist()
        for name, column in other["columns"].items()
    )


def best_places(tree: dict[str, Any]) -> list[str]:
    """Where the best node of each choice is; nothing if there is none."""
    return ["" if row < 0 else tree["places"][row] for row in tree["best"]]
