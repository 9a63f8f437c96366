"""What holds for all measures, and how they are named."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.errors import ParameterError
from mainspan.evaluation.measures import MEASURES, Case, measure

from . import naive
from .strategies import pairs, texts

PAGE = "<ul><li>the<li>cat</ul><p>The cat sat, on-mat</p><p>a</p><p>東京</p><p>b</p>".encode()
TEXT_MEASURES = [*naive.SCORES, "words:stop=en", "shingles:stop=en,stem=en"]


@given(pairs, st.sampled_from(sorted(naive.SCORES)))
def test_scores_are_those_of_the_naive_measures(pair: tuple[str, str], name: str) -> None:
    score = measure(name)(Case(*pair))
    assert score == pytest.approx(naive.SCORES[name](*pair), abs=1e-9)


@given(pairs, st.sampled_from([*TEXT_MEASURES, "blocks"]))
def test_scores_are_from_0_to_1_and_swap_with_the_texts(pair: tuple[str, str], name: str) -> None:
    found, gold = pair
    score, swapped = measure(name)(Case(found, gold, PAGE)), measure(name)(Case(gold, found, PAGE))
    assert not isinstance(score, str)
    assert not isinstance(swapped, str)
    assert all(0 <= value <= 1 for value in score)
    assert (score.precision, score.recall, score.f1) == (swapped.recall, swapped.precision, swapped.f1)


@given(pairs, st.sampled_from([*TEXT_MEASURES, "blocks"]))
def test_f1_is_the_harmonic_mean(pair: tuple[str, str], name: str) -> None:
    score = measure(name)(Case(*pair, PAGE))
    assert not isinstance(score, str)
    precision, recall, f1 = score
    expected = 2 * precision * recall / (precision + recall) if precision + recall else 0
    assert f1 == pytest.approx(expected, abs=1e-12)


@given(texts, st.sampled_from([*TEXT_MEASURES, "blocks"]))
def test_a_text_fits_itself(text: str, name: str) -> None:
    assert measure(name)(Case(text, text, PAGE)) == (1, 1, 1)


@pytest.mark.parametrize("name", TEXT_MEASURES)
@pytest.mark.parametrize("empty", ["", " \n\t\u00a0"])
def test_both_empty_is_1_and_one_empty_is_0(name: str, empty: str) -> None:
    assert measure(name)(Case(empty, "")) == (1, 1, 1)
    assert measure(name)(Case("cat", empty)) == (0, 0, 0)
    assert measure(name)(Case(empty, "cat")) == (0, 0, 0)


@pytest.mark.parametrize("name", [*TEXT_MEASURES, "blocks"])
def test_without_gold_there_is_no_score(name: str) -> None:
    assert measure(name)(Case("text", None, PAGE)) == "no gold"


@pytest.mark.parametrize("name", [*MEASURES, *TEXT_MEASURES])
def test_a_measure_is_a_value_that_its_name_makes_again(name: str) -> None:
    made = measure(name)
    assert repr(made) == name
    assert measure(repr(made)) == measure(made) == pickle.loads(pickle.dumps(made)) == made


def test_the_measures_are_those_of_the_papers_and_benchmarks() -> None:
    assert (
        list(MEASURES)
        == "chars words bag set substring subsequence shingles segments blocks structure".split()
    )
    assert all(each.name == name for name, each in MEASURES.items())


def test_spaces_and_capitals_in_a_name_do_not_matter() -> None:
    assert repr(measure(" Words : stop = en , ")) == "words:stop=en"
    assert measure("words:") == measure("words")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("wrods", "no measure is called 'wrods': did you mean words\\? The measures are bag, blocks, chars"),
        ("", "no measure is called '': the measures are"),
        ("words:stop", "words: write parameters as name=value, not 'stop'"),
        ("words:stopp=en", "words has no parameter 'stopp': did you mean stop"),
        ("chars:stop=en", "chars has no parameter 'stop': it has no parameters"),
    ],
)
def test_a_wrong_name_is_refused_with_what_would_be_right(written: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        measure(written)
