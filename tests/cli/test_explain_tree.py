"""mainspan explain with a words-leaves method: the tree, for people and for machines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from mainspan import Page, algorithm, extract
from mainspan.algorithms import ratio_tree
from mainspan.cli.tree_lines import percent
from tests.algorithms.paper import CORPUS

Run = Callable[..., str]

SENTENCE = "Some ordinary words of an article about a town and its harbour, which nobody had asked for. "
PAGE = (
    "<title>The harbour</title><nav><ul><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Sport</a>"
    f"<li><a href=d>Weather</a></ul></nav><main id=town><h1>The harbour</h1><p>{SENTENCE * 3}</p><hr>"
    f"<p>Second, <b>{SENTENCE}</b>, of course</p></main>"
    "<aside><p>Read <a href=e>more of this</a></p></aside><footer><p>Imprint</p></footer>"
)
NAMES = ["wlr", "clr", "wnr", "cnr"]


@pytest.fixture(autouse=True)
def _page(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("page.html").write_text(PAGE)
    monkeypatch.setenv("COLUMNS", "120")


def lines_of(written: str) -> list[str]:
    """The lines of the tree."""
    return written.splitlines()[3:]


# --- lines for people -------------------------------------------------------------------------------------


FIRST_WORDS = "Some ordinary words of an article about a town and its…"
SHOWN = f"""\
page.html: kept main#town, 74 of 83 words; 3 of 33 nodes are initial: at least 23.0 words for each leaf

  words  leaves  nodes  ratio  weight  relevance  element
     83       8     33   10.4       -        28%  body
      4       4     14    1.0       -          -    nav > ul  Home News Sport Weather
*    74       2     10   37.0    0.72       100%    main#town
+     2       1      2    2.0       -          -      h1  The harbour
+    51       1      2   51.0    0.25        48%      p  {FIRST_WORDS}
+    21       1      5   21.0       -          -      p  Second, {FIRST_WORDS}
      4       1      5    4.0       -          -    aside > p  Read more of this
      1       1      3    1.0       -          -    footer > p  Imprint
"""


def test_the_tree_of_a_page(out: Run) -> None:
    assert out("explain", "page.html", "-a", "wlr") == SHOWN


def test_narrow_terminals_have_narrow_columns(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    headings = []
    for width in (99, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        headings.append(out("explain", "page.html", "-a", "clr").splitlines()[2])
    assert headings == [
        "  chars leaves nodes ratio weight relev. element",
        "  characters  leaves  nodes  ratio  weight  relevance  element",
    ]


def test_the_first_line_tells_of_the_whole_page(out: Run) -> None:
    for name, amount in zip(NAMES, ["words for each leaf", "characters for each leaf"] * 2, strict=True):
        first = out("explain", "page.html", "-a", name).splitlines()[0]
        found, tree = extract(PAGE, algorithm=name), ratio_tree(Page(PAGE), algorithm(name))
        assert tree.best is not None
        assert first == (
            f"page.html: kept {tree.element(tree.best)}, {found.words} of 83 words; "
            f"{tree.is_initial.sum()} of {len(tree)} nodes are initial: "
            f"at least {tree.threshold:,.1f} {amount.replace('leaf', 'node') if name[1] == 'n' else amount}"
        )


@pytest.mark.parametrize("name", NAMES)
def test_all_four_methods_show_trees_and_take_their_parameters(out: Run, name: str) -> None:
    for method in (name, f"{name}:relevance=printed", f"{name}:relevance=normalised"):
        lines = lines_of(out("explain", "page.html", "-a", method))
        assert len([line for line in lines if line.startswith("*")]) == 1
    amount = "words" if name[0] == "w" else "characters"
    heading = out("explain", "page.html", "-a", name).splitlines()[2]
    assert heading.split() == [amount, "leaves", "nodes", "ratio", "weight", "relevance", "element"]


def test_printed_relevance_marks_the_body(out: Run) -> None:
    lines = lines_of(out("explain", "page.html", "-a", "wlr:relevance=printed"))
    assert [line[0] for line in lines] == ["*", *"+" * (len(lines) - 1)]


def test_siblings_share_a_line_with_their_sums(out: Run) -> None:
    page = f"<h6>one</h6><h6>two two</h6><h6>three</h6>{PAGE}".encode()
    line = lines_of(out("explain", "-", "-a", "wlr", stdin=page))[1]
    # Three headings with a text each, and the menu with its fourteen nodes.
    assert line.split()[:8] == ["8", "20", "-", "-", "4", "nodes:", "h6,", "nav"]
    assert line.endswith("  one / two two / three / Home News Sport Weather")


def test_siblings_with_weight_show_the_highest(out: Run) -> None:
    page = "<h6>x</h6>" * 9 + f"<main>{f'<h1>{SENTENCE}</h1>' * 8}</main>"
    lines = lines_of(out("explain", "-", "-a", "wlr", stdin=page.encode()))
    shown, (*_, weight, relevance) = lines[-2].split()[:6], lines[-1].split()[:5]
    assert lines[-1].split()[:3] == ["+", "85", "10"]
    assert float(shown[5]) > float(weight) > 0
    assert int(relevance.removesuffix("%")) > 0
    assert re.search("  5 h1  Some ordinary", lines[-1])


@pytest.mark.parametrize(
    ("share", "shown"), [(0.0, "-"), (1e-9, "<1%"), (0.0099, "<1%"), (0.01, "1%"), (0.996, "100%")]
)
def test_small_shares_are_not_nothing(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_the_deepest_names_of_a_chain_are_shown(out: Run) -> None:
    boxes = "".join(f"<div id=box-with-a-name-{i}>" for i in range(60))
    page = f"<nav>{boxes}<ul id=innermost><li>x</ul></div></nav>{PAGE}".encode()
    line = lines_of(out("explain", "-", "-a", "wlr", stdin=page))[1]
    assert re.search(r"  nav > div#box-with-a-name-0 > … > li  x$", line)


def test_the_best_node_always_shows_its_name(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    inner = f"<div class=a-very-long-name-of-a-class>{SENTENCE}</div>"
    page = f"<h6>x</h6><h6>x</h6><div id=best class=also-a-long-name>{inner}</div>"
    (line,) = [
        line for line in lines_of(out("explain", "-", "-a", "wlr", stdin=page.encode())) if line[0] == "*"
    ]
    assert "  div#best.also" in line
    assert line.partition(" > …  ")[2].startswith("Some")


def test_a_page_without_text_is_one_line(out: Run) -> None:
    assert (
        out("explain", "-", "-a", "wlr", stdin=b"<p></p>") == "-: kept 0 of 0 words; the page has no text\n"
    )
    hidden = b"<div style='visibility:hidden'><b style='visibility:visible'>one two</b></div>"
    assert (
        out("explain", "-", "-a", "wlr", stdin=hidden) == "-: kept 0 of 2 words; the page's text is hidden\n"
    )


def test_text_from_the_data_of_a_page_is_told(out: Run) -> None:
    data = json.dumps({"@type": "NewsArticle", "articleBody": SENTENCE * 30})
    page = f"<script type='application/ld+json'>{data}</script><p>Please enable scripts.</p>"
    assert extract(page, algorithm="wlr").origin == "json-ld"
    first = out("explain", "-", "-a", "wlr", stdin=page.encode()).splitlines()[0]
    assert first.endswith("; mainspan extract finds more in the page's data (json-ld)")
    assert "kept body, 3 of 3 words" in first


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("path", sorted(CORPUS.rglob("*.html"))[::8], ids=lambda path: path.stem)
def test_lines_fit_the_terminal(out: Run, monkeypatch: pytest.MonkeyPatch, path: Path, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for name in ("wlr", "cnr"):
        lines = out("explain", str(path), "-a", name).splitlines()[1:]
        assert max(map(cell_len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)


def test_a_pipe_gets_no_colours(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    written = out("explain", "page.html", "-a", "wlr")
    assert "\x1b" not in written
    assert SENTENCE[:80] in written


def test_a_terminal_gets_colours(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = out("explain", "page.html", "-a", "wlr")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = out("explain", "page.html", "-a", "wlr")
    assert "\x1b[1;32m*" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_control_characters_of_a_page_never_reach_the_terminal(out: Run) -> None:
    page = (
        b"<p>one\x1b[31m two \xc2\x9b3 [bold]three[/bold]</p><div class='a\x1b[1mb' id='\xc2\x9bx'>four</div>"
    )
    several = b"<x\xc2\x9b-y>a</x\xc2\x9b-y>" * 5 + page
    assert "5 x-y  a / a" in out("explain", "-", "-a", "wlr", stdin=several)
    for form in ("text", "json"):
        written = out("explain", "-", "-a", "wlr", "--all", "-f", form, stdin=page)
        assert "one[31m two 3 [bold]three[/bold]" in written
        assert "div#x.a[1mb" in written
        assert not {"\x1b", "\x9b"} & set(written)


def test_deep_pages_show_depths_where_there_is_no_room(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = "<div><h2>one two</h2><p>three</p>" * 10_000
    for options in ([], ["--all"]):
        lines = lines_of(out("explain", "-", "-a", "wlr", *options, stdin=page.encode()))
        assert max(map(cell_len, lines)) <= 80
        assert any(re.search(r" 400: h2", line) for line in lines)
    chain = out("explain", "-", "-a", "wlr", stdin=b"<div>" * 10_000 + b"one two")
    assert lines_of(chain)[0].endswith("100% body > div > … > div")


def test_large_pages_have_few_lines(out: Run) -> None:
    page = "".join(f"<h1>{'word ' * (1 + i % 37)}</h1><h3>x</h3>" for i in range(20_000))
    assert len(out("explain", "-", "-a", "wlr", stdin=page.encode()).splitlines()) < 60


def test_whole_words_begin_a_closed_line(out: Run) -> None:
    page = f"<p><em>Gisela</em>, author</p><h6>x</h6><h1>{SENTENCE}</h1><div>A<div>B</div></div><h6>x</h6>"
    written = out("explain", "-", "-a", "wlr", stdin=page.encode())
    assert "p  Gisela, author" in written
    assert "div  A B" in written


# --- which nodes ------------------------------------------------------------------------------------------


def test_all_nodes_can_be_shown(out: Run) -> None:
    lines = lines_of(out("explain", "page.html", "-a", "wlr", "--all"))
    assert len(lines) == 33
    assert lines[4].endswith("        a")
    assert lines[5].endswith("          #text  Home")


def test_kept_and_dropped_are_parts_of_the_whole(out: Run) -> None:
    every, kept, dropped = (
        lines_of(out("explain", "page.html", "-a", "wlr", "--all", *options))
        for options in ([], ["--kept"], ["--dropped"])
    )
    assert len(kept) == 10
    assert sorted(line.replace("  ", "") for line in kept + dropped) == sorted(
        line.replace("  ", "") for line in every
    )
    assert all(line[0] in "*+" for line in kept)
    assert kept[0].endswith("%  main#town")


def test_the_depth_can_be_limited(out: Run) -> None:
    lines = lines_of(out("explain", "page.html", "-a", "wlr", "--depth", "1"))
    assert [line.split()[-1] for line in lines[:2]] == ["body", "Weather"]
    assert [re.split(" {2,}", line)[-2] for line in lines[1:]] == ["nav", "main#town", "aside", "footer"]
    nodes = json.loads(out("explain", "page.html", "-a", "wlr", "--depth", "0", "-f", "json"))["nodes"]
    assert [node["element"] for node in nodes] == ["body"]


def test_around_a_text_the_way_to_it_is_open(out: Run) -> None:
    written = out("explain", "page.html", "-a", "wlr", "--around", "second, some ordinary")
    lines = lines_of(written)
    assert [line for line in lines if line[1] == ">"] == [line for line in lines if "Second, Some" in line]
    assert len([line for line in lines if line[1] == ">"]) == 1
    written = out("explain", "page.html", "-a", "wlr", "--around", "imprint")
    assert re.search(r"^ > +1 .* footer > p  Imprint$", written, re.MULTILINE)


def test_a_text_that_no_element_holds_is_told(failed: Run) -> None:
    assert failed("explain", "page.html", "-a", "wlr", "--around", "lighthouse") == (
        "page.html: no element holds this text\n"
    )
    page = b"<script>let x = 'lighthouse'</script><p>one"
    said = failed("explain", "-", "-a", "wlr", "--around", "lighthouse", stdin=page)
    assert said.startswith("-: no element holds this text: it is in code")


def test_blocks_can_be_shown_instead(out: Run) -> None:
    written = out("explain", "page.html", "-a", "wlr", "--blocks")
    assert written.splitlines()[2].split() == ["verdict", "score", "tag", "words", "text"]
    record = json.loads(out("explain", "page.html", "-a", "wlr", "--blocks", "-f", "json"))
    assert record["blocks"][0]["reason"] == "wlr kept 0 of 1 words"


def test_a_depth_is_only_for_trees(refused: Run) -> None:
    assert refused("explain", "page.html", "--depth", "2") == (
        "mainspan: --depth is for the tree of wlr, clr, wnr or cnr: mainspan shows blocks\n"
    )
    assert "wlr shows blocks" in refused("explain", "page.html", "-a", "wlr", "--blocks", "--depth", "2")


# --- for machines -----------------------------------------------------------------------------------------


def test_json_holds_the_whole_tree(out: Run) -> None:
    record = json.loads(out("explain", "page.html", "-a", "clr", "-f", "json"))
    tree = ratio_tree(Page(PAGE), algorithm("clr"))
    assert record == {
        "source": "page.html",
        "url": None,
        "reason": "",
        "words": 74,
        "page_words": 83,
        **tree.to_dict(),
    }


def test_json_takes_the_same_options(out: Run) -> None:
    def elements(*options: str) -> list[str]:
        record = json.loads(out("explain", "page.html", "-a", "wlr", "-f", "json", *options))
        return [node["element"] for node in record["nodes"]]

    assert elements("--around", "imprint") == ["body", "footer", "p", "#text"]
    assert elements("--kept")[0] == "main#town"
    assert len(elements("--kept")) + len(elements("--dropped")) == 33


def test_json_of_a_page_without_text(out: Run) -> None:
    record = json.loads(out("explain", "-", "-a", "wlr", "-f", "json", stdin=b"<p></p>"))
    assert (record["best"], record["nodes"], record["reason"]) == (None, [], "the page has no text")


def test_the_help_has_an_example(out: Run) -> None:
    assert "mainspan explain page.html -a wlr --depth 4" in out("explain", "--help")
