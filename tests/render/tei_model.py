"""What TEI P5 allows in each element that is written: a small model, read from its Guidelines."""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element

NAMESPACE: Final = "{http://www.tei-c.org/ns/1.0}"
NOTHING: Final[frozenset[str]] = frozenset()
GLOBAL: Final = frozenset("lb milestone note figure".split())
PHRASE: Final = GLOBAL | frozenset("hi del abbr code ref date graphic formula".split())
INTER: Final = PHRASE | frozenset("q quote list table".split())
SPECIAL: Final = INTER | {"p", "ab"}

# Elements that hold text and these others, in any order.
MIXED: Final = {
    **dict.fromkeys("p ab hi ref del head".split(), INTER),
    **dict.fromkeys("item cell quote note q".split(), SPECIAL),
    **dict.fromkeys("label abbr date".split(), PHRASE),
    **dict.fromkeys(
        "code formula figDesc desc title author publisher licence language term".split(), NOTHING
    ),
}
_ANY: Final = "(?:lb |milestone |note |figure )*"
_COMMON: Final = "(?:p |ab |list |table |quote )"
# Elements that hold others alone, in this order.
ORDERED: Final = {
    "TEI": "teiHeader text ",
    "text": "body ",
    "body": "div ",
    "div": f"(?:head )?{_ANY}(?:{_COMMON}{_ANY})*(?:div {_ANY})*",
    "list": f"(?:{_ANY}(?:item {_ANY})+|(?:label item )+)",
    "table": f"(?:head )?{_ANY}(?:row {_ANY})+",
    "row": "(?:cell )+",
    "figure": f"(?:head |figDesc |graphic |{_COMMON}|{_ANY[3:-2]})*",
    "graphic": "(?:desc )?",
    "lb": "",
    "milestone": "",
    "ptr": "",
    "teiHeader": "fileDesc encodingDesc profileDesc ",
    "fileDesc": "titleStmt publicationStmt sourceDesc ",
    "titleStmt": "title (?:author )*",
    "publicationStmt": "(?:p |publisher (?:availability )?)",
    "availability": "licence ",
    "sourceDesc": "bibl ",
    "bibl": "(?:title )?(?:author )*(?:publisher )?(?:date )*(?:ptr )*",
    "encodingDesc": "appInfo ",
    "appInfo": "application ",
    "application": "label (?:desc )?",
    "profileDesc": "(?:abstract )?(?:langUsage )?(?:textClass )?",
    "abstract": "p ",
    "langUsage": "language ",
    "textClass": "keywords ",
    "keywords": "(?:term )+",
}


def faults(root: Element) -> list[str]:
    """What the model does not allow, in words."""
    return [fault for element in root.iter() for fault in _faults_of(element)]


def _faults_of(element: Element) -> list[str]:
    name = element.tag.removeprefix(NAMESPACE)
    children = [child.tag.removeprefix(NAMESPACE) for child in element]
    if name in MIXED:
        return [f"{child} in {name}" for child in children if child not in MIXED[name]]
    text = [element.text, *(child.tail for child in element)]
    found = [f"text in {name}" for piece in text if piece and piece.strip()]
    if not re.fullmatch(ORDERED[name], "".join(f"{child} " for child in children)):
        found.append(f"{name} holds {' '.join(children)}")
    return found
