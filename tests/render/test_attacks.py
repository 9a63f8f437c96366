"""No attack survives in any form. A new form joins by a line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt

from mainspan import Extraction, extract
from mainspan.algorithms import DEFAULT
from mainspan.render.whole import render_blank, render_comment, render_hide, render_mark
from tests.attacks import ATTACKS, SENTENCE
from tests.dangers import dangers, what_runs

URL = "https://example.org/news/ferry.html"
METHODS = ("plain", DEFAULT)


def rendered_markdown(found: Extraction) -> str:
    """The Markdown as a reader shows it that lets HTML through."""
    if not hasattr(found, "markdown"):
        pytest.skip("there is no Markdown yet")
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(found.markdown))


# Each form as HTML.
FRAGMENTS: dict[str, Callable[[Extraction], str]] = {
    "html": lambda found: found.html,
    "markdown": rendered_markdown,
}
PAGES: dict[str, Callable[[Extraction], str]] = {
    "hide": lambda found: render_hide(found.page, found.spans),
    "mark": lambda found: render_mark(found.page, found.spans),
    "comment": lambda found: render_comment(found.page, found.spans),
    "blank": lambda found: render_blank(found.page, found.spans),
}
attacked = pytest.mark.parametrize("attack", ATTACKS)
by_methods = pytest.mark.parametrize("method", METHODS)


@attacked
@by_methods
@pytest.mark.parametrize("form", FRAGMENTS)
def test_no_attack_survives_in_a_fragment(form: str, method: str, attack: str) -> None:
    written = FRAGMENTS[form](extract(ATTACKS[attack], algorithm=method, url=URL))
    assert dangers(written) == []
    assert SENTENCE in written


@attacked
@by_methods
@pytest.mark.parametrize("form", PAGES)
def test_nothing_runs_in_a_whole_page(form: str, method: str, attack: str) -> None:
    found = extract(ATTACKS[attack], algorithm=method, url=URL)
    written = PAGES[form](found)
    assert what_runs(written) == []
    assert (SENTENCE in written) or not found


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) > 200


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>",
        "<svg><script>x</script></svg>",
        "<template><script>x</script></template>",
        "<p onclick=x>",
        "<a href='java\tscript:x'>",
        "<a href=' JAVASCRIPT:x'>",
        "<a href='data:text/html,x'>",
        "<svg><a xlink:href='javascript:x'></a></svg>",
        "<noscript><p title='</noscript><script>x</script>'></noscript>",
        "<iframe srcdoc=x></iframe>",
        "<meta http-equiv=refresh content=0>",
    ],
)
def test_what_runs_is_found(html: str) -> None:
    assert what_runs(html)
    assert dangers(html)


@pytest.mark.parametrize(
    "html",
    [
        "<p style=color:red>x</p>",
        "<form>x</form>",
        "<p id=cookie>x</p>",
        "<img src='data:image/svg+xml,x'>",
        "<img src=https://example.org/p.gif width=1 height=1>",
        "<!--[if IE]>x<![endif]-->",
        "<a href=x target=_top>x</a>",
        "<img srcset='x.png 1x, javascript:x 2x'>",
    ],
)
def test_other_dangers_are_found(html: str) -> None:
    assert dangers(html)


@pytest.mark.parametrize(
    "html",
    [
        "<p>javascript:alert(1) onclick=x</p>",
        '<a href="https://example.org/?javascript:x" title="javascript:x">x</a>',
        '<a href="mailto:me@example.org">x</a><a href="#note">1</a><a href="//example.org/">x</a>',
        '<img src="data:image/png;base64,x" alt="onclick=x" width="2" height="1">',
        '<ol start="3"><li id="note-1" value="4">x</li></ol>',
        "<pre>&lt;script&gt;</pre><table><tr><td colspan=2>x</td></tr></table>",
        "<math><mi>x</mi></math>",
    ],
)
def test_harmless_output_is_harmless(html: str) -> None:
    assert dangers(html) == []
    assert what_runs(html) == []
