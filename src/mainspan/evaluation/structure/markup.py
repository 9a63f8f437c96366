"""Content with its structure, as HTML or as Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from mainspan.extras import extra

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

Form = Literal["html", "markdown"]
FORMS: Final[tuple[Form, ...]] = ("html", "markdown")


@dataclass(frozen=True, slots=True)
class Markup:
    """Content in one of the forms, and the address that its links are relative to."""

    form: Form
    text: str
    url: str | None = None

    @property
    def html(self) -> str:
        """The content as HTML; Markdown is rendered."""
        return self.text if self.form == "html" else _renderer().render(self.text)


def markup_of(text: str, *, url: str | None = None, is_html: bool) -> Markup:
    """The markup that a text is."""
    return Markup("html" if is_html else "markdown", text, url)


@cache
def _renderer() -> MarkdownIt:
    """CommonMark with tables, struck text, footnotes and formulas, as most writers of Markdown use it."""
    with extra("eval", "the measure of structure in Markdown"):
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    # Formulas by pandoc's rule: no space inside of the signs, no digit after them.
    parser.use(footnote_plugin).use(
        dollarmath_plugin, allow_space=True, allow_digits=False, double_inline=True, renderer=_formula
    )
    return parser


def _formula(tex: str, options: dict[str, bool]) -> str:
    escaped = tex.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'<math alttext="{escaped}"></math>'
