"""The language of a text, and that of a tag."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.metadata import Fact
from mainspan.metadata.languages import (
    _decide,
    _is_written,
    detect_language,
    identify_language,
    language_tag,
)

GERMAN = (
    "Gestern Abend öffnete in der Stadt eine neue Bücherei. Familien kamen, um die hellen Säle zu sehen und "
    "die ersten Bücher auszuwählen. Die Türen sind täglich geöffnet, sagte die Leiterin."
)
DOUBTFUL = "Die Suppe steht auf dem Tisch und wird langsam kalt. " * 6
SHOP = "Lodge Cast Iron\n\nOnly 3 left!\n\nLODGE\n\n" + "".join(
    f'{size}" CAST IRON SKILLET L{size}SK3\n\n$49.99 USD\n\nOnly {size} left!\n\n' for size in range(4, 14)
)
JAPANESE = "気象庁は十三日、日向灘で震度五弱の地震があったと発表した。津波注意報が出されている。" * 4
CHINESE = (
    "昨天晚上，市里新开了一家图书馆，许多家庭带着孩子前来参观，并且借走了第一批书。馆长说，图书馆每天都开放，"
    "欢迎大家常来。我们的城市需要这样的地方，人们可以在这里学习和休息。气象部门今天表示，沿海地区发生了地震，请注意安全。"
    "专家认为，这次地震不会引起海啸，但是居民应该继续关注有关部门的通知。"
)


def test_the_language_of_a_text_is_found_if_it_is_long_enough() -> None:
    assert detect_language(GERMAN) == Fact("de", "text")
    assert detect_language(GERMAN[:100], "de") is None
    assert detect_language("123 456 " * 100) is None


def test_of_languages_that_are_about_as_near_the_declared_one_is_found() -> None:
    assert detect_language(DOUBTFUL) is None
    assert detect_language(DOUBTFUL, "de-AT") == Fact("de", "text")


def test_a_clear_text_takes_precedence_over_the_declared_language() -> None:
    assert detect_language(GERMAN * 3, "en-US") == Fact("de", "text")


def test_capitals_and_prices_make_no_other_script() -> None:
    assert detect_language(SHOP, "en") == Fact("en", "text")
    assert detect_language(GERMAN.upper()) == Fact("de", "text")


def test_a_text_with_some_capitals_is_read_as_it_is() -> None:
    words = ("Gestern Abend in der Stadt. " * 10).split()
    loud = " ".join(word.upper() if place % 4 == 0 else word for place, word in enumerate(words))
    assert detect_language(loud) == Fact("de", "text")
    assert detect_language(loud.lower()) is None


def test_a_text_far_from_all_languages_has_none_even_if_one_is_declared() -> None:
    assert detect_language("qxxq xqqx qqxq xxqx " * 12, "en") is None


def test_a_text_with_kana_is_japanese() -> None:
    assert detect_language(JAPANESE) == Fact("ja", "text")
    assert detect_language(CHINESE, "ja") == Fact("zh", "text")


@pytest.mark.parametrize(
    ("guesses", "expected"),
    [
        ([("fr", 300), ("en", 319)], "en"),
        ([("fr", 300), ("en", 320)], "fr"),
        ([("la", 400), ("en", 460)], "en"),
        ([("la", 399), ("en", 459)], "la"),
        ([("la", 400), ("en", 461)], "la"),
        ([("fr", 400), ("ca", 419), ("en", 460)], "en"),
        ([("fr", 400), ("ca", 420), ("en", 460)], ""),
        ([("fr", 400), ("ca", 420)], "fr"),
        ([("fr", 400), ("ca", 419)], ""),
    ],
)
def test_the_declared_language_counts_where_the_text_is_far_from_all(
    guesses: list[tuple[str, int]], expected: str
) -> None:
    assert _decide(guesses[:2], "en", dict(guesses).get("en", 1200)) == expected


def test_languages_that_the_detector_knows_by_another_name() -> None:
    text = "Regjeringen sier at alle barn skal få lære å svømme på skolen, og at det skal skje snart. " * 3
    assert detect_language(text, "nb-NO") == Fact("no", "text")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("EN_us", "en-US"),
        ("utf-8", ""),
        ("eng", "en"),
        ("haw", "haw"),
        ("xx", ""),
        ("mul", ""),
        ("de, en", "de"),
    ],
)
def test_only_known_languages_are_tags(value: str, expected: str) -> None:
    assert language_tag(value) == expected


@given(st.text(max_size=400), st.text(max_size=8))
def test_any_text_has_a_language_or_none(text: str, declared: str) -> None:
    found = detect_language(text, declared)
    assert found is None or language_tag(found.value) == found.value


@pytest.mark.parametrize(
    ("language", "script", "share", "expected"),
    [
        ("ru", "CYRILLIC", 0.25, True),
        ("ru", "CYRILLIC", 0.24, False),
        ("de", "LATIN", 0.25, True),
        ("ja", "HIRAGANA", 0.08, True),
        ("ja", "KATAKANA", 0.07, False),
    ],
)
def test_a_language_is_written_in_its_script(
    language: str, script: str, share: float, expected: bool
) -> None:
    assert _is_written(language, {script: share}) is expected


def test_chinese_has_no_kana() -> None:
    assert _is_written("zh", {"CJK": 0.93, "HIRAGANA": 0.07})
    assert not _is_written("zh", {"CJK": 0.92, "HIRAGANA": 0.08})


def test_only_the_start_of_a_text_is_read() -> None:
    german = (GERMAN * 30)[:4_000]
    english = "The soup is on the table, and it will be cold when you come. " * 200
    assert detect_language(german + english) == Fact("de", "text")
    assert detect_language(german[:1_400] + english) == Fact("en", "text")


def test_noise_lowers_the_score() -> None:
    clear, noisy = identify_language(GERMAN), identify_language(GERMAN + " xqj wvz kqx" * 9)
    assert clear is not None
    assert noisy is not None
    assert clear.code == noisy.code == "de"
    assert 0 < noisy.score < clear.score <= 1


def test_a_language_that_only_the_page_declares_has_its_own_score() -> None:
    declared = identify_language(DOUBTFUL, "de-AT")
    assert declared is not None
    assert declared.code == "de"
    assert 0 < declared.score < 1
