"""What every registered method must hold. A new method gets all of this for no line."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from mainspan import ALGORITHMS, Page, Spans, algorithm, extract
from mainspan.algorithms import Algorithm
from mainspan.errors import ParameterError
from mainspan.page.kinds import TEXT
from mainspan.parameters import parameters_of
from tests.soup import soups

METHODS = sorted(ALGORITHMS)
ARTICLE = "<p>" + " ".join(["Some quite ordinary words that make up a sentence."] * 12) + "</p>"
PAGE = (
    "<nav>"
    + "<a href=x>Menu entry</a> " * 20
    + f"</nav><article><h1>Title</h1>{ARTICLE * 3}</article><footer>End</footer>"
)

PAGES: dict[str, str | bytes] = {
    "empty": "",
    "no body": "<html><head><title>x</title></head></html>",
    "only a script": "<script>var x</script>",
    "only white space": " \n\t ",
    "one word": "word",
    "one long word": "x" * 100_000,
    "no tags": "Just some text.\n\nIn two paragraphs.",
    "only tags": "<div><p></p><br></div>" * 50,
    "only links": "<a href=x>one two</a> " * 50,
    "hidden": f"<div hidden>{ARTICLE}</div>",
    "frameset": "<frameset><frame src=a></frameset>",
    "one line": PAGE.replace("\n", " "),
    "5,000 nested elements": "<div>" * 5000 + ARTICLE + "</div>" * 5000,
    "300 nested elements": "<div>" * 300 + ARTICLE + "</div>" * 300,
    "tag soup": "<p><b>a<i>b</b>c<table>d<tr>e<td>f</p>" * 30,
    "svg and math": "<svg><text>a b</text></svg><math><mi>x</mi><mo>=</mo></math>" * 30,
    "ordinary": PAGE,
    "nul bytes": b"<p>a\x00b c\x00</p>" * 30,
    "references": "<p>a &amp; b &lt;c&gt; &nbsp; d</p>" * 30,
}


# Methods that by their definition find less of an ordinary page: how many of its 36 sentences, and why.
LESS = {
    "dana": (0, "its characters are all in ASCII"),
    "fe": (12, "it answers with one block"),
    "wnr": (12, "it prefers a single paragraph to all of them, since more elements lower the ratio"),
    "cnr": (12, "it prefers a single paragraph to all of them, since more elements lower the ratio"),
}


def method(name: str) -> Algorithm:
    return algorithm(name)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("page", PAGES)
def test_answers_on_any_kind_of_page(name: str, page: str) -> None:
    made = Page(PAGES[page])
    check_answer(made, method(name)(made))


def check_answer(page: Page, spans: Spans) -> None:
    """The answer is part of the page's text: sorted, disjoint, never a tag, code or unseen text."""
    pairs = spans.pairs
    assert pairs.ndim == 2
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert (pairs[1:, 0] > pairs[:-1, 1]).all()
    token = np.searchsorted(page.tokens.start, pairs[:, 0], side="right") - 1
    assert (page.tokens.kind[token] == TEXT).all()
    assert (pairs[:, 1] <= page.tokens.end[token]).all()
    if not len(pairs):
        assert spans.reason, "an empty answer needs a reason"


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=30)
@given(html=soups)
def test_answers_on_tag_soup(name: str, html: str) -> None:
    page = Page(html)
    check_answer(page, method(name)(page))


@pytest.mark.parametrize("name", METHODS)
def test_the_text_is_part_of_the_page(name: str) -> None:
    found = extract(PAGE, algorithm=name).text.split()
    everything = iter(extract(PAGE, algorithm="plain").text.split())
    assert all(word in everything for word in found)


@pytest.mark.parametrize("name", METHODS)
def test_finds_the_article_of_an_ordinary_page(name: str) -> None:
    count = extract(PAGE, algorithm=name).text.count("ordinary words")
    assert count == LESS[name][0] if name in LESS else count >= 30


@pytest.mark.parametrize("name", METHODS)
def test_reads_ten_megabytes(name: str) -> None:
    page = Page(PAGE * (10_000_000 // len(PAGE)))
    assert page.size > 9_900_000
    check_answer(page, method(name)(page))


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1252", "shift_jis", "gb18030", "koi8-r"])
def test_the_answer_does_not_depend_on_the_encoding(name: str, encoding: str) -> None:
    assert (
        extract(PAGE.encode(encoding), algorithm=name, encoding=None).text
        == extract(PAGE, algorithm=name).text
    )


@pytest.mark.parametrize("name", METHODS)
def test_gives_the_same_answer_twice_and_in_threads(name: str, corpus: Path) -> None:
    data = [path.read_bytes() for path in sorted(corpus.rglob("*.html"))[::7]]
    once = [method(name)(Page(html)) for html in data]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda html: method(name)(Page(html)), data * 2)) == once * 2


@pytest.mark.parametrize("name", METHODS)
def test_leaves_the_page_as_it_was(name: str) -> None:
    page = Page(PAGE)
    before = {key: copy.deepcopy(getattr(page.tokens, key)) for key in page.tokens.__slots__}
    method(name)(page)
    method(name).signals(page)
    assert all(np.array_equal(before[key], getattr(page.tokens, key)) for key in before)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("page", PAGES)
def test_signals_are_named_curves_of_one_length(name: str, page: str) -> None:
    made = Page(PAGES[page])
    curves = method(name).signals(made)
    for curve in curves.values():
        assert curve.shape == curves["start"].shape
        assert curve.dtype == np.float64
        assert np.isfinite(curve).all()
    check_starts(made, curves.get("start", np.zeros(0)))


def check_starts(page: Page, start: NDArray[np.float64]) -> None:
    """Units begin inside the source, one after the other."""
    assert (np.diff(start) >= 0).all()
    assert ((start >= 0) & (start < max(len(page.source), 1))).all()


@pytest.mark.parametrize("name", METHODS)
def test_has_curves_and_a_figure_or_neither(name: str) -> None:
    curves = method(name).signals(Page(PAGE))
    assert ("start" in curves) is (len(curves) > 1) is bool(ALGORITHMS[name].figure)


@pytest.mark.parametrize("name", METHODS)
def test_is_a_value(name: str) -> None:
    one, other = method(name), method(name)
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == name
    with pytest.raises(AttributeError):
        one.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize("name", METHODS)
def test_the_repr_makes_it_again(name: str) -> None:
    for changed in changes(method(name)):
        assert algorithm(repr(changed)) == changed
        assert repr(changed) != name


# Texts that are no choice among a few: another value, or None where only a file of one's own would do.
TEXTS: dict[tuple[str, str], str | None] = {("cues", "method"): "plain", ("cues", "words"): None}


def changes(one: Algorithm) -> list[Algorithm]:
    """The method with each of its parameters changed a little."""
    found = []
    for field in fields(one):
        value = getattr(one, field.name)
        choices = [choice for choice in field.metadata["choices"] if choice != value]
        if isinstance(value, bool):
            value = not value
        elif isinstance(value, int):
            value = value + 1
        elif isinstance(value, float):
            value = value / 2 + 0.01
        elif choices:
            value = choices[0]
        else:
            value = TEXTS[one.name, field.name]
            if value is None:
                continue
        found.append(replace(one, **{field.name: value}))
    return found


@pytest.mark.parametrize("name", METHODS)
def test_every_parameter_is_checked(name: str) -> None:
    for key, declared in parameters_of(ALGORITHMS[name]).items():
        with pytest.raises(ParameterError, match=f"{name}: {key} must be "):
            algorithm(name, **{key: object()})
        if declared.kind in (int, float):
            with pytest.raises(ParameterError, match=key):
                algorithm(name, **{key: float("nan")})
            with pytest.raises(ParameterError, match=key):
                algorithm(name, **{key: -1_000_000_000})


@pytest.mark.parametrize("name", METHODS)
def test_cites_its_paper_and_explains_its_parameters(name: str) -> None:
    cls = ALGORITHMS[name]
    assert cls.__doc__ is not None
    assert cls.paper.split()[-1] in cls.__doc__
    assert all(field.metadata["about"] for field in fields(cls))
