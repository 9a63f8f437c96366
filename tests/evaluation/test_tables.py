from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.tables import RowFormat, escape, records, table, unescape

# Half characters too: names of files may hold bytes that are none.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)
SHARES = st.floats(0, 1)
SCORES = st.one_of(st.builds(Score, SHARES, SHARES, SHARES), st.sampled_from(["too large", "no gold"]))
FORM = RowFormat(("words", "words:stop=en"), ("reader_seconds",))
ROWS = st.builds(
    Row,
    package=st.just("p"),
    contestant=st.just("c"),
    document=ANY_TEXT,
    site=ANY_TEXT,
    bytes=st.integers(0, 10**12),
    seconds=st.floats(0, 1e6),
    scores=st.fixed_dictionaries({}, optional=dict.fromkeys(FORM.measures, SCORES)),
    figures=st.fixed_dictionaries({}, optional={name: st.floats(0, 1e6) for name in FORM.figures}),
    error=ANY_TEXT,
)


@given(ANY_TEXT)
def test_any_text_fits_into_a_cell_and_comes_back(text: str) -> None:
    cell = escape(text)
    assert len(cell.splitlines()) <= 1
    assert "\t" not in cell
    assert unescape(cell) == text


@given(ROWS)
def test_a_row_is_read_as_it_was_written(row: Row) -> None:
    line = FORM.line(row).encode("utf-8").decode("utf-8")
    assert FORM.row(line, "p", "c") == row


def test_the_header_distinguishes_measures_from_figures() -> None:
    form = RowFormat(("chars", "words"), ("screen_words", "odd precision"))
    assert RowFormat.of_header(form.header) == form


@pytest.mark.parametrize("header", ["", "package\tcontestant\n", "document\tsite\tbytes\n"])
def test_other_tables_are_refused(header: str) -> None:
    with pytest.raises(ValueError, match="not a table of results"):
        RowFormat.of_header(header)


def test_a_truncated_line_is_damaged() -> None:
    line = FORM.line(Row("p", "d", "s", "c", 1, 0.5, {"words": Score(1, 1, 1)}))
    with pytest.raises(ValueError, match="cells"):
        FORM.row(line[: len(line) // 2], "p", "c")


def test_tables_are_read_by_the_names_of_their_columns() -> None:
    text = table(["a", "b c"], [["x\ty", 1], [None, 0.1]])
    assert records(text) == [{"a": "x\ty", "b c": "1"}, {"a": "", "b c": "0.1"}]
    assert records("") == []
