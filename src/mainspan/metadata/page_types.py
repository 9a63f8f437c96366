"""The type of a page: by its structured data, by Open Graph, else by the learned method."""

from __future__ import annotations

from typing import Final

from mainspan.algorithms.learned.types import TYPES, guess_type
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.page import Page

# Types of structured data that were right on nearly all pages that have them.
_OF_DATA: Final = {
    "forum": "qapage discussionforumposting",
    "documentation": "techarticle apireference",
    "article": "article newsarticle blogposting reportagenewsarticle analysisnewsarticle opinionnewsarticle "
    "reviewnewsarticle backgroundnewsarticle scholarlyarticle medicalscholarlyarticle liveblogposting "
    "advertisercontentarticle satiricalarticle report recipe howto",
    "product": "product productgroup itempage individualproduct vehicle car",
    "listing": "searchresultspage collectionpage",
    "video": "videoobject movie tvepisode",
    "event": "event musicevent sportsevent theaterevent",
    "job": "jobposting",
    "profile": "profilepage",
}
_BY_DATA: Final = {name: kind for kind, names in _OF_DATA.items() for name in names.split()}
_BY_GRAPH: Final = {
    "article": "article", "blog": "article", "product": "product", "product.item": "product",
    "og:product": "product", "profile": "profile", "book": "book", "video": "video", "video.other": "video",
    "video.movie": "video", "video.episode": "video",
}  # fmt: skip
# All types that a page can have.
PAGE_TYPES: Final = tuple(dict.fromkeys((*TYPES, *_OF_DATA, *_BY_GRAPH.values())))
# The learned method comes last. It is believed if one type is likelier than all others together.
_MIN_PROBABILITY: Final = 0.5


def find_type(evidence: Evidence) -> Fact | None:
    """The type of the page: article, forum, product, documentation, listing, collection, service, ..."""
    if kind := _of_data(evidence):
        return Fact(kind, "json-ld")
    if kind := _BY_GRAPH.get(evidence.head.first("og:type").lower(), ""):
        return Fact(kind, "open graph")
    guess = guess_type(evidence.page)
    return Fact(guess.name, "method") if guess and guess.probability >= _MIN_PROBABILITY else None


def type_score(page: Page, kind: Fact | None) -> float | None:
    """How likely a type is: 1 where the page declares it, else as the method judged."""
    if kind is None or kind.origin != "method":
        return None if kind is None else 1.0
    guess = guess_type(page)
    return round(guess.probability, 4) if guess else None


def _of_data(evidence: Evidence) -> str:
    """The type of a thing at the top of the data; of several the first in the order above."""
    kinds = {
        _BY_DATA[name]
        for thing in evidence.things
        if thing.depth == 0 and not thing.aside
        for name in thing.types
        if name in _BY_DATA
    }
    return next((kind for kind in _OF_DATA if kind in kinds), "")
