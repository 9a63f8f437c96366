"""Stop words and stems."""

from __future__ import annotations

import sys

import pytest
import snowballstemmer
from hypothesis import given

from mainspan.errors import MissingExtraError, ParameterError
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.measures.languages import STEMMERS, STOP_WORDS
from mainspan.evaluation.measures.words import Text, words_of

from .strategies import texts


def test_stop_words_do_not_count() -> None:
    # the cat sat on the mat; a mat: "mat" of cat, sat, mat
    assert measure("bag:stop=en")(Case("The cat sat on the mat", "a mat")) == (1 / 3, 1, 2 / 4)
    assert measure("bag")(Case("The cat sat on the mat", "a mat")) == (1 / 6, 1 / 2, 2 / 8)


def test_words_with_one_stem_are_one_word() -> None:
    assert measure("words:stem=en")(Case("connected", "connecting connection")) == (1, 1 / 2, 2 / 3)
    assert measure("words")(Case("connected", "connecting connection")) == (0, 0, 0)


def test_stop_words_go_before_stems_are_made() -> None:
    # "having" is a stop word, its stem "have" would have to be another one.
    assert Text("Having the cats").filtered("en", "en") == ["cat"]
    assert Text("Having the cats").filtered("", "en") == ["have", "the", "cat"]


def test_texts_of_stop_words_are_empty() -> None:
    assert measure("set:stop=en")(Case("the", "and")) == (1, 1, 1)
    assert measure("set:stop=en")(Case("the", "cat")) == (0, 0, 0)


@pytest.mark.parametrize("name", ["words", "bag", "set", "shingles"])
def test_all_measures_of_words_have_both_options(name: str) -> None:
    made = measure(f"{name}:stop=de,stem=de")
    assert made(Case("Die Häuser", "das Haus")) == (1, 1, 1)
    assert repr(made) == f"{name}:stop=de,stem=de"


@given(texts)
def test_what_is_left_is_part_of_the_words(text: str) -> None:
    left = Text(text).filtered("en", "")
    assert left == [word for word in words_of(text) if word not in STOP_WORDS["en"]]


@pytest.mark.parametrize("code", sorted(STOP_WORDS))
def test_stop_words_are_words_as_texts_have_them(code: str) -> None:
    assert all(words_of(word) == [word] for word in STOP_WORDS[code])


def test_all_stemmers_exist() -> None:
    assert set(STEMMERS.values()) <= set(snowballstemmer.algorithms())


@pytest.mark.parametrize(("written", "what"), [("words:stop=xx", "stop"), ("set:stem=xx", "stem")])
def test_an_unknown_language_is_reported_with_those_known(written: str, what: str) -> None:
    with pytest.raises(ParameterError, match=rf"{what} must be one of .*\ben\b.*, not 'xx'"):
        measure(written)


def test_a_missing_stemmer_is_reported_when_the_measure_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    with pytest.raises(MissingExtraError, match=r"mainspan\[eval\]"):
        measure("words:stem=en")
