"""Markdown read again by a parser of CommonMark, to be compared with the flow that it was written from."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from mainspan.render.events import BEGIN, END, FORMULA, HEADINGS, INLINE, TEXT, Attributes, Flow
from mainspan.render.markdown.footnotes import find_labels
from tests.render.markdown.reading import IMAGE, REFERENCE, RULE, Block, Reading

EMPHASIS = {
    **dict.fromkeys(["em", "i", "cite", "dfn", "var"], "*"),
    **dict.fromkeys(["strong", "b", "dt", "summary"], "**"),
}
TAGS = ("sub", "sup", "del", "s")
BLOCKS = ("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "table", "tr")
_MATH = re.compile(r"\$(?!\s)((?:[^$\\]|\\.)++)(?<!\s)\$(?!\d)", re.DOTALL)


def words_of_markdown(markdown: str) -> list[str]:
    """The words of the rendered Markdown; formulas are one word each, labels of footnotes are none."""
    return read_markdown(markdown).words()


def words_of_flow(flow: Flow) -> list[str]:
    """The words of a flow, in the same terms."""
    return read_flow(flow).words()


def plain_parser() -> MarkdownIt:
    """CommonMark and tables."""
    return MarkdownIt("commonmark").enable("table")


def parser() -> MarkdownIt:
    """The same with footnotes that stay in place, and with formulas by pandoc's rule."""
    markdown = plain_parser().use(footnote_plugin, move_to_end=False)
    markdown.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    markdown.inline.ruler.at("math_inline", _pandoc_math)
    return markdown


def _pandoc_math(state: StateInline, silent: bool) -> bool:
    """No space at the edges of a formula, no digit behind it.

    The plugin's own rule asks for no digit before it either, and takes the line's last character for the one
    before its first.
    """
    match = _MATH.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        state.push("math_inline", "math", 0).content = match[1]
    state.pos = match.end()
    return True


def read_markdown(markdown: str, by: MarkdownIt | None = None) -> Reading:
    """Read what a parser makes of Markdown."""
    by = by or parser()
    reader = _MarkdownReader(by)
    for token in by.parse(markdown):
        reader.block(token)
    return reader.reading


class _MarkdownReader:
    def __init__(self, parser: MarkdownIt) -> None:
        self.parser = parser
        self.reading = Reading()

    def block(self, token: Token) -> None:
        reading = self.reading
        reading.space()
        if token.type == "inline":
            for child in token.children or []:
                self.inline(child)
        elif token.type in ("fence", "code_block", "html_block"):
            self.exact(token)
        elif token.type == "math_block":
            reading.formula(token.content)
        elif token.type == "hr":
            reading.sign(RULE)
        elif token.tag in (*BLOCKS, "td", "th") or token.type.startswith("footnote_reference"):
            if token.nesting > 0:
                label = token.meta.get("label", "")
                reading.blocks.append(Block("td" if token.tag == "th" else token.tag or f"note {label}"))
            else:
                reading.blocks.pop()

    def exact(self, token: Token) -> None:
        reading = self.reading
        reading.blocks.append(Block("pre" if token.type == "fence" else token.type))
        reading.text(token.content)
        reading.blocks.pop()
        reading.code.append((token.info.strip(), token.content.removesuffix("\n")))

    def inline(self, token: Token) -> None:
        reading = self.reading
        if token.type == "text":
            reading.text(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            reading.space()
        elif token.type == "code_inline":
            reading.text(token.content, "code")
        elif token.type in ("math_inline", "math_inline_double"):
            reading.formula(token.content)
        elif token.type == "footnote_ref":
            reading.sign(REFERENCE, token.meta["label"])
        elif token.type == "image":
            alt = RendererHTML().renderInlineAsText(token.children, self.parser.options, {})
            reading.sign(IMAGE, *_image_marks({**token.attrs, "alt": alt}))
        elif token.type == "html_inline":
            self.tag(token.content)
        elif token.nesting > 0:
            names = {"em": "*", "strong": "**", "a": _link_mark(token.attrs)}
            reading.marks.append(names[token.tag])
        elif token.nesting < 0:
            reading.marks.pop()

    def tag(self, written: str) -> None:
        reading = self.reading
        name = written.strip("</>")
        if written == "<br>":
            reading.space()
        elif name in TAGS and written == f"<{name}>":
            reading.marks.append(name)
        elif name in TAGS and written == f"</{name}>" and reading.marks[-1:] == [name]:
            reading.marks.pop()
        else:
            reading.text(written, "html")


def _image_marks(attributes: dict[str, str | int | float] | Attributes) -> list[str]:
    values = {key: " ".join(str(attributes.get(key, "")).split()) for key in ("src", "alt", "title")}
    return [f"src {_bare(values['src'])}", f"alt {values['alt']}", f"title {values['title']}"]


def _link_mark(attributes: dict[str, str | int | float] | Attributes) -> str:
    title = " ".join(str(attributes.get("title", "")).split())
    return f"a {_bare(str(attributes.get('href', '')))} {title}"


def _bare(address: str) -> str:
    """An address however it is quoted."""
    return re.sub(r"\s", "", unquote(address))


def read_flow(flow: Flow) -> Reading:
    """Read a flow as Markdown can show it."""
    reader = _FlowReader(flow)
    for kind, value, attributes in flow:
        if kind == BEGIN:
            reader.begin(value, attributes)
        elif kind == END:
            reader.end(value)
        elif kind == TEXT:
            reader.text(value)
        elif kind == FORMULA:
            reader.formula(value)
        else:
            reader.void(value, attributes)
    return reader.reading


class _FlowReader:
    def __init__(self, flow: Flow) -> None:
        self.labels = find_labels(flow)
        self.unwritten = dict(self.labels)
        self.reading = Reading()
        # What is on: muted, code, cell, note, pre.
        self.on: list[str] = []
        self.exact: list[str] = []
        # For each element, what is to be done at its end.
        self.ends: list[list[Callable[[], object]]] = []

    def begin(self, name: str, attributes: Attributes) -> None:
        self.ends.append([])
        if "pre" in self.on or "muted" in self.on:
            return
        if name in INLINE:
            self.begin_inline(name, attributes)
        else:
            self.reading.space()
            self.begin_block(name, attributes)

    def begin_inline(self, name: str, attributes: Attributes) -> None:
        if name == "a" and attributes.get("note") in self.labels and "code" not in self.on:
            self.reading.sign(REFERENCE, self.labels[attributes["note"]])
            self.turn_on("muted")
        elif name == "a" and attributes.get("href"):
            self.mark(_link_mark(attributes))
        elif "code" in self.on:
            return
        elif name in EMPHASIS:
            self.mark(EMPHASIS[name])
        elif name in TAGS:
            self.mark(name)
        elif name in ("code", "samp"):
            self.turn_on("code")
            self.mark("code")

    def begin_block(self, name: str, attributes: Attributes) -> None:
        note = attributes.get("note", "")
        if name in EMPHASIS or ("cell" in self.on and name in HEADINGS):
            self.mark("**")
        elif "cell" in self.on:
            return
        elif note in self.unwritten and "note" not in self.on:
            self.turn_on("note")
            if name == "li":
                self.step_out(Block(self.reading.blocks[-1].kind))
            self.push(f"note {self.unwritten.pop(note)}")
        elif name == "caption":
            self.step_out(self.reading.blocks[-1])
        elif name in ("td", "th"):
            self.turn_on("cell")
            self.push("td")
        elif name in BLOCKS:
            self.push(name)
        elif name == "pre":
            self.turn_on("pre")
            self.exact.clear()
            self.ends[-1].append(lambda: self.end_exact(attributes.get("language", "")))

    def turn_on(self, what: str) -> None:
        self.on.append(what)
        self.ends[-1].append(self.on.pop)

    def mark(self, mark: str) -> None:
        self.reading.marks.append(mark)
        self.ends[-1].append(self.reading.marks.pop)

    def push(self, kind: str) -> None:
        self.reading.blocks.append(Block(kind))
        self.ends[-1].append(self.reading.blocks.pop)

    def step_out(self, then: Block) -> None:
        """What stands in a list or a table for the page stands before it in Markdown."""
        self.reading.blocks.pop()
        self.ends[-1].append(lambda: self.reading.blocks.append(then))

    def end(self, name: str) -> None:
        for undo in reversed(self.ends.pop()):
            undo()
        if name not in INLINE:
            self.reading.space()

    def end_exact(self, language: str) -> None:
        text = "".join(self.exact)
        if text.strip():
            self.reading.blocks.append(Block("pre"))
            self.reading.text(text)
            self.reading.blocks.pop()
            self.reading.code.append((language, text.removesuffix("\n")))

    def text(self, text: str) -> None:
        if "pre" in self.on:
            self.exact.append(text)
        elif "muted" not in self.on:
            self.reading.text(text)

    def formula(self, tex: str) -> None:
        if "pre" in self.on or "code" in self.on:
            self.text(tex)
        elif tex.strip() and "muted" not in self.on:
            self.reading.formula(tex)

    def void(self, name: str, attributes: Attributes) -> None:
        if "pre" in self.on or "muted" in self.on:
            return
        if name == "img":
            self.reading.sign(IMAGE, *_image_marks(attributes))
            return
        self.reading.space()
        if name == "hr" and "cell" not in self.on:
            self.reading.sign(RULE)
