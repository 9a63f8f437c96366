"""Lists and tables that lack a part."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.wholeness import count
from mainspan import Page

LIST = "<ul><li>one<li>two<li>three</ul>"
CARDS = "<ul><li><b>one</b><p>two</p><li><b>three</b><p>four</p></ul>"
TABLE = "<table><tr><td>one<td>two<tr><td>three<td>four</table>"


@pytest.mark.parametrize(
    ("html", "kept", "torn"),
    [
        (LIST, [1, 1, 1], 0),
        (LIST, [1, 0, 1], 1),
        (LIST, [0, 0, 0], 0),
        (CARDS, [1, 0, 1, 0], 0),
        (CARDS, [1, 1, 0, 0], 1),
        (TABLE, [1, 0, 1, 1], 0),
        (TABLE, [1, 1, 0, 0], 1),
    ],
)
def test_a_list_is_torn_if_a_part_of_it_is_missing(html: str, kept: list[int], torn: int) -> None:
    found = count(Page(html), np.array(kept, dtype=np.bool_))
    of_all = {what: sum(many for key, many in found.items() if key[2] == what) for what in ("kept", "torn")}
    assert of_all == {"kept": int(any(kept)), "torn": torn}
