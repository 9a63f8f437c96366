"""A look at a page's bytes before the parser sees them: would it take more than linear time?

The survey follows the parser's stack of open elements and its list of active formatting elements
closely enough to know how far they grow (see `survey_state`). `survey_carefully` says what it does,
one tag after the other. `survey` answers the same, but has numpy find the tags and leaves the state
alone where a tag merely opens an element or closes the innermost one. `scan.pyx` has it in C.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import limits
from tests.page.scan_fallback.markup import Places, spell
from tests.page.scan_fallback.survey_state import (
    ALIAS,
    BLOCK,
    FAMILY,
    FORMAT,
    ITEM,
    PLAIN,
    RAW,
    ROOT,
    SELECT,
    VOID,
    Element,
    Format,
    State,
)
from tests.page.scan_fallback.survey_tags import (
    FAMILIES,
    NAME,
    NAMES,
    NUMBERS,
    ONE_ATTRIBUTE,
    TAG,
    Tags,
    find_tags,
    raw_end,
)

__all__ = ["ALIAS", "FAMILY", "survey", "survey_carefully"]


def survey_carefully(page: bytes) -> str:
    """The name of the first limit that the page breaks, or an empty string."""
    state = _state(page)
    position = 0
    while not state.broken and (match := TAG.search(page, position)):
        if match.start() > position:
            state.reconstruct()
        position = match.end()
        slash, name, attributes = match.groups()
        if name is None:
            continue
        name = name.lower()
        element = _element(name)
        if slash:
            state.close(element)
            continue
        counted = element.family == ROOT or len(attributes) > 2 * limits.MAX_ATTRIBUTES
        state.open(element, match.group(), _count(attributes) if counted else 0)
        if element.family == RAW and not state.foreign:
            position = raw_end(page, name, position)
        elif element.family == PLAIN and state.foreign and attributes[-1:] == b"/":
            state.close(element)
    return state.broken


def _state(page: bytes) -> State:
    return State(limits.FREE_REPEATED + limits.MAX_REPEATED * len(page))


def _element(name: bytes) -> Element:
    return Element(ALIAS.get(name, name), FAMILY.get(name, PLAIN))


def _count(attributes: bytes) -> int:
    # An attribute takes two characters or more, so the tags that matter are long.
    return sum(1 for _ in ONE_ATTRIBUTE.finditer(attributes))


# --- the quick survey -----------------------------------------------------------------------------

# What the quick survey does with a tag. LEAVE is for tags that change nothing unless something waits
# to be repeated, ASK for all that the state has to decide; the others are the common cases.
_LEAVE, _ASK, _CLOSE, _CLOSE_P, _CLOSE_FORMAT, _CLOSE_FOREIGN = range(6)
_OPEN_PLAIN, _OPEN_BLOCK, _OPEN_LONE, _OPEN_P, _OPEN_ITEM, _OPEN_FORMAT, _OPEN_FOREIGN, _OPEN_ENDED = range(
    6, 14
)
# Added to what opens an element, where the next event closes it.
_LEAF: Final = 16


def _elements() -> list[Element]:
    by_name = {name: _element(name) for name in NAMES}
    return [by_name[ALIAS.get(name, name)] for name in NAMES]


# One element for all of one name, since the state never changes those that are pushed as they are.
_ELEMENTS: Final = _elements()
_BY_NUMBER: Final = np.array(_ELEMENTS, dtype=object)
_BUTTON, _DIV, _ADDRESS = (_ELEMENTS[NAMES.index(name)] for name in (b"button", b"div", b"address"))


def _actions(is_close: bool) -> NDArray[np.uint8]:
    """What to do with the tags of each number."""
    if is_close:
        of_family = dict.fromkeys([PLAIN, BLOCK, ITEM, SELECT], _CLOSE) | {FORMAT: _CLOSE_FORMAT}
        of_family |= dict.fromkeys([VOID, RAW, ROOT], _LEAVE)
    else:
        of_family = {PLAIN: _OPEN_PLAIN, BLOCK: _OPEN_BLOCK, ITEM: _OPEN_ITEM, FORMAT: _OPEN_FORMAT}
        of_family |= dict.fromkeys([VOID, RAW], _LEAVE)
    actions = [of_family.get(family, _ASK) for family in FAMILIES.tolist()]
    for name in (b"svg", b"math"):
        actions[NAMES.index(name)] = _CLOSE_FOREIGN if is_close else _OPEN_FOREIGN
    actions[NAMES.index(b"p")] = _CLOSE_P if is_close else _OPEN_P
    if not is_close:
        for name in (b"button", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"):
            actions[NAMES.index(name)] = _OPEN_LONE
    return np.array(actions, dtype=np.uint8)


_ACTIONS: Final = np.stack([_actions(is_close=False), _actions(is_close=True)])


def survey(page: bytes) -> str:
    """The name of the first limit that the page breaks, or an empty string."""
    tags = find_tags(page)
    unknown = _name_long(page, tags)
    events = _events(page, tags, unknown)
    broken = _run(page, events)
    return survey_carefully(page) if broken is None else broken


def _name_long(page: bytes, tags: Tags) -> dict[int, bytes]:
    """The long names that have no number, by their tag; those at the very end of a page get theirs here."""
    unknown = {}
    for k in np.flatnonzero((tags.word == 0) & (tags.number == 0) & tags.is_named).tolist():
        match = NAME.match(page, tags.name[k])
        name = match.group().lower() if match else b""
        tags.number[k] = NUMBERS.get(name, 0)
        unknown[k] = name
    return unknown


class _Events(NamedTuple):
    """The tags that may change the state.

    `texts` says for each whether a text stands directly before it, `waits` whether anything else did,
    since the event before, that would open again what was closed implicitly; `rest` the same for the end.
    """

    start: memoryview
    end: memoryview
    has_markup: memoryview
    action: list[int]
    element: list[Element]
    texts: memoryview
    waits: memoryview
    rest: bool


def _events(page: bytes, tags: Tags, unknown: dict[int, bytes]) -> _Events:
    action = _ACTIONS[tags.is_close.astype(np.intp), tags.number]
    if len(action):
        ended = np.frombuffer(page, dtype=np.uint8)[tags.end - 2] == ord("/")
        action[ended & (action == _OPEN_PLAIN)] = _OPEN_ENDED
        action[ended & (action == _OPEN_FOREIGN)] = _ASK
    asked = (tags.end - tags.start > 2 * limits.MAX_ATTRIBUTES) | tags.has_markup
    action[asked & ~tags.is_close] = _ASK
    action[~tags.is_named] = _LEAVE
    event = np.flatnonzero(action != _LEAVE)
    texts = tags.start > np.append(0, tags.next[:-1])[: len(action)]
    total = np.append(0, np.cumsum(texts | ((action == _LEAVE) & tags.is_named & ~tags.is_close)))
    waits = total[event] > np.append(0, total[event + 1])[: len(event)]
    rest = bool(total[-1] > (total[event[-1] + 1] if len(event) else 0))
    number, action = tags.number[event], action[event]
    opens, closes = action[:-1], action[1:]
    leaf = (opens >= _OPEN_PLAIN) & (opens < _OPEN_FOREIGN) & (closes >= _CLOSE) & (closes <= _CLOSE_FORMAT)
    opens[leaf & (number[:-1] == number[1:]) & (number[1:] > 0)] += _LEAF
    elements = _BY_NUMBER[number].tolist()
    _name_unknown(tags, unknown, event, elements)
    return _Events(
        tags.start[event].data,
        tags.end[event].data,
        tags.has_markup[event].data,
        action.tolist(),
        elements,
        texts[event].data,
        waits.data,
        rest,
    )


def _name_unknown(tags: Tags, long: dict[int, bytes], event: Places, elements: list[Element]) -> None:
    """Give the elements whose names have no number one element for each name."""
    known: dict[bytes, Element] = {}
    for i in np.flatnonzero(tags.number[event] == 0).tolist():
        k = int(event[i])
        name = long[k] if k in long else spell(int(tags.word[k]))
        elements[i] = known.setdefault(name, Element(name, PLAIN))


def _run(page: bytes, events: _Events) -> str | None:
    """The first limit that the events break; None if raw-text elements were read wrongly."""
    state = _state(page)
    stack = state.stack
    steps = enumerate(zip(events.element, events.action, strict=True))
    for i, (element, action) in steps:
        if state.pending:
            if events.waits[i]:
                state.reconstruct()
                if state.broken:
                    return state.broken
            if events.texts[i]:
                state.reconstruct()
        elif action == _CLOSE:
            if stack and stack[-1] is element:
                stack.pop()
                continue
        elif action == _OPEN_BLOCK and not state.paragraphs and len(stack) < limits.MAX_DEPTH:
            stack.append(element)
            continue
        elif action < _OPEN_PLAIN:
            if _only_pops(element, action, state):
                continue
        elif len(stack) < limits.MAX_DEPTH and _only_pushes(element, action & ~_LEAF, state):
            if action & _LEAF:
                next(steps)
            elif action == _OPEN_FORMAT:
                entry = Format(element.name, page[events.start[i] : events.end[i]])
                state.active.append(entry)
                stack.append(Element(element.name, FORMAT, entry))
            elif action != _OPEN_ENDED:
                stack.append(element)
                state.foreign += action == _OPEN_FOREIGN
                state.paragraphs += action == _OPEN_P
            continue
        if not _ask(page, events, i, state):
            return None
        if state.broken:
            return state.broken
    if events.rest:
        state.reconstruct()
    return state.broken


def _only_pushes(element: Element, action: int, state: State) -> bool:
    """Whether opening this element closes nothing and repeats nothing, if nothing waits to be repeated.

    For one that ends itself: whether that is so.
    """
    if action in (_OPEN_PLAIN, _OPEN_FOREIGN):
        return True
    stack = state.stack
    if action in (_OPEN_BLOCK, _OPEN_P):
        return not state.paragraphs
    if action == _OPEN_LONE:
        return not state.paragraphs and (
            element not in stack if element is _BUTTON else stack[-1:] != [element]
        )
    if action == _OPEN_ITEM:
        # Blocks keep an item from closing the one before it, but for two.
        around = stack[-1] if stack else None
        return around is not None and around.family == BLOCK and around is not _DIV and around is not _ADDRESS
    if action == _OPEN_FORMAT:
        # An active one of the same name might be closed, or forgotten.
        for entry in reversed(state.active):
            if entry is None:
                break
            if entry.name == element.name:
                return False
        return len(state.active) < limits.MAX_FORMATTING
    return state.foreign > 0


def _only_pops(element: Element, action: int, state: State) -> bool:
    """Close the innermost element if it is this one, and nothing else follows from that."""
    stack = state.stack
    if action == _ASK or not stack:
        return False
    if action == _CLOSE_FORMAT:
        # It has to be the last active formatting element too.
        entry = state.active[-1] if state.active else None
        if entry is None or stack[-1].format is not entry or entry.name != element.name:
            return False
        state.active.pop()
    elif stack[-1] is not element:
        return False
    elif action == _CLOSE_P:
        state.paragraphs -= 1
    else:
        state.foreign -= 1
    stack.pop()
    return True


def _ask(page: bytes, events: _Events, i: int, state: State) -> bool:
    """Let the state decide what a tag does; false if its content was read wrongly."""
    element, start, end = events.element[i], events.start[i], events.end[i]
    if page[start + 1] == ord("/"):
        state.close(element)
        return True
    if events.has_markup[i] and state.foreign:
        return False
    tag, attributes = page[start:end], 0
    if (element.family == ROOT or len(tag) > 2 * limits.MAX_ATTRIBUTES) and (match := TAG.match(tag)):
        counted = element.family == ROOT or len(match[3]) > 2 * limits.MAX_ATTRIBUTES
        attributes = _count(match[3]) if counted else 0
    state.open(element, tag, attributes)
    if element.family == PLAIN and state.foreign and page[end - 2] == ord("/"):
        state.close(element)
    return True
