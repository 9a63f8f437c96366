"""Methods against transcriptions that start from the raw bytes of well-formed pages.

The other transcriptions start from a page's tokens, so they cannot notice what the page has changed. Here
nothing but the answer is compared: the words, and which of them are kept.
"""

from __future__ import annotations

import html

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, algorithm
from tests.algorithms import raw
from tests.algorithms.raw import Answer


def answer_of(page: bytes, method: str) -> Answer:
    """What a method of the package keeps."""
    read = Page(page)
    kept = algorithm(method)(read).kept_words(read)
    words = zip(read.words.start.tolist(), read.words.end.tolist(), strict=True)
    return [(html.unescape(read.source[i:j]), bool(flag)) for (i, j), flag in zip(words, kept, strict=True)]


# Pages whose every element is closed and nested as HTML wants it. In the first spelling they are written as
# the parser writes them; the second has the same tags in other spellings, and other character references.

TEXTS = [
    "a", " ", "\n  ", "Lamps at the harbour", " were lit ", "R&amp;D\n&lt;1", "naïve café", "слово в городе",
    " The lamps of the old harbour were lit again on Monday evening, and people came to see them. " * 2,
    "Вчера вечером в городе снова зажгли старые лампы у порта, и люди пришли посмотреть. ",
    "أضيئت مصابيح الميناء القديم مرة أخرى مساء يوم الاثنين في المدينة ",
]  # fmt: skip
CANONICAL = [
    "<br>", '<img src="a.png" alt="b">', "<b>bold</b>", "<em></em>", "<!-- a <b> comment -->",
    '<a href="/x?y=1&amp;z=2">News</a>', '<a class="k" href="/">News of the <b>day</b></a>',
]  # fmt: skip
SPELT = [
    "<BR/>", '<br  class="x" />', "<IMG SRC='a>b.png' alt=\"x < y\"/>", "<B\n>bold</B >", "<em></EM>",
    "<!---->", "<!-- - -- > -->", "<a href=/x>News</a>", "<A\n HREF='/x?y=1&z=2'>News of the <b>day</b></A>",
    "caf&eacute; &#1089;&#x43b;&#1086;", "one&nbsp;two",
]  # fmt: skip
SCRIPT = '<script>if (1 < 2) { write("<p>no words<p>") }</script>'
HEAD = "<head><title>Lamps at the harbour</title><style>p > b { color: red }</style></head>"


def pages(inlines: list[str]) -> st.SearchStrategy[bytes]:
    """Well-formed pages whose lines are made of these."""
    line = st.lists(st.sampled_from(inlines), max_size=5).map("".join)
    lines = st.lists(line, min_size=1, max_size=8)
    block = st.one_of(
        line.map("<p>{}</p>".format),
        line.map('<p class="lead">{}</p>\n'.format),
        line.map("<h2>{}</h2>".format),
        lines.map(lambda items: "<ul>\n" + "".join(f"<li>{each}</li>\n" for each in items) + "</ul>"),
        lines.map(lambda cells: f"<table><tbody><tr><td>{'</td><td>'.join(cells)}</td></tr></tbody></table>"),
        st.just(SCRIPT),
        line,
    )
    division = st.lists(block, max_size=4).map("".join).map("<div>{}</div>".format)
    return st.lists(block | division, min_size=1, max_size=8).map(
        lambda parts: f"<!DOCTYPE html><html>{HEAD}<body>{''.join(parts)}</body></html>".encode()
    )


canonical = pages(TEXTS + CANONICAL)
spelt = pages(TEXTS + CANONICAL + SPELT)


def article(title: str, paragraph: str, entry: str, count: int) -> bytes:
    """A page as a site would write it: a menu, an article with a list and links, comments, a footer."""
    menu = "".join(f'<li><a href="/{n}">{entry}</a></li>\n' for n in range(14))
    text = "\n".join(
        f'<p>{paragraph} <a href="/more">{entry}</a> {paragraph}</p>' if n % 3 else f"<p>{paragraph}</p>"
        for n in range(count)
    )
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head>\n'
        f'<body class="article">\n<div id="menu"><ul>\n{menu}</ul></div>\n<h1>{title}</h1>\n{text}\n'
        f"<!-- related -->\n<ul><li>{entry}</li><li>{entry}<br>{entry}</li></ul>\n<hr>\n"
        f"<script>\nvar x = 1 < 2;\n</script>\n<p>{paragraph[:40]}</p>\n</body></html>"
    ).encode()


WRITTEN = {
    "english": article(
        "Lamps", "The lamps of the harbour &amp; its pier were lit again on Monday. " * 3, "News", 6
    ),
    "russian": article(
        "Лампы", "Вчера вечером в городе снова зажгли старые лампы у порта. " * 3, "Новости", 6
    ),
    "arabic": article(
        "خبر", "أضيئت مصابيح الميناء القديم مرة أخرى مساء يوم الاثنين في المدينة. " * 4, "أخبار", 8
    ),
    "short": b"<!DOCTYPE html><html><head></head><body><p>One.</p></body></html>",
}


@given(canonical)
def test_the_parser_changes_nothing_in_these_pages(page: bytes) -> None:
    assert Page(page).source == page.decode()


@given(spelt)
def test_the_words_are_the_same_in_all_spellings(page: bytes) -> None:
    assert [word for word, _ in answer_of(page, "plain")] == [word for word in raw.tokens(page) if word]


@given(spelt)
def test_bte(page: bytes) -> None:
    assert answer_of(page, "bte") == raw.bte(page)


@given(spelt, st.sampled_from([2, 5, 8, 30]))
def test_dsc(page: bytes, window: int) -> None:
    assert answer_of(page, f"dsc:window={window}") == raw.dsc(page, window)


@settings(max_examples=50)
@given(spelt, st.sampled_from([3, 25]), st.sampled_from([0.5, 0.75]), st.sampled_from([0.1, 0.03]))
def test_tccb(page: bytes, reach: int, threshold: float, epsilon: float) -> None:
    method = f"tccb:range={reach},threshold={threshold},epsilon={epsilon}"
    assert answer_of(page, method) == raw.tccb(page, reach, threshold, epsilon)


@settings(max_examples=30)
@given(canonical, st.sampled_from(["ccb", "accb"]), st.sampled_from([5, 15]), st.sampled_from([0.5, 0.75]))
def test_ccb(page: bytes, name: str, reach: int, threshold: float) -> None:
    method = f"{name}:range={reach},threshold={threshold}"
    assert answer_of(page, method) == raw.ccb(page, reach, threshold, 0.1, anchors=name == "ccb")


@given(spelt, st.sampled_from([0.1, 0.333, 0.8]), st.integers(1, 6))
def test_density(page: bytes, c1: float, c2: int) -> None:
    assert answer_of(page, f"density:c1={c1},c2={c2}") == raw.density(page, c1, c2)


@given(
    pages(["слово", "مصابيح الميناء", *CANONICAL]) | canonical,
    st.sampled_from([4, 10, 80]),
    st.integers(0, 5),
    st.sampled_from(["characters", "bytes"]),
)
def test_dana(page: bytes, line: int, gap: int, unit: str) -> None:
    assert answer_of(page, f"dana:line={line},gap={gap},unit={unit}") == raw.dana(page, line, gap, unit)


@pytest.mark.parametrize("name", WRITTEN)
def test_all_of_them_with_their_defaults_on_written_pages(name: str) -> None:
    page = WRITTEN[name]
    assert answer_of(page, "bte") == raw.bte(page)
    assert answer_of(page, "dsc") == raw.dsc(page, 30)
    assert answer_of(page, "tccb") == raw.tccb(page, 25, 0.75, 0.1)
    assert answer_of(page, "ccb") == raw.ccb(page, 40, 0.75, 0.1)
    assert answer_of(page, "accb") == raw.ccb(page, 40, 0.75, 0.1, anchors=False)
    assert answer_of(page, "density") == raw.density(page, 0.333, 4)
    assert answer_of(page, "dana") == raw.dana(page, 80, 20, "characters")


@pytest.mark.parametrize("method", ["bte", "dsc", "tccb", "ccb", "accb", "density", "dana"])
def test_on_an_article_each_keeps_some_words_and_drops_others(method: str) -> None:
    assert {kept for _, kept in answer_of(WRITTEN["arabic"], method)} == {True, False}
