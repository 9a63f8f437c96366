"""The length of the longest common substring, exactly.

Texts of one page share long substrings. Python's own search finds those fast, by looking up pieces of one
text in the other. If that takes too many lookups, a suffix automaton (Blumer et al. 1985) answers in linear
time instead, with about 700 bytes for each character of the shorter text. Both are exact.
"""

from __future__ import annotations

from typing import Final

# More than real pages need: half of them take 100, one in a thousand takes 900. The result is the same.
_MAX_LOOKUPS: Final = 1000  # no rule: speed


def common_substring(one: str, other: str) -> int:
    """The length of the longest common substring."""
    shorter, longer = sorted((one, other), key=len)
    found = _by_lookups(shorter, longer)
    return _by_automaton(shorter, longer) if found is None else found


class _TooManyLookupsError(Exception):
    """The limit of lookups is reached."""


class _Lookups:
    """Looks up pieces of one text in the other, up to a limit."""

    def __init__(self, shorter: str, longer: str) -> None:
        self.shorter, self.longer, self.left = shorter, longer, _MAX_LOOKUPS

    def contains(self, start: int, end: int) -> bool:
        """Whether the longer text contains this piece of the shorter one; never beyond its end."""
        if end > len(self.shorter):
            return False
        if not self.left:
            raise _TooManyLookupsError
        self.left -= 1
        return self.shorter[start:end] in self.longer


def _by_lookups(shorter: str, longer: str) -> int | None:
    """Move a window, one longer than the best so far, over the shorter text; None if that takes too long."""
    lookups = _Lookups(shorter, longer)
    best = start = 0
    try:
        while start + best < len(shorter):
            end = start + best + 1
            if lookups.contains(start, end):
                best = _grow(lookups, start, end) - start
            else:
                start = _first_contained(lookups, start, end)
    except _TooManyLookupsError:
        return None
    return best


def _grow(lookups: _Lookups, start: int, end: int) -> int:
    """The furthest end of a contained piece: found in doubling steps, then in halving ones."""
    step = 1
    while lookups.contains(start, end + step):
        end += step
        step *= 2
    while step := step // 2:
        if lookups.contains(start, end + step):
            end += step
    return end


def _first_contained(lookups: _Lookups, start: int, end: int) -> int:
    """The first start from which the piece up to `end` is contained. No earlier window can be."""
    step = 8
    while end - step > start and lookups.contains(end - step, end):
        step *= 2
    low, high = max(end - step, start) + 1, end - (step // 2 if step > 8 else 0)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if lookups.contains(middle, end) else (middle + 1, high)
    return low


def _by_automaton(shorter: str, longer: str) -> int:
    """Read the longer text with the automaton of all substrings of the shorter one."""
    steps, links, lengths = _automaton(shorter)
    best = state = length = 0
    for character in longer:
        while state and character not in steps[state]:
            state = links[state]
            length = lengths[state]
        if character in steps[state]:
            state = steps[state][character]
            length += 1
            best = max(best, length)
    return best


def _automaton(text: str) -> tuple[list[dict[str, int]], list[int], list[int]]:
    """The suffix automaton of a text: for each state its steps, its suffix link and its longest length."""
    steps: list[dict[str, int]] = [{}]
    links, lengths, last = [-1], [0], 0
    for character in text:
        new = len(steps)
        steps.append({})
        links.append(0)
        lengths.append(lengths[last] + 1)
        state, last = last, new
        while state >= 0 and character not in steps[state]:
            steps[state][character] = new
            state = links[state]
        if state < 0:
            continue
        target = steps[state][character]
        if lengths[target] == lengths[state] + 1:
            links[new] = target
            continue
        copy = len(steps)
        steps.append(steps[target].copy())
        links.append(links[target])
        lengths.append(lengths[state] + 1)
        links[target] = links[new] = copy
        while state >= 0 and steps[state].get(character) == target:
            steps[state][character] = copy
            state = links[state]
    return steps, links, lengths
