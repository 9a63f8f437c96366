"""A page's source, rewritten so that an HTML5 parser reads the page's elements from it.

The source is what a parser serialised, and that does not always read as what it was: a line break that
begins preformatted text is taken for style, a form inside a form is ignored, a carriage return becomes a
line break, nothing ends a `plaintext`. And raw text inside svg and math is unescaped there, although it
is read as markup.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import CLOSE, CODE, OPEN, RAW, VOID, Flags
from mainspan.render.layout import Nest
from mainspan.render.whole.cleaning import clean_tags
from mainspan.render.whole.namespaces import Namespaces

_IS_RAW: Final = tags.table(" ".join(tags.NAMES[number] for number in tags.RAW))
_IS_SHOWN_RAW: Final = tags.table("xmp plaintext")
_IS_NOSCRIPT: Final = tags.table("noscript")
_BREAKS_FIRST: Final = tags.table("pre listing textarea xmp plaintext")
_FORM, _SCRIPT, _NOSCRIPT = (tags.NUMBERS[name] for name in ("form", "script", "noscript"))
_FORM_END: Final = "</form>"
_TAG_NAME: Final = re.compile(f"(?:{_FORM_END})?<[^ />]*")
# Read as raw text by browsers that run scripts, a noscript ends at its first end tag, wherever that is.
_NOSCRIPT_END: Final = re.compile("</(?=noscript)", re.I)

# The new name of elements, by their number.
Names = dict[int, str]


@dataclass(slots=True, eq=False)
class Draft:
    """What is written for each token, and which tokens are written at all.

    `parts` has one text for each token, and `is_out` is true for those that are left out.
    """

    page: Page
    parts: list[str]
    is_out: Flags

    @classmethod
    def of(cls, page: Page, names: Names, *, scripts: bool) -> Draft:
        """The page as it is, but readable again; elements under their new names."""
        tokens, source = page.tokens, page.source
        ranges = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
        parts = [source[start:end] for start, end in ranges]
        draft = cls(page, parts, _left_out(page, scripts=scripts))
        if "\r" in page.source:
            _keep_carriage_returns(draft)
        _escape_raw_texts(draft, names)
        clean_tags(page, parts, scripts=scripts)
        _end_outer_forms(draft)
        for element, name in names.items():
            _rename(draft, element, name)
        for token in np.flatnonzero(draft.is_out).tolist():
            parts[token] = ""
        return draft

    def add_attribute(self, token: int, attribute: str) -> None:
        """Put an attribute before all others of a tag, so that no other of its name counts."""
        part = self.parts[token]
        place = _name_end(part)
        self.parts[token] = f"{part[:place]} {attribute}{part[place:]}"

    def text(self, start: int, end: int, token: int) -> str:
        """A part of a text token, by its place in the source, as it is to be written."""
        text = self.page.source[start:end]
        text = escape(text, quote=False) if self.page.tokens.marks[token] & RAW else text
        return text.replace("\r", "&#13;")

    def finish(self) -> str:
        """All that is written, in order."""
        _keep_first_breaks(self)
        return "".join(self.parts)


def _left_out(page: Page, *, scripts: bool) -> Flags:
    """Comments and the like, and, unless they are to stay, scripts."""
    tokens = page.tokens
    found: Flags = (tokens.kind == CODE) & ((tokens.marks & RAW) == 0)
    for token in np.flatnonzero(found).tolist():
        found[token] = page.source[tokens.start[token]] == "<"
    if not scripts:
        for token in np.flatnonzero((tokens.kind == OPEN) & (tokens.tag == _SCRIPT)).tolist():
            found[token : tokens.partner[token] + 1] = True
    return found


def _keep_carriage_returns(draft: Draft) -> None:
    """A carriage return is read as a line break unless it is written as a reference."""
    tokens = draft.page.tokens
    for token in np.flatnonzero((tokens.marks & RAW) == 0).tolist():
        draft.parts[token] = draft.parts[token].replace("\r", "&#13;")


def _escape_raw_texts(draft: Draft, names: Names) -> None:
    """What is unescaped in the source, escaped where it will be read as other text is."""
    page = draft.page
    elements, tokens = page.elements, page.tokens
    raw = np.flatnonzero(_IS_RAW[elements.tag] & (elements.close > elements.open + 1))
    if not len(raw):
        return
    namespaces = Namespaces(page)
    in_noscript = _is_inside(page, elements.open[raw], _IS_NOSCRIPT)
    for element, unscripted in zip(raw.tolist(), in_noscript.tolist(), strict=True):
        token = int(elements.open[element]) + 1
        if not tokens.marks[token] & RAW:
            continue
        if namespaces.around(element) or element in names:
            draft.parts[token] = escape(draft.parts[token], quote=False).replace("\r", "&#13;")
        elif unscripted:
            draft.parts[token] = _NOSCRIPT_END.sub(r"<\\/", draft.parts[token])


def _is_inside(page: Page, places: NDArray[np.integer], family: Flags) -> Flags:
    """Which of these tokens are in an element of the family, at any depth."""
    tokens = page.tokens
    is_tag = family[tokens.tag] & ((tokens.kind == OPEN) | (tokens.kind == CLOSE))
    found: Flags = Nest.of(tokens, np.flatnonzero(is_tag)).depth_at(places.astype(np.intp)) > 0
    return found


def _end_outer_forms(draft: Draft) -> None:
    """An end tag before each form inside a form: without it a parser would ignore the inner one.

    That is how such forms come about: the end tag of the outer one was inside another element.
    """
    tokens = draft.page.tokens
    places = np.flatnonzero((tokens.tag == _FORM) & ((tokens.kind == OPEN) | (tokens.kind == CLOSE)))
    forms = Nest.of(tokens, places)
    for token in forms.place[forms.is_open & (forms.depth[:-1] > 0)].tolist():
        draft.parts[token] = _FORM_END + draft.parts[token]


def _rename(draft: Draft, element: int, name: str) -> None:
    page = draft.page
    first, last = int(page.elements.open[element]), int(page.elements.close[element])
    part = draft.parts[first]
    # The new one is no form: nothing has to end before it.
    draft.parts[first] = f"<{name}{part[_name_end(part) :]}"
    if page.tokens.kind[first] == VOID:
        draft.parts[first] += f"</{name}>"
    else:
        draft.parts[last] = f"</{name}>"


def _name_end(tag: str) -> int:
    """Where the name of a tag ends. A form may have the end tag of another before it."""
    match = _TAG_NAME.match(tag)
    return match.end() if match else 0


def _keep_first_breaks(draft: Draft) -> None:
    """A second line break where preformatted text begins with one, which a parser would drop."""
    tokens = draft.page.tokens
    for token in np.flatnonzero((tokens.kind == OPEN) & _BREAKS_FIRST[tokens.tag]).tolist():
        # One that is not written, as in a comment, has nothing to keep.
        following = range(token + 1, len(draft.parts)) if draft.parts[token] else ()
        first = next((place for place in following if draft.parts[place]), token)
        if draft.parts[first].startswith("\n"):
            draft.parts[first] = "\n" + draft.parts[first]


def new_names(page: Page, holds: Flags) -> Names:
    """The elements that cannot be what they are: raw texts that are shown, and noscript with kept text."""
    elements, namespaces = page.elements, Namespaces(page)
    raw = np.flatnonzero(_IS_SHOWN_RAW[elements.tag]).tolist()
    unscripted = np.flatnonzero((elements.tag == _NOSCRIPT) & holds).tolist()
    names = dict.fromkeys(raw, "pre") | dict.fromkeys(unscripted, "span")
    return {element: name for element, name in names.items() if not namespaces.around(element)}
