"""The items of structure in HTML and in Markdown."""

from __future__ import annotations

import pytest

from mainspan.evaluation.structure import (
    KINDS,
    Markup,
    frames_of,
    items_of,
    without_headline,
    without_links,
    without_notes,
)
from mainspan.evaluation.structure.items import squash, squash_tex

HERE = "https://a.example/way/page.html"
HTML = """<h1>Tea &amp; <b>Milk</b></h1><h3>Boil <a href="#boil">#</a></h3>
<ul><li>Water<ul><li>cold</li></ul></li><li>Leaves</li></ul>
<table><tr><th>Leaf</th><th>Time</th></tr><tr><td>green</td><td>3 min</td></tr></table>
<pre><code>kettle  on
  wait 3
</code></pre>
<p><img src="/p/cup-300x200.jpg" alt="A cup"> and <a href="../shop/?x=1#top">the shop</a>, see
<a href="#note">1</a> <math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle
 x^2 }</annotation></semantics></math></p>"""
MARKDOWN = """# Tea & **Milk**

### Boil

- Water
  - cold
- Leaves

| Leaf | Time |
|---|---|
| green | 3 min |

```sh
kettle  on
  wait 3
```

![A cup](https://cdn.example/p/cup.jpg?w=800) and [the shop](https://www.a.example/shop/?x=1), see $x^2$
"""
EXPECTED = {
    "heading": {(2, "teamilk"), (3, "boil")},
    "item": {("water",), ("cold",), ("leaves",)},
    "cell": {(0, 0, "leaf"), (0, 1, "time"), (1, 0, "green"), (1, 1, "3min")},
    "code": {("kettle  on\n  wait 3",)},
    "image": {("cup.jpg",)},
    "link": {("theshop", "shop?x=1")},
    "formula": {("x^2",)},
    "note": set(),
    "coded": set(),
}


@pytest.mark.parametrize("markup", [Markup("html", HTML, HERE), Markup("markdown", MARKDOWN, HERE)])
def test_html_and_markdown_have_the_same_items(markup: Markup) -> None:
    assert {kind: set(found) for kind, found in items_of(markup).items()} == EXPECTED


def html(text: str, kind: str) -> list[tuple[str | int, ...]]:
    return sorted(items_of(Markup("html", text, HERE))[kind].elements())


def markdown(text: str, kind: str) -> list[tuple[str | int, ...]]:
    return sorted(items_of(Markup("markdown", text, HERE))[kind].elements())


def test_nothing_has_no_items() -> None:
    assert all(not found for found in items_of(Markup("html", "")).values())
    assert set(items_of(Markup("markdown", ""))) == {*KINDS, "note", "coded"}


def test_an_item_counts_as_often_as_it_occurs() -> None:
    assert html("<ul><li>a</li><li>a</li></ul>", "item") == [("a",), ("a",)]


def test_a_link_to_edit_a_section_is_no_part_of_its_heading() -> None:
    assert html("<h2>Life <span>[<a href=/e>edit</a>]</span></h2>", "heading") == [(2, "life")]
    assert html("<h2>Life [1]</h2>", "heading") == [(2, "life1")]


def test_cells_that_span_others_keep_the_places_of_those_after_them() -> None:
    rows = "<tr><td rowspan=2>a</td><td colspan=2>b</td></tr><tr><td>c</td><td>d</td></tr>"
    found = html(f"<table>{rows}<tr><td>e</td><td>f</td></tr></table>", "cell")
    assert found == [(0, 0, "a"), (0, 1, "b"), (1, 1, "c"), (1, 2, "d"), (2, 0, "e"), (2, 1, "f")]


def test_tables_that_lay_out_the_page_have_no_cells() -> None:
    assert not html("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", "cell")
    inner = "<table><tr><td>a</td><td>b</td></tr></table>"
    found = html(f"<table><tr><td>x</td><td>{inner}</td></tr></table>", "cell")
    assert found == [(0, 0, "a"), (0, 1, "b")]


@pytest.mark.parametrize(("characters", "is_data"), [(300, True), (301, False)])
def test_a_row_with_a_long_text_lays_out_the_page(characters: int, is_data: bool) -> None:
    row = f"<tr><td>a</td><td>{'b' * characters}</td></tr>"
    assert bool(html(f"<table>{row}</table>", "cell")) == is_data
    assert html(f"<table>{row}<tr><td>c</td></tr></table>", "cell")


def test_a_link_without_text_is_none() -> None:
    assert not html("<a href=/a><img src=/a.png></a><a href=/b></a>", "link")
    assert html("<a href=/a><img src=/a.png alt=a></a>", "link") == [("a", "a")]


@pytest.mark.parametrize(
    "formula",
    [
        "$x_1$",
        '<math alttext="x_1"></math>',
        "<math><msub><mi>x</mi><mn>1</mn></msub></math>",
        "<math alttext='x_1'><mtext>x one</mtext></math>",
    ],
)
def test_formulas_are_in_texts_as_tex(formula: str) -> None:
    assert html(f"<ul><li>Let {formula} be</li></ul>", "item") == [("letx1be",)]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("<sup>12</sup>", "so"),
        ("<sup>[1]</sup>", "so"),
        ("<sup><a href=#fn1>1</a></sup>", "so"),
        ("<a href=/page#note>1</a>", "so"),
        ("<a href=/page>1</a>", "so1"),
        ("<sup>1234</sup>", "so1234"),
        ("<sup>a</sup>", "soa"),
        ("<sub>1</sub>", "so1"),
    ],
)
def test_numbers_of_footnotes_are_no_part_of_texts(number: str, text: str) -> None:
    assert html(f"<h2>So{number}</h2>", "heading") == [(2, text)]


def test_footnotes_of_markdown_have_no_numbers_either() -> None:
    assert markdown("## So[^1]\n\n[^1]: A note.\n", "heading") == [(2, "so")]


def test_a_header_without_text_is_no_row() -> None:
    assert markdown("|  |  |\n|---|---|\n| a | b |\n", "cell") == [(0, 0, "a"), (0, 1, "b")]


def test_a_cell_may_be_a_sign_or_a_picture() -> None:
    found = html("<table><tr><td>✓</td><td><img src=/y.png alt=yes></td></tr></table>", "cell")
    assert found == [(0, 0, "✓"), (0, 1, "yes")]


def test_code_is_exact_but_for_the_ends_of_lines() -> None:
    assert html("<pre>\n\na  \n\tb<br>c\n</pre>", "code") == [("a\n\tb\nc",)]


@pytest.mark.parametrize(
    "text",
    [
        '<math alttext="x+1"><mi>x</mi></math>',
        "<p>so \\(x + 1\\) holds</p>",
        "<p>\\[x+1\\]</p>",
        "<p>$$x+1$$</p>",
        '<script type="math/tex">x+1</script>',
        "<math><mi>x</mi><mo>+</mo><mn>1</mn></math>",
        '<img class="mwe-math-fallback-image-inline" src="/f.svg" alt="{\\displaystyle x+1}">',
    ],
)
def test_formulas_are_written_in_many_ways(text: str) -> None:
    assert html(text, "formula") == [("x+1",)]
    assert not html(text, "image")


def test_prices_are_no_formulas() -> None:
    assert not markdown("It costs $5 or $6 today", "formula")
    assert not html("<pre>\\(x\\)</pre>", "formula")


def test_links_in_code_do_not_count_unless_the_gold_has_them() -> None:
    nothing = items_of(Markup("html", ""))
    for markup in ("<code><a href=/x>List</a></code>", "<a href=/x><code>List</code></a>"):
        found = items_of(Markup("html", f"{markup} <a href=/y><code>a</code> b</a>"))
        assert set(without_links(found, nothing, frozenset())["link"]) == {("ab", "y")}
        assert without_links(found, found, frozenset()) == found


def test_links_in_the_place_of_frames_do_not_count() -> None:
    frame = '<iframe src="https://www.youtube.com/embed/abc123?rel=0"></iframe>'
    frames = frames_of(f"{frame}<video data-src=/films/boat.mp4></video>")
    assert frames == {"abc123", "boat.mp4"}
    links = "<a href=https://www.youtube.com/watch?v=abc123>A film</a><a href=/films/boat.mp4>boat</a>"
    found = items_of(Markup("html", f"{links}<a href=/abc1234>Other</a>"))
    nothing = items_of(Markup("html", ""))
    assert set(without_links(found, nothing, frames)["link"]) == {("other", "abc1234")}
    assert without_links(found, found, frames) == found, "the gold has them"


def test_pictures_in_the_page_itself_and_links_in_it_do_not_count() -> None:
    assert not html('<img src="data:image/gif;base64,AA">', "image")
    own = f'<a href="{HERE}#top">up</a><a href="javascript:x()">y</a><a href="">z</a>'
    assert not html(own, "link")


def test_the_headline_does_not_count_where_the_gold_leaves_it_out() -> None:
    found = items_of(Markup("html", "<h1>My Trip</h1><h2>Day one</h2>"))
    gold = items_of(Markup("html", "<h2>Day one</h2>"))
    left = without_headline(found, gold, "My trip - A blog")
    assert sorted(left["heading"]) == [(2, "dayone")]
    with_title = items_of(Markup("html", "<h1>My Trip</h1><h2>Day one</h2>"))
    assert without_headline(found, with_title, "My trip - A blog") == found
    assert without_headline(found, gold, "Another") == found


def test_squashed() -> None:
    assert squash(" A-b\u00a0C! ") == "abc"
    assert squash(" – ") == "–"
    assert squash_tex("{\\displaystyle { a\\, b }}.") == "ab"
    assert squash_tex(r"a \quad b \qquad{c} \quadratic") == r"abc\quadratic"
    assert squash_tex("\\left( a^{2} \\right) \\\\ \\mathrm{xy}") == "(a^2)\\\\{xy}"
    assert squash_tex("{aa}{bb}") == "{aa}{bb}"


def test_footnotes_are_no_items_if_the_gold_has_them_as_such() -> None:
    gold = items_of(Markup("markdown", "A[^1] b[^2]\n\n- c\n\n[^1]: one\n\n[^2]: two\n"))
    as_list = items_of(Markup("html", "<ul><li>c</ul><ol><li>one<li>two<li>x</ol>"))
    as_text = items_of(Markup("html", "<ul><li>c</ul><p>one<p>two"))
    for found, left in ((as_list, {("c",), ("x",)}), (as_text, {("c",)})):
        ours, theirs = without_notes(found, gold)
        assert (set(ours["item"]), set(theirs["item"])) == (left, {("c",)})
    ours, theirs = without_notes(gold, as_text)
    assert ours["item"] == theirs["item"] == as_text["item"], "the gold has them as text"
    found, other = without_notes(gold, as_list)
    assert (found["item"] & other["item"]).total() == 3
