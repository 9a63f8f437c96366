"""What the default method makes of one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Judgement, Reason
from mainspan.algorithms.learned.calibration import calibrate, calibrate_page
from mainspan.algorithms.learned.choosing import FOCUS, TRUST, Choice, choose, count_words, find_bound
from mainspan.algorithms.learned.copies import bare
from mainspan.algorithms.learned.declared import THREAD
from mainspan.algorithms.learned.features import page_inputs
from mainspan.algorithms.learned.headline import (
    find_headline,
    find_late_headline,
    find_other_articles,
    find_preface,
    find_repeated_headlines,
    is_title,
)
from mainspan.algorithms.learned.network import Network, shipped
from mainspan.algorithms.learned.parts import (
    BYLINE_BLOCKS_AFTER,
    are_comments_text,
    blocks_near_opening,
    doubt_comments,
    doubt_menus,
    favour_comments,
    find_byline,
    find_captions,
    find_comments,
    find_menus,
)
from mainspan.algorithms.learned.posts import make_series_whole
from mainspan.algorithms.learned.pull_quotes import find_pull_quotes
from mainspan.algorithms.learned.reasons import Again, Verdict, explain
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.algorithms.learned.shop import find_policies, find_policy_sections
from mainspan.algorithms.learned.table import H1, H6
from mainspan.algorithms.learned.types import (
    MIN_TYPE_WORDS,
    even_out,
    is_documentation,
    is_forum,
    is_no_article,
    is_product,
    may_be_forum,
    may_be_list,
    may_be_one_text,
    seems_article,
    seems_forum,
    weigh_types,
)
from mainspan.algorithms.learned.versions import Versions, find_second_versions
from mainspan.algorithms.learned.whole import follow_colons, follow_references, follow_text, make_code_whole
from mainspan.lazy import lazy
from mainspan.page import Page
from mainspan.page.kinds import CODE
from mainspan.page.shell import is_shell
from mainspan.spans import Spans

if TYPE_CHECKING:
    from mainspan.algorithms.learned.method import Learned

# A page is made by its scripts if it has fewer words than this, and more than 20 times as much code as text.
_MIN_WORDS: Final = 60
_MAX_CODE: Final = 20
# A headline is at least as likely as this for the network, unless it is to be left out.
_MIN_HEADLINE_SCORE: Final = 0.1
# The same of a heading of the first rank that is most of the page's title.
_MIN_TITLE_SCORE: Final = 0.07
# From this expected F1 on, an answer is not doubted.
_MIN_SURE: Final = 0.95
# From this expected F1 on, what seems a forum is a thread if an article would have less than this share of
# its words.
_MIN_SURE_THREAD: Final = 0.88
_MAX_OPENING: Final = 0.5


def _other_scopes(types: list[float]) -> Iterator[str]:
    """The scopes in which a page of these types may be read again."""
    if may_be_one_text(types):
        yield "article"
        return
    yield "page"
    # An article with hundreds of comments looks like a thread.
    if seems_forum(types):
        yield "article"


class LearnedJudgement(Judgement):
    """What the network and the rules make of one page. All of it is computed when it is first read."""

    def __init__(
        self, page: Page, method: Learned, network: Network | None = None, scope: str | None = None
    ) -> None:
        self.page, self.method = page, method
        self.network = network or shipped()
        self.scope = scope or method.scope
        self.sheet: Sheet = sheet_of(page)

    @classmethod
    def of(cls, page: Page, method: Learned, network: Network | None = None) -> LearnedJudgement:
        """The judgement of a page. Where the scope is to be found, the scope with the better answer.

        Mostly the network knows from the page itself what its main content is. Where it is in doubt, it reads
        the page again as an article, as a page of another kind, or as both, and the answer with the highest
        expected F1 counts.
        """
        first = cls(page, method, network)
        if method.scope != "auto" or not len(first.sheet) or first._expected >= _MIN_SURE:
            return first
        answers = [first]
        for scope in _other_scopes(first._types):
            other = first._in_scope(scope)
            if not first._is_thread_of(other):
                answers.append(other)
        return max(answers, key=lambda answer: answer._expected)

    def _is_thread_of(self, article: LearnedJudgement) -> bool:
        """Whether the page is a thread, of which reading it as an article would keep the first post alone."""
        if article.scope != "article" or not seems_forum(self._types):
            return False
        if self.sheet.declared & THREAD:
            return True
        words, opening = (count_words(each.kept, each.sheet) for each in (self, article))
        return self._expected >= _MIN_SURE_THREAD and opening < _MAX_OPENING * words

    def _in_scope(self, scope: str) -> LearnedJudgement:
        """The judgement of the same page in another scope. What depends on no scope is not found again."""
        other = type(self)(self.page, self.method, self.network, scope)
        other.__dict__.update(_types=self._types, _named_comments=self._named_comments)
        return other

    @property
    def spans(self) -> Spans:
        """What is kept."""
        if not len(self.sheet):
            return Spans(reason=self.doubt if self.is_shell else "the page has no text")
        # Faster than `any`.
        if not np.count_nonzero(self.kept):
            return Spans(reason=self.doubt)
        return Spans.of_blocks(self.page, self.kept)

    @lazy
    def _inputs(self) -> NDArray[np.float32]:
        return page_inputs(self.method.settings(self.scope), self.sheet)

    @property
    def _inputs_with_comments(self) -> NDArray[np.float32]:
        return page_inputs(self.method.settings(self.scope, comments=True), self.sheet)

    @lazy
    def _logits(self) -> NDArray[np.float32]:
        """The network's answer for each block."""
        logits = self.network.answer(self.sheet, self._inputs).logits
        comments = self._named_comments
        if comments and self._favours_comments:
            with_comments = self.network.answer(self.sheet, self._inputs_with_comments).logits
            logits = logits.copy()
            logits[comments] = np.maximum(logits, with_comments)[comments]
        return logits

    @property
    def _favours_comments(self) -> bool:
        """Whether comments are requested, and the network reads it for their own blocks alone."""
        return self.method.comments and self.method.scope != "page"

    @property
    def _doubts_comments(self) -> bool:
        """Whether comments are less likely content than the network says."""
        return not self.method.comments and self._is_against_comments

    @property
    def _is_against_comments(self) -> bool:
        """Whether comments are no content, unless they are requested: not on forums."""
        return self.scope == "article" or (self.scope == "auto" and not is_forum(self._types))

    @lazy
    def _expected(self) -> float:
        """The F1 to expect in this scope, whatever parts are requested."""
        if self._favours_comments:
            logits = self.network.answer(self.sheet, self._inputs).logits
            raw_scores = follow_text(self._scores_of(logits), self.page)
            doubted = doubt_menus(self._with_doubted_comments(raw_scores), self.sheet)
        else:
            doubted = self._doubted
        return find_bound(doubted, self.sheet.words, FOCUS[self.method.focus] ** 2)[1]

    @lazy
    def _doubted(self) -> NDArray[np.float64]:
        """The raw scores, lower for comments and menus that are no content."""
        return doubt_menus(self._with_doubted_comments(self.raw_scores), self.sheet)

    def _with_doubted_comments(self, raw_scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """The raw scores, lower for named comments where scope or type speak against them."""
        comments = self._named_comments
        if not comments or not self._is_against_comments:
            return raw_scores
        no_forum = self.method.scope == "auto" and not may_be_forum(self._types)
        if no_forum and self.scope == "article" and are_comments_text(raw_scores, comments):
            return raw_scores
        return doubt_comments(raw_scores, self.sheet, comments, "article" if no_forum else self.scope)

    def _scores_of(self, logits: NDArray[np.float32]) -> NDArray[np.float64]:
        # The logistic function, without powers that would overflow, and without arrays in between.
        scores = logits.astype(np.float64)
        scores *= TRUST[self.scope] / 2
        np.tanh(scores, out=scores)
        scores += 1
        scores /= 2
        return scores

    @lazy
    def raw_scores(self) -> NDArray[np.float64]:
        """How likely each block is content for the network, before calibration."""
        return follow_text(self._scores_of(self._logits), self.page)

    @lazy
    def scores(self) -> NDArray[np.float64]:
        """How likely each block is content: calibrated by how often the network was right."""
        return calibrate(self.raw_scores)

    @lazy
    def _likely(self) -> Choice:
        """The blocks that are kept before the parts that can be requested are added or left out."""
        scope = self.scope
        if self._named_comments and self._favours_comments:
            doubted = doubt_menus(favour_comments(self.raw_scores, self._named_comments), self.sheet)
        else:
            doubted = self._doubted
        choice = choose(
            doubted,
            self.sheet,
            self.method.focus,
            scope,
            self._source_of,
            sections=scope != "article" and not seems_article(self._types),
            titles=may_be_list(self._types),
            links=not is_documentation(self._types),
            series=self._with_posts if scope != "article" and seems_forum(self._types) else None,
        )
        kept = follow_colons(choice.kept, self.raw_scores, self.page)
        is_article = seems_article(self._types)
        kept = follow_references(kept, self.raw_scores, self.page, is_article=is_article)
        kept = make_code_whole(kept, self.raw_scores, choice.threshold, self.page)
        return Choice(kept, choice.expected, choice.threshold)

    def _with_posts(self, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return make_series_whole(kept, self.raw_scores, self.sheet, self.page)

    @lazy
    def _types(self) -> list[float]:
        """How likely each type of page is."""
        if not len(self.sheet):
            return []
        is_own = self.scope == self.method.scope
        inputs = self._inputs if is_own else page_inputs(self.method.settings(self.method.scope), self.sheet)
        return weigh_types(self.network, self.network.answer(self.sheet, inputs).known)

    @lazy
    def _named_comments(self) -> list[int]:
        """The blocks that are named comments."""
        return find_comments(self.sheet)

    @lazy
    def _menus(self) -> list[int]:
        """The blocks of menus."""
        return find_menus(self.sheet)

    def _source_of(self, block: int) -> str:
        blocks = self.page.blocks
        return self.page.source[blocks.start[block] : blocks.end[block]]

    @lazy
    def headline(self) -> int:
        """The block that is the headline, or -1."""
        kept = self._likely.kept
        found = find_headline(self.sheet, kept)
        if found < 0:
            return find_late_headline(self.sheet, kept)
        least = _MIN_TITLE_SCORE if is_title(self.sheet, found) else _MIN_HEADLINE_SCORE
        return found if self.raw_scores[found] >= least or not self.method.headline else -1

    @lazy
    def _preface(self) -> list[int]:
        """What is likely but is before the headline."""
        preface = find_preface(self.sheet, self._likely.kept, self.headline)
        # In a list whose items have headings of the first rank the headline is one of them.
        types = self._types
        is_list = self._is_no_article and may_be_list(types) and not is_product(types)
        return [] if is_list and any(self.sheet.group[block] == H1 for block in preface) else preface

    @lazy
    def _repeated_headlines(self) -> list[int]:
        """The headline again, in what is likely."""
        # What differs in digits alone is another text, though it has the same fingerprint.
        if self.headline < 0:
            return []
        found = find_repeated_headlines(self.sheet, self._likely.kept, self.headline)
        return [
            block for block in found if bare(self._source_of(block)) == bare(self._source_of(self.headline))
        ]

    @lazy
    def _other_articles(self) -> list[int]:
        """Other articles after the one that the page is of, in what is likely."""
        if self.headline < 0 or self.sheet.group[self.headline] != H1 or self.scope == "page":
            return []
        if not seems_article(self._types):
            return []
        return find_other_articles(self.sheet, self._likely.kept, self.raw_scores, self.headline)

    @lazy
    def _policies(self) -> list[int]:
        """What the page of a product says of the shop, in what is likely."""
        if not is_product(self._types):
            return []
        kept = self._likely.kept
        below = find_policy_sections(self.sheet, kept, self.headline)
        return sorted({*find_policies(self.page, kept), *below})

    @lazy
    def _pull_quotes(self) -> list[int]:
        """The quotations of an article that are in its text too."""
        return [] if may_be_forum(self._types) else find_pull_quotes(self.page, self._likely.kept)

    @lazy
    def _versions(self) -> Versions:
        """What is likely for the second time, for another width of the screen or in a carousel."""
        if not self._is_no_article or may_be_forum(self._types):
            return Versions([], [])
        return find_second_versions(self._likely.kept, self.sheet, self._source_of)

    @lazy
    def parts(self) -> dict[str, list[int]]:
        """The blocks of the parts that can be requested, by the names of the options."""
        captions = find_captions(self.sheet, self._likely.kept, self.method.captions)
        # On other pages, such as a list of teasers, what stands below a picture may be all there is.
        if not self.method.captions and self._is_no_article:
            captions = []
        return {
            "headline": [self.headline] if self.headline >= 0 else [],
            # Whatever it is named, the headline is nothing else.
            "byline": [block for block in self._byline if block != self.headline],
            "captions": [block for block in captions if block != self.headline],
        }

    @property
    def _is_no_article(self) -> bool:
        return self.scope != "article" and is_no_article(self._types)

    @lazy
    def _byline(self) -> list[int]:
        """The byline by the names of its blocks and, if it is requested, by what the network says then."""
        kept = self._likely.kept
        if not self.method.byline:
            # The lines with author and date in a list are those of its items.
            is_list = self._is_no_article and may_be_list(self._types)
            return [] if is_list else find_byline(self.sheet, kept)
        named = find_byline(self.sheet, kept, BYLINE_BLOCKS_AFTER)
        if seems_forum(self._types):
            # What else is near the first post is about its author. Each post has a head.
            return named
        # Nameless ones are neither headings nor parts of a menu or of comments.
        others = {*self._menus, *self._named_comments}
        near = [
            block
            for block in blocks_near_opening(self.sheet, kept, BYLINE_BLOCKS_AFTER)
            if block not in others and not H1 <= self.sheet.group[block] <= H6
        ]
        if not near:
            return named
        inputs = page_inputs(self.method.settings(self.scope, byline=True), self.sheet)
        logits = self.network.answer(self.sheet, inputs).logits
        return sorted({*named, *(block for block in near if logits[block] > 0)})

    @lazy
    def choice(self) -> Choice:
        """The blocks that are kept; none of a page that its scripts are to fill."""
        _, expected, threshold = self._likely
        if self.is_shell:
            return Choice(np.zeros_like(self._requested), 0.0, threshold)
        return Choice(self._requested, expected, threshold)

    @lazy
    def _requested(self) -> NDArray[np.bool_]:
        """The blocks that are likely, with the parts that are requested and without the others."""
        kept = self._likely.kept.copy()
        for block in self._versions.come:
            kept[block] = True
        for block in (
            *self._preface,
            *self._repeated_headlines,
            *self._policies,
            *self._pull_quotes,
            *self._versions.gone,
        ):
            kept[block] = False
        for name, blocks in self.parts.items():
            for block in blocks:
                kept[block] = getattr(self.method, name)
        kept[self._other_articles] = False
        return kept

    @lazy
    def is_shell(self) -> bool:
        """Whether all that would be kept is a few words of a page that its scripts are to fill."""
        return count_words(self._requested, self.sheet) < _MIN_WORDS and is_shell(self.page)

    @property
    def threshold(self) -> float:
        """The probability from which on blocks are likely enough."""
        return float(calibrate(np.array([self._likely.threshold]))[0])

    @property
    def kept(self) -> NDArray[np.bool_]:
        """The blocks that are kept."""
        return self.choice.kept

    @property
    def confidence(self) -> float:
        """The F1 to expect: what was reached on pages for which the network expected the same."""
        return calibrate_page(self.choice.expected)

    @property
    def types(self) -> dict[str, float]:
        """How likely the page is of each type; empty if it has hardly any text."""
        return even_out(self._types) if int(self.sheet.words.sum()) >= MIN_TYPE_WORDS else {}

    @property
    def doubt(self) -> str:
        """Why the page may have no main content; empty if there is no doubt."""
        if self.is_shell or self._is_made_by_scripts:
            return "the page has hardly any text but many scripts: it may need a browser"
        if not self.kept.any():
            best = self.scores.max(initial=0.0)
            return f"no part of the page looks like main content (the likeliest with {best:.0%})"
        return ""

    @property
    def _is_made_by_scripts(self) -> bool:
        tokens = self.page.tokens
        if int(self.sheet.words.sum()) >= _MIN_WORDS:
            return False
        code = tokens.kind == CODE
        size = int((tokens.end[code] - tokens.start[code]).sum())
        return size > _MAX_CODE * int(self.sheet.characters.sum())

    @lazy
    def _reasons(self) -> list[Reason]:
        method, kept, comments = self.method, self.kept, self._named_comments
        if not method.comments and not self._doubts_comments:
            comments = []
        parts = {
            "comments": [block for block in comments if kept[block] == method.comments],
            "navigation": [block for block in self._menus if not kept[block]],
            "text before the headline": [block for block in self._preface if not kept[block]],
            "a copy of the headline": [block for block in self._repeated_headlines if not kept[block]],
            "another article": [block for block in self._other_articles if not kept[block]],
            "a part that is kept above": [block for block in self._versions.gone if not kept[block]],
            "a quotation of the page itself": [block for block in self._pull_quotes if not kept[block]],
            "the shop's delivery and returns": [block for block in self._policies if not kept[block]],
        }
        verdict = Verdict(self.scores, kept, self.threshold, self.parts | parts)
        again = Again(self._inputs_with_comments, comments) if self._favours_comments else None
        return explain(self.sheet, self.network, self._inputs, verdict, again)

    def reason(self, block: int) -> Reason:
        """Which signals spoke for this block and which against it."""
        return self._reasons[block]
