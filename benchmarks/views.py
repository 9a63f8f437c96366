"""The views of the workbench, each in a state that is worth a look: for screenshots and accessibility tests.

A new view gets a line in `VIEWS`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page as Window

from mainspan import evaluate
from mainspan.annotation import begin, save_answer
from mainspan.evaluation.packages import Document
from mainspan.page import Page

CORPUS = Path(__file__).parent.parent / "corpus"
PACKAGE, DOCUMENT, RUN = "wiki", "en-wiki-callow-bridge", "first"
_OF_RUN = f"package={PACKAGE}&contestant=density"
_NO_TEXT = '<title>No text</title><p><img src=/plan.png alt=""></p>'

Act = Callable[[Window], None]


def make_data(folder: Path) -> tuple[Path, Path]:
    """A folder of packages, with the answers of two annotators for one page, and a folder of results."""
    packages, results = folder / "packages", folder / "results"
    shutil.copytree(CORPUS / PACKAGE, packages / PACKAGE)
    evaluate([packages / PACKAGE], ["plain", "density"], measures=["words"], output=results / RUN, jobs=1)
    document = Document(packages / PACKAGE, DOCUMENT)
    page = Page(document.read_page())
    for name, start in (("anna", "default"), ("berta", "gold")):
        save_answer(document, begin(document, name, page, start).finish())
    return packages, results


def marked(page: Window) -> None:
    """Wait for the marks in the shown page."""
    page.frame_locator("#frame").locator("[data-verdict]").first.wait_for(state="attached")


def _choose_block(page: Window) -> None:
    marked(page)
    for _ in range(12):
        page.keyboard.press("j")
    page.locator("#detail .signals").wait_for()


def _choose_tab(name: str, shows: str) -> Act:
    def act(page: Window) -> None:
        marked(page)
        page.get_by_role("tab", name=name, exact=True).click()
        page.locator(f"#answer {shows}").first.wait_for()

    return act


def _show_keys(page: Window) -> None:
    marked(page)
    page.keyboard.press("?")
    page.locator("#keys").wait_for()


def _open_about(page: Window) -> None:
    marked(page)
    page.get_by_text("About this method").click()


def _fail_to_change(page: Window) -> None:
    marked(page)
    page.route("**/inspect.json*", lambda route: route.abort())
    page.locator("#name").select_option("density")
    page.locator("#error").wait_for()


def _bring_page_without_text(page: Window) -> None:
    page.get_by_label("HTML", exact=True).fill(_NO_TEXT)
    page.locator("main").get_by_role("button", name="Open", exact=True).click()
    page.locator("#answer").get_by_text("Nothing was found").wait_for()


def _wait_for_difference(page: Window) -> None:
    page.locator("#difference del").first.wait_for()


def _loaded(page: Window) -> None:
    """Nothing: the page is loaded."""


@dataclass(frozen=True)
class View:
    """A view: its address, and what a person does there. `bare`: the service has no packages and results."""

    name: str
    path: str
    act: Act = _loaded
    bare: bool = False


_ARTICLE = "/inspect?source=sample:article"
VIEWS = [
    View("start", "/"),
    View("start-bare", "/", bare=True),
    View("start-compare", "/?view=compare"),
    View("package", f"/packages/{PACKAGE}/open"),
    View("inspect", _ARTICLE, _choose_block),
    View("inspect-strip", f"{_ARTICLE}&a=accb", marked),
    View("inspect-columns", f"/inspect?source=package:{PACKAGE}/ar-wiki-rawahil-bridge&a=dana", marked),
    View("inspect-tree", f"{_ARTICLE}&a=wlr", marked),
    View("inspect-plain", "/inspect?source=sample:forum&a=plain", marked),
    View("inspect-rendered", _ARTICLE, _choose_tab("Rendered", "h1")),
    View("inspect-metadata", _ARTICLE, _choose_tab("Metadata", "table")),
    View("inspect-keys", _ARTICLE, _show_keys),
    View("inspect-about", _ARTICLE, _open_about),
    View("inspect-nothing", "/", _bring_page_without_text),
    View("inspect-failed", _ARTICLE, _fail_to_change),
    View("compare", "/compare?source=sample:article&one=mainspan&other=density", _wait_for_difference),
    View("compare-gold", f"/compare?source=package:{PACKAGE}/{DOCUMENT}&a=mainspan&a=plain&a=peer:justext"),
    View("results-bare", "/results", bare=True),
    View("results", "/results"),
    View("results-run", f"/results/{RUN}?flag=language"),
    View("results-documents", f"/results/{RUN}/documents?{_OF_RUN}"),
    View("results-document", f"/results/{RUN}/document?document={DOCUMENT}&{_OF_RUN}"),
    View("annotate", "/annotate"),
    View("annotate-bare", "/annotate?source=sample:article", bare=True),
    View("annotate-queue", f"/annotate/{PACKAGE}?as=anna"),
    View("annotate-page", f"/annotate/{PACKAGE}/{DOCUMENT}?as=anna", marked),
    View("annotate-answers", f"/annotate/{PACKAGE}/{DOCUMENT}/compare?as=anna", marked),
    View("annotate-agreement", f"/agreement/{PACKAGE}"),
    View("error", "/inspect?source=page:0123456789abcdef"),
    View("error-address", "/nothing/here"),
    View("docs", "/docs"),
]
