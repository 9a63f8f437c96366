"""The words-leaves ratio and its three relatives against the paper: examples, thresholds, definitions."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms import ratio_tree
from tests.algorithms.paper import Node, our_pages
from tests.algorithms.wlr_transcribed import Ratios, body_of, boxes, content_nodes
from tests.soup import soups

NAMES = ["wlr", "clr", "wnr", "cnr"]
RELEVANCES = ["combined", "normalised", "printed"]
SENTENCE = "Most HTML documents on the web hold more than the article that their readers came for. "


def curves(html: str, name: str = "wlr") -> dict[str, dict[str, float]]:
    """The ratio and the relevance of the elements of a page, by their names."""
    page = Page(html)
    signals = algorithm(name).signals(page)
    elements = np.searchsorted(page.tokens.start[page.elements.open], signals["start"]).tolist()
    names = [page.name_of(element) for element in elements]
    return {key: dict(zip(names, signals[key].tolist(), strict=True)) for key in ("ratio", "relevance")}


def leaves(html: str) -> float:
    """How many leaves the body has."""
    return len(Page(html).words) / curves(html)["ratio"]["body"]


# Leaves.


def test_a_sentence_with_formats_and_links_is_one_leaf() -> None:
    # Example 4.3: "the whole tree represents a single sentence [...] we should consider this text as a
    # single leaf, and this is exactly what function leaves implements."
    html = (
        "<em>Gisela Molina</em>, author of the book <strong>Ethical Life</strong>, will be interviewed "
        'tomorrow in <a href="http://www.bbc.com">BBC</a>.'
    )
    assert leaves(html) == 1
    assert curves(html)["ratio"]["em"] == 2


@pytest.mark.parametrize("name", ["p", "a", "u", "b", "i", "em", "span", "sub", "sup", "strong", "div"])
def test_the_tags_of_figure_5_are_joined(name: str) -> None:
    assert leaves(f"one <{name}>two</{name}> three") == 1


@pytest.mark.parametrize("name", ["h1", "ul", "section", "font", "code"])
def test_other_tags_are_leaves_of_their_own_and_part_their_neighbours(name: str) -> None:
    assert leaves(f"one <{name}>two</{name}><b>three</b> four") == 3


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("one<br>two<hr>three<img>", 1),  # what has no words is no node
        ("<div>one <h2>two</h2></div> three", 3),  # a div of two leaves is not joined
        ("<h2>one</h2><h2>two</h2>", 2),
        ("<p>one</p><p>two</p><h2>three</h2><p>four</p><p>five</p>", 3),
        ("<div style='position:absolute'>one</div>two", 2),
        ("<div class=x style='top:0; Position : FIXED !important'>one</div>two", 2),
        ("<div style='position:relative'>one</div>two", 1),
        ("<div style='position:fixed;position:static'>one</div>two", 1),
        ("<div title='position:fixed'>one</div>two", 1),
        ("<span style='position:absolute'>one</span>two", 1),  # "except div nodes"
        ("<div><div style='position:fixed'>one</div></div>two", 1),  # the outer one is in its place
    ],
)
def test_leaves_of_figure_5(html: str, expected: int) -> None:
    assert leaves(html) == expected


# Ratios and content nodes.


@pytest.mark.parametrize(
    ("name", "expected"), [("wlr", 6 / 3), ("clr", 22 / 3), ("wnr", 6 / 7), ("cnr", 22 / 7)]
)
def test_the_four_ratios_of_a_page(name: str, expected: float) -> None:
    # Nodes: the body, h2 and its text, ul, li and its text, and a text. Characters: 7, 5 and 10.
    html = "<h2>one two</h2><ul><li>three</li></ul>four 5 six"
    assert curves(html, name)["ratio"]["body"] == pytest.approx(expected)


@pytest.mark.parametrize("tag", ["noscript", "select", "div hidden", "p style='display:none'"])
def test_what_is_not_seen_is_no_node(tag: str) -> None:
    html = f"<h2>one two</h2><{tag}>three four five six seven</{tag.split()[0]}>"
    assert set(curves(html)["ratio"]) == {"body", "h2"}


def test_all_below_a_hidden_element_is_removed() -> None:
    hidden = f"<div style='visibility:hidden'><b style='visibility:visible'>{SENTENCE}</b></div>"
    assert extract(hidden, algorithm="plain").words == len(SENTENCE.split())
    assert set(curves(f"{hidden}<h2>one two</h2>")["ratio"]) == {"body", "h2"}
    assert algorithm("wlr")(Page(hidden)).reason == "the page's text is hidden"


# Relevance.

INITIAL = "<h3>{}</h3><h2>{}</h2><h4>x</h4><h4>x</h4><h4>x</h4><h4>x</h4><h5>x x</h5><h5>{}</h5>"


@pytest.mark.parametrize(("words", "others", "is_initial"), [(8, 2, True), (7, 3, False)])
def test_initial_nodes_reach_the_threshold(words: int, others: int, is_initial: bool) -> None:
    # 32 words on 8 leaves, 16 of them on one: "x = sqrt(maxWLR x WLR(root))" is sqrt(16 x 4) = 8.
    found = curves(INITIAL.format("x " * words, "x " * 16, "x " * others))
    assert found["ratio"]["body"] == 4
    assert (found["relevance"]["h3"] > 0) == is_initial


def test_of_two_equal_texts_the_first_is_taken() -> None:
    menu = "<ul>" + "<li>entry</li>" * 30 + "</ul>"
    html = f"{menu}<h1>first {SENTENCE}</h1>{menu}<h2>second {SENTENCE}</h2>{menu}"
    assert extract(html, algorithm="wlr").text.startswith("first")
    assert "second" not in extract(html, algorithm="wlr").text


def test_a_single_initial_node_has_the_full_weight_of_its_place() -> None:
    # A text of the body itself: no element around it has its ratio.
    html = f"{SENTENCE}<ul>" + "<li>entry</li>" * 30 + "</ul>"
    assert extract(html, algorithm="wlr").text == SENTENCE.strip() + "\n"


def test_with_equal_ratios_everything_is_content() -> None:
    assert curves("<h2>one two</h2><h3>three four</h3>")["relevance"]["body"] == 1
    assert extract("<h2>one two</h2><h3>three four</h3>", algorithm="wlr").words == 4


@pytest.mark.parametrize("name", ["wlr", "clr"])
def test_relevance_as_printed_always_answers_the_body(name: str) -> None:
    method = algorithm(name, relevance="printed")
    plain = algorithm("plain")
    assert all(method(page) == plain(page) for page in our_pages().values())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("relevance", RELEVANCES)
def test_relevance_of_a_deep_page_is_a_number(name: str, relevance: str) -> None:
    page = Page(("<div><h2>" + "word " * 60 + "</h2>") * 500)
    method = algorithm(name, relevance=relevance)
    assert np.isfinite(method.signals(page)["relevance"]).all()
    assert len(method(page))


def test_the_default_is_combined_relevance() -> None:
    assert all(algorithm(name) == algorithm(name, relevance="combined") for name in NAMES)


# Each row has 18 words on three leaves: less than sqrt(16 x WLR(body)), so that only texts are initial.
ROWS = f"<li><h4>1</h4><h4>2</h4><h5>{SENTENCE}</h5></li>" * 20
MENU = "<h6>x</h6>" * 10


def best_of(html: str, relevance: str) -> str:
    """The element that wlr answers with."""
    tree = ratio_tree(Page(html), algorithm("wlr", relevance=relevance))
    assert tree.best is not None
    return tree.element(tree.best)


def test_an_element_that_adds_nothing_is_as_relevant_as_its_child() -> None:
    # "Stop combining when the new nodes combined produce a decrease in that density": here they do not.
    html = f"{MENU}<main><article><ul>{ROWS}</ul></article></main>"
    found = curves(html)["relevance"]
    assert found["main"] == found["article"] == found["ul"] == 1
    assert found["body"] < 1
    # "In the case that two nodes have the same relevance, we select the one with a lower identifier."
    assert [best_of(html, kind) for kind in RELEVANCES] == ["main", "ul", "body"]


@given(soups | boxes, st.sampled_from(NAMES))
def test_what_is_combined_never_falls_towards_the_body(html: str, name: str) -> None:
    # "Given two nodes n, n' in C, if (n -> n') in E*, then M(n) >= M(n')."
    nodes = list(ratio_tree(Page(html), algorithm(name)))
    combined = [node.relevance / node.ratio for node in nodes]
    for node in nodes[1:]:
        assert node.parent is not None
        assert combined[node.parent] >= combined[node.id] * (1 - 1e-9)


def combined_by_normalised(found: Ratios) -> dict[Node, Fraction]:
    """M(n) = max(W(n), sum of R(n')) where R is multiplied by the normalised ratio."""
    relevance = found.relevance("normalised")
    return {
        n: max(found.weight(n), sum((relevance[child] for child in found.children(n)), Fraction(0)))
        for n in found.content
    }


def test_with_normalised_relevance_it_falls() -> None:
    page = Page(f"{MENU}<main><ul>{ROWS}</ul></main>")
    found = Ratios(page, "wlr", content_nodes(page, body_of(page)))
    normalised = {n.name: value for n, value in combined_by_normalised(found).items()}
    assert normalised["body"] < normalised["main"] < normalised["ul"]
    combined = {n.name: value for n, value in found.combined().items()}
    assert combined["body"] == combined["main"] == combined["ul"]


# The paper's pages, with what it leaves out.

ABSTRACT = f"""<html><body>
<div id="header"><ul>{"<li><a href=x>Browse</a></li>" * 6}</ul></div>
<div id="maincontent">
<a name="Abstract"><h2>Abstract</h2></a>
<p>{SENTENCE * 12}It is shown that the method delivers the best results.</p>
</div>
<div id="footer">
<p class="bottomstuff">Copyright IEEE. All rights are reserved. Use of this web site signifies your
agreement to the terms and conditions. For more information please write to the publisher.</p>
<p class="links">
<a href="IEEE Xplore.html" target="blank">Help</a> |
<a href="/xpl/techform.jsp">Contact Us</a> | <a href="/privacy">Privacy &amp; Security</a>
</p></div>
</body></html>"""


@pytest.mark.parametrize("name", ["wlr", "clr"])
def test_the_footer_of_example_2_1_is_not_content(name: str) -> None:
    # "The technique can identify precisely the HTML containers and avoid mixing different sections (such
    # as the footer and the other div tag in Example 2.1)."
    text = extract(ABSTRACT, algorithm=name).text
    assert text.startswith("Abstract\n\nMost HTML documents")
    assert text.endswith("delivers the best results.\n")


def paper_of(number: int) -> str:
    """A row of the table of figure 2."""
    return f"""<tr>
<td align="right" valign="top" class="J" bgcolor="#FFCCCC">{number}</td>
<td valign="top"><a href="x"><img alt="Electronic Edition" src="ee.gif"></a>EE</td>
<td>Gerard Salton, <a href="../s/Singhal:Amit.html">Amit Singhal</a>, <a href="m.html">Mandar Mitra</a>:
Automatic Text Structuring and Summarization, part {number}.
<a href="../../../../db/journals/ipm/ipm33.html#SaltonSMB97">Inf. Process. Manage. 33</a>(2): 193-207 (1997)
</td>
</tr>"""


DBLP = f"""<body>
<div class="llogo">
<a href="../../../index.html"><img alt="dblp.uni-trier.de" src="../../../Logo.gif" height="60"/></a>
</div>
<hr/>
<h1 key="homepages/s/GerardSalton">Gerard Salton
<a href="http://www.cs.virginia.edu/clv2m/salton.txt">Memory</a></h1>
<p>
<table id="papers" border="1">
<tr><th>#</th><th colspan="2" bgcolor="#FFFFCC">1997</th></tr>
{"".join(paper_of(number) for number in range(138, 0, -1))}
</table>
</p>
<h2><a name="coauthors" href="http://dblp.uni-trier.de/rec/pers/s/Salton:Gerard/xc">Coauthor Index</a></h2>
 <p>
<table id="coauthors" border="1">
{"<tr><td>1</td><td><a href=y>James Allan</a></td><td>[122]</td><td>[125]</td></tr>" * 60}
</table>
</p>
<script type="text/javascript" src="/ley/www.dblp.org/completesearch.js"></script>
</body>"""


def test_the_best_node_of_the_dblp_page_is_the_table() -> None:
    # Example 4.8: "It corresponds to the table which forms the main content of the webpage."
    page = Page(DBLP)
    papers = extract(page, algorithm="plain", drop=["h1", "h2", "#coauthors"])
    assert papers.words > 138 * 20
    assert algorithm("wlr")(page) == papers.spans


def test_the_best_node_of_example_4_8_by_each_relevance() -> None:
    # "The best node is the one with a dashed shape (labelled with table)." The parser puts a tbody into the
    # table; with a doctype it closes the p before it, without one the p holds the table and nothing else.
    found = [best_of(f"<!doctype html>{DBLP}", kind) for kind in RELEVANCES]
    assert found == ["table#papers", "tbody", "body"]
    assert [best_of(DBLP, kind) for kind in RELEVANCES] == ["p", "tbody", "body"]


def test_the_initial_nodes_of_the_dblp_page_are_the_cells_with_the_papers() -> None:
    # "The only node in the figure that belongs to I is the node with a dotted shape (labelled with td)."
    page = Page(DBLP)
    content = content_nodes(page, body_of(page))
    found = Ratios(page, "wlr", content)
    assert {n.name for n in found.initial} == {"td"}
    assert len(found.initial) == 138
    # "This means that the value for the attribute leaves of the node with a dotted shape is one."
    assert {found.leaves[n] for n in found.initial} == {1}


def test_nodes_without_text_are_removed_from_the_dblp_page() -> None:
    # "The tags script or hr are removed [...] The #text node between nodes labeled with h2 and p is also
    # removed because it does not contain text."
    found = curves(DBLP)["ratio"]
    assert not {"script", "hr", "img", "div"} & set(found)
    assert {"h1", "h2", "table", "td"} <= set(found)


# The definitions, transcribed.


def check_equals_the_paper(page: Page, name: str, relevances: list[str]) -> None:
    content = content_nodes(page, body_of(page))
    literal = Ratios(page, name, content) if content else None
    for relevance in relevances:
        method = algorithm(name, relevance=relevance)
        spans, signals = method(page), method.signals(page)
        if literal is None:
            assert (len(spans), len(signals["start"])) == (0, 0)
            continue
        elements = [n for n in content if n.name != "#text"]
        starts = page.tokens.start[page.elements.open[[n.number for n in elements]]]
        assert signals["start"].tolist() == starts.tolist()
        assert signals["ratio"] == pytest.approx([float(literal.ratio[n]) for n in elements])
        found = literal.relevance(relevance)
        best = literal.best(found)
        assert signals["relevance"] == pytest.approx([float(found[n] / found[best]) for n in elements])
        assert [start for start, _ in spans] == [page.tokens.start[n.number] for n in best.texts()]


@pytest.mark.parametrize(
    "html",
    [
        # The ratio of ul is 22/3, and the threshold too: sqrt(11 x 44/9), which a computer finds larger.
        "<ul>{8}{7}{7}</ul>{11}{3}{2}{2}{2}{2}",
        # The body and an h2 are equally relevant, but a computer finds the h2 a little more so.
        "{3}<section>{3}</section>{2}",
    ],
)
def test_fractions_that_are_equal_are_taken_so(html: str) -> None:
    page = Page(re.sub(r"\{([0-9]+)\}", lambda words: "<h2>" + "x " * int(words[1]) + "</h2>", html))
    check_equals_the_paper(page, "wlr", RELEVANCES)


@given(soups | boxes, st.sampled_from(NAMES), st.sampled_from(RELEVANCES))
def test_equals_the_paper_transcribed(html: str, name: str, relevance: str) -> None:
    check_equals_the_paper(Page(html), name, [relevance])


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    for ratio in NAMES:
        check_equals_the_paper(our_pages()[name], ratio, RELEVANCES)
