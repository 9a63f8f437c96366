"""What type of page it is: what its data say, else what the learned method sees."""

from __future__ import annotations

from typing import Final

from mainspan.algorithms.learned.types import guess_type
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact

# Types of structured data that were the page's own on nearly all pages that have them.
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
    "article": "article",
    "blog": "article",
    "product": "product",
    "product.item": "product",
    "og:product": "product",
    "profile": "profile",
    "book": "book",
    "video": "video",
    "video.other": "video",
    "video.movie": "video",
    "video.episode": "video",
}
# The method is asked last, and believed if it finds one type likelier than all others together.
_LIKELY: Final = 0.5


def find_type(evidence: Evidence) -> Fact | None:
    """The type of the page: article, forum, product, documentation, listing, collection, service, ..."""
    if kind := _of_data(evidence):
        return Fact(kind, "json-ld")
    if kind := _BY_GRAPH.get(evidence.head.first("og:type").lower(), ""):
        return Fact(kind, "open graph")
    guess = guess_type(evidence.page)
    return Fact(guess.name, "method") if guess and guess.probability >= _LIKELY else None


def _of_data(evidence: Evidence) -> str:
    """The first kind, in the order above, that a thing at the top of the data is of."""
    kinds = {
        _BY_DATA[name]
        for thing in evidence.things
        if thing.depth == 0 and not thing.aside
        for name in thing.types
        if name in _BY_DATA
    }
    return next((kind for kind in _OF_DATA if kind in kinds), "")
