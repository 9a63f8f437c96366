"""No attack survives in any form of the registry."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from html import escape
from io import StringIO
from xml.etree.ElementTree import fromstring

import pytest
from markdown_it import MarkdownIt

from mainspan import extract
from mainspan.algorithms import DEFAULT
from mainspan.forms import FORMS, Form
from tests.attacks import ATTACKS, SENTENCE, each_attack
from tests.dangers import dangers, what_runs

URL = "https://example.org/news/ferry.html"
METHODS = ("plain", DEFAULT)


def rendered_markdown(text: str) -> str:
    """Markdown as a reader shows it that lets HTML through."""
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def links_of_tei(text: str) -> str:
    """The text and the addresses of a TEI document, as HTML."""
    root = fromstring(text)
    addresses = [element.get(key) for element in root.iter() for key in ("target", "url")]
    links = "".join(f'<a href="{escape(address)}">x</a>' for address in addresses if address)
    return escape("".join(root.itertext())) + links


def shown_as_text(text: str) -> str:
    """Text that no reader takes for markup."""
    return escape(text)


# How the readers of each media type show a form, as HTML. A form of another type needs a line here.
READERS: dict[str, Callable[[str], str]] = {
    "application/json": shown_as_text,
    "application/jsonl": shown_as_text,
    "application/tei+xml": links_of_tei,
    "text/html": str,
    "text/markdown": rendered_markdown,
    "text/plain": shown_as_text,
}
by_methods = pytest.mark.parametrize("method", METHODS)


@by_methods
@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.shows == "content"])
def test_no_attack_survives_in_the_content(form: Form, method: str) -> None:
    for attack, named in each_attack():
        with named:
            found = extract(attack, algorithm=method, url=URL)
            shown = READERS[form.media_type](found.render(form.name))
            assert dangers(shown) == []
            assert SENTENCE in shown


@by_methods
@pytest.mark.parametrize("form", [form for form in FORMS.values() if form.shows == "page"])
def test_nothing_runs_in_a_whole_page(form: Form, method: str) -> None:
    for attack, named in each_attack():
        with named:
            found = extract(attack, algorithm=method, url=URL)
            written = found.render(form.name)
            assert what_runs(READERS[form.media_type](written)) == []
            assert (SENTENCE in written) or not found


@pytest.mark.parametrize("form", [form for form in FORMS.values() if "json" in form.media_type])
def test_records_are_json(form: Form) -> None:
    for attack, named in each_attack():
        with named:
            assert json.loads(extract(attack, url=URL).render(form.name))


def test_a_row_of_a_table_is_one_row() -> None:
    for attack, named in each_attack():
        with named:
            found = extract(attack, url=URL)
            (row,) = csv.DictReader(StringIO(found.render("csv"), newline=""))
            assert row["text"] == found.text


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
def test_scripts_are_found(html: str) -> None:
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
