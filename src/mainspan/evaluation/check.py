"""What is wrong with a test package, and how to mend it.

A defect is whatever makes a score say something else than it seems to: a gold text that is not in its page,
a document that counts twice, a page that other extractors must read in the wrong encoding.
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
_SHOWN: Final = 60


def check_package(
    folder: str | Path, *, progress: Callable[[str, int], None] = lambda name, count: None
) -> list[Defect]:
    """Find every defect of a package; those of the package itself come first.

    progress: called with the name of each document that is read, and how many there are.

    Kinds: bad description, no licence, no documents, missing twin, name clash, unreadable, wrong encoding,
    bad meta, empty gold, gold not in page, gold is whole page, idle segment, duplicate.
    """
    files = Files(Path(folder))
    found = list(files.check())
    twins = _Twins()
    documents = files.documents
    for document in documents:
        progress(document.name, len(documents))
        found += _check_document(document, twins)
    return sorted(found, key=lambda defect: defect.document)


def _check_document(document: Document, twins: _Twins) -> Iterator[Defect]:
    name = document.name
    try:
        html = document.read_page()
        gold = read_file(document.gold) if document.gold.exists() else None
    except SourceError as error:
        yield Defect(name, "unreadable", str(error), "make it a file that you may read, or take it out")
        return
    about = read_json(document.meta) if document.meta.exists() and name != "package" else {}
    if isinstance(about, str):
        mend = f'write an object such as {{"url": "https://...", "language": "en"}}, or delete {name}.json'
        yield Defect(name, "bad meta", f"{name}.json {about}", mend)
        about = {}
    yield from (Defect(name, "bad meta", *fault) for fault in faults_of(about))
    page = Page(html)
    visible = VisibleWords(page)
    yield from _check_page_encoding(name, html, page, about)
    if gold is not None:
        yield from _check_gold_encoding(name, gold, page)
        yield from _check_gold(name, gold.decode("utf-8-sig", "replace"), visible)
    yield from _check_segments(document, visible)
    yield from twins.check(name, html, gold, about)


def _check_page_encoding(name: str, html: bytes, page: Page, about: dict[str, Any]) -> Iterator[Defect]:
    declared = declared_encoding(html)
    if declared and page.encoding_because == "detector":
        mend = f"store the bytes as they came, or declare what they are (probably {page.encoding})"
        yield Defect(name, "wrong encoding", f"the page declares {declared}, but is not", mend)
    elif declared and page.encoding_because == "valid UTF-8" and not html.isascii():
        mend = f"declare utf-8 in the page, or turn it back: iconv -f utf-8 -t {declared}"
        yield Defect(name, "wrong encoding", f"the page declares {declared}, but is UTF-8", mend)
    label = about.get("encoding")
    codec = codec_of(label) if isinstance(label, str) else None
    if codec is not None:
        try:
            codec.decode(html)
        except UnicodeDecodeError as error:
            message = f"the page is not {label}, as its meta says (byte {error.start + 1})"
            yield Defect(name, "wrong encoding", message, f'write "encoding": "{page.encoding}"')


def _check_gold_encoding(name: str, gold: bytes, page: Page) -> Iterator[Defect]:
    if gold.startswith(_BYTE_ORDER_MARK):
        mend = f"remove the first three bytes of {name}.txt"
        yield Defect(name, "wrong encoding", "the gold text begins with a byte order mark", mend)
    try:
        text = gold.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the gold text is not UTF-8 (byte {error.start + 1})"
        mend = f"convert it: iconv -f {decode(gold).encoding} -t utf-8 {name}.txt (if that is what it is)"
        yield Defect(name, "wrong encoding", message, mend)
        return
    if "\ufffd" in text and "\ufffd" not in page.source:
        line = text[: text.index("\ufffd")].count("\n") + 1
        message = f"the gold text has characters that were lost in a conversion (line {line})"
        yield Defect(name, "wrong encoding", message, "take them from the page")


def _check_gold(name: str, gold: str, visible: VisibleWords) -> Iterator[Defect]:
    wanted = words_of(gold)
    if not wanted:
        mend = f"write the main text into {name}.txt, or take a page without any out of the package"
        yield Defect(name, "empty gold", "the gold text has no words", mend)
        return
    if wanted == visible.words:
        mend = "mark only what a reader came for, or take the page out: every method is right on it"
        yield Defect(name, "gold is whole page", "the gold text is all that the page shows", mend)
    share = visible.share_of(gold)
    if share < MIN_GOLD_SHARE:
        yield Defect(name, "gold not in page", *_explain(gold, share, visible))


def _explain(gold: str, share: float, visible: VisibleWords) -> tuple[str, str]:
    """What to say of a gold text that is not in its page, and how to mend it."""
    if not visible.words:
        return "the page shows no text at all", "store the page as a browser has it after its scripts ran"
    count = f"{share:.0%} of the gold text's {len(words_of(gold)):,} words stand in the page in this order"
    missing = visible.first_missing(gold.splitlines())
    if missing is None:
        return f"{count}; its lines are there in another order", "put them in the order of the page"
    number, line = missing
    mend = "take the text from the page as it is stored here, or store the page that the text was taken from"
    return f"{count}; the first that is missing is line {number}: {_cut(line)!r}", mend


def _check_segments(document: Document, visible: VisibleWords) -> Iterator[Defect]:
    wanted, unwanted = document.segments
    missing = [each for each in wanted if not visible.has_segment(each)]
    if missing:
        message = (
            f"{len(missing)} of {len(wanted)} segments to find are not in the page: {_cut(missing[0])!r}"
        )
        mend = f"take them from the page as it is stored here, or out of 'with' in {document.meta.name}"
        yield Defect(document.name, "gold not in page", message, mend)
    idle = [each for each in unwanted if not (visible.has_segment(each) or visible.hides_segment(each))]
    if idle:
        message = (
            f"{len(idle)} of {len(unwanted)} segments to leave out are nowhere in the page: {_cut(idle[0])!r}"
        )
        mend = f"take them out of 'without' in {document.meta.name}: nobody can get them wrong"
        yield Defect(document.name, "idle segment", message, mend)


class _Twins:
    """The documents that were seen, by what must differ."""

    def __init__(self) -> None:
        self.first: dict[tuple[str, str], str] = {}

    def check(self, name: str, html: bytes, gold: bytes | None, about: dict[str, Any]) -> Iterator[Defect]:
        """What this document has in common with one that came before, told once for each."""
        keys = {"page": _digest(html)}
        if gold is not None and (found := words_of(gold.decode("utf-8-sig", "replace"))):
            keys["gold text"] = _digest(" ".join(found).encode("utf-8"))
        if about.get("url"):
            keys["url"] = str(about["url"])
        shared: dict[str, list[str]] = defaultdict(list)
        for what, key in keys.items():
            other = self.first.setdefault((what, key), name)
            if other != name:
                shared[other].append(what)
        for other, common in shared.items():
            message = f"has the {_listed(common)} of {other}"
            yield Defect(name, "duplicate", message, _how_to_part(common, other))


def _how_to_part(shared: list[str], other: str) -> str:
    if shared == ["url"]:
        return f"correct the url of one, or take out the one that is the older copy, this or {other}"
    if shared == ["page"]:
        return f"one of two gold texts of one page is wrong: take out this or {other}"
    return f"take out this document or {other}"


def _listed(what: list[str]) -> str:
    return " and ".join([", ".join(what[:-1]), what[-1]] if len(what) > 1 else what)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
