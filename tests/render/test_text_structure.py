"""Lists, tables and preformatted text as plain text."""

from __future__ import annotations

import pytest

from tests.render.plain import plain, rendered_words

# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
        ("<menu><li>a<li>b</menu>", "- a\n- b\n"),
        ("<p>x</p><ul><li>a</ul><p>y", "x\n\n- a\n\ny\n"),
        ("x<ul><li>a</ul>y", "x\n\n- a\n\ny\n"),
        ("<ul>\n <li><a href=x>a</a></li>\n <li><b>b</b> c</li>\n</ul>", "- a\n- b c\n"),
        ("<ul><li>a<br>b<li>c</ul>", "- a\n  b\n- c\n"),
        ("<ul><li></li><li>b</ul>", "- b\n"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n- b\n"),
    ],
)
def test_list_items_have_marks(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ol><li>a<li>b</ol>", "1. a\n2. b\n"),
        ("<ol start=5><li>a<li>b</ol>", "5. a\n6. b\n"),
        ("<ol start=10><li>a</ol>", "10. a\n"),
        ("<ol start=-1><li>a<li>b<li>c</ol>", "-1. a\n0. b\n1. c\n"),
        ("<ol class=x start='3' id=y><li>a</ol>", "3. a\n"),
        ("<ol start=many><li>a</ol>", "1. a\n"),
        ("<ol data-start=5><li>a</ol>", "1. a\n"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1. b\n"),
        ("<ol><li></li><li>b</ol>", "2. b\n"),
    ],
)
def test_items_of_ordered_lists_are_numbered(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d\n"),
        ("<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", "- a\n  1. b\n  2. c\n- d\n"),
        ("<ol><li>a<ol><li>b</ol><li>c</ol>", "1. a\n  1. b\n2. c\n"),
        ("<ol><li>a<ul><li>b</ul>c<li>d</ol>", "1. a\n  - b\n  c\n2. d\n"),
        ("<ul><li>a<ul><li>b<ul><li>c</ul></ul></ul>", "- a\n  - b\n    - c\n"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b\n"),
    ],
)
def test_nested_lists_are_indented(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<ul><li><p>a</li><li><p>b</ul>", "- a\n\n- b\n"),
        ("<ul><li><p>a<p>b</ul>", "- a\n\n  b\n"),
        ("<ol><li><p>a<p>b</li><li><p>c</ol>", "1. a\n\n  b\n\n2. c\n"),
        ("<ul><li><h3>a</h3>b</ul>", "- a\n\n  b\n"),
    ],
)
def test_only_the_first_paragraph_of_an_item_has_its_mark(html: str, text: str) -> None:
    assert plain(html) == text


def test_an_item_has_its_mark_where_its_first_words_are_left_out() -> None:
    assert rendered_words("<ul><li>a b<li>c d</ul>", [1, 3]) == "- b\n- d\n"


def test_an_item_keeps_its_number_where_earlier_ones_are_left_out() -> None:
    assert rendered_words("<ol><li>a<li>b<li>c</ol>", [2]) == "3. c\n"


def test_definition_lists_have_a_line_for_each_term_and_definition() -> None:
    assert plain("<dl><dt>T<dd>D<dt>U<dd>V</dl>") == "T\nD\nU\nV\n"


# --- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", "a\tb\nc\td\n"),
        ("<tr>\n <td>a</td>\n <td>b</td>\n</tr>", "a\tb\n"),
        ("<tr><td><b>a</b> x<td><i>b</i>", "a x\tb\n"),
        ("<thead><tr><th>a<th>b</thead><tbody><tr><td>c<td>d</tbody><tfoot><tr><td>e", "a\tb\nc\td\ne\n"),
        ("<caption>T</caption><tr><td>a<td>b", "T\n\na\tb\n"),
    ],
)
def test_cells_are_kept_apart_and_rows_are_lines(html: str, text: str) -> None:
    assert plain(f"<table>{html}</table>") == text


def test_text_around_a_table_is_separate() -> None:
    assert plain("<p>x</p><table><tr><td>a<td>b</table>y") == "x\n\na\tb\n\ny\n"


@pytest.mark.parametrize("tag", ["p", "div", "h3", "blockquote"])
def test_blocks_inside_cells_are_kept_apart(tag: str) -> None:
    cell = f"<{tag}>one</{tag}><{tag}>two</{tag}>"
    assert plain(f"<table><tr><td>{cell}<td>{cell}</table>").split() == ["one", "two", "one", "two"]


def test_a_table_inside_a_cell_keeps_its_cells_apart() -> None:
    inner = "<table><tr><td>b<td>c</table>"
    assert plain(f"<table><tr><td>a<td>{inner}<td>d</table>").split() == ["a", "b", "c", "d"]


def test_a_list_inside_a_cell_has_marks() -> None:
    assert plain("<table><tr><td><ul><li>a<li>b</ul></table>") == "- a\n- b\n"


def test_a_table_inside_an_item_is_indented() -> None:
    assert plain("<ul><li><table><tr><td>a<td>b<tr><td>c</table></ul>") == "- a\tb\n  c\n"


# --- preformatted text ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>\n  a\n\n    b\n</pre>", "  a\n\n    b\n"),
        ("<pre>    a\n  b</pre>", "    a\n  b\n"),
        ("<pre>\ta\tb\n\tc</pre>", "\ta\tb\n\tc\n"),
        ("<pre>a   b  \nc</pre>", "a   b  \nc\n"),
        ("<pre>a&nbsp;&nbsp;b</pre>", "a\u00a0\u00a0b\n"),
        ("<pre>&lt;b&gt; &amp;amp;</pre>", "<b> &amp;\n"),
        ("<pre><code>if x:\n    y\n</code></pre>", "if x:\n    y\n"),
        ("<listing>\n a\n  b</listing>", " a\n  b\n"),
        ("<xmp><b>x</b>\n  &amp;</xmp>", "<b>x</b>\n  &amp;\n"),
        ("<plaintext>a <b>c\n  d", "a <b>c\n  d\n"),
        ("no markup\n  at all", "no markup\n  at all\n"),
    ],
)
def test_preformatted_text_is_kept_as_it_is(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    "code",
    [
        "<i>def</i> <i>f</i>(<i>x</i>):\n    <i>return</i> x\n\n\n<i>y</i>",
        "<i>a</i>  <i>b</i>",
        "<i>a</i>\n<i>b</i>",
        "<i>a</i>\n\n\t<i>b</i>",
        "<i>a</i><i>  </i><i>b</i>",
        "<i>  </i><i>a</i><i>\n  </i><i>b</i>",
        "  <i>a</i>\n <i> b</i>",
        "<i>a\n  <b>b\n    <u>c</u></b></i>",
        "a<!-- c -->\n<!-- d -->  b",
    ],
)
def test_highlighting_changes_nothing_in_preformatted_text(code: str) -> None:
    bare = code
    for tag in ("<i>", "</i>", "<b>", "</b>", "<u>", "</u>", "<!-- c -->", "<!-- d -->"):
        bare = bare.replace(tag, "")
    assert plain(f"<pre>{code}</pre>") == f"{bare}\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>a<br>b</pre>", "a\nb\n"),
        ("<pre>  a<br>  b<br>    c</pre>", "  a\n  b\n    c\n"),
        ("<pre>a<br>\nb</pre>", "a\n\nb\n"),
        ("<pre><i>a</i><br><i>b</i></pre>", "a\nb\n"),
        ("<pre><div>a</div><div>  b</div></pre>", "a\n  b\n"),
    ],
)
def test_tags_that_break_lines_do_so_in_preformatted_text(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>x<pre>a\n  b</pre><p>y", "x\n\na\n  b\n\ny\n"),
        ("<pre>a\n\n</pre><p>y", "a\n\ny\n"),
        ("<pre>a\n</pre><pre>  b\n</pre>", "a\n\n  b\n"),
        ("<ul><li>x<pre>a</pre><li>y</ul>", "- x\n\n  a\n\n- y\n"),
        ("<ul><li><pre>a</pre></ul>", "- a\n"),
        ("<table><tr><td><pre>a\n b</pre></table>", "a\n b\n"),
    ],
)
def test_preformatted_text_is_a_paragraph(html: str, text: str) -> None:
    assert plain(html) == text


def test_code_inside_a_line_stays_inside_it() -> None:
    assert plain("<p>call <code>f(x)</code>, then <samp>ok</samp>") == "call f(x), then ok\n"


def test_lines_left_out_of_preformatted_text_leave_one_break() -> None:
    assert rendered_words("<pre>one\ntwo\nthree</pre>", [0, 2]) == "one\nthree\n"


@pytest.mark.parametrize(
    "line",
    ['<span class="line">', '<span class="token code-line odd">', '<span id="x" style="display: block">'],
)
def test_lines_of_code_that_style_sheets_part_are_lines(line: str) -> None:
    html = f"<pre><code>{line}<b>cd</b><i> boat</i></span>{line}ls</span></code></pre>"
    assert plain(html) == "cd boat\nls\n"
    assert plain(f"<pre>{html}<pre>{line}row</span></pre></pre>") == "cd boat\nls\n\nrow\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<pre><span class="line">cd</span>\n<span class="line">ls</span></pre>', "cd\nls\n"),
        ('<pre><span class="online">cd</span><span class="online">ls</span></pre>', "cdls\n"),
        ('<pre>one</pre><p><span class="line">cd</span><span class="line">ls</span></p>', "one\n\ncdls\n"),
    ],
    ids=["parted already", "another name", "no code"],
)
def test_other_elements_part_no_lines(html: str, text: str) -> None:
    assert plain(html) == text
