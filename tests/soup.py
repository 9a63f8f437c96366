"""Random pages for property tests: the pieces from which hostile and broken markup is made."""

from __future__ import annotations

from hypothesis import strategies as st

_NAMES = """a abbr b body br button caption center code dd desc div dl dt em font foreignObject form frameset
    g h1 h2 head html i iframe img input li link listing main marquee math mi menu meta nobr noembed noframes
    noscript object ol option p plaintext pre rt ruby script section select span strong style sub svg table
    tbody td template textarea th thead title tr u ul var x-y xmp annotation-xml""".split()

_ATTRIBUTES = [
    "",
    " hidden",
    " href=x",
    ' class="a b"',
    ' style="display:none"',
    ' style="Visibility : HIDDEN !important; color:red"',
    ' style="visibility:visible"',
    ' aria-hidden="true"',
    " encoding=text/html",
    ' a"b=\'<>&\' ="c"',
    ' title="a &quot; b > c"',
    "/",
]

_TEXTS = [
    "word", "two words", " ", "\n", "\t ", "&amp;", "&nbsp;", "&lt;b&gt;", "&", "<", ">", "</", "<!", '"',
    "'", "=", "a\x00b", "\r\n", "é", "中文字符", "ไทยภาษาไทย", "日本、語", "😀", "\u2003", "]]>", "-->",
    "<!--", "<!-->", "<!doctype html>", "<?php x?>", "<![CDATA[x]]>", "\ufeff",
]  # fmt: skip

_open_tags = st.builds(
    lambda name, attribute: f"<{name}{attribute}>", st.sampled_from(_NAMES), st.sampled_from(_ATTRIBUTES)
)
_close_tags = st.sampled_from([f"</{name}>" for name in _NAMES])
_pieces = st.one_of(_open_tags, _close_tags, st.sampled_from(_TEXTS))

# Pages of few kinds of pieces, each often, reach states that pages of everything never reach.
soups = st.one_of(
    st.lists(_pieces, max_size=40).map("".join),
    st.lists(_pieces, min_size=2, max_size=6).flatmap(
        lambda few: st.lists(st.sampled_from(few), max_size=60).map("".join)
    ),
    st.text(max_size=60),
)


def soups_to_render(more: str = "") -> st.SearchStrategy[str]:
    """Soups of elements that renderers treat differently, and of `more` of them."""
    names = """p div h2 blockquote b a span table tr td th caption dl dt dd br hr pre xmp code main img button
        svg math textarea select option object noscript iframe style template title listing my-card"""
    tags = [f"<{slash}{name}>" for name in (names + " " + more).split() for slash in ("", "/")]
    texts = ["a", "bc", " ", "\n", "d e", "&amp;", "&lt;i&gt;", "&nbsp;", "漢字", "<!-- x -->", "<p hidden>"]
    return st.lists(st.sampled_from(tags) | st.sampled_from(texts), max_size=25).map("".join)
