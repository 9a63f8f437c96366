"""The jobs of the service, without a service around them."""

from __future__ import annotations

import json

import pytest

from mainspan.fetch import Fetched
from mainspan.service.jobs import SignalsJob


@pytest.mark.parametrize(("units", "points", "units_per_point"), [(10_000, 10_000, 1), (10_001, 10_000, 2)])
def test_curves_have_at_most_as_many_points_as_a_picture_can_show(
    units: int, points: int, units_per_point: int
) -> None:
    # The page itself has four units more.
    page = Fetched(b"<p>x" * (units - 4), "", None)
    record = json.loads(SignalsJob(page, "density")())
    assert record["units"] == units
    assert (len(record["start"]), record["units_per_point"]) == (points, units_per_point)
