"""Emoji that are pictures: how long their descriptions may be. More is in the golden cases."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(("length", "is_shown"), [(30, True), (31, False)])
def test_a_long_description_is_that_of_a_picture(length: int, is_shown: bool) -> None:
    name = ":" + "x" * (length - 2) + ":"
    html = f"<p>High tide <img class=emoji alt={name} src=/1.png> today.</p>"
    assert (name in extract(html, algorithm="plain").text) == is_shown
