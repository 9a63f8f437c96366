"""The programming language of code: syntax highlighters leave it in attributes and class names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import TEXT

_CODE: Final = tags.NUMBERS["code"]
# Tables that number the lines are no level of their own.
_TABLE_PARTS: Final = tags.numbers("td tr tbody table")
_MAX_LEVELS: Final = 3
_MAX_STEPS: Final = 8
# Tools around code may have this many words: "Copy code", the name of a file.
_MAX_TOOL_WORDS: Final = 8
_ATTRIBUTES: Final = (
    "data-lang data-language data-syntax-language data-enlighter-language data-code-wrap data-code-language "
    "language".split()
)
_PREFIXES: Final = (
    "language- lang- highlight-source- highlight-text- mw-highlight-lang- src- highlight-".split()
)
_COLOURED: Final = frozenset(["hljs", "sourcecode", "highlight", "prettyprint", "code", "codehilite"])
_BRUSH: Final = re.compile(r"\bbrush:\s{0,9}([^\s;]{1,60})")
# The beginning of a value, up to options such as {1,3} or ",ignore".
_NAME: Final = re.compile(r"[a-z0-9+#._-]{1,30}(?![a-z0-9+#._-])")
_NONE: Final = frozenset(
    "none text plain plaintext nohighlight no-highlight auto txt default generic undefined null "
    "unknown".split()
)
# Languages that are named without a prefix.
_KNOWN: Final = frozenset(
    "javascript js jsx typescript tsx python python3 pycon ruby java cpp csharp php html xml css scss json "
    "yaml toml sql bash shell console powershell golang rust swift kotlin scala perl lua haskell elixir "
    "erlang clojure dart julia matlab markdown diff makefile dockerfile graphql vue objectivec fortran lisp "
    "scheme ocaml".split()
)
# Natural languages, as attributes and classes name them.
_NATURAL: Final = re.compile(
    r"(?:en|de|fr|es|it|pt|nl|ru|ja|ko|zh|ar|he|fa|hi|tr|sv|da|fi|no|nb|uk|pl|cs|el|hu|ro|th|vi|id)(?:[-_].*)?"
)
_NATURAL_TAG: Final = re.compile(r"[a-z]{2,3}(?:[-_].*)?")
_SHORT: Final = frozenset("js jsx tsx py rb sh go sql php css cpp xml vue yml".split())


def code_language(page: Page, element: int) -> str:
    """The language of the code in an element, in lower case as it is written there; nothing if unknown.

    It is on the element, on the code inside, or on an element around that holds nothing else.
    """
    for token, is_code in _places(page, element):
        attributes = page.attributes(token)
        name = _from_attributes(attributes, is_code)
        name = _from_classes(attributes.get("class", ""), is_code) if name is None else name
        if name is not None:
            return name
    return ""


def _places(page: Page, element: int) -> Iterator[tuple[int, bool]]:
    """The open tags to look at, and whether they are the code's own."""
    elements = page.elements
    yield int(elements.open[element]), True
    stop = int(elements.open.searchsorted(elements.close[element]))
    inside = np.flatnonzero(elements.tag[element + 1 : stop] == _CODE)[:1]
    for number in inside.tolist():
        yield int(elements.open[element + 1 + number]), True
    around, levels = int(elements.parent[element]), 0
    for _ in range(_MAX_STEPS):
        if around < 0 or levels == _MAX_LEVELS or not _holds_nothing_else(page, around, element):
            break
        yield int(elements.open[around]), False
        levels += int(elements.tag[around]) not in _TABLE_PARTS
        around = int(elements.parent[around])


def _holds_nothing_else(page: Page, around: int, element: int) -> bool:
    """Whether all other words of an element are those of tools, or numbers of lines."""
    elements, tokens = page.elements, page.tokens
    others = int(elements.words[around] - elements.words[element])
    if others <= _MAX_TOOL_WORDS:
        return True
    first, last = int(elements.open[element]), int(elements.close[element])
    before, after = first - int(elements.open[around]), int(elements.close[around]) - last
    # The numbers take as much as the code does. What takes more is not looked at.
    if before + after > 4 * (last - first) + 50 or others > 2 * int(elements.words[element]) + 50:
        return False
    places = [*range(first - before, first), *range(last + 1, last + 1 + after)]
    texts = [page.text_of(place) for place in places if tokens.kind[place] == TEXT]
    words = sum(not word.isdecimal() for text in texts for word in text.split())
    return words <= _MAX_TOOL_WORDS


def _from_attributes(attributes: dict[str, str], is_code: bool) -> str | None:
    """The language in the attributes. `lang` is for natural languages, and few pages use it for others."""
    for key in _ATTRIBUTES:
        if attributes.get(key, "").strip():
            return _name(attributes[key])
    lang = attributes.get("lang", "").strip().lower() if is_code else ""
    is_natural = bool(_NATURAL_TAG.fullmatch(lang)) and lang not in _SHORT
    return _name(lang) if lang and not is_natural else None


def _from_classes(class_names: str, is_code: bool) -> str | None:
    """The language in the class names: with a prefix, or with the name of a syntax highlighter."""
    class_names = class_names.lower()
    if brush := _BRUSH.search(class_names):
        return _name(brush.group(1))
    classes = class_names.split()
    for name in classes:
        prefix = next((prefix for prefix in _PREFIXES if name.startswith(prefix)), "")
        value = name.removeprefix(prefix)
        if prefix and value and _is_language(prefix, value, classes):
            return _name(value)
    others = [name for name in classes if name not in _COLOURED]
    is_coloured = len(others) < len(classes)
    if not is_code and not is_coloured:
        return None
    known = next((name for name in others if name in _KNOWN or (is_coloured and name in _SHORT)), None)
    is_only = len(others) == 1 and bool({"hljs", "sourcecode"} & set(classes))
    return known or (_name(others[0]) if is_only else None)


def _is_language(prefix: str, value: str, classes: list[str]) -> bool:
    """Whether the value after a prefix is a programming language, where the prefix has other uses too."""
    if prefix in ("lang-", "language-"):
        return not _NATURAL.fullmatch(value) or (value in ("cs", "pl") and prefix == "lang-")
    if prefix in ("highlight-", "src-"):
        return value in _KNOWN or "notranslate" in classes or "src" in classes
    return True


def _name(value: str) -> str:
    """A name as it may follow a fence; empty for names that mean no language."""
    found = _NAME.match(value.strip().lower())
    return found.group() if found and found.group() not in _NONE else ""
