"""Defects of a test package, and how to fix them.

A defect is anything that makes scores misleading: a gold text that is not in its page, a document that counts
twice, a page that other extractors must read in the wrong encoding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.evaluation.check_folder import Defect, Files, read_json
from mainspan.evaluation.gold_in_page import MIN_GOLD_SHARE, VisibleWords
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.meta import codec_of, faults_of
from mainspan.evaluation.packages import Document
from mainspan.page import Page
from mainspan.page.decode import declared_encoding, decode
from mainspan.sources import read_file

__all__ = ["Defect", "check_package"]

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_MAX_QUOTE_LENGTH: Final = 60


def check_package(
    folder: str | Path, *, progress: Callable[[str, int], None] = lambda name, count: None
) -> list[Defect]:
    """Find every defect of a package; those of the package itself come first.

    progress: called with the name of each document that is read, and how many there are.

    Kinds: bad description, no licence, no documents, missing file, name clash, unreadable, wrong encoding,
    bad meta, empty gold, gold not in page, gold is whole page, idle segment, duplicate.
    """
    files = Files(Path(folder))
    found = list(files.check())
    seen = _Seen()
    documents = files.documents
    for document in documents:
        progress(document.name, len(documents))
        found += _check_document(document, seen)
    return sorted(found, key=lambda defect: defect.document)


def _check_document(document: Document, seen: _Seen) -> Iterator[Defect]:
    name = document.name
    try:
        html = document.read_page()
        gold = read_file(document.gold) if document.gold.exists() else None
    except SourceError as error:
        yield Defect(name, "unreadable", str(error), "make the file readable, or remove it")
        return
    about = read_json(document.meta) if document.meta.exists() and name != "package" else {}
    if isinstance(about, str):
        fix = f'write an object such as {{"url": "https://...", "language": "en"}}, or delete {name}.json'
        yield Defect(name, "bad meta", f"{name}.json {about}", fix)
        about = {}
    yield from (Defect(name, "bad meta", *fault) for fault in faults_of(about))
    page = Page(html)
    visible = VisibleWords(page)
    yield from _check_page_encoding(name, html, page, about)
    if gold is not None:
        yield from _check_gold_encoding(name, gold, page)
        yield from _check_gold(name, gold.decode("utf-8-sig", "replace"), visible)
    yield from _check_segments(document, visible)
    yield from seen.check(name, html, gold, about)


def _check_page_encoding(name: str, html: bytes, page: Page, about: dict[str, Any]) -> Iterator[Defect]:
    declared = declared_encoding(html)
    if declared and page.encoding_because == "detector":
        fix = f"store the bytes as they came, or declare what they are (probably {page.encoding})"
        yield Defect(name, "wrong encoding", f"the page declares {declared}, but is not", fix)
    elif declared and page.encoding_because == "valid UTF-8" and not html.isascii():
        fix = f"declare utf-8 in the page, or turn it back: iconv -f utf-8 -t {declared}"
        yield Defect(name, "wrong encoding", f"the page declares {declared}, but is UTF-8", fix)
    label = about.get("encoding")
    codec = codec_of(label) if isinstance(label, str) else None
    if codec is not None:
        try:
            codec.decode(html)
        except UnicodeDecodeError as error:
            message = f"the page is not {label}, as its metadata says (byte {error.start + 1})"
            yield Defect(name, "wrong encoding", message, f'write "encoding": "{page.encoding}"')


def _check_gold_encoding(name: str, gold: bytes, page: Page) -> Iterator[Defect]:
    if gold.startswith(_BYTE_ORDER_MARK):
        fix = f"remove the first three bytes of {name}.txt"
        yield Defect(name, "wrong encoding", "the gold text begins with a byte order mark", fix)
    try:
        text = gold.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the gold text is not UTF-8 (byte {error.start + 1})"
        fix = f"convert it: iconv -f {decode(gold).encoding} -t utf-8 {name}.txt (if that is what it is)"
        yield Defect(name, "wrong encoding", message, fix)
        return
    if "\ufffd" in text and "\ufffd" not in page.source:
        line = text[: text.index("\ufffd")].count("\n") + 1
        message = f"the gold text has characters that were lost in a conversion (line {line})"
        yield Defect(name, "wrong encoding", message, "take them from the page")


def _check_gold(name: str, gold: str, visible: VisibleWords) -> Iterator[Defect]:
    wanted = words_of(gold)
    if not wanted:
        fix = f"write the main text into {name}.txt, or remove the page if it has none"
        yield Defect(name, "empty gold", "the gold text has no words", fix)
        return
    if wanted == visible.words:
        fix = "keep only what a reader came for, or remove the page: every method is right on it"
        yield Defect(name, "gold is whole page", "the gold text is the whole visible text of the page", fix)
    share = visible.share_of(gold)
    if share < MIN_GOLD_SHARE:
        yield Defect(name, "gold not in page", *_explain(gold, share, visible))


def _explain(gold: str, share: float, visible: VisibleWords) -> tuple[str, str]:
    """The message about a gold text that is not in its page, and how to fix it."""
    if not visible.words:
        return "the page has no visible text", "store the page as it is after its scripts ran"
    count = f"{share:.0%} of the gold text's {len(words_of(gold)):,} words are in the page in this order"
    missing = visible.first_missing(gold.splitlines())
    if missing is None:
        return f"{count}; its lines are there in another order", "put them in the order of the page"
    number, line = missing
    fix = "take the text from the page as it is stored here, or store the page that the text was taken from"
    return f"{count}; the first that is missing is line {number}: {_shortened(line)!r}", fix


def _check_segments(document: Document, visible: VisibleWords) -> Iterator[Defect]:
    wanted, unwanted = document.segments
    missing = [each for each in wanted if not visible.has_segment(each)]
    if missing:
        first = _shortened(missing[0])
        message = f"{len(missing)} of {len(wanted)} segments to find are not in the page: {first!r}"
        fix = f"copy them from the stored page, or remove them from 'with' in {document.meta.name}"
        yield Defect(document.name, "gold not in page", message, fix)
    idle = [each for each in unwanted if not (visible.has_segment(each) or visible.hides_segment(each))]
    if idle:
        first = _shortened(idle[0])
        message = f"{len(idle)} of {len(unwanted)} segments to leave out are not in the page: {first!r}"
        fix = f"remove them from 'without' in {document.meta.name}: no extractor can find them"
        yield Defect(document.name, "idle segment", message, fix)


class _Seen:
    """The documents so far, by what must be unique."""

    def __init__(self) -> None:
        self.first: dict[tuple[str, str], str] = {}

    def check(self, name: str, html: bytes, gold: bytes | None, about: dict[str, Any]) -> Iterator[Defect]:
        """A defect for each earlier document that this one duplicates."""
        keys = {"page": blake2b(html).hexdigest()}
        if gold is not None and (found := words_of(gold.decode("utf-8-sig", "replace"))):
            keys["gold text"] = blake2b(" ".join(found).encode()).hexdigest()
        if about.get("url"):
            keys["url"] = str(about["url"])
        shared: dict[str, list[str]] = defaultdict(list)
        for what, key in keys.items():
            other = self.first.setdefault((what, key), name)
            if other != name:
                shared[other].append(what)
        for other, common in shared.items():
            message = f"has the {_listed(common)} of {other}"
            yield Defect(name, "duplicate", message, _how_to_tell_apart(common, other))


def _how_to_tell_apart(shared: list[str], other: str) -> str:
    if shared == ["url"]:
        return f"correct one url, or remove the older copy, this document or {other}"
    if shared == ["page"]:
        return f"one page has two gold texts: remove this document or {other}"
    return f"remove this document or {other}"


def _listed(what: list[str]) -> str:
    return " and ".join([", ".join(what[:-1]), what[-1]] if len(what) > 1 else what)


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_QUOTE_LENGTH else f"{text[:_MAX_QUOTE_LENGTH]}..."
