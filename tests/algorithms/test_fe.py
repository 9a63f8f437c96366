"""FeatureExtractor and K-FeatureExtractor against the papers: blocks, shares, the best block, clusters."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.fe import FE, FEATURES, KFE
from mainspan.page.kinds import CLOSE, OPEN, TEXT, VOID
from tests.algorithms.paper import our_pages
from tests.soup import soups

NEWS = (
    "<div class=menu>" + "<a href=x>Entry</a> " * 20 + "</div>"
    "<div><img src=a><img src=b></div>"
    "<div>" + "A sentence of the news article. " * 30 + "</div>"
    "<form><input> Your name <button>Send</button></form>"
)


def texts(html: str, name: str = "fe", **parameters: object) -> list[str]:
    """The lines that a method finds in a page."""
    return extract(html, algorithm=algorithm(name, **parameters)).text.split("\n")[:-1]


def test_text_is_the_feature_of_news_articles() -> None:
    """They "correspond best to a desired feature, e.g. text for the main content of a news article"."""
    assert texts(NEWS) == [("A sentence of the news article. " * 30).strip()]
    assert texts(NEWS, "kfe") == texts(NEWS)


def test_another_feature_finds_other_blocks() -> None:
    assert texts(NEWS, feature="links") == ["Entry " * 19 + "Entry"]
    assert texts(NEWS, feature="forms") == ["Your name Send"]
    assert texts(NEWS, "kfe", feature="links", k=4) == ["Entry " * 19 + "Entry"]


@pytest.mark.parametrize("name", ["fe", "kfe"])
@pytest.mark.parametrize(
    ("html", "feature", "reason"),
    [
        ("<img src=x>", "text", "the page has no text"),
        ("<p>word", "images", "the page has no images"),
        (NEWS, "images", "what is richest in images has no text"),
    ],
)
def test_an_empty_answer_has_a_reason(name: str, html: str, feature: str, reason: str) -> None:
    assert algorithm(name, feature=feature)(Page(html)).reason == reason


def test_no_block_with_more_text_than_all_else_is_an_empty_answer() -> None:
    spans = FE()(Page("<p><a href=x>one</a>"))
    assert spans.reason == "no block has more of the page's text than of all else"


@pytest.mark.parametrize("tag", ["table><tr><td", "p", "ul", "div", "section"])
def test_block_tags_divide_the_page(tag: str) -> None:
    assert shares(f"aa<{tag}>bbbb</{tag.split('>')[0]}>cc") == [0.25, 0.5, 0.25]


@pytest.mark.parametrize("tag", ["span", "b", "h1", "x-card"])
def test_other_tags_do_not(tag: str) -> None:
    assert shares(f"aa<{tag}>bbbb</{tag}>cc") == [1.0]


def shares(html: str, feature: str = "text") -> list[float]:
    """The shares of the blocks that have any of a feature."""
    return [share for share in FE().signals(Page(html))[feature].tolist() if share]


def test_a_rule_cuts_and_a_list_is_one_block() -> None:
    assert shares("aa<hr>bb") == [0.5, 0.5]
    assert shares("<ul><li>aa<li>bb</ul><ul><li>cc</ul>") == [4 / 6, 2 / 6]
    assert shares("<ul><li>aa<li>bb</ul><ul><li>cc</ul>", "lists") == [3 / 5, 2 / 5]


@pytest.mark.parametrize(
    ("piece", "feature"),
    [
        ("<img>", "images"),
        ("<svg></svg>", "images"),
        ("<a href=x></a>", "links"),
        ("<table></table>", "tables"),
        ("<dl></dl>", "lists"),
        ("<input>", "forms"),
        ("<script></script>", "scripts"),
        ("<style></style>", "styles"),
        ("<iframe></iframe>", "objects"),
    ],
)
def test_features_are_counted_by_their_tags(piece: str, feature: str) -> None:
    curves = FE().signals(Page(f"<body>{piece}"))
    assert [name for name in FEATURES if curves[name].any()] == [feature]


def test_an_anchor_without_an_address_is_no_link() -> None:
    assert shares("<a name=x>word</a>", "links") == []


@pytest.mark.parametrize(("characters", "expected"), [(50, "b" * 50), (51, "a" * 51)])
def test_text_must_outweigh_the_other_features(characters: int, expected: str) -> None:
    """The first block has half the links: half the text is not enough."""
    link, first, second = "<a href=x></a>", "a" * characters, "b" * (100 - characters)
    assert texts(f"<p>{first}{link}</p><p>{second}</p><p>{link}</p>") == [expected]


def test_the_best_block_has_the_largest_share_and_is_the_first_of_equals() -> None:
    assert texts("<p>aa<p>bbb<p>cc") == ["bbb"]
    assert texts("<p>aa<p>bb<p>c") == ["aa"]


def test_one_cluster_holds_all_and_many_hold_one_kind_each() -> None:
    html = "<p>pure text</p><p>mixed <img><a href=x>text</a></p><p><a href=x>link</a></p>"
    assert texts(html, "kfe", k=1) == ["pure text", "", "mixed text", "", "link"]
    assert texts(html, "kfe", k=50) == ["pure text"]


def test_short_paragraphs_are_in_the_cluster_of_long_ones() -> None:
    assert len(texts(NEWS + "<p>Short.</p>" + "<p>Longer text</p>" * 3, "kfe")) == 9


def test_fewer_blocks_than_clusters() -> None:
    assert texts("<p>one</p>", "kfe") == ["one"]
    assert texts("<p>one</p><p><a href=x>two</a></p>", "kfe") == ["one"]


def test_signals_are_shares_that_add_up_over_blocks_or_within_them() -> None:
    shares, mixes = (algorithm(name).signals(Page(NEWS)) for name in ("fe", "kfe"))
    assert sum(shares["links"]) == pytest.approx(1)
    assert sum(mixes[name] for name in FEATURES) == pytest.approx(1)
    assert set(mixes["cluster"]) == {0, 1, 2}
    assert (np.diff(shares["start"]) > 0).all()


# --- the papers transcribed ---

_CUTS = "table tr p hr ul div ol dl dir menu article section main header footer nav aside body".split()
_NAMES = {
    "images": ["img", "svg"],
    "tables": ["table", "caption", "tr", "td", "th"],
    "lists": ["ul", "ol", "dl", "dir", "menu", "li", "dt", "dd"],
    "forms": ["form", "input", "select", "textarea", "button"],
    "scripts": ["script"],
    "styles": ["style"],
    "objects": ["object", "applet", "embed", "iframe", "frame", "video", "audio", "canvas"],
}
Block = tuple[dict[str, int], list[int]]


def literal_blocks(page: Page) -> list[Block]:
    """Each block's amounts and its tokens with text: a cut tag ends one and begins the next."""
    blocks: list[Block] = [(dict.fromkeys(FEATURES, 0), [])]
    for i, kind in enumerate(page.tokens.kind.tolist()):
        source = page.source[page.tokens.start[i] : page.tokens.end[i]]
        if kind == TEXT:
            blocks[-1][0]["text"] += len(" ".join(page.text_of(i).split()))
            blocks[-1][1].append(i)
        if kind not in (OPEN, CLOSE, VOID):
            continue
        name = re.split("[ />]", source.strip("</"))[0]
        if name in _CUTS:
            blocks.append((dict.fromkeys(FEATURES, 0), []))
        if kind != CLOSE and name in ("a", "area") and ' href="' in source:
            blocks[-1][0]["links"] += 1
        for feature, names in _NAMES.items():
            blocks[-1][0][feature] += kind != CLOSE and name in names
    return [block for block in blocks if any(block[0].values())]


def literal_shares(blocks: list[Block]) -> list[dict[str, Fraction]]:
    """The share of each block of the page's amount of each feature, as exact fractions."""
    total = {feature: sum(amounts[feature] for amounts, _ in blocks) or 1 for feature in FEATURES}
    return [{each: Fraction(amounts[each], total[each]) for each in FEATURES} for amounts, _ in blocks]


def literal_fe(page: Page, wanted: str) -> list[int]:
    """The tokens of the best of the blocks in which the wanted feature outweighs the others."""
    blocks = literal_blocks(page)
    winners = [
        (share[wanted], -number)
        for number, share in enumerate(literal_shares(blocks))
        if all(share[wanted] > share[other] for other in FEATURES if other != wanted)
    ]
    return blocks[-max(winners)[1]][1] if winners else []


def literal_kfe(page: Page, wanted: str, k: int) -> list[int]:
    """The tokens of the richest cluster: k-means as in a textbook."""
    blocks = literal_blocks(page)
    # Divided as numbers with rounding, so that equal distances are equal in both versions.
    shares = [[float(share[feature]) for feature in FEATURES] for share in literal_shares(blocks)]
    points = [[value / added(share) for value in share] for share in shares]
    place = FEATURES.index(wanted)
    centres = [points[seed] for seed in literal_seeds([point[place] for point in points], k)]
    labels: list[int] = []
    for _ in range(31):
        before = labels
        labels = [nearest(point, centres) for point in points]
        if labels == before:
            break
        for n in range(len(centres)):
            members = [point for point, label in zip(points, labels, strict=True) if label == n]
            if members:
                centres[n] = [
                    added([each[f] for each in members]) / len(members) for f in range(len(FEATURES))
                ]
    means = {}
    for n in sorted(set(labels)):
        values = [point[place] for point, label in zip(points, labels, strict=True) if label == n]
        means[n] = added(values) / len(values)
    best = max(means, key=lambda n: (means[n], -n), default=-1)
    return [i for block, label in zip(blocks, labels, strict=True) if label == best for i in block[1]]


def literal_seeds(values: list[float], k: int) -> list[int]:
    """The block nearest to each of k places between the most and the least, none twice."""
    seeds: list[int] = []
    for step in range(min(k, len(values))):
        at = max(values) - (max(values) - min(values)) * step / max(k - 1, 1)
        free = [n for n in range(len(values)) if n not in seeds]
        seeds.append(min(free, key=lambda n: (abs(values[n] - at), n)))
    return seeds


def nearest(point: list[float], centres: list[list[float]]) -> int:
    distances = [added([(a - b) * (a - b) for a, b in zip(point, centre, strict=True)]) for centre in centres]
    return distances.index(min(distances))


def added(values: list[float]) -> float:
    """The sum, added one by one: newer Pythons' sum() rounds differently."""
    total = 0.0
    for value in values:
        total += value
    return total


def found_tokens(page: Page, method: FE) -> list[int]:
    return [
        int(np.searchsorted(page.tokens.start, start, side="right")) - 1 for start, _ in method(page).pairs
    ]


def check_equals_the_papers(page: Page, feature: str, k: int) -> None:
    has_words = page.tokens.words.tolist()
    has_any = any(amounts[feature] for amounts, _ in literal_blocks(page))
    for method, expected in [
        (FE(feature=feature), literal_fe(page, feature)),
        (KFE(feature=feature, k=k), literal_kfe(page, feature, k) if has_any else []),
    ]:
        assert found_tokens(page, method) == [i for i in expected if has_words[i]]


_pieces = """<p> </p> <div> </div> <ul><li> <li> </ul> <table><tr><td> </table> <hr> <img> <br> <b> </b>
    <a href=x>link</a> <a name=y>name</a> <input> <script>x</script> <form> </form> <section> <svg></svg>
    word longer-word &amp; <h2> <iframe></iframe>""".split()
pages_of_blocks = st.lists(st.sampled_from(_pieces), min_size=3, max_size=50).map(" ".join)


@given(soups | pages_of_blocks, st.sampled_from(FEATURES[:5] * 2 + FEATURES), st.integers(1, 5))
def test_equals_the_papers_transcribed(html: str, feature: str, k: int) -> None:
    check_equals_the_papers(Page(html), feature, k)


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_papers_transcribed_on_our_pages(name: str) -> None:
    check_equals_the_papers(our_pages()[name], "text", 3)
