"""HTML of the kept content: the elements that hold it, without style, scripts and handlers."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

import nh3

from mainspan.page import Page
from mainspan.render.events import BEGIN, END, INLINE, TEXT, VOID, Attributes, Flow
from mainspan.render.flow import Switches, make_flow
from mainspan.spans import Spans

_MATHML: Final = frozenset(
    """math mi mn mo ms mtext mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover
    mmultiscripts mprescripts none mtable mtr mtd mfenced menclose mstyle merror mpadded mphantom""".split()
)
_BLOCKS: Final = frozenset(
    """p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td pre blockquote figure
    figcaption div section article details summary br hr img""".split()
)
_TAGS: Final = {*_BLOCKS, *INLINE, *_MATHML, "input"}
_OF_MATHML: Final = frozenset(
    """accent accentunder columnalign columnspan dir display fence form height linethickness lspace
    mathvariant notation rowspan rspace separator stretchy width""".split()
)
_ATTRIBUTES: Final = {
    "*": {"dir", "lang", "id"},
    **{name: {*_OF_MATHML} for name in _MATHML},
    "math": {"alttext", *_OF_MATHML},
    "a": {"href", "title", "role"},
    "abbr": {"title"},
    "blockquote": {"cite"},
    "code": {"class"},
    "img": {"src", "alt", "title", "width", "height"},
    "li": {"value"},
    "ol": {"start", "reversed", "type"},
    "input": {"type", "disabled", "checked"},
    "td": {"colspan", "rowspan", "scope"},
    "th": {"colspan", "rowspan", "scope"},
    "time": {"datetime"},
}
# Reads each tag once.
_PRE: Final = re.compile(r"(<pre[^>]*>)(?=\n)")
# Elements that get lines of their own: what begins with a line break, and what ends with one.
_PARTED: Final = frozenset("ul ol dl table thead tbody tfoot".split())
_BEGINNINGS: Final = {name: f"<{name}>\n" for name in _PARTED}
_ENDINGS: Final = {name: f"</{name}>\n" for name in _BLOCKS - {"td", "th", "br", "hr", "img"}}
_BOXES: Final = {
    "done": '<input type="checkbox" disabled="" checked=""> ',
    "open": '<input type="checkbox" disabled=""> ',
}
_SCHEMES: Final = {"http", "https", "mailto", "tel", "ftp"}


def render_html(page: Page, spans: Spans, switches: Switches | None = None) -> str:
    """A well-formed and sanitised fragment: each element that holds something kept, and what it holds."""
    return sanitise(write_html(make_flow(page, spans, switches)))


def write_html(flow: Flow) -> str:
    """A flow as HTML. Ends with a line break unless empty."""
    if not flow:
        return ""
    writer = _Writer()
    for kind, value, attributes in flow:
        if kind == TEXT:
            writer.text(value)
        elif kind == BEGIN:
            writer.begin(value, attributes)
        elif kind == END:
            writer.end(value)
        elif kind == VOID:
            writer.parts.append("<hr>\n" if value == "hr" else f"<{value}{_written(attributes)}>")
        else:
            writer.parts.append(_formula(value, attributes))
    return "".join(writer.parts).strip("\n") + "\n"


def sanitise(html: str) -> str:
    """Written HTML without anything that runs, should there be any."""
    if "<pre" in html:
        # The parser in between drops a line break right behind the tag: it gets one of its own.
        html = _PRE.sub(r"\1\n", html)
    return _cleaner().clean(html)


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel=None)


class _Writer:
    """Writes tags and texts, and knows whether it is inside preformatted code."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.in_code = False
        self.is_pre_fresh = False
        self.referred: set[str] = set()

    def text(self, text: str) -> None:
        if self.is_pre_fresh:
            self.is_pre_fresh = False
            # A parser takes the first line break of preformatted text for a matter of style, and drops it.
            if text.startswith("\n"):
                self.parts.append("\n")
        if "&" in text or "<" in text or ">" in text:
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        self.parts.append(text)

    def begin(self, name: str, attributes: Attributes) -> None:
        if name == "pre":
            self._begin_pre(attributes)
        elif name == "code" and self.in_code:
            pass  # it has begun with the preformatted text
        elif not attributes:
            self.parts.append(_BEGINNINGS.get(name) or f"<{name}>")
        else:
            self.parts.append(f"<{name}{self._attributes(name, attributes)}>")
            if name in _PARTED:
                self.parts.append("\n")
            if "task" in attributes:
                self.parts.append(_BOXES[attributes["task"]])

    def end(self, name: str) -> None:
        if name == "pre" and self.in_code:
            self.parts.append("</code>")
            self.in_code = False
        if not (name == "code" and self.in_code):
            self.parts.append(_ENDINGS.get(name) or f"</{name}>")

    def _begin_pre(self, attributes: Attributes) -> None:
        rest = {key: value for key, value in attributes.items() if key != "language"}
        self.parts.append(f"<pre{_written(rest)}>")
        language = attributes.get("language")
        if language:
            self.parts.append(f'<code class="language-{escape(language)}">')
            self.in_code = True
        self.is_pre_fresh = not self.in_code

    def _attributes(self, name: str, attributes: Attributes) -> str:
        label = attributes.get("note")
        rest = {key: value for key, value in attributes.items() if key not in ("note", "task")}
        if label is None:
            return _written(rest)
        if name != "a":
            return _written({"id": f"fn-{label}", **rest})
        first = {} if label in self.referred else {"id": f"fnref-{label}"}
        self.referred.add(label)
        return _written({**first, "href": f"#fn-{label}", "role": "doc-noteref"})


def _written(attributes: Attributes) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())


def _formula(tex: str, attributes: Attributes) -> str:
    """MathML as the page has it; where there is TeX alone, the TeX as its text."""
    if "mathml" in attributes:
        return attributes["mathml"]
    display = ' display="block"' if "display" in attributes else ""
    return (
        f'<math{display} alttext="{escape(tex)}"><mtext>{escape(tex, quote=False)}</mtext></math>'
        if tex
        else ""
    )
