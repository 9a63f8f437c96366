"""From the kept spans to a flow of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.blocks import find_parents
from mainspan.page.code_blocks import with_code_blocks
from mainspan.page.kinds import Column, Flags
from mainspan.page.notes import find_notes
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
from mainspan.render.layout import Layout
from mainspan.render.media import count_pieces, find_signs, kept_formulas, with_media, without_heads
from mainspan.render.pieces import Pieces, are_inside
from mainspan.render.quotes import find_layout_quotes, find_quotes
from mainspan.render.tables import find_tables, has_tables
from mainspan.spans import Spans

_P: Final = tags.NUMBERS["p"]
_BLOCKQUOTE: Final = tags.NUMBERS["blockquote"]
_BR: Final = tags.NUMBERS["br"]
_HR: Final = tags.NUMBERS["hr"]
_IS_BREAK: Final = tags.table("br hr")
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
    page = with_code_blocks(page)
    pieces = without_heads(Pieces.of(page, spans), spans.heads)
    if not len(pieces):
        return []
    base = base_of(page)
    kept = count_pieces(page, pieces)
    signs = find_signs(page, pieces)
    formulas = kept_formulas(page, pieces, signs)
    images = find_images(page, kept, base, formulas) if options.images else {}
    images.update(
        (token, {"characters": text}) for token, text in find_emoji(page, kept, signs.pictures).items()
    )
    images.update((head.place, {"characters": head.text, "author": head.author}) for head in spans.heads)
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
        labels = np.array([*notes.references, *notes.returns], dtype=np.intp)
        steps[labels] = steps[page.tokens.partner[labels]] = groups.INLINE
    return assembler.run(steps, _direction(page))


def _steps(
    page: Page, pieces: Pieces, formulas: list[Formula], data: frozenset[int], kept: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """What each token does to the flow: those of elements that hold something kept, and all that is kept."""
    tokens = page.tokens
    steps = np.zeros(len(tokens), dtype=np.uint8)
    _add_elements(page, steps, data, kept)
    _add_breaks(page, pieces, steps)
    _add_preformatted(pieces.layout, steps)
    for formula in formulas:
        steps[formula.first : formula.last + 1] = groups.NOTHING
    is_text = pieces.end > pieces.start
    steps[pieces.token] = np.where(is_text, groups.TEXT, groups.MEDIA)
    return steps


def _add_elements(
    page: Page, steps: NDArray[np.uint8], data: frozenset[int], kept: NDArray[np.int64]
) -> None:
    """The tags of elements that hold a piece, without divs that add nothing."""
    elements = page.elements
    # Hardly any of the elements do, so these come first.
    held = (kept.take(elements.close) > kept.take(elements.open)).nonzero()[0]
    opens, closes, tag = elements.open.take(held), elements.close.take(held), elements.tag.take(held)
    group = groups.GROUPS.take(tag)
    _dissolve_frames(page, opens, tag, group, data)
    _open_paragraphs(opens, closes, tag, group)
    if page.has(_BLOCKQUOTE):
        group[np.isin(opens, find_layout_quotes(page, kept))] = groups.DIV
    shown = group.nonzero()[0]
    opens, closes, group = opens[shown], closes[shown], group[shown]
    if data:
        _add_cells(page, steps, opens, sorted(data))
    group[_is_mere_frame(group, kept[opens], kept[closes], int(kept[-1]))] = groups.NOTHING
    steps[opens] = steps[closes] = group


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


def _dissolve_frames(
    page: Page, opens: Column, tag: NDArray[np.int16], group: NDArray[np.uint8], data: frozenset[int]
) -> None:
    """In tables that only lay out the page, cells are divs, and rows are nothing."""
    if not has_tables(page):
        return
    is_frame = (group >= groups.TABLE) & (group <= groups.CELL)
    if data:
        first = np.array(sorted(data))
        is_frame &= ~are_inside(opens, first, page.tokens.partner[first])
    is_row = (group == groups.PART) & (tag != _CAPTION)
    group[is_frame] = np.where(is_row[is_frame], groups.NOTHING, groups.DIV)


def _open_paragraphs(opens: Column, closes: Column, tag: NDArray[np.int16], group: NDArray[np.uint8]) -> None:
    """A paragraph that holds blocks is a div: on old pages one goes on around its tables."""
    blocks = ((group == groups.BLOCK) | (group == groups.TABLE) | (group == groups.PRE)).nonzero()[0]
    holds = opens[blocks[1:]] < closes[blocks[:-1]]
    opened = blocks[:-1][holds]
    group[opened[tag[opened] == _P]] = groups.DIV


def _add_cells(page: Page, steps: NDArray[np.uint8], opens: Column, tables: list[int]) -> None:
    """The cells of rows with something kept: without the empty ones, the others would change their column."""
    tokens, elements = page.tokens, page.elements
    is_held: Flags = np.zeros(len(tokens), dtype=np.bool_)
    is_held[opens] = True
    first = np.array(tables)
    cells = elements.open[groups.GROUPS.take(elements.tag) == groups.CELL]
    cells = cells[are_inside(cells, first, tokens.partner[first])]
    cells = cells[is_held[find_parents(tokens.kind, tokens.depth, cells)]]
    steps[cells] = steps[tokens.partner[cells]] = groups.CELL


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


def _add_breaks(page: Page, pieces: Pieces, steps: NDArray[np.uint8]) -> None:
    """The breaks and rules that a reader sees between the first piece and the last."""
    elements = page.elements
    if not page.has(_BR) and not page.has(_HR):
        return
    first, stop = elements.open.searchsorted(pieces.token[[0, -1]].astype(np.int32)).tolist()
    breaks = _IS_BREAK[elements.tag[first:stop]].nonzero()[0] + first
    places = elements.open[breaks[elements.open[breaks] == elements.close[breaks]]]
    if not len(places):
        return
    is_seen: Flags = np.zeros(len(steps), dtype=np.bool_)
    is_seen[places] = True
    for begin, end in pieces.layout.out_of_sight():
        is_seen[begin:end] = False
    places = places[is_seen[places]]
    steps[places] = groups.GROUPS.take(page.tokens.tag[places])


def _add_preformatted(layout: Layout, steps: NDArray[np.uint8]) -> None:
    """All texts and breaks in preformatted elements that hold something matter, whitespace too."""
    tokens = layout.tokens
    if (steps == groups.PRE).any():
        group = np.where(tokens.is_text, np.uint8(groups.TEXT), groups.GROUPS[tokens.tag])
        places = np.flatnonzero((group == groups.TEXT) | (group == groups.BREAK))
        around = layout.preformatted(places)
        places = places[(around >= 0) & (steps[around] == groups.PRE)]
        steps[places] = group[places]
