"""The registry of forms: everything that a result can be written as, declared once.

The command line, batches, docs/FORMATS.md, the JSON schema and the attack tests are made from `FORMS`. A new
form is a module with its writer, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal

from mainspan.errors import ParameterError
from mainspan.render.flow import RenderOptions, make_flow

if TYPE_CHECKING:
    from mainspan.extraction import Extraction

Writer = Callable[["Extraction", RenderOptions], str]

# Headings between several results on standard output.
_TITLE: Final = "==> {name} <==\n"
_COMMENT: Final = "<!-- {name} -->\n"


@dataclass(frozen=True, slots=True)
class Form:
    """A form: what writes it, and what others need to know of it.

    shows: the content alone, the whole page, or a record of everything known about the page.
    heading: goes between several results on standard output, with `{name}` for the source; None for none.
    is_field: whether a JSON record can have this form as a further field.
    """

    name: str
    writer: Writer
    suffix: str
    media_type: str
    help: str
    shows: Literal["content", "page", "record"] = "content"
    heading: str | None = _COMMENT
    is_field: bool = False


def write(found: Extraction, form: str, options: RenderOptions) -> str:
    """A result in the form of this name."""
    if form not in FORMS:
        raise ParameterError(f"there is no form {form!r}: it is one of {', '.join(FORMS)}")
    return FORMS[form].writer(found, options)


def _function(path: str) -> Callable[..., str]:
    """The function `module:name` of the package. Imported when it is called: few runs use every form."""
    module, _, name = path.partition(":")

    @cache
    def function() -> Callable[..., str]:
        found: Callable[..., str] = getattr(import_module(f"mainspan.{module}"), name)
        return found

    return lambda *arguments: function()(*arguments)


def _of_spans(path: str) -> Writer:
    """A form that is written from the page and the spans."""
    function = _function(path)
    return lambda found, options: function(found.page, found.spans)


def _of_flow(path: str) -> Writer:
    """A form that is written from the flow of events."""
    function = _function(path)
    return lambda found, options: function(make_flow(found.page, found.spans, options))


def _markdown(found: Extraction, options: RenderOptions) -> str:
    """Markdown, with the facts before it if they are wanted."""
    text = _of_flow("render.markdown:write_markdown")(found, options)
    return _function("render.front_matter:front_matter")(found) + text if options.front_matter else text


def _of_flow_and_result(path: str) -> Writer:
    """A form that is written from the flow of events and from what else is known about the page."""
    function = _function(path)
    return lambda found, options: function(make_flow(found.page, found.spans, options), found)


def _of_result(path: str) -> Writer:
    """A form that is written from the result as a whole."""
    function = _function(path)
    return lambda found, options: function(found)


def _whole_page(name: str, explanation: str) -> Form:
    """A form that shows the whole page."""
    writer = _of_spans(f"render.whole:render_{name}")
    return Form(name, writer, ".html", "text/html", explanation, shows="page")


_ALL: Final = (
    Form(
        "text",
        _of_spans("render.text:render_text"),
        ".txt",
        "text/plain",
        "plain text with paragraphs, list markers and tabs between table cells",
        heading=_TITLE,
    ),
    Form(
        "markdown",
        _markdown,
        ".md",
        "text/markdown",
        "CommonMark with tables, footnotes and formulas",
        is_field=True,
    ),
    Form(
        "html",
        _of_flow("render.html:write_safe_html"),
        ".html",
        "text/html",
        "a sanitised HTML fragment, with structure but no style",
        is_field=True,
    ),
    Form(
        "json",
        _of_result("render.record:write_json"),
        ".json",
        "application/json",
        "everything known about the page, as one object",
        shows="record",
        heading=None,
    ),
    Form(
        "jsonl",
        _of_result("render.record:write_json_line"),
        ".jsonl",
        "application/jsonl",
        "the same on one line, one file for many pages",
        shows="record",
        heading=None,
    ),
    Form(
        "csv",
        _of_result("render.table_row:write_csv"),
        ".csv",
        "text/csv",
        "a row with the main facts and the text, one file for many pages",
        shows="record",
        heading=None,
    ),
    Form(
        "tei",
        _of_flow_and_result("render.tei:render_tei"),
        ".xml",
        "application/tei+xml",
        "XML-TEI (P5), for corpora",
        is_field=True,
    ),
    _whole_page("hide", "the whole page, with everything else hidden"),
    _whole_page("collapse", "the whole page without everything else, and without the gaps it leaves"),
    _whole_page("mark", "the whole page, with the content in mark elements"),
    _whole_page("comment", "the whole page, with everything else in comments"),
    _whole_page("blank", "the source, with everything else as spaces, so that offsets stay"),
    Form(
        "spans",
        _of_spans("render.whole:render_spans"),
        ".json",
        "application/json",
        "the pairs of offsets alone",
        shows="record",
        heading=_TITLE,
    ),
)
FORMS: Final = {form.name: form for form in _ALL}
