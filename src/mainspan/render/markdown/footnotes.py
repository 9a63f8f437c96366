"""The labels of the footnotes that have both a reference and a note."""

from __future__ import annotations

import re
from typing import Final

from mainspan.render.events import BEGIN, END, Flow

_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]+")
_MAX_LABEL_CHARACTERS: Final = 60
# Inside these, nothing is written but text.
_NO_REFERENCES: Final = frozenset(["pre", "code", "samp"])
_NO_NOTES: Final = frozenset(["td", "th"])
_NOTES: Final = frozenset(["p", "div", "li"])


def find_labels(flow: Flow) -> dict[str, str]:
    """For each footnote, how its label is written."""
    if not any("note" in attributes for _, _, attributes in flow if attributes):
        return {}
    references, notes = _find(flow)
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for note in references:
        if note in notes and note not in labels:
            labels[note] = _unique(_UNFIT.sub("-", note[:_MAX_LABEL_CHARACTERS]).strip("-"), taken)
    return labels


def _find(flow: Flow) -> tuple[list[str], set[str]]:
    """The labels that are referred to, in order, and those that a note has."""
    references: list[str] = []
    notes: set[str] = set()
    exact = cells = 0
    noted: list[int] = []
    depth = 0
    for kind, name, attributes in flow:
        if kind == BEGIN:
            depth += 1
            exact += name in _NO_REFERENCES
            cells += name in _NO_NOTES
            note = attributes.get("note")
            if note and name == "a":
                if not exact:
                    references.append(note)
            elif note and name in _NOTES and not cells and not noted and note not in notes:
                notes.add(note)
                noted.append(depth)
        elif kind == END:
            if noted and noted[-1] == depth:
                noted.pop()
            depth -= 1
            exact -= name in _NO_REFERENCES
            cells -= name in _NO_NOTES
    return references, notes


def _unique(label: str, taken: set[str]) -> str:
    """The label, or with a number after it if it is empty or read the same as another."""
    found, number = label, len(taken)
    while not found or found.lower() in taken:
        number += 1
        found = f"{label}{number}"
    taken.add(found.lower())
    return found
