"""Which namespace the content of an element is in: HTML, svg or math."""

from __future__ import annotations

from typing import Final

from mainspan.page import Page, tags

_NAMESPACES: Final = {tags.NUMBERS[name]: name for name in ("svg", "math")} | dict.fromkeys(
    tags.HTML_IN_SVG | tags.HTML_IN_MATH | tags.numbers("annotation-xml"), ""
)


class Namespaces:
    """Finds the namespace inside elements: `svg`, `math`, or nothing for HTML. Reads each element once."""

    def __init__(self, page: Page) -> None:
        self.elements = page.elements
        self.is_one = not any(page.has(tags.NUMBERS[name]) for name in ("svg", "math"))
        self.known: dict[int, str] = {-1: ""}

    def inside(self, element: int) -> str:
        """The namespace that the content of an element belongs to."""
        if self.is_one:
            return ""
        path = []
        while element not in self.known:
            path.append(element)
            tag = int(self.elements.tag[element])
            if tag in _NAMESPACES:
                self.known[element] = _NAMESPACES[tag]
            else:
                element = int(self.elements.parent[element])
        self.known.update(dict.fromkeys(path, self.known[element]))
        return self.known[element]

    def around(self, element: int) -> str:
        """The namespace that an element belongs to itself."""
        return self.inside(int(self.elements.parent[element]))
