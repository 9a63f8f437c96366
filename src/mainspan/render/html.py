"""HTML of the kept content: the elements that hold it, without style, scripts and handlers."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import nh3

from mainspan.render.events import BEGIN, END, INLINE, TEXT, VOID, Attributes, Flow

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
    "blockquote": {"cite", "data-callout"},
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
# Blocks that end a line. Of these, the first part begins one too; the others may hold text as well.
_ENDINGS: Final = {name: f"</{name}>" if name in ("td", "th") else f"</{name}>\n" for name in _BLOCKS}
_PARTS: Final = frozenset("ul ol dl table thead tbody tfoot".split())
_MIXED: Final = frozenset("div section article blockquote details figure".split())
_BOXES: Final = {
    "done": '<input type="checkbox" disabled="" checked=""> ',
    "open": '<input type="checkbox" disabled=""> ',
}
_SCHEMES: Final = {"http", "https", "mailto", "tel", "ftp"}
# What the sanitiser is known to leave as it is, and what most pages consist of: tags without MathML and
# boxes, tables without others inside, attributes with plain values, addresses of plain hosts or on the page's
# own. Reads each character once.
_PLAIN_TAGS: Final = "|".join(
    sorted({*_BLOCKS, *INLINE} - set("table caption thead tbody tfoot tr th td".split()))
)
_PLAIN_VALUE: Final = r"(?:[^\"<>&\x00-\x1f\x7f-\xa0\ud800-\udfff]++|&(?:amp|quot);)*+"
_PLAIN_HOST: Final = r"(?![a-zA-Z0-9.-]*?xn--)[a-zA-Z0-9-]++(?:\.[a-zA-Z0-9-]++)*+(?<=[a-zA-Z])(?=[/?#\"])"
_PLAIN_ATTRIBUTE: Final = (
    rf'(?:(?:href|src|cite)="(?:https?://{_PLAIN_HOST}|[/#])|href="(?:mailto:|tel:)'
    r"|(?:alt|class|colspan|data-callout|datetime|dir|height|id|lang|reversed|role|rowspan|scope|start|title"
    r'|type|value|width)=")'
    rf'{_PLAIN_VALUE}"'
)
_PLAIN: Final = (
    r"(?:[^<>&\x00-\x08\x0b-\x1f\x7f-\xa0\ud800-\udfff]++|&(?:amp|lt|gt);"
    rf"|<(?:/?(?:{_PLAIN_TAGS})|(?:{_PLAIN_TAGS})(?: {_PLAIN_ATTRIBUTE})++)>)"
)
_PLAIN_ROWS: Final = "".join(
    rf"(?:<{part}>\n(?:<tr>(?:<t[dh](?: {_PLAIN_ATTRIBUTE})*+>{_PLAIN}*+</t[dh]>)++</tr>\n)++</{part}>\n)*+"
    for part in ("thead", "tbody", "tfoot")
)
_PLAIN_TABLE: Final = rf"<table>\n(?:<caption>{_PLAIN}*+</caption>\n)?+{_PLAIN_ROWS}</table>"
_PLAIN_HTML: Final = re.compile(rf"(?:{_PLAIN}|{_PLAIN_TABLE})*+")


def write_safe_html(flow: Flow) -> str:
    """A flow as a sanitised fragment of HTML: each element that holds something kept, and what it holds."""
    return sanitise(write_html(flow))


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
            writer.add_void(value, attributes)
        else:
            writer.add(_formula(value, attributes))
    return "".join(writer.parts).strip("\n") + "\n"


def sanitise(html: str) -> str:
    """Written HTML without anything that runs, should there be any."""
    if _PLAIN_HTML.fullmatch(html):
        return html
    if "<pre" in html:
        # The parser in between drops a line break right after the tag: it gets one of its own.
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
        self.ends_line = True
        self.referred: set[str] = set()

    def text(self, text: str) -> None:
        if self.is_pre_fresh:
            self.is_pre_fresh = False
            # A parser drops the first line break of preformatted text.
            if text.startswith("\n"):
                self.parts.append("\n")
        if "&" in text or "<" in text or ">" in text:
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        self.add(text)

    def add(self, html: str) -> None:
        self.parts.append(html)
        self.ends_line = False

    def add_void(self, name: str, attributes: Attributes) -> None:
        if name != "hr":
            self.add(f"<{name}{_written(attributes)}>")
            return
        self.begin_line()
        self.parts.append("<hr>\n")
        self.ends_line = True

    def begin_line(self) -> None:
        if not self.ends_line:
            self.parts.append("\n")

    def begin(self, name: str, attributes: Attributes) -> None:
        if name in INLINE:
            # Code in preformatted text of a known language has begun with it.
            if not (name == "code" and self.in_code):
                self.add(f"<{name}{self._attributes(name, attributes)}>" if attributes else f"<{name}>")
            return
        self.begin_line()
        if name == "pre":
            self._begin_pre(attributes)
        else:
            self.parts.append(f"<{name}{self._attributes(name, attributes)}>" if attributes else f"<{name}>")
            self.parts.append(_BOXES[attributes["task"]] if "task" in attributes else "")
        if name in _PARTS:
            self.parts.append("\n")
        # A block in one of these begins a line, a text does not.
        self.ends_line = name not in _MIXED

    def end(self, name: str) -> None:
        if name in INLINE:
            if not (name == "code" and self.in_code):
                self.add(f"</{name}>")
            return
        if name == "pre" and self.in_code:
            self.parts.append("</code>")
            self.in_code = False
        self.parts.append(_ENDINGS[name])
        self.ends_line = True

    def _begin_pre(self, attributes: Attributes) -> None:
        rest = {key: value for key, value in attributes.items() if key != "language"}
        self.parts.append(f"<pre{_written(rest)}>")
        language = attributes.get("language")
        if language:
            self.parts.append(f'<code class="language-{_escape(language)}">')
            self.in_code = True
        self.is_pre_fresh = not self.in_code

    def _attributes(self, name: str, attributes: Attributes) -> str:
        if "back" in attributes:
            return _written({"href": f"#fnref-{attributes['back']}", "role": "doc-backlink"})
        label = attributes.get("note")
        rest = {
            "data-callout" if key == "callout" else key: value
            for key, value in attributes.items()
            if key not in ("note", "task")
        }
        if label is None:
            return _written(rest)
        if name != "a":
            return _written({"id": f"fn-{label}", **rest})
        first = {} if label in self.referred else {"id": f"fnref-{label}"}
        self.referred.add(label)
        return _written({**first, "href": f"#fn-{label}", "role": "doc-noteref"})


def _written(attributes: Attributes) -> str:
    return "".join(f' {key}="{_escape(value)}"' for key, value in attributes.items())


def _escape(value: str) -> str:
    """A value between double quotes, in the form that the sanitiser has for it."""
    if "&" in value or "<" in value or ">" in value or '"' in value:
        value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return value


def _formula(tex: str, attributes: Attributes) -> str:
    """MathML as the page has it; where there is TeX alone, the TeX as its text."""
    if "mathml" in attributes or not tex:
        return attributes.get("mathml", "")
    display = ' display="block"' if "display" in attributes else ""
    return f'<math{display} alttext="{_escape(tex)}"><mtext>{_escape(tex)}</mtext></math>'
