"""Code without preformatted elements: what is taken for it."""

from __future__ import annotations

import pytest

from mainspan import Page, extract
from mainspan.page.code_blocks import with_code_blocks
from tests.clock import FACTOR, grows_linearly

ROW = "<tr><td class='blob-num' data-line-number='1'></td><td>a</td></tr>"


def fences(html: str) -> int:
    """How many blocks of code there are in Markdown."""
    return extract(html, algorithm="plain").markdown.count("```") // 2


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<code>a<br>b</code>", 1),
        ("<p><code>a<br>b</code></p>", 1),
        ("<p>x<br><code>a<br>b</code><br>y</p>", 1),
        ("<p>x <code>a<br>b</code></p>", 0),
        ("<p><code>a<br>b</code> y</p>", 0),
        ("<p><code>a<br></code></p>", 0),
        ("<tt>a<br>b</tt>", 1),
        ("<samp>a<br>b</samp>", 1),
        ("<kbd>a<br>b</kbd>", 0),
        ("<code><div>a</div><div>b</div></code>", 1),
        ("<code><div>a</div></code>", 0),
        ("<code>a</code>", 0),
        ("<code style='white-space:pre-wrap'>a</code>", 1),
        ("<code style='color:red;display: block'>a</code>", 1),
        ("<code style='white-space:normal'>a</code>", 0),
        ("<code class='x block'>a</code>", 1),
        ("<code class='blocked'>a</code>", 0),
        ("<p>x <code class='block'>a</code></p>", 0),
        ("<pre><code class='block'>a<br>b</code></pre>", 1),
        ("<table><tr><th>x</th><td><code>a<br>b</code></td></tr></table>", 0),
        ("<h2><code>a<br>b</code></h2>", 0),
        ("<a href='/x'><code>a<br>b</code></a>", 0),
        ("<div><div class=line><code>a</code></div><div class=line><code>b</code></div></div>", 1),
        ("<div><div class=line><code>a</code></div></div>", 0),
        ("<div><div class=x><code>a</code></div><div class=x><code>b</code></div></div>", 0),
        ("<div><div class=line>x <code>a</code></div><div class=line><code>b</code></div></div>", 0),
        (f"<table>{ROW}</table>", 1),
        (f"<table>{ROW * 3}</table>", 1),
        (f"<table>{ROW}<tr><td>x</td><td>y</td></tr></table>", 0),
        (f"<table><tr><th>x</th><th>y</th></tr>{ROW}</table>", 0),
        (f"<table>{ROW.replace('<td>', '<td data-line-number=1></td><td>')}</table>", 1),
        (f"<table>{ROW.replace('a<', '<pre>a</pre><')}</table>", 1),
        ("<table><tr><td class=x>1</td><td>a</td></tr><tr><td class=x>2</td><td>b</td></tr></table>", 0),
    ],
)
def test_code_of_several_lines_is_a_block(html: str, expected: int) -> None:
    assert fences(html) == expected


@pytest.mark.parametrize(("levels", "expected"), [(11, 0), (12, 1)])
def test_what_has_no_room_for_code_is_found_some_levels_around(levels: int, expected: int) -> None:
    inner = f"{'<div>' * levels}<code>a<br>b</code>{'</div>' * levels}"
    page = with_code_blocks(Page(f"<figure><figcaption>{inner}</figcaption></figure>"))
    assert page.source.count("<code") == 1
    assert int(page.has(Page("<pre>x</pre>").tokens.tag[_pre()])) == expected


def _pre() -> int:
    page = Page("<pre>x</pre>")
    return next(
        token for token in range(len(page.tokens)) if page.source.startswith("<pre", page.tokens.start[token])
    )


def test_a_page_without_such_code_is_itself() -> None:
    for html in ("<p>x</p>", "<p>a <code>b</code></p>", "<table><tr><td>x</td></tr></table>"):
        page = Page(html)
        assert with_code_blocks(page) is page


def test_the_page_itself_stays_as_it_is() -> None:
    page = Page("<code>a<br>b</code>")
    changed = with_code_blocks(page)
    assert changed is not page
    assert changed is with_code_blocks(page)
    assert (page.name_of(3), page.source) == ("code", changed.source)


def test_whitespace_of_the_markup_is_left_out() -> None:
    found = extract("<code>\n  a<br>\n  b  <br> c\n</code>", algorithm="plain")
    assert found.markdown == "```\na\nb\n c\n```\n"
    assert found.text == "a\nb\n c\n"


def test_declared_lines_keep_their_whitespace() -> None:
    found = extract("<code class='block'>\n  a  1\n\n    b\n</code>", algorithm="plain")
    assert found.markdown == "```\n  a  1\n\n    b\n```\n"


def test_code_of_which_most_is_kept_is_kept_whole() -> None:
    prose = "<p>This is a paragraph of prose that is long enough, with some commas, to be a text.</p>"
    code = "<p><code>class Wind {<br>int speed;<br>}</code></p>"
    html = f"<title>Wind</title><article><h1>Wind</h1>{prose * 3}{code}{prose}</article>"
    assert "class Wind {\nint speed;\n}" in extract(html).text


@pytest.mark.parametrize(
    "shape",
    [
        "<p><code>a<br>b</code></p>",
        "<div><div class=line><code>a</code></div><div class=line><code>b</code></div></div>",
        f"<table>{ROW}</table>",
        "<pre><button>Copy</button>a</pre>",
        "<div><button>Copy</button><pre>a</pre></div>",
    ],
)
def test_time_grows_linearly(shape: str) -> None:
    small, large = (Page(shape * count) for count in (500, 500 * FACTOR))
    for page in (small, large):
        page.elements, page.blocks  # noqa: B018

    def change(page: Page) -> None:
        page.derived.clear()
        with_code_blocks(page)

    assert grows_linearly(lambda: change(small), lambda: change(large))
