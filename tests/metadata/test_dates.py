"""Dates of the web, to ISO 8601."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.metadata import dates
from mainspan.metadata.dates import Calendar
from mainspan.metadata.months import months
from tests.clock import FACTOR, grows_linearly

NOW = datetime(2024, 6, 1, tzinfo=UTC)
CALENDAR = Calendar(NOW)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-03", "2024-03-03"),
        ("2024-03-03T10:11:12Z", "2024-03-03T10:11:12Z"),
        ("2024-03-03 10:11:12.123+0100", "2024-03-03T10:11:12+01:00"),
        ("2024-03-03T10:11", "2024-03-03T10:11"),
        ("2024-03-03T25:11", "2024-03-03"),
        ("2024/3/3", "2024-03-03"),
        ("20240303", "2024-03-03"),
        ("20240303T101112Z", "2024-03-03T10:11:12Z"),
        ("1709460672", "2024-03-03T10:11:12Z"),
        ("1709460672000", "2024-03-03T10:11:12Z"),
        ("Sun, 03 Mar 2024 10:11:12 +0100", "2024-03-03T10:11:12+01:00"),
        ("Sun Mar 3rd, 2024", "2024-03-03"),
        ("March 3, 2024 10:15 AM", "2024-03-03"),
        ("the 3rd of March, 2024", "2024-03-03"),
        ("3 Mar 24", "2024-03-03"),
    ],
)
def test_forms_for_machines_and_english_ones(text: str, expected: str) -> None:
    assert CALENDAR.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "3. März 2024",
        "März 3, 2024",
        "3er mars 2024",
        "3 de marzo de 2024",
        "3 marzo 2024",
        "3 de março de 2024",
        "3 maart 2024",
        "3 mars 2024",
        "3. marts 2024",
        "3. maaliskuuta 2024",
        "3 marca 2024",
        "3. března 2024",
        "3 марта 2024 г.",
        "3 березня 2024",
        "3 март 2024",
        "3 Μαρτίου 2024",
        "3 Mart 2024",
        "2024. március 3.",
        "3 martie 2024",
        "3. ožujka 2024",
        "2024 m. kovo 3 d.",
        "3 مارس 2024",
        "٣ آذار ٢٠٢٤",
        "3 במרץ 2024",
        "3 मार्च 2024",
        "3 มีนาคม 2567",
        "2024年3月3日",
        "2024년 3월 3일",
        "3.3.2024",
        "03.03.24",
    ],
)
def test_the_third_of_march_in_many_languages(text: str) -> None:
    assert CALENDAR.parse(text) == "2024-03-03"


def test_arabic_months_of_two_words() -> None:
    assert CALENDAR.parse("5 كانون الثاني 2024") == "2024-01-05"
    assert CALENDAR.parse("5 كانون الأول 2023") == "2023-12-05"


def test_one_name_can_mean_two_months() -> None:
    assert Calendar(NOW, "pl").parse("3 listopada 2023") == "2023-11-03"
    assert Calendar(NOW, "hr").parse("3. listopada 2023") == "2023-10-03"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("", "03/04/2024", "2024-03-04"),
        ("en-US", "03/04/2024", "2024-03-04"),
        ("en-GB", "03/04/2024", "2024-04-03"),
        ("de", "03/04/2024", "2024-04-03"),
        ("de", "04/13/2024", "2024-04-13"),
        ("en-US", "13/04/2024", "2024-04-13"),
        ("en-US", "03.04.2024", "2024-04-03"),
    ],
)
def test_day_and_month_by_what_is_possible_and_by_language(language: str, text: str, expected: str) -> None:
    assert Calendar(NOW, language).parse(text) == expected


def test_no_date_is_later_than_two_days_from_now() -> None:
    assert CALENDAR.parse("2024-06-03") == "2024-06-03"
    assert CALENDAR.parse("2024-06-04") == ""


def test_texts_name_no_date_before_the_web_but_metadata_may() -> None:
    assert CALENDAR.parse("1989-12-31", explicit=False) == ""
    assert CALENDAR.parse("1990-01-01", explicit=False) == "1990-01-01"
    assert CALENDAR.parse("1989-12-31") == "1989-12-31"
    assert CALENDAR.parse("1403-12-13") == ""


@pytest.mark.parametrize(
    "text", ["", "soon", "2024-13-45", "31 February 2024", "May 2024", "12:30", "1.2.3.4", "192.168.10.12"]
)
def test_texts_that_are_not_dates(text: str) -> None:
    assert CALENDAR.parse(text) == ""


def test_all_dates_of_a_text_are_found_in_order() -> None:
    found = list(CALENDAR.find("Posted 12 May 2011, changed 2012-06-02"))
    assert [each.day for each in found] == ["2011-05-12", "2012-06-02"]


def test_every_month_has_a_number() -> None:
    assert set(months().values()) == set(range(1, 13))
    assert all(name == name.lower() for name in months())


@given(st.text(alphabet=st.sampled_from("0123456789 -/.:,TZ年月日marMAR+"), max_size=60))
def test_any_text_gives_a_day_or_nothing(text: str) -> None:
    found = CALENDAR.parse(text)
    assert not found or datetime.fromisoformat(found[:10]) <= datetime(2024, 6, 3)


@pytest.mark.parametrize("row", ["1", "1/", "2024-", "1 march ", "年1", "12:3"])
def test_time_grows_with_the_text(row: str) -> None:
    small, large = row * 10_000, row * 10_000 * FACTOR
    assert grows_linearly(lambda: list(CALENDAR.find(small)), lambda: list(CALENDAR.find(large)))


def test_dates_are_searched_for_at_the_start_of_a_text() -> None:
    assert [each.start for each in CALENDAR.find("x " * 195 + "2024-03-03 2024-03-04")] == [390]
    assert list(CALENDAR.find("x " * 196 + "2024-03-03")) == []


# The patterns as one would write them first, with what must not be before them at the beginning.
_PLAIN = {
    dates._YEAR_FIRST: r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)",
    dates._COMPACT: r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?(?!\d)",
    dates._HAN: r"(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日日일]?",
    dates._YEAR_LAST: r"(?<![\d./-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d])(?!\2\d)",
}
_DATE_LIKE = st.lists(st.sampled_from([*"0123-/. 年月日٣", "19", "20", "2024", "20240303"]), max_size=16)


@given(_DATE_LIKE.map("".join))
def test_dates_of_numbers_are_where_the_plain_patterns_find_them(text: str) -> None:
    for pattern, plain in _PLAIN.items():
        wanted = [match.start() for match in re.finditer(plain, text)]
        assert [match.start() for match in pattern.finditer(text)] == wanted
        assert not wanted or dates._NUMERIC.search(text)


@given(st.text(alphabet="abz019 ,.-"))
def test_the_words_of_a_text_in_ascii_are_its_pieces_without_numbers(text: str) -> None:
    assert dates._LETTERS.findall(text) == [each for each in dates._PIECE.findall(text) if each.isalpha()]
