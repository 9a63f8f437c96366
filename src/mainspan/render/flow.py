"""From the kept spans to a flow of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.blocks import find_parents
from mainspan.page.kinds import OPEN, VOID, Flags
from mainspan.render import groups
from mainspan.render.addresses import base_of
from mainspan.render.assembler import Assembler
from mainspan.render.attributes import Reader, is_language
from mainspan.render.callouts import find_boxes, find_callouts
from mainspan.render.embeds import find_embeds
from mainspan.render.emoji import find_emoji
from mainspan.render.events import NONE, Attributes, Flow
from mainspan.render.formulas import Formula
from mainspan.render.images import find_images
from mainspan.render.layout import Layout, Places
from mainspan.render.media import count_pieces, kept_formulas, with_media
from mainspan.render.notes import find_notes
from mainspan.render.pieces import Pieces, are_inside
from mainspan.render.quotes import find_quotes
from mainspan.render.tables import find_tables, has_tables
from mainspan.spans import Spans

_P: Final = tags.NUMBERS["p"]
_CAPTION: Final = tags.NUMBERS["caption"]
_IS_ROOT: Final = tags.table("html body")


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Which of links, pictures and tables are written as such. The text is the same either way.

    front_matter: whether Markdown begins with what is known of the page, as YAML.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    front_matter: bool = False


def make_flow(page: Page, spans: Spans, options: RenderOptions | None = None) -> Flow:
    """The flow of what the spans keep."""
    options = options or RenderOptions()
    pieces = Pieces.of(page, spans)
    if not len(pieces):
        return []
    base = base_of(page)
    kept = count_pieces(page, pieces)
    formulas = kept_formulas(page, pieces)
    images = find_images(page, kept, base, formulas) if options.images else {}
    images.update((token, {"characters": text}) for token, text in find_emoji(page, kept).items())
    embeds = find_embeds(page, kept, base) if options.images and options.links else {}
    if formulas or images or embeds:
        pieces = with_media(pieces, formulas, {**images, **embeds})
        kept = count_pieces(page, pieces)
    data = find_tables(page, kept) if options.tables else frozenset()
    notes = find_notes(page, kept)
    boxes = find_boxes(page, kept)
    callouts = dict.fromkeys(find_quotes(page, kept, boxes), "") | find_callouts(page, boxes)
    assembler = Assembler(
        page=page,
        pieces=pieces,
        formulas={formula.first: formula for formula in formulas},
        images=images,
        embeds=embeds,
        reader=Reader(page, base, notes, callouts, links=options.links),
    )
    steps = _steps(page, pieces, formulas, data, kept)
    if notes.targets or callouts:
        # A div that is a footnote or a callout stays, even if it holds a single block.
        _restore(page, steps, [*notes.targets, *callouts])
    return assembler.run(steps, _direction(page))


def _steps(
    page: Page, pieces: Pieces, formulas: list[Formula], data: frozenset[int], kept: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """What each token does to the flow: those of elements that hold something kept, and all that is kept."""
    tokens = page.tokens
    steps = groups.GROUPS.take(tokens.tag)
    _dissolve_frames(page, steps, data)
    _open_paragraphs(page, steps, kept)
    steps *= _holding(page, steps, data, kept) | _between(pieces, steps)
    _add_preformatted(pieces.layout, steps)
    for formula in formulas:
        steps[formula.first : formula.last + 1] = groups.NOTHING
    is_text = pieces.end > pieces.start
    steps[pieces.token] = np.where(is_text, groups.TEXT, groups.MEDIA)
    return steps


def _restore(page: Page, steps: NDArray[np.uint8], opened: list[int]) -> None:
    """Let these elements be what they are, though they are frames."""
    places = np.concatenate([opened, page.tokens.partner[opened]])
    steps[places] = groups.GROUPS[page.tokens.tag[places]]


def _direction(page: Page) -> Attributes:
    """The attributes of a right-to-left page: its content needs them too."""
    elements, tokens = page.elements, page.tokens
    for token in elements.open[_IS_ROOT[elements.tag]].tolist():
        if page.source.find('"rtl"', int(tokens.start[token]), int(tokens.end[token])) > 0:
            attributes = page.attributes(token)
            if attributes.get("dir", "").lower() == "rtl":
                language = attributes.get("lang", "")
                return {"dir": "rtl"} | ({"lang": language} if is_language(language) else {})
    return NONE


def _dissolve_frames(page: Page, steps: NDArray[np.uint8], data: frozenset[int]) -> None:
    """In tables that only lay out the page, cells are divs, and rows are nothing."""
    if not has_tables(page):
        return
    places = np.flatnonzero((steps >= groups.TABLE) & (steps <= groups.CELL))
    if data:
        first = np.array(sorted(data))
        places = places[~are_inside(places, first, page.tokens.partner[first])]
    is_row = (steps[places] == groups.PART) & (page.tokens.tag[places] != _CAPTION)
    steps[places] = np.where(is_row, groups.NOTHING, groups.DIV)


def _open_paragraphs(page: Page, steps: NDArray[np.uint8], kept: NDArray[np.int64]) -> None:
    """A paragraph that holds blocks is a div: on old pages one goes on around its tables."""
    tokens = page.tokens
    is_block = (steps == groups.BLOCK) | (steps == groups.TABLE) | (steps == groups.PRE)
    places = np.flatnonzero(is_block & (tokens.kind == OPEN))
    places = places[kept[tokens.partner[places]] > kept[places]]
    holds = np.append(places[1:], len(tokens)) < tokens.partner[places]
    opened = places[holds & (tokens.tag[places] == _P)]
    steps[opened] = steps[tokens.partner[opened]] = groups.DIV


def _holding(page: Page, steps: NDArray[np.uint8], data: frozenset[int], kept: NDArray[np.int64]) -> Flags:
    """The tags of elements that hold a piece, without divs that add nothing."""
    tokens = page.tokens
    found: Flags = np.zeros(len(tokens), dtype=np.bool_)
    places = np.flatnonzero((tokens.kind == OPEN) & (steps > groups.NOTHING))
    before, after = kept[places], kept[tokens.partner[places]]
    holds = after > before
    found[places[holds]] = True
    if data:
        # Without its empty cells, the others of a row would change their column.
        cells = _cells_of(page, places[steps[places] == groups.CELL], sorted(data))
        found[cells[found[find_parents(tokens.kind, tokens.depth, cells)]]] = True
    places, before, after = places[holds], before[holds], after[holds]
    found[places[_is_mere_frame(steps[places], before, after, int(kept[-1]))]] = False
    found[tokens.partner[found]] = True
    return found


def _cells_of(page: Page, cells: Places, tables: list[int]) -> NDArray[np.int32]:
    """Those of the cells that are in these tables."""
    first = np.array(tables)
    return cells[are_inside(cells, first, page.tokens.partner[first])].astype(np.int32)


def _is_mere_frame(
    steps: NDArray[np.uint8], before: NDArray[np.int64], after: NDArray[np.int64], count: int
) -> Flags:
    """Divs around everything, or around a single block: the pieces in these are the same."""
    is_block = steps != groups.INLINE
    places = np.flatnonzero(is_block)
    is_same = (before[places[1:]] == before[places[:-1]]) & (after[places[1:]] == after[places[:-1]])
    found: Flags = after - before == count
    found[places[:-1]] |= is_same
    found &= steps == groups.DIV
    return found


def _between(pieces: Pieces, steps: NDArray[np.uint8]) -> Flags:
    """The breaks and rules that a reader sees between the first piece and the last."""
    found: Flags = np.zeros(len(steps), dtype=np.bool_)
    first, stop = int(pieces.token[0]), int(pieces.token[-1]) + 1
    part = steps[first:stop]
    places = np.flatnonzero((part == groups.BREAK) | (part == groups.RULE)) + first
    if len(places):
        found[places[pieces.page.tokens.kind[places] == VOID]] = True
        for begin, end in pieces.layout.out_of_sight():
            found[begin:end] = False
    return found


def _add_preformatted(layout: Layout, steps: NDArray[np.uint8]) -> None:
    """All texts and breaks in preformatted elements that hold something matter, whitespace too."""
    tokens = layout.tokens
    if (steps == groups.PRE).any():
        group = np.where(tokens.is_text, np.uint8(groups.TEXT), groups.GROUPS[tokens.tag])
        places = np.flatnonzero((group == groups.TEXT) | (group == groups.BREAK))
        around = layout.preformatted(places)
        places = places[(around >= 0) & (steps[around] == groups.PRE)]
        steps[places] = group[places]
