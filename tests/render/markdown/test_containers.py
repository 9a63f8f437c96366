"""Lists and quotes, one in the other."""

from __future__ import annotations

import pytest

from tests.render.markdown.roundtrip import words_of_markdown
from tests.render.markdown.simple import markdown


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("<ul><li><p>a</p></li><li>b</li></ul>", "- a\n\n- b"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ul><li>a<ol><li>b</li></ol></li></ul>", "- a\n  1. b"),
        ('<ul><li>a<ol start="2"><li>b</li></ol></li></ul>', "- a\n\n  2. b"),
        ("<ul><li>a<p>b</p></li></ul>", "- a\n\n  b"),
        ("<ol><li>a<pre>b</pre></li></ol>", "1. a\n\n   ```\n   b\n   ```"),
        ("<ul><li>a<blockquote>b</blockquote></li></ul>", "- a\n\n  > b"),
    ],
)
def test_a_list_is_as_loose_as_it_must_be(html: str, written: str) -> None:
    assert markdown(html) == written


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        ("<ul><li>a</li></ul>", "- - a"),
        ("<pre>a</pre>", "- ```\n  a\n  ```"),
        ("<h2>a</h2>", "- ## a"),
        ("<hr>", "- ***"),
        ("<table><tr><th>a</th></tr></table>", "- | a |\n  | --- |"),
        ("<blockquote>a<p>b</p></blockquote>", "- > a\n  >\n  > b"),
    ],
)
def test_an_item_may_begin_with_any_block(inside: str, written: str) -> None:
    assert markdown(f"<ul><li>{inside}</li></ul>") == written


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>", "- a\n\n+ b\n\n- c"),
        ("<ol><li>a</li></ol><div><ol><li>b</li></ol></div>", "1. a\n\n1) b"),
        ("<ul><li>a</li></ul><ol><li>b</li></ol>", "- a\n\n1. b"),
        ("<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>", "- a\n\nb\n\n- c"),
    ],
)
def test_lists_in_a_row_stay_apart(html: str, written: str) -> None:
    assert markdown(html) == written


@pytest.mark.parametrize(
    ("attributes", "number"),
    [
        ("", 1),
        ('start="3"', 3),
        ('start="0"', 0),
        ('start="99999999"', 99999999),
        ('start="100000000"', 1),
        ('start="-1"', 1),
        ('start="x"', 1),
    ],
)
def test_numbers_begin_where_markdown_lets_them(attributes: str, number: int) -> None:
    assert markdown(f"<ol {attributes}><li>a</li></ol>") == f"{number}. a"


def test_items_have_their_own_number() -> None:
    html = '<ol start="9"><li>a</li><li>b<p>c</p></li><li value="20">d</li><li>e</li></ol>'
    assert markdown(html) == "9. a\n\n10. b\n\n    c\n\n20. d\n\n21. e"


def test_items_without_content_are_left_out() -> None:
    assert markdown('<ul><li><img src=""></li><li>a</li></ul>') == "- a"


def test_quotes_in_a_row_stay_apart() -> None:
    assert markdown("<blockquote>a</blockquote><blockquote>b</blockquote>") == "> a\n\n> b"


@pytest.mark.parametrize(
    ("task", "written"),
    [(' task="done"', "- [x] a"), (' task="open"', "- [ ] a"), ("", "- a")],
)
def test_tasks_have_their_boxes(task: str, written: str) -> None:
    assert markdown(f"<ul><li{task}>a</li></ul>") == written


@pytest.mark.parametrize("name", ["ul", "blockquote"])
def test_what_is_too_deep_for_parsers_is_flat(name: str) -> None:
    begin, end = {"ul": ("<ul><li>x", "</li></ul>"), "blockquote": ("<blockquote>x", "</blockquote>")}[name]
    written = markdown(begin * 15 + end * 15)
    assert words_of_markdown(written) == ["x"] * 15
    assert max(len(line) - len(line.lstrip(" >-")) for line in written.splitlines()) == 16


@pytest.mark.parametrize(("start", "following"), [(50_000_000, 50_000_001), (99_999_999, 1)])
def test_numbers_have_at_most_eight_digits(start: int, following: int) -> None:
    html = f'<ol start="{start}"><li>a</li><li>b</li></ol>'
    assert markdown(html) == f"{start}. a\n{following}. b"
