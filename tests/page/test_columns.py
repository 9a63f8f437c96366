"""The columns against slow and literal definitions, on any page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from selectolax.lexbor import LexborHTMLParser

from mainspan import Page
from mainspan.page import tags
from mainspan.page.kinds import CLOSE, CODE, OPEN, RAW, TEXT, UNSEEN, VOID
from mainspan.page.parse import _empty_foreign_raw, _with_markup
from tests.soup import soups

TEMPLATE = tags.NUMBERS["template"]


@given(soups)
def test_tokens_tile_the_source(html: str) -> None:
    page = Page(html)
    tokens = page.tokens
    borders = [0, *tokens.end.tolist()]
    assert borders == [*tokens.start.tolist(), len(page.source)]
    assert (tokens.end > tokens.start).all()


@given(soups)
def test_partners_nest(html: str) -> None:
    tokens = Page(html).tokens
    stack: list[int] = []
    for i, kind in enumerate(tokens.kind):
        if kind == CLOSE:
            opener = stack.pop()
            assert tokens.partner[i] == opener
            assert tokens.partner[opener] == i
            assert tokens.tag[i] == tokens.tag[opener]
        assert tokens.depth[i] == len(stack)
        if kind == OPEN:
            stack.append(i)
        elif kind != CLOSE:
            assert tokens.partner[i] == i
    assert not stack


def naive_sums(page: Page, token: int) -> tuple[int, int, int]:
    """Words and characters below an open tag, counted one after the other, and the token after its end."""
    tokens = page.tokens
    words = characters = 0
    token += 1
    while tokens.kind[token] != CLOSE:
        if tokens.kind[token] == OPEN:
            inner_words, inner_characters, token = naive_sums(page, token)
            words, characters = words + inner_words, characters + inner_characters
            continue
        if tokens.kind[token] == TEXT:
            text = " ".join(page.text_of(token).split())
            characters += len(text)
            words += len(page.words.token[page.words.token == token])
        token += 1
    return words, characters, token + 1


@given(soups)
def test_sums_of_a_subtree_equal_a_recursive_count(html: str) -> None:
    page = Page(html)
    elements = page.elements
    for i in range(len(elements)):
        if elements.open[i] != elements.close[i]:
            words, characters, _ = naive_sums(page, int(elements.open[i]))
            assert (words, characters) == (elements.words[i], elements.characters[i])


@given(soups)
def test_parents_hold_their_children(html: str) -> None:
    elements = Page(html).elements
    for i in range(len(elements)):
        around = [
            j
            for j in range(len(elements))
            if elements.open[j] < elements.open[i] and elements.close[i] < elements.close[j]
        ]
        assert elements.parent[i] == (max(around) if around else -1)


def own_text(page: Page) -> str:
    """All text, code and unseen, as the tokens have it, less comments and the content of templates."""
    tokens, parts, templates = page.tokens, [], 0
    for i, kind in enumerate(tokens.kind):
        if tokens.tag[i] == TEMPLATE and kind in (OPEN, CLOSE):
            templates += 1 if kind == OPEN else -1
        elif kind in (TEXT, UNSEEN) or (kind == CODE and not templates):
            comment = kind == CODE and not tokens.marks[i] & RAW and page.source[tokens.start[i]] == "<"
            parts.append("" if comment else page.text_of(i))
    return "".join(parts)


@given(soups)
@example("<svg><style>a &lt; b</style></svg>")
@example("<xmp>&amp;</xmp><pre>\n\nx</pre><textarea>\n\ny</textarea>")
@example("<plaintext>a</plaintext>b")
@example("<noscript><p>a</noscript><iframe><p>b</iframe><noembed><i>c</noembed>")
@example("<select><option>a<option>b</select>")
def test_text_code_and_unseen_together_are_the_parsers_own_text(html: str) -> None:
    page = Page(html)
    if page.salvaged:
        return
    tree = LexborHTMLParser(_with_markup(page._utf8))
    _empty_foreign_raw(tree)
    assert tree.root is not None
    assert own_text(page) == tree.root.text(deep=True, separator="")


@given(soups)
def test_words_are_runs_between_white_space(html: str) -> None:
    page = Page(html)
    for i in np.flatnonzero(page.tokens.kind == TEXT).tolist():
        mine = page.words.token == i
        pieces = [page.source[a:b] for a, b in zip(page.words.start[mine], page.words.end[mine], strict=True)]
        whole = page.source[page.tokens.start[i] : page.tokens.end[i]]
        if not page.tokens.marks[i] & RAW:
            whole = whole.replace("&nbsp;", " ")
        assert "".join(pieces) == "".join(whole.split())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two  three", ["one", "two", "three"]),
        ("don't stop—now", ["don't", "stop—now"]),
        ("a&nbsp;b &amp; c", ["a", "b", "&amp;", "c"]),
        ("我们今天去北京", ["我们", "今天", "去北", "京"]),
        ("使用Python编程", ["使用", "Python", "编程"]),
        ("日本語、です。", ["日本", "語、", "です", "。"]),
        ("東京\u3000大阪", ["東京", "大阪"]),
        ("ภาษาไทย", ["ภาษา", "ไทย"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("سلام دنیا", ["سلام", "دنیا"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("𠀀𠀁𠀂", ["𠀀𠀁", "𠀂"]),
        ("", []),
    ],
)
def test_the_unit_of_words_in_each_script(text: str, words: list[str]) -> None:
    page = Page(f"<p>{text}</p>")
    found = [page.source[a:b] for a, b in zip(page.words.start, page.words.end, strict=True)]
    assert found == words
    assert page.tokens.words.sum() == len(words)


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("abc", 3),
        ("  a   b ", 3),
        ("a&nbsp;&nbsp;b", 3),
        ("&amp;&lt;", 2),
        ("中文 字", 4),
        (" \n ", 0),
        ("😀é", 2),
    ],
)
def test_characters_are_decoded_with_white_space_collapsed(text: str, characters: int) -> None:
    page = Page(f"<p>{text}</p>")
    assert page.tokens.characters.sum() == characters


def test_blocks_are_runs_of_text_between_structural_tags() -> None:
    page = Page("<div>One <b>two</b> <a href=x>three</a><p>four<br>five</div> <ul><li>six</ul>")
    blocks = page.blocks
    assert [page.source[a:b] for a, b in zip(blocks.start, blocks.end, strict=True)] == [
        'One <b>two</b> <a href="x">three',
        "four",
        "five",
        "six",
    ]
    assert blocks.words.tolist() == [3, 1, 1, 1]
    assert blocks.characters.tolist() == [13, 4, 4, 3]
    assert blocks.linked.tolist() == [5, 0, 0, 0]
    assert [tags.NAMES[page.elements.tag[i]] for i in blocks.container] == ["div", "p", "p", "li"]


@pytest.mark.parametrize(
    ("html", "share"),
    [("<a href=x>all</a>", 1.0), ("none", 0.0), ("<a name=x>no link</a>", 0.0), ("<a href=x>ab</a>cd", 0.5)],
)
def test_the_link_share_counts_links_alone(html: str, share: float) -> None:
    assert Page(f"<p>{html}</p>").blocks.link_share.tolist() == [share]


@given(soups)
def test_blocks_hold_all_words_once(html: str) -> None:
    page = Page(html)
    assert page.blocks.words.sum() == len(page.words) == page.tokens.words.sum()
    assert (page.blocks.linked <= page.blocks.characters).all()


def test_void_elements_are_their_own_end() -> None:
    page = Page("a<br>b<img>c")
    voids = np.flatnonzero(page.tokens.kind == VOID)
    assert page.tokens.partner[voids].tolist() == voids.tolist()


def test_columns_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Page("x").tokens.start[0] = 1
