from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.report.figures.labels import Box, place_labels
from mainspan.evaluation.report.figures.svg import width_of

ROOM = Box(0, 0, 400, 400)
places = st.integers(0, 400)
points = st.lists(st.tuples(places, places, st.text("abcdef", min_size=1, max_size=12)), max_size=25)


def boxes(labels: list[str]) -> list[Box]:
    made = []
    for each in labels:
        if found := re.match(r'<text class="[^"]*" x="([\d.-]+)" y="([\d.-]+)"[^>]*>(\w+)<', each):
            left, bottom = float(found[1]), float(found[2]) + 3
            made.append(Box(left, bottom - 12, left + width_of(found[3]), bottom))
    return made


@given(points)
def test_no_name_covers_another(given_points: list[tuple[int, int, str]]) -> None:
    placed = boxes(place_labels([(x, y, name) for x, y, name in given_points], ROOM))
    # Places are written to a tenth of a pixel.
    shrunk = [Box(a + 0.1, b + 0.1, c - 0.1, d - 0.1) for a, b, c, d in placed]
    assert not [1 for i, each in enumerate(shrunk) for other in shrunk[:i] if each.meets(other)]


def test_an_isolated_point_has_its_name_beside_it() -> None:
    (label,) = place_labels([(100, 100, "abc")], ROOM)
    assert label.startswith('<text class="name halo" x="107"')


def test_at_the_edge_the_name_is_inside() -> None:
    (box,) = boxes(place_labels([(400, 100, "abc")], ROOM))
    assert box.right <= 400


def test_crowded_points_lead_to_their_names() -> None:
    labels = place_labels([(200, 200, f"name{number}") for number in range(12)], ROOM)
    assert sum(each.startswith("<text") for each in labels) == 12
    assert sum(each.startswith("<line") for each in labels) >= 4
