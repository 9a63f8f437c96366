"""Markdown read again by a parser of CommonMark, to be compared with the flow that it was written from."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from mainspan.page import tags
from mainspan.render.events import BEGIN, END, FORMULA, TEXT, Flow
from tests.render.markdown.flow_reader import FlowReader
from tests.render.markdown.reading import (
    BLOCKS,
    IMAGE,
    REFERENCE,
    RULE,
    TAGS,
    Block,
    Reading,
    image_marks,
    link_mark,
)

_MATH = re.compile(r"\$(?!\s)((?:[^$\\]|\\.)++)(?<!\s)\$(?!\d)", re.DOTALL)
# The kind of a callout, which the flow has as an attribute.
_CALLOUT = re.compile(r"\[![A-Z]+\]")


def words_of_markdown(markdown: str) -> list[str]:
    """The words of the rendered Markdown; formulas are one word each, labels of footnotes are none."""
    return [word for word in read_markdown(markdown).words() if not _CALLOUT.fullmatch(word)]


def words_of_flow(flow: Flow) -> list[str]:
    """The words of a flow, in the same terms."""
    return [word for word in read_flow(_without_titles(flow)).words() if not _CALLOUT.fullmatch(word)]


def _without_titles(flow: Flow) -> Flow:
    """The flow without the titles of callouts that say no more than the kind, which Markdown has instead."""
    kept: Flow = []
    kind = ""
    for place, (event, value, attributes) in enumerate(flow):
        if event == BEGIN:
            kind = attributes.get("callout", "") if value == "blockquote" else kind
        elif event == TEXT and kind:
            is_title = value.strip(": ").lower() == kind and _ends_block(flow, place + 1)
            kind = ""
            if is_title:
                continue
        kept.append((event, value, attributes))
    return kept


def _ends_block(flow: Flow, place: int) -> bool:
    """Whether a block ends here, with or without elements of a line before its end."""
    while flow[place][0] == END:
        if tags.IS_STRUCTURAL[tags.NUMBERS[flow[place][1]]]:
            return True
        place += 1
    return False


def plain_parser() -> MarkdownIt:
    """CommonMark and tables."""
    return MarkdownIt("commonmark").enable("table")


def parser() -> MarkdownIt:
    """The same with struck text, footnotes that stay in place, and formulas by pandoc's rule."""
    markdown = plain_parser().enable("strikethrough").use(footnote_plugin, move_to_end=False)
    markdown.use(dollarmath_plugin, allow_labels=False, allow_blank_lines=False)
    markdown.inline.ruler.at("math_inline", _pandoc_math)
    return markdown


def _pandoc_math(state: StateInline, silent: bool) -> bool:
    """No space at the edges of a formula, no digit after it.

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
            reading.sign(IMAGE, *image_marks({**token.attrs, "alt": alt}))
        elif token.type == "html_inline":
            self.tag(token.content)
        elif token.nesting > 0:
            names = {"em": "*", "strong": "**", "s": "struck", "a": link_mark(token.attrs)}
            reading.marks.append(names[token.tag])
        elif token.nesting < 0:
            reading.marks.pop()

    def tag(self, written: str) -> None:
        reading = self.reading
        name = written.strip("</>")
        if written == "<br>":
            reading.space()
        elif name in (*TAGS, "code") and written == f"<{name}>":
            reading.marks.append(name)
        elif name in (*TAGS, "code") and written == f"</{name}>" and reading.marks[-1:] == [name]:
            reading.marks.pop()
        else:
            reading.text(written, "html")


def read_flow(flow: Flow) -> Reading:
    """Read a flow as Markdown can show it."""
    reader = FlowReader(flow)
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
