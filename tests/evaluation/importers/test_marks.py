"""Gold text from marks: the innermost mark decides."""

from __future__ import annotations

import pytest

from mainspan.evaluation.importers.marks import marked_text, whole_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b class=a>One</b> two", "One"),
        ("<div class=a>One <i class=b>two <u class=a>three</u></i> four</div>", "One three four"),
        ("<p><b class=a>On</b><b class=a>e</b> two<p class=a>Three", "One\n\nThree"),
        ("<ol class=a><li>One<li>Two</ol>", "One\nTwo"),
        ("<table class=a><tr><td>One<td>Two<tr><td>Three</table>", "One Two\nThree"),
        ("<p class=a>a &amp; b&nbsp;c &lt;d", "a & b c <d"),
        ("<p class=a><script>one</script>two", "two"),
        ("<p>One", ""),
    ],
)
def test_marked_text(html: str, text: str) -> None:
    assert marked_text(html, ".a", ".b") == text


def test_whole_text_has_all_words() -> None:
    assert whole_text(b"<h1>One</h1>two <b>three</b><ul><li>four</ul>") == "One\n\ntwo three\n\nfour"
