"""The language of code, from any syntax highlighter."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.page import tags
from mainspan.render.languages import code_language
from tests.clock import FACTOR, grows_linearly
from tests.soup import soups

PRE = tags.NUMBERS["pre"]


def languages(markup: str) -> list[str]:
    page = Page(markup)
    return [code_language(page, element) for element in (page.elements.tag == PRE).nonzero()[0].tolist()]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<pre class='language-Python'>x</pre>", "python"),
        ("<pre><code class='lang-c++'>x</code></pre>", "c++"),
        ("<pre><b>1</b><code class='hljs language-rust,ignore'>x</code></pre>", "rust"),
        ("<pre class='prettyprint lang-js'>x</pre>", "js"),
        ("<pre class='brush: js; gutter: true'>x</pre>", "js"),
        ("<pre class='brush:php'>x</pre>", "php"),
        ("<pre class='sourceCode numberLines haskell'>x</pre>", "haskell"),
        ("<pre><code class='hljs brainfuck'>x</code></pre>", "brainfuck"),
        ("<pre class='rust rust-example-rendered'>x</pre>", "rust"),
        ("<pre data-lang='go'>x</pre>", "go"),
        ("<pre><code data-language='C#'>x</code></pre>", "c#"),
        ("<pre lang='Batch'>x</pre>", "batch"),
        ("<pre lang='php'>x</pre>", "php"),
        ("<div class='highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class='highlight-html+django notranslate'><div class=highlight><pre>x</pre></div></div>",
         "html+django"),
        ("<div class='mw-highlight-lang-lua'><pre>x</pre></div>", "lua"),
        ("<div class='language-ruby'><p><pre>x</pre><button>Copy</button></div>", "ruby"),
        ("<figure class='highlight sh'><pre>x</pre></figure>", "sh"),
        ("<figure class='highlight css'><table><tr><td><pre>1\n2</pre><td><pre>x y z</pre></table></figure>",
         "css"),
    ],
)  # fmt: skip
def test_the_language_is_found(markup: str, expected: str) -> None:
    assert languages(markup)[-1] == expected


@pytest.mark.parametrize(
    "markup",
    [
        "<pre>x</pre>",
        "<pre lang='en'>x</pre>",
        "<pre lang='cs'>x</pre>",
        "<div lang='Batch'><pre>x</pre></div>",
        "<pre class='lang-en'>x</pre>",
        "<pre class='language-plaintext'>x</pre>",
        "<pre class='language-'>x</pre>",
        "<pre class='mo go c r'>x</pre>",
        "<pre class='highlight-box'>x</pre>",
        "<div class='javascript'><pre>x</pre></div>",
        f"<pre class='language-{'x' * 31}'>x</pre>",
        "<pre class='language-{1,3}'>x</pre>",
        "<div class='language-python'><pre class='language-none'>x</pre></div>",
    ],
)
def test_unknown_names_are_no_languages_of_code(markup: str) -> None:
    assert languages(markup) == [""]


@pytest.mark.parametrize(("words", "expected"), [(8, "css"), (9, "")])
def test_elements_around_count_if_they_hold_tools_at_most(words: int, expected: str) -> None:
    assert languages(f"<div class='language-css'>{'word ' * words}<pre>x</pre></div>") == [expected]


@pytest.mark.parametrize(("levels", "expected"), [(3, "css"), (4, "")])
def test_elements_around_count_up_to_the_third(levels: int, expected: str) -> None:
    inside = "<div>" * (levels - 1) + "<pre>x</pre>" + "</div>" * (levels - 1)
    assert languages(f"<div class='language-css'>{inside}</div>") == [expected]


@pytest.mark.parametrize(("mark", "expected"), [("", "css"), ("a", "")])
def test_numbers_of_lines_are_tools_as_many_as_they_are(mark: str, expected: str) -> None:
    numbers = "".join(f"<i>{mark}{line}</i>\n" for line in range(20))
    assert languages(f"<div class='language-css'>{numbers}<pre>{'<i>x</i> ' * 20}</pre></div>") == [expected]


@given(soups, st.text(max_size=20))
def test_a_language_is_always_safe_to_write(soup: str, name: str) -> None:
    quoted = name.replace("'", "")
    for found in languages(f"<pre class='language-{quoted}' data-lang='{quoted}'>x</pre>{soup}"):
        assert re.fullmatch(r"[a-z0-9+#._-]{0,30}", found)


@pytest.mark.parametrize("mark", ["", "1 "])
def test_ten_times_the_page_takes_about_ten_times_as_long(mark: str) -> None:
    pages = [Page(f"<div>{f'{mark}<pre><i>x</i>y</pre>' * size}</div>") for size in (300, 300 * FACTOR)]
    small, large = ((page, (page.elements.tag == PRE).nonzero()[0].tolist()) for page in pages)

    def read(page: Page, elements: list[int]) -> None:
        for element in elements:
            code_language(page, element)

    assert grows_linearly(lambda: read(*small), lambda: read(*large))


@pytest.mark.parametrize(("tables", "language"), [(1, "go"), (2, "")])
def test_a_table_around_code_is_no_level_but_a_second_one_is(tables: int, language: str) -> None:
    assert languages(f"<div class=language-go>{'<table><tr><td>' * tables}<pre>x</pre>") == [language]
