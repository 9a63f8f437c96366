"""Labels of points without overlap: each gets the nearest free position."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.evaluation.report.figures.svg import line, text, width_of

_HEIGHT: Final = 12.0
_RADIUS: Final = 5.5


class Box(NamedTuple):
    """A rectangle on the page."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have something in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: Box) -> bool:
        """Whether it is inside the other."""
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )


def place_labels(points: list[tuple[float, float, str]], room: Box) -> list[str]:
    """The names of points, with a thin line to those that are further away.

    Points are labelled from top to bottom. If no position is free, the name is left out; it is still in the
    tooltip of the point, and in the table below the figure.
    """
    taken = [Box(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y, _ in points]
    parts = []
    for x, y, name in sorted(points, key=lambda each: (each[1], each[0], each[2])):
        width = width_of(name)
        for away, box in _places(x, y, width):
            if box.within(room) and not any(box.meets(other) for other in taken):
                taken.append(box)
                if away:
                    near = min(max(x, box.left), box.right)
                    parts.append(line(x, y, near, box.top if box.top > y else box.bottom, "leader"))
                parts.append(text(box.left, box.bottom - 3, name, "name halo"))
                break
    return parts


def _places(x: float, y: float, width: float) -> list[tuple[bool, Box]]:
    """The possible positions of a name, best first: around the point, then further away, with a line."""
    beside = [
        (x + 7, y - 6),
        (x - 7 - width, y - 6),
        (x - width / 2, y - 7 - _HEIGHT),
        (x - width / 2, y + 7),
        (x + 5, y - 5 - _HEIGHT),
        (x + 5, y + 5),
        (x - 5 - width, y - 5 - _HEIGHT),
        (x - 5 - width, y + 5),
    ]
    away = [
        (x + side, y + up * distance - _HEIGHT / 2)
        for distance in (24, 38, 52, 66, 80, 96, 112, 130, 150)
        for up in (-1, 1)
        for side in (8, -8 - width, 40, -40 - width)
    ]
    places = [(False, at) for at in beside] + [(True, at) for at in away]
    return [(far, Box(left, top, left + width, top + _HEIGHT)) for far, (left, top) in places]
