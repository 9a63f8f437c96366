"""How long a page may take that uses no CPU time."""

from __future__ import annotations

import pytest

from mainspan.bulk.settings import Settings
from mainspan.bulk.supervised import _PAGE, Supervised


@pytest.mark.parametrize(("seconds", "patience"), [(30.0, 300.0), (7.0, 70.0), (5.0, 60.0)])
def test_a_page_may_wait_ten_times_as_long_as_it_may_work_and_a_minute_at_least(
    seconds: float, patience: float
) -> None:
    with Supervised(Settings(seconds=seconds)) as supervised:
        assert supervised._limits[_PAGE] == patience
