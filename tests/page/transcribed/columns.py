"""Elements, blocks and words from the tokens, written to be read."""

from __future__ import annotations

from mainspan.page import tags
from mainspan.page.kinds import CLOSE, LINK, OPEN, RAW, SPACE_AFTER, SPACE_BEFORE, TEXT, VOID, Tokens
from tests.page.transcribed.texts import characters, words_of

Row = list[int]


def find_parents(tokens: Tokens, places: list[int]) -> list[int]:
    """For each of these tokens the open tag of the element around it, or -1."""
    parents: list[int] = []
    stack = [-1]
    for token, kind in enumerate(tokens.kind.tolist()):
        if kind == CLOSE:
            stack.pop()
        parents.append(stack[-1])
        if kind == OPEN:
            stack.append(token)
    return [parents[place] for place in places]


def find_around(tokens: Tokens, places: list[int], levels: int) -> list[Row]:
    """For each of these tokens the numbers of the innermost elements around it, filled up with -1."""
    elements = find_elements(tokens)
    found = []
    for place in places:
        around = [number for number, (open_, close, *_) in enumerate(elements) if open_ < place < close]
        found.append([*reversed(around), *[-1] * levels][:levels])
    return found


def find_elements(tokens: Tokens) -> list[Row]:
    """Of each element: open, close, parent, depth, tag, marks, and the words and characters below it."""
    opens = [token for token, kind in enumerate(tokens.kind.tolist()) if kind in (OPEN, VOID)]
    number = {token: element for element, token in enumerate(opens)} | {-1: -1}
    found = []
    for token, parent in zip(opens, find_parents(tokens, opens), strict=True):
        close = int(tokens.partner[token])
        below = slice(token, close)
        counted = [int(tokens.words[below].sum()), int(tokens.characters[below].sum())]
        own = [int(column[token]) for column in (tokens.depth, tokens.tag, tokens.marks)]
        found.append([token, close, number[parent], *own, *counted])
    return found


def find_blocks(tokens: Tokens) -> list[Row]:
    """Of each block: first, last, start, end, words, characters, linked characters and container."""
    found: list[Row] = []
    stack: list[int] = []  # the element for texts inside each open element: itself, if it is structural
    element = -1
    is_open = has_space = False
    for token, kind in enumerate(tokens.kind.tolist()):
        is_inline = bool(tags.IS_INLINE[tokens.tag[token]])
        if kind in (OPEN, CLOSE, VOID) and not is_inline:
            is_open = False
        if kind in (OPEN, VOID):
            element += 1
        if kind == OPEN:
            stack.append(stack[-1] if is_inline and stack else element)
        elif kind == CLOSE:
            stack.pop()
        elif kind == TEXT and not tokens.words[token]:
            has_space = True
        elif kind == TEXT:
            if not is_open:
                found.append([token, 0, int(tokens.start[token]), 0, 0, 0, 0, stack[-1] if stack else 0])
            elif has_space or tokens.marks[token] & SPACE_BEFORE:
                found[-1][5] += 1
            length = int(tokens.characters[token])
            found[-1][1], found[-1][3] = token, int(tokens.end[token])
            found[-1][4] += int(tokens.words[token])
            found[-1][5] += length
            found[-1][6] += length if tokens.marks[token] & LINK else 0
            is_open, has_space = True, bool(tokens.marks[token] & SPACE_AFTER)
    return found


def find_texts(tokens: Tokens, blocks: list[Row], chosen: list[bool]) -> list[Row]:
    """Where the texts with words of the chosen blocks begin and end."""
    return [
        [int(tokens.start[token]), int(tokens.end[token])]
        for block, is_chosen in zip(blocks, chosen, strict=True)
        for token in range(block[0], block[1] + 1)
        if is_chosen and tokens.words[token]
    ]


def find_words(source: str, tokens: Tokens) -> list[Row]:
    """Of each word: start, end and token."""
    found = []
    for token in tokens.words.nonzero()[0].tolist():
        raw = bool(tokens.marks[token] & RAW)
        text = list(characters(source, int(tokens.start[token]), int(tokens.end[token]), raw))
        found += [[start, end, token] for start, end in words_of(text)]
    return found
