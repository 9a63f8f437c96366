"""The three figures of the paper of 2007, drawn as SVG: one panel for each package."""

from mainspan.evaluation.report.figures.bars import bars
from mainspan.evaluation.report.figures.scatter import scatter
from mainspan.evaluation.report.figures.spread import spread

__all__ = ["bars", "scatter", "spread"]
