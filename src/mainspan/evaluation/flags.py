"""Flags of documents: the properties by which results are broken down, such as language and page type.

A flag is a key in the metadata of documents that has few values. The paper of 2007 has two: whether the main
content is fragmented, and whether a page has several articles (section 3). The others are up to the package.

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mainspan.evaluation.packages import Document
from mainspan.evaluation.records import Row
from mainspan.evaluation.summary import Summary, summarise_group

# Always flags, and the first ones in tables.
KNOWN: Final = ("language", "page_type", "fragmented", "multiple_articles")
# Of the other keys, one with more values than this share of the documents is an identifier, not a flag.
MAX_VALUES_SHARE: Final = 0.2
UNKNOWN: Final = "unknown"
ALL_PACKAGES: Final = "*"
# A longer value is a text.
_MAX_VALUE_LENGTH: Final = 40
_ORIGIN: Final = "_source"

# The flags of each document, by package and name.
Flags = dict[tuple[str, str], dict[str, str]]


@dataclass(frozen=True)
class Part:
    """How a contestant did on the documents that have one value of a flag.

    They are those of one package, or of all together: then the package of the summary is `*`.
    """

    flag: str
    value: str
    summary: Summary


def flags_of(documents: Iterable[Document]) -> dict[str, dict[str, str]]:
    """The flags of a package's documents, by their names.

    Values are texts or true and false, written as yes and no. A flag that a document lacks is unknown, or no
    if it is true or false elsewhere. `KEY_source` is no flag: it says where KEY was found.
    """
    about = {each.name: each.about for each in documents}
    keys = dict.fromkeys(key for each in about.values() for key in each)
    found: dict[str, dict[str, str]] = {name: {} for name in about}
    for key in sorted(keys, key=_rank):
        if key.endswith(_ORIGIN) and key.removesuffix(_ORIGIN) in keys:
            continue
        values = {name: each.get(key) for name, each in about.items()}
        if _is_flag(key, list(values.values())):
            otherwise = "no" if any(isinstance(each, bool) for each in values.values()) else UNKNOWN
            for name, value in values.items():
                found[name][key] = _written(value) or otherwise
    return found


def _is_flag(key: str, values: list[Any]) -> bool:
    known = [each for each in values if each is not None and each != ""]
    if not all(_written(each) for each in known):
        return False
    count = len(set(map(_written, known)))
    if key in KNOWN or all(isinstance(each, bool) for each in known):
        return count > 0
    return 2 <= count <= MAX_VALUES_SHARE * len(values)


def _written(value: Any) -> str:
    """A value as the text of a flag; empty if it cannot be one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    short = isinstance(value, str) and len(value) <= _MAX_VALUE_LENGTH and value.isprintable()
    return value.strip() if short else ""


def _rank(key: str) -> tuple[int, str]:
    return KNOWN.index(key) if key in KNOWN else len(KNOWN), key


def break_down(rows: Iterable[Row], flags: Flags) -> list[Part]:
    """The results by flag, package and value: the known flags first, the commonest value first.

    If there are several packages, all together come before the single ones. Where all documents have one
    value, there is nothing to compare, and it is left out.
    """
    groups: dict[tuple[str, str], dict[str, dict[str, list[Row]]]] = {}
    for row in rows:
        for key, value in flags.get((row.package, row.document), {}).items():
            for package in (row.package, ALL_PACKAGES):
                values = groups.setdefault((key, package), {})
                values.setdefault(value, {}).setdefault(row.contestant, []).append(row)
    return [
        part
        for (key, package), values in sorted(groups.items(), key=lambda each: _place(*each[0]))
        if len(values) > 1 and (package != ALL_PACKAGES or _packages_of(values) > 1)
        for part in _parts(key, package, values)
    ]


def _place(key: str, package: str) -> tuple[tuple[int, str], bool]:
    return _rank(key), package != ALL_PACKAGES


def _packages_of(values: Mapping[str, Mapping[str, list[Row]]]) -> int:
    return len({row.package for each in values.values() for rows in each.values() for row in rows})


def _parts(key: str, package: str, values: Mapping[str, Mapping[str, list[Row]]]) -> Iterator[Part]:
    sizes = {value: max(map(len, each.values())) for value, each in values.items()}
    for value in sorted(values, key=lambda each: (each == UNKNOWN, -sizes[each], each)):
        for contestant, rows in values[value].items():
            yield Part(key, value, summarise_group(package, contestant, rows))
