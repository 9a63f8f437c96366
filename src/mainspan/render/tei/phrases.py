"""The TEI names of inline elements, with the renditions that trafilatura uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from mainspan.render.events import NONE, Attributes
from mainspan.render.tei.xml import clean_address

_PHRASES: Final[Mapping[str, tuple[str, Attributes]]] = {
    **{name: ("hi", {"rend": "#b"}) for name in ("b", "strong")},
    **{name: ("hi", {"rend": "#i"}) for name in ("em", "i", "cite", "dfn", "var")},
    **{name: ("hi", {"rend": "#t"}) for name in ("kbd", "samp")},
    **{name: ("hi", {"rend": "#u"}) for name in ("ins", "u")},
    **{name: ("del", {"rend": "overstrike"}) for name in ("del", "s")},
    "sub": ("hi", {"rend": "#sub"}),
    "sup": ("hi", {"rend": "#sup"}),
    "mark": ("hi", {"rend": "mark"}),
    "rt": ("hi", {"rend": "ruby"}),
    "abbr": ("abbr", NONE),
    "code": ("code", NONE),
    "q": ("q", NONE),
}
_DATE: Final = re.compile(r"[0-9]{4}(-[01][0-9](-[0-3][0-9])?)?")
_MOMENT: Final = re.compile(
    r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?"
    r"(Z|[+-][01][0-9]:[0-5][0-9])?"
)


def name_phrase(name: str, attributes: Attributes, targets: Mapping[str, str]) -> tuple[str, Attributes]:
    """The name and the attributes of an inline element in TEI; no name if it has no counterpart.

    targets: the ids of the footnotes, by their labels.
    """
    if name == "a":
        target = targets.get(attributes.get("note", ""), "")
        if target:
            return "ref", {"type": "note", "target": f"#{target}"}
        address = clean_address(attributes.get("href", ""))
        return ("ref", {"target": address}) if address else ("", NONE)
    if name == "time":
        when = clean_date(attributes.get("datetime", ""))
        return ("date", {"when": when}) if when else ("", NONE)
    return _PHRASES.get(name, ("", NONE))


def clean_date(date: str) -> str:
    """A date or a moment if it has the form that TEI wants, else an empty text."""
    date = date.strip().replace(" ", "T", 1)
    return date if _DATE.fullmatch(date) or _MOMENT.fullmatch(date) else ""
