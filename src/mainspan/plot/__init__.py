"""The papers' figures: the signals that a method decides by, with the regions that it kept.

Drawing needs the extra `plot`. Nothing is shared between figures: they can be drawn in many threads.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mainspan.algorithms import Algorithm
from mainspan.errors import OutputError
from mainspan.extras import extra
from mainspan.output import write_file
from mainspan.page import Page
from mainspan.plot.curves import Curves, check_has_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["check", "draw", "plot", "save"]

# What would differ from one run to the next is left out of the files.
_FORMATS: Final[dict[str, dict[str, Any]]] = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
_SVG_NAME: Final = re.compile(r'((?: id="|#)[A-Za-z0-9_]*?)([0-9a-f]{10})(?=["\)])')


def plot(page: Page, algorithm: Algorithm, path: str | Path, *, name: str = "", steps: bool = False) -> None:
    """Draw a method's curve on a page into a file: png, svg or pdf, by its suffix."""
    check(algorithm, path, steps=steps)
    save(draw(page, algorithm, name=name, steps=steps), path)


def check(algorithm: Algorithm, path: str | Path, *, steps: bool = False) -> None:
    """Raise an error before the work begins if no figure can be drawn."""
    _load()
    _format(Path(path))
    check_has_figure(algorithm, steps=steps)


def draw(page: Page, algorithm: Algorithm, *, name: str = "", steps: bool = False) -> Figure:
    """The figure of a method on a page, of its successive steps if wanted.

    `name` is what the page is called in its title.
    """
    figures = _load()
    curves = Curves.of(page, algorithm, steps=steps)
    made: Figure = figures.draw(curves, name)
    return made


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure as png, svg or pdf, by the file's suffix. The same figure gives the same bytes."""
    path = Path(path)
    form = _format(path)
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form, metadata=_FORMATS[form])
    data = buffer.getvalue()
    write_file(path, _number_names(data.decode("utf-8")) if form == "svg" else data)


def _load() -> Any:
    with extra("plot", "plots"):
        from mainspan.plot import figures
    return figures


def _format(path: Path) -> str:
    form = path.suffix.lower().removeprefix(".")
    if form not in _FORMATS:
        raise OutputError(
            f"{path}: a plot's name ends in one of {', '.join(f'.{each}' for each in _FORMATS)}"
        )
    return form


def _number_names(svg: str) -> str:
    """The names of an SVG's parts are random unless a global setting fixes them: number them instead."""
    numbers: dict[str, int] = {}
    return _SVG_NAME.sub(lambda name: f"{name[1]}{numbers.setdefault(name[2], len(numbers))}", svg)
