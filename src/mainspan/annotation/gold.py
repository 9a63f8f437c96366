"""The gold of a document as an answer: read, begun from, and saved.

Gold is NAME.txt and NAME.json, as in every package. Beside them, `annotations/NAME/gold.json` has its marks,
who saved it, and its version. It is written last: until then the new text counts as one that was
edited outside, without marks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from mainspan.algorithms import DEFAULT
from mainspan.annotation.alignment import align
from mainspan.annotation.answer import GOLD, MERGED, Answer, annotator_name
from mainspan.annotation.store import answer_path, check_version, next_version, read_answer
from mainspan.errors import AnnotationError, PackageError
from mainspan.evaluation.build import as_json, check_gold
from mainspan.evaluation.check_folder import read_json
from mainspan.evaluation.meta import FLAGS
from mainspan.evaluation.packages import Document, read_object
from mainspan.extraction import extract
from mainspan.metadata.facts import Fact
from mainspan.output import locked, write_file
from mainspan.page import Page
from mainspan.spans import Spans

BEGINNINGS: Final = ("default", "nothing", "gold")


def begin(document: Document, annotator: str, page: Page, start: str = "default") -> Answer:
    """An answer to begin with, not saved yet: from the default method's, from nothing, or from the gold.

    Language, page type and flags are what the package knows, else what the page says. An annotator who
    has an answer already begins again.
    """
    if start not in BEGINNINGS:
        raise AnnotationError(f"an answer begins from {', '.join(BEGINNINGS)}, not from {start!r}")
    name = annotator_name(annotator)
    current, gold = read_answer(document, name), visible_gold(document, name)
    found = extract(page, algorithm=DEFAULT)
    facts = found.metadata
    is_secret = gold is None and document.gold.is_file()
    known = {} if is_secret else _known(document)
    blank = Answer(
        document.name,
        name,
        language=known.get("language") or _value(facts.language or facts.language_declared),
        page_type=known.get("page_type") or _value(facts.page_type),
        flags=known.get("flags", {}),
        began_from=start,
        version=current.version if current else 0,
        begun=current.begun if current else "",
    )
    if start == "gold":
        if gold is None:
            raise AnnotationError(f"{document.name}: there is no gold that {name} may see before finishing")
        return blank.with_spans(page, gold_spans(gold, page)).with_text(gold.text)
    # What was found in the page's data is not in its text.
    is_marked = start == "default" and found.origin == "page"
    return blank.with_spans(page, found.spans if is_marked else Spans())


def read_gold(document: Document) -> Answer | None:
    """The gold of a document; None if it has none.

    A gold text without marks was not made by annotating, or was edited outside since.
    """
    text = document.read_gold()
    if text is None:
        return None
    found = read_answer(document, GOLD) or Answer(document.name, GOLD, edited=True)
    if found.version and found.text != found.with_text(text).text:
        found = replace(found, marks=(), digest="", version=found.version + 1)
    return replace(found.with_text(text), **_known(document))


def gold_spans(gold: Answer, page: Page) -> Spans:
    """The spans of gold in its page: by its marks, or by its words if it has none."""
    return gold.locate(page).spans if gold.marks else align(page, gold.text)


def visible_gold(document: Document, annotator: str) -> Answer | None:
    """The gold, unless it was made from the answers of others and the annotator has not finished."""
    name = annotator_name(annotator)
    gold, own = read_gold(document), read_answer(document, name)
    is_foreign = gold is not None and bool(set(gold.sources) - {name})
    return None if is_foreign and not (own and own.finished) else gold


def save_gold(document: Document, answer: Answer, *, by: str, over: int, force: bool = False) -> Answer:
    """Save a finished answer, a merged one or edited gold as the gold of the package.

    over: the version of the gold that was seen, 0 if there was none; another one is a ConflictError.
    force: whether text that is not in the page is taken.
    """
    answer.check()
    if answer.annotator != GOLD and not answer.finished:
        raise AnnotationError(f"{document.name}: the answer of {answer.annotator} is not finished yet")
    check_gold(document.name, Page(document.read_page()), answer.text, force=force)
    is_own = answer.annotator not in (MERGED, GOLD)
    sources = {answer.annotator: answer.version} if is_own else answer.sources
    gold = replace(answer, annotator=GOLD, by=annotator_name(by), sources=sources, version=over)
    path = answer_path(document, GOLD)
    # Whoever saves gold, by any way, holds the folder of the package meanwhile.
    with locked(document.folder):
        about = read_json(document.meta) if document.meta.exists() else {}
        if isinstance(about, str):
            raise PackageError(f"{document.meta}: {about}; correct it first, so that nothing is lost")
        gold = _with_known(gold, _known(document))
        current = read_gold(document)
        if current is not None and current.same_content(gold):
            return current
        check_version(gold, current)
        saved = next_version(gold)
        facts = {"language": saved.language, "page_type": saved.page_type, **saved.flags}
        write_file(document.meta, as_json(about | {name: fact for name, fact in facts.items() if fact != ""}))
        write_file(document.gold, saved.text)
        write_file(path, as_json(saved.to_record()))
    return saved


def _with_known(gold: Answer, known: dict[str, Any]) -> Answer:
    """What an answer leaves open is as it was."""
    return replace(
        gold,
        language=gold.language or known.get("language", ""),
        page_type=gold.page_type or known.get("page_type", ""),
        flags={**known["flags"], **gold.flags},
    )


def _known(document: Document) -> dict[str, Any]:
    """Language, page type and flags of a document, as far as they are known."""
    # Read anew: `document.about` has what was there when it was first read.
    about = read_object(document.meta)
    texts = {name: about[name] for name in ("language", "page_type") if isinstance(about.get(name), str)}
    return {**texts, "flags": {name: about[name] for name in FLAGS if isinstance(about.get(name), bool)}}


def _value(fact: Fact | None) -> str:
    return fact.value if fact else ""
