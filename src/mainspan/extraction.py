"""Extracts the main content of a page: one function, one result."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.algorithms.base import Judgement
from mainspan.algorithms.site import Outline, Recurrence, Template
from mainspan.errors import ParameterError
from mainspan.forms import write
from mainspan.lazy import lazy
from mainspan.page import Page, tags
from mainspan.page.anchors import without_anchors
from mainspan.page.code_tools import without_code_tools
from mainspan.page.kinds import UNSEEN
from mainspan.page.line_numbers import without_line_numbers
from mainspan.page.side_notes import without_side_copies
from mainspan.page.signatures import without_numbers, without_signatures
from mainspan.render.flow import RenderOptions
from mainspan.render.text import block_texts, render_text
from mainspan.spans import Spans
from mainspan.timing import within

if TYPE_CHECKING:
    from mainspan.comments import Comment
    from mainspan.embedded import Embedded
    from mainspan.metadata import Metadata

    Fallback = Callable[["Extraction"], "Extraction"]

# The rules after the method, in order, and how they dropped what they drop.
_RULES: Final = (
    ("as a mere sign, such as ¶ or [edit]", without_anchors),
    ("as the number of a line of code", without_line_numbers),
    ("as a button or label of code", without_code_tools),
    ("as a copy of a footnote", without_side_copies),
)
_THREAD_RULES: Final = (
    ("as a signature or badge in a thread", without_signatures),
    ("as the number of a post", without_numbers),
)
# Methods are values, so the default is made once.
_DEFAULT: Final = make_algorithm(DEFAULT)
# If the text has more characters than this, the page's data is not searched.
_MAX_CHARACTERS: Final = 1_500
# Below this probability a page is no thread.
_MIN_THREAD: Final = 0.2
# Below this one it is no product.
_MIN_PRODUCT: Final = 0.2
# An address, or the name of a file with a page.
_PLACE: Final = re.compile(r"https?://\S+|[^<>\n]+\.x?html?", re.IGNORECASE)
# A longer text is no address.
_MAX_PLACE_CHARACTERS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text between structural tags, and what became of it.

    `score` is how likely it is content, or, with methods that do not judge blocks, the share of its words
    that were kept. `container` is the name of the element around it.
    """

    text: str
    start: int
    end: int
    container: str
    words: int
    link_share: float
    score: float
    verdict: Literal["content", "boilerplate"]
    reason: str


class Extraction:
    """A page, the spans that a method found in it, and views of them, each made on first use.

    If nothing was found, `text` is empty and `reason` explains why. `site` is what the page has in common
    with other pages of its site, if they were compared.
    """

    def __init__(
        self,
        page: Page,
        spans: Spans,
        algorithm: Algorithm,
        site: Recurrence | None = None,
        *,
        origin: Literal["page", "json-ld", "hydration"] = "page",
        carrier: Page | None = None,
        judgement: Judgement | None = None,
        steps: Sequence[tuple[str, Spans]] = (),
    ) -> None:
        """Take what a method found.

        origin: where the text was: in the page, or in the data that a page carries. With data, `page` is the
        document that was made from it, and `carrier` the page itself.
        judgement: what the method thinks of each block; None if it works on other units.
        steps: what was kept after each step that followed the judgement, and how the step kept or dropped.
        """
        self.page: Page = page
        self.spans: Spans = spans
        self.algorithm = algorithm
        self.site = site
        self.origin = origin
        self.carrier = carrier or page
        self.judgement = judgement
        self._steps = steps

    def __repr__(self) -> str:
        return f"<Extraction {self.algorithm!r}: {self.words} words of {len(self.page.words)}>"

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return len(self.spans) > 0

    @lazy
    def text(self) -> str:
        """The main content as plain text."""
        return self.render("text")

    @lazy
    def markdown(self) -> str:
        """The main content as Markdown: CommonMark with tables, footnotes and formulas."""
        return self.render("markdown")

    @lazy
    def html(self) -> str:
        """The main content as an HTML fragment, without style, scripts and handlers."""
        return self.render("html")

    def render(
        self,
        form: str = "text",
        *,
        links: bool = True,
        images: bool = True,
        tables: bool = True,
        front_matter: bool = False,
    ) -> str:
        """The result in one of the forms of mainspan.forms: text, markdown, html, json, csv, tei, hide, ...

        links, images, tables: whether they are written as such in Markdown, HTML and TEI. What was found
        stays the same: the words of links and tables are there in any case.
        front_matter: whether Markdown begins with title, authors, dates and more, as YAML.
        """
        return write(self, form, RenderOptions(links, images, tables, front_matter))

    @lazy
    def metadata(self) -> Metadata:
        """The page's metadata: title, authors, dates, ..., each with its origin."""
        from mainspan.metadata import find_metadata

        spans = self.spans if self.origin == "page" else None
        return find_metadata(self.carrier, main=self.text, spans=spans)

    @lazy
    def comments(self) -> list[Comment]:
        """What readers wrote below the content, comment by comment; empty on forums: posts are content."""
        from mainspan.comments import split_comments

        return split_comments(self.page, self._comment_spans)

    @lazy
    def comments_text(self) -> str:
        """The same as plain text, with the names and dates that the page shows."""
        return render_text(self.page, self._comment_spans)

    @lazy
    def _comment_spans(self) -> Spans:
        from mainspan.reading import find_comments

        return find_comments(self.page, self.spans) if self.origin == "page" else Spans()

    @lazy
    def supplement(self) -> Extraction | None:
        """What belongs to the content of a product page, but is in its data (JSON-LD) alone: its description.

        The page does not show it, so `text` does not have it either.
        """
        if self.origin != "page" or not self._may_be_product:
            return None
        from mainspan.embedded import find_supplement

        data = find_supplement(self.page)
        return None if data is None else _of_data(self, data)

    @property
    def _may_be_product(self) -> bool:
        return self.judgement is None or self.judgement.types.get("product", 0.0) >= _MIN_PRODUCT

    @lazy
    def excerpt(self) -> str:
        """A few lines on the page: its description, or else its first paragraph of prose."""
        from mainspan.reading import excerpt

        described = self.metadata.description
        return excerpt(self.text, described.value if described else "")

    @lazy
    def readable(self) -> bool:
        """Whether there is anything to read."""
        from mainspan.reading import is_readable

        if self.origin != "page":
            return is_readable(self.words, 1.0)
        judgement = self.judgement or make_algorithm(DEFAULT).judge(self.page)
        return judgement is not None and is_readable(self.words, judgement.confidence)

    @lazy
    def kept_words(self) -> NDArray[np.bool_]:
        """For each word of the page, whether it was kept."""
        return self.spans.kept_words(self.page)

    @property
    def confidence(self) -> float | None:
        """The expected quality of the result, from 0 to 1; None if the method does not estimate it."""
        return None if self.judgement is None else round(self.judgement.confidence, 4)

    @property
    def words(self) -> int:
        """The number of the page's words that were kept."""
        return self.spans.count_words(self.page)

    @property
    def link_share(self) -> float:
        """The share of the kept characters that are in links, by the blocks that were kept."""
        blocks = self.page.blocks
        owner = np.searchsorted(blocks.first, self.page.words.token, side="right") - 1
        kept = np.bincount(owner[self.kept_words], minlength=len(blocks)) / np.maximum(blocks.words, 1)
        characters = float((kept * blocks.characters).sum())
        return round(float((kept * blocks.linked).sum()) / characters, 4) if characters else 0.0

    @property
    def reason(self) -> str:
        """Why nothing was found; empty if something was."""
        if self.spans:
            return ""
        if self.page.other_format:
            return self.spans.reason
        if self.page.has(tags.NUMBERS["frameset"]):
            return "the page is a frameset: its content is in the pages of its frames"
        if not len(self.page.words) and self._has_unseen_text:
            return "the page shows no text: what it has is hidden or in noscript (it may need a browser)"
        return self.spans.reason or "the method kept nothing"

    @property
    def _has_unseen_text(self) -> bool:
        tokens, elements = self.page.tokens, self.page.elements
        heads = elements.close[elements.tag == tags.NUMBERS["head"]]
        body = int(heads[0]) if len(heads) else 0
        unseen = np.flatnonzero(tokens.kind[body:] == UNSEEN) + body
        return any(not self.page.source[tokens.start[i] : tokens.end[i]].isspace() for i in unseen.tolist())

    @lazy
    def blocks(self) -> list[Block]:
        """All blocks of the page, with the verdict on each."""
        count = self._count(self.kept_words).tolist()
        texts = block_texts(self.page)
        return [self._block(i, texts[i], count[i]) for i in range(len(self.page.blocks))]

    def _count(self, kept_words: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many of these words each block has."""
        page, blocks = self.page, self.page.blocks
        owner = np.searchsorted(blocks.first, page.words.token, side="right") - 1
        return np.bincount(owner[kept_words], minlength=len(blocks))

    def _block(self, i: int, text: str, kept: int) -> Block:
        page, blocks = self.page, self.page.blocks
        words = int(blocks.words[i])
        share = kept / words
        score = share if self.judgement is None else float(self.judgement.scores[i])
        return Block(
            text=text,
            start=int(blocks.start[i]),
            end=int(blocks.end[i]),
            container=page.name_of(int(blocks.container[i])),
            words=words,
            link_share=round(int(blocks.linked[i]) / int(blocks.characters[i]), 4),
            score=round(score, 4),
            verdict="content" if share >= 0.5 else "boilerplate",
            reason=self._why(i, kept, words),
        )

    def _why(self, i: int, kept: int, words: int) -> str:
        if not kept and self.site is not None and self.site.is_template[i]:
            return self.site.reason(i)
        if self.judgement is not None:
            if self.judgement.kept[i] == (kept > 0):
                return str(self.judgement.reason(i))
            verb = "kept" if kept else "dropped"
            return f"{verb} {self._how(i, kept > 0)}; {self.judgement.reason(i)}"
        return f"{self.algorithm!r} kept {kept} of {words} words"

    def _how(self, i: int, is_kept: bool) -> str:
        """The last step after which the block was as it is, and before which it was not."""
        changes = [*pairwise(self._states)][::-1]
        return next(
            (how for (_, before), (how, after) in changes if before[i] != is_kept == after[i]),
            "after the judgement",
        )

    @lazy
    def _states(self) -> list[tuple[str, NDArray[np.bool_]]]:
        """Which blocks were kept by the judgement, and after each step."""
        kept = [(how, self._count(spans.kept_words(self.page)) > 0) for how, spans in self._steps]
        return kept if self.judgement is None else [("", self.judgement.kept), *kept]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, ready for JSON. `site_pages`, the pages compared, only if they were."""
        page = self.page
        compared = {} if self.site is None else {"site_pages": self.site.pages}
        return {
            "url": page.url,
            "algorithm": repr(self.algorithm),
            "metadata": self.metadata.to_dict(),
            "text": self.text,
            "excerpt": self.excerpt,
            "comments": self.comments_text,
            "comment_list": [each.to_dict() for each in self.comments],
            "readable": self.readable,
            "confidence": self.confidence,
            "reason": self.reason,
            "origin": self.origin,
            "supplement": None if self.supplement is None else self.supplement.text,
            "words": self.words,
            "page_words": len(page.words),
            "encoding": self.carrier.encoding,
            "salvaged": self.carrier.salvaged,
            **compared,
            "spans": [list(pair) for pair in self.spans],
        }


def extract(
    html: str | bytes | bytearray | memoryview | Page,
    *,
    algorithm: str | Algorithm = DEFAULT,
    url: str | None = None,
    encoding: str | None = None,
    keep: str | Sequence[str] = (),
    drop: str | Sequence[str] = (),
    template: Template | None = None,
    seconds: float | None = None,
    min_confidence: float = 0.0,
    fallback: Fallback | None = None,
) -> Extraction:
    """Find the main content of a page.

    html: the page itself (not its address or file), as text, as bytes from the web, or as a Page that was
        read before.
    algorithm: a method's name, with parameters if you like ("accb:range=60"), or a method.
    url: the page's address; links in the output become absolute.
    encoding: overrides the encoding that the page declares.
    keep, drop: CSS selectors of elements whose text is always or never content; drop wins.
    template: what the pages of its site have in common (mainspan.site.learn_template), which is not content.
    seconds: how long this may take; then a TimeLimitError is raised. Works in any thread.
    min_confidence: a result with less confidence is not good enough. It goes to `fallback`; without one, it
        is empty, with a reason. Results of methods that do not estimate it are always good enough.
    fallback: is called with a result that is not good enough, and returns another, such as
        `lambda found: extract(found.page, algorithm="mainspan:focus=recall")`.

    If a page shows hardly any text but has it in its data, the data is used, and `origin` names it.

    >>> extract("<p>Hello world, this is a page.</p>", algorithm="plain").text
    'Hello world, this is a page.\\n'
    """
    method = _DEFAULT if algorithm == DEFAULT else make_algorithm(algorithm)
    if isinstance(html, str):
        _warn_of_place(html)
    if isinstance(html, Page) and (url, encoding) != (None, None):
        raise TypeError("a Page has its url and encoding already: give them to Page(...)")
    if not 0 <= min_confidence <= 1:
        raise ParameterError(f"min_confidence is {min_confidence:g}, but must be from 0 to 1")
    selectors = _listed(keep), _listed(drop)

    def work() -> Extraction:
        # Read once, with hidden text if the method reads it.
        hidden = method.reads_hidden
        page = html if isinstance(html, Page) else Page(html, url=url, encoding=encoding, hidden=hidden)
        found = _extract(page, method, *selectors, template)
        return _or_fallback(found, min_confidence, fallback) if min_confidence else found

    return within(seconds, work)


def _or_fallback(found: Extraction, min_confidence: float, fallback: Fallback | None) -> Extraction:
    """What was found, if it is good enough; else what the fallback makes of it, or nothing."""
    if found.confidence is None or found.confidence >= min_confidence:
        return found
    if fallback is not None:
        return fallback(found)
    reason = f"the confidence of {found.confidence:.0%} is below {min_confidence:.0%}"
    nothing = Spans(reason=reason)
    return Extraction(
        found.page,
        nothing,
        found.algorithm,
        found.site,
        judgement=found.judgement,
        steps=[(f"as {reason}", nothing)],
    )


def _warn_of_place(html: str) -> None:
    """Warn if the text is the place of a page instead of the page."""
    if len(html) <= _MAX_PLACE_CHARACTERS and _PLACE.fullmatch(html):
        warnings.warn(
            f"{html!r} is read as the text of a page, but it looks like the place of one: "
            "read the page first, as in extract(Path('page.html').read_bytes())",
            stacklevel=3,
        )


def _extract(
    page: Page, method: Algorithm, keep: Sequence[str], drop: Sequence[str], template: Template | None
) -> Extraction:
    page = page.with_hidden if method.reads_hidden else page
    if page.other_format:
        return Extraction(page, Spans(reason=f"this is {page.other_format}, not a page"), method)
    site = None if template is None else template.judge(Outline.of(page))
    judgement = method.judge(page)
    spans = method(page) if judgement is None else judgement.spans
    is_thread = _may_be_thread(judgement)
    steps = [("by the method", spans)]
    for how, rule in (*_RULES, *_THREAD_RULES) if is_thread else _RULES:
        spans = rule(page, spans)
        steps.append((how, spans))
    spans = spans if site is None else _without_template(page, spans, site)
    spans = _select(page, spans, keep, drop)
    steps.append(("by a selector", spans))
    if judgement is not None and is_thread and getattr(method, "byline", False):
        spans = _with_heads(page, spans, judgement)
        steps.append(("for the line with the author and date of a post", spans))
    found = Extraction(page, spans, method, site, judgement=judgement, steps=steps)
    return found if site is not None or keep or drop else _or_data(found)


def _with_heads(page: Page, spans: Spans, judgement: Judgement) -> Spans:
    """With the author and the date of each post of a thread."""
    from mainspan.comments import find_heads

    heads = find_heads(page, spans)
    if not heads:
        return spans
    if heads[0].author and heads[0].date:
        # What else is near the first post is about its author: the number of posts, the day of joining.
        byline = np.zeros(len(page.blocks), dtype=np.bool_)
        byline[judgement.parts.get("byline", [])] = True
        spans -= Spans.of_blocks(page, byline)
    return spans.with_heads(page, heads)


def _may_be_thread(judgement: Judgement | None) -> bool:
    """Whether a page may be a thread of posts, as far as the method knows types of pages."""
    return judgement is not None and judgement.types.get("forum", 0.0) >= _MIN_THREAD


def _or_data(found: Extraction) -> Extraction:
    """What was found, or the text in the page's data if the page shows hardly any.

    A method that does not judge blocks may have missed the text, so then all words of the page count.
    """
    if found.spans.characters > _MAX_CHARACTERS:
        return found
    from mainspan.embedded import find_instead

    words = len(found.page.words) if found.judgement is None else found.words
    data = find_instead(found.page, words)
    return found if data is None else _of_data(found, data)


def _of_data(found: Extraction, data: Embedded) -> Extraction:
    """All of the text that is in a page's data."""
    document = Page(data.html, url=found.page.url)
    spans = make_algorithm("plain")(document)
    return Extraction(document, spans, found.algorithm, origin=data.origin, carrier=found.page)


def _without_template(page: Page, spans: Spans, site: Recurrence) -> Spans:
    left = spans - Spans.of_blocks(page, site.is_template)
    if spans and not left:
        return Spans(reason="all that was found recurs on other pages of the site")
    return left if spans else spans


def _select(page: Page, spans: Spans, keep: Sequence[str], drop: Sequence[str]) -> Spans:
    """What a method found, with what the selectors add and remove; drop wins."""
    for selector in keep:
        more = Spans.of_elements(page, page.select(selector))
        spans = spans | more if more else spans
    for selector in drop:
        left = spans - Spans.of_elements(page, page.select(selector))
        if spans and not left:
            left = Spans(reason="all that was found was dropped by a selector")
        spans = left if spans else spans
    return spans


def _listed(selectors: str | Sequence[str]) -> Sequence[str]:
    return (selectors,) if isinstance(selectors, str) else selectors
