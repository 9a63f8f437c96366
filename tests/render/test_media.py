"""Formulas without text of their own, near the text that was kept."""

from __future__ import annotations

import pytest

from mainspan import extract

FORMULA = "<script type=math/tex>x^2</script>"


@pytest.mark.parametrize(
    ("before", "after", "is_kept"),
    [(400, None, True), (600, None, False), (None, 10, True), (None, 30, False)],
)
def test_formulas_of_the_content_are_near_its_text(
    before: int | None, after: int | None, is_kept: bool
) -> None:
    gaps = ["" if count is None else "<br>" * count for count in (before, after)]
    first = "" if before is None else FORMULA + gaps[0]
    last = "" if after is None else gaps[1] + FORMULA
    text = extract(f"<div>{first}<p>One two</p>{last}</div>", algorithm="plain").text
    assert ("x^2" in text) is is_kept
