"""The few parts of SVG that figures are drawn with. Every text is escaped here and nowhere else."""

from __future__ import annotations

from typing import Final
from unicodedata import east_asian_width

from mainspan.evaluation.report.escape import escaped

_LETTER: Final = 5.9  # the mean width of a letter of 11 pixels, on the safe side
_MAX_NAME_LENGTH: Final = 30


def number(value: float) -> str:
    """A coordinate, short: a tenth of a pixel is enough."""
    return f"{round(value, 1):g}"


def rectangle(x: float, y: float, width: float, height: float, style: str, hint: str = "") -> str:
    """A rectangle that says what it is when it is pointed at."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{style}" {place}>{title(hint)}</rect>'


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    """A straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line class="{style}" {ends}/>'


def path(points: list[tuple[float, float]], style: str) -> str:
    """A line through points."""
    through = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<path class="{style}" d="M{through}"/>'


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """A text; a long one is shortened in the middle, and whole when it is pointed at."""
    short = shortened(words)
    hint = title(words) if short != words else ""
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text class="{style}" {place}>{escaped(short)}{hint}</text>'


def axis(label: str, ticks: list[str], left: float, right: float, top: float, bottom: float) -> list[str]:
    """A horizontal axis with equal steps: its label, and a line and a text for each tick."""
    parts = [text((left + right) / 2, bottom + 26, label, "axis", "middle")]
    for step, tick in enumerate(ticks):
        x = left + (right - left) * step / (len(ticks) - 1)
        parts.append(line(x, top, x, bottom, "grid" if step else "base"))
        parts.append(text(x, bottom + 13, tick, "tick", "middle"))
    return parts


def title(hint: str) -> str:
    """What an element says when it is pointed at."""
    return f"<title>{escaped(hint)}</title>" if hint else ""


def marker(kind: str, x: float, y: float, hint: str = "", size: float = 4.5) -> str:
    """A point in the shape and colour of a contestant's kind."""
    style = f"point {kind}" if kind in _SHAPES else "point"
    if kind not in _SHAPES:
        place = f'cx="{number(x)}" cy="{number(y)}" r="{number(size)}"'
        return f'<circle class="{style}" {place}>{title(hint)}</circle>'
    corners = " ".join(f"{number(x + dx * size)},{number(y + dy * size)}" for dx, dy in _SHAPES[kind])
    return f'<polygon class="{style}" points="{corners}">{title(hint)}</polygon>'


# A circle is one of our own methods; the corners of the others are in units of the size.
_SHAPES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "peer": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "command": ((0, -1.2), (1.15, 0.85), (-1.15, 0.85)),
    "proxy": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
}


def drawing(width: float, height: float, label: str, parts: list[str]) -> str:
    """A whole figure. `label` is for those who cannot see it."""
    box = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    return f'<svg {box} role="img" aria-label="{escaped(label)}">{"".join(parts)}</svg>'


def shortened(words: str, longest: int = _MAX_NAME_LENGTH) -> str:
    """A text of at most this many characters, shortened in the middle."""
    if len(words) <= longest:
        return words
    head = longest // 2
    return f"{words[:head]}…{words[len(words) - (longest - head - 1) :]}"


def width_of(words: str) -> float:
    """About how wide a text of 11 pixels is, after shortening."""
    return sum(_LETTER * (1.8 if east_asian_width(each) in "WF" else 1) for each in shortened(words))
