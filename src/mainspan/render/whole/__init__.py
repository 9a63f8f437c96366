"""The forms that give the whole page back, as the literature has them.

Gottron (2007, section 2) sees content extraction as a set of index pairs, used to remove the rest of the
document, to wrap it in comments, to replace it with whitespace, or to add markup. Insa, Silva and Tamarit
(2013, section 6) hide it: removed, it would leave its place to the others, and the layout would be lost.

    hide      the whole page, what holds no content `visibility:hidden`
    collapse  the whole page, what holds no content `display:none`, and the gaps closed
    mark      the whole page, the content in `mark` elements
    comment   the rest in comments: kept text alone is shown, in the elements around it
    blank     the rest as whitespace, so that every offset stays
    spans     the bare index pairs, as JSON
    located   the whole page for a viewer: each text in an element that says where in the source it is

Hide, collapse, mark and comment give documents to be served as UTF-8, from any address. The source is
an internal form, so they are written anew (see `writing`), and read again before they are given out
(see `verify`): an HTML5 parser finds the page's elements in them, each at its depth, and ours. First in the
head are the encoding, a policy, the base of the page's addresses if it is known, and our style. Comments are
left out.

Scripts of the page are left out too, unless `scripts` is set: what runs could undo the hiding, and would
run as whoever serves the page. With them go handlers, addresses that run code, `srcdoc`, and refreshing by
meta (see `cleaning`); the policy forbids what a browser might still find. With `scripts=True` all stays.

Elements are what they were but for a few names: `xmp` and `plaintext`, in which nothing can be marked, become
`pre`, and `noscript` becomes `span` where its text was kept: a browser with scripts would not show it. An
element that cannot be written in its place gets a name with `mainspan-` before it.
"""

from __future__ import annotations

import json

from mainspan.page import Page
from mainspan.render.whole.blank import render_blank
from mainspan.render.whole.collapsing import collapse_rest
from mainspan.render.whole.comment import comment_out
from mainspan.render.whole.kept import Kept
from mainspan.render.whole.locating import locate_texts
from mainspan.render.whole.verify import write_faithfully
from mainspan.render.whole.wrapping import hide_rest, mark_kept
from mainspan.spans import Spans

__all__ = [
    "render_blank",
    "render_collapse",
    "render_comment",
    "render_hide",
    "render_located",
    "render_mark",
    "render_spans",
]


def render_hide(page: Page, spans: Spans, *, scripts: bool = False) -> str:
    """The whole page, with all that holds no kept text hidden in its place.

    What has no words stays in sight where the words before and after it are kept, as pictures of an article
    do. Kept text that attributes of the page hide is shown.
    """
    return write_faithfully(page, Kept.of(page, spans), hide_rest, scripts=scripts)


def render_collapse(page: Page, spans: Spans, *, scripts: bool = False) -> str:
    """The whole page without the place of what holds no kept text, so that the content comes first.

    As in `render_hide`, pictures between kept words stay, and kept text that the page hides is shown.
    """
    return write_faithfully(page, Kept.of(page, spans), collapse_rest, scripts=scripts)


def render_mark(page: Page, spans: Spans, *, scripts: bool = False) -> str:
    """The whole page, with each piece of kept text in an element `<mark class="mainspan">`."""
    return write_faithfully(page, Kept.of(page, spans), mark_kept, scripts=scripts)


def render_comment(page: Page, spans: Spans, *, scripts: bool = False) -> str:
    """The whole page, with all that holds no kept text in comments. The head stays, without its scripts."""
    return write_faithfully(page, Kept.of(page, spans), comment_out, scripts=scripts)


def render_located(page: Page, *, own: str = "") -> str:
    """The whole page, with each text in an element that says where in the source it is.

    own: elements for the head, such as the script of a viewer. Each has `data-mainspan="head"` as its first
        attribute. The page's own scripts are left out, and a policy against scripts is only written without
        `own`.
    """
    return write_faithfully(page, Kept.of(page, Spans()), locate_texts, own=own)


def render_spans(page: Page, spans: Spans) -> str:
    """The index pairs as JSON: a list of `[start, end]`, in order and disjoint.

    They count characters (Unicode code points, from 0, the end not included) of the normalised document,
    `page.source`; each pair lies within one run of text.
    """
    del page  # the same form as the others have
    return json.dumps(spans.pairs.tolist()) + "\n"
