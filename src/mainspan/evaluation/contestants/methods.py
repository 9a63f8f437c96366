"""Our methods as contestants."""

from __future__ import annotations

from dataclasses import dataclass, field

from mainspan.algorithms import Algorithm
from mainspan.evaluation.contestants.in_process import InProcess, Work


@dataclass(frozen=True)
class Method(InProcess):
    """A method of ours: the page is decoded, read and extracted to text."""

    algorithm: Algorithm
    name: str = field(init=False)
    kind: str = field(default="method", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", repr(self.algorithm))

    def load(self) -> Work:
        """Import what extraction needs."""
        from mainspan.extraction import extract

        return lambda html, url: extract(html, algorithm=self.algorithm, url=url).text
