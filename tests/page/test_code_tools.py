"""Buttons that copy code, and bars with them, are no part of it."""

from __future__ import annotations

import pytest

from mainspan import extract


def text(html: str) -> str:
    return extract(html, algorithm="plain").text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<pre><button>Copy</button>a = 1</pre>", "a = 1"),
        ("<pre>a = 1<button>Copy</button></pre>", "a = 1"),
        ("<pre><div>sh <button>Copy</button></div><div>ls</div></pre>", "ls"),
        ("<pre><div><div>sh <button>Copy</button></div><code>ls</code></div></pre>", "ls"),
        ("<div>a <button>Copy</button></div><pre>b</pre>", "a Copy\n\nb"),
        ("<div><button>Copy</button><pre>b</pre></div>", "b"),
        ("<div><pre>b</pre><div><button>Copy</button></div></div>", "b"),
        ("<div><button>Copy</button><pre>b</pre><pre>c</pre></div>", "Copy\n\nb\n\nc"),
        ("<div>sh <button>Copy</button><pre class='language-sh'>b</pre></div>", "b"),
        ("<div>sh <button>Copy</button><pre><code class='sh'>b</code></pre></div>", "b"),
        ("<div>sh <button>Copy</button><pre class='language-shell'>b</pre></div>", "sh\n\nb"),
        ("<div>sh<pre class='language-sh'>b</pre></div>", "sh\n\nb"),
        ("<div><div><span>sh</span></div><pre class='language-sh'>b</pre></div>", "b"),
        ("<figure><figcaption>SH</figcaption><pre class='brush: sh'>b</pre></figure>", "b"),
        ("<div><h4>sh</h4><pre class='language-sh'>b</pre></div>", "sh\n\nb"),
        ("<div><div>sh</div><pre class='language-css'>b</pre></div>", "sh\n\nb"),
        ("<div><p>a</p><div>sh</div><pre class='language-sh'>b</pre></div>", "a\n\nsh\n\nb"),
        ("<div>sh</div><div><pre class='language-sh'>b</pre></div>", "sh\n\nb"),
        ("<div>the sh <button>Copy</button><pre class='sh'>b</pre></div>", "the sh\n\nb"),
    ],
)
def test_tools_are_left_out(html: str, expected: str) -> None:
    assert text(html) == f"{expected}\n"


@pytest.mark.parametrize(("words", "is_bar"), [(7, True), (8, False)])
def test_a_bar_has_a_few_words(words: int, is_bar: bool) -> None:
    bar = f"<div>{'name ' * words}<button>Copy</button></div>"
    assert ("name" not in text(f"<pre>{bar}<div>{'code ' * 20}</div></pre>")) == is_bar
    assert ("Copy" not in text(f"<div>{bar}<pre>code</pre></div>")) == is_bar


@pytest.mark.parametrize(("levels", "is_near"), [(5, True), (6, False)])
def test_a_button_is_near_its_code(levels: int, is_near: bool) -> None:
    button = f"{'<div>' * levels}<button>Copy</button>{'</div>' * levels}"
    assert ("Copy" not in text(f"<div>{button}<pre>code</pre></div>")) == is_near


@pytest.mark.parametrize(("levels", "is_near"), [(5, True), (6, False)])
def test_a_bar_is_near_its_button(levels: int, is_near: bool) -> None:
    bar = f"<div>name{'<div>' * levels}<button>Copy</button>{'</div>' * levels}</div>"
    assert ("name" not in text(f"<pre>{bar}<div>code of some words</div></pre>")) == is_near
