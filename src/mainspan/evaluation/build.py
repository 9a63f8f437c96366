"""Build test packages: a description, and documents of three files each.

    new_package         make a package without documents
    add_page            add a page from a file, an address or standard input
    add_document        add a page that was read already
    add_without_gold    add a page for somebody to annotate

>>> from mainspan.sources import find_sources
>>> package = new_package(Path("mine"), description="News", license="MIT").parent  # doctest: +SKIP
>>> for source in find_sources(["pages/"]):  # doctest: +SKIP
...     add_page(package, source, select=["article"], leave_out=[".share"])
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mainspan.errors import OutputError, PackageError, SourceError
from mainspan.evaluation.check_folder import Files, read_json
from mainspan.evaluation.gold_in_page import MIN_GOLD_SHARE, VisibleWords
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.meta import faults_of, merge_meta, meta_of
from mainspan.evaluation.packages import DESCRIPTION, Document, pages_in
from mainspan.fetch import Fetched
from mainspan.output import write_file
from mainspan.page import Page
from mainspan.page.decode import decode
from mainspan.render.text import render_text
from mainspan.sources import Source, read_file
from mainspan.spans import Spans

# Names that some operating system does not allow.
_NO_NAME: Final = re.compile(r'[\x00-\x1f<>:"/\\|?*]|^[.\s]|[.\s]$|^$')
_MAX_NAME_LENGTH: Final = 120


@dataclass(frozen=True, slots=True)
class Added:
    """A document that was added: its name, its gold text, and how much of it is in the page."""

    document: str
    gold: str
    words: int
    page_words: int
    share: float


def new_package(folder: Path, *, description: str, license: str, **more: Any) -> Path:
    """Write the description of a package, and create its folder if needed."""
    path = folder / DESCRIPTION
    if path.exists():
        raise PackageError(f"{path}: exists already; edit it, or choose another folder")
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file; name a folder for the package")
    about = {"name": folder.resolve().name, "description": description, "license": license, **more}
    for key in ("description", "license"):
        if not about[key].strip():
            raise PackageError(f"{folder}: the package's {key} is empty")
    write_file(path, as_json(about))
    return path


def add_page(
    folder: Path,
    source: Source,
    *,
    name: str | None = None,
    gold: str | None = None,
    select: Sequence[str] = (),
    leave_out: Sequence[str] = (),
    about: Mapping[str, Any] | None = None,
    encoding: str | None = None,
    force: bool = False,
) -> Added:
    """Read a page and add it to a package, with its gold text.

    name: the name of the document; by default that of the source.
    gold: the gold text.
    select: CSS selectors of the gold text, instead of `gold`.
    leave_out: CSS selectors of elements inside these to leave out.
    about: metadata. The page's address and language are read from the page if they are not given.
    encoding: the encoding of the page, whatever it declares.
    force: add a gold text that does not occur in the page.
    """
    check_is_package(folder)
    if (gold is None) == (not select):
        raise PackageError("a page needs its gold text or CSS selectors of it, one of them")
    if leave_out and not select:
        raise PackageError("elements can only be left out of what is selected")
    page, html, known = prepare(source.read_bytes(), encoding)
    if gold is None:
        gold = select_text(page, select, leave_out)
    return add_document(
        folder, name or source.key.name, page, html, gold, merge_meta(known, about or {}), force=force
    )


def add_document(
    folder: Path,
    name: str,
    page: Page,
    html: bytes,
    gold: str,
    about: Mapping[str, Any],
    *,
    force: bool = False,
) -> Added:
    """Add a document to a package: its page, its gold text and its metadata, all three or none.

    Refused are names that exist, gold texts without words, wrong metadata, and, unless forced, gold texts
    that do not occur in the page.
    """
    check_is_package(folder)
    _check_name(folder, name)
    _check_meta(name, about)
    added = check_gold(name, page, gold, force=force)
    _write_together(Document(folder, name), html, gold.rstrip("\n") + "\n", as_json(about))
    _count_documents(folder)
    return added


def add_without_gold(folder: Path, name: str, html: bytes, about: Mapping[str, Any]) -> Document:
    """Add a page to a package, and no gold text: somebody will annotate it."""
    check_is_package(folder)
    _check_name(folder, name)
    _check_meta(name, about)
    document = Document(folder, name)
    _write_together(document, html, None, as_json(about))
    _count_documents(folder)
    return document


def replace_gold(
    document: Document, gold: str, about: Mapping[str, Any] | None = None, *, force: bool = False
) -> Added:
    """Save another gold text for a document, and other metadata if they are given; the page stays."""
    if about is not None:
        _check_meta(document.name, about)
    added = check_gold(document.name, Page(document.read_page()), gold, force=force)
    if about is not None:
        write_file(document.meta, as_json(about))
    write_file(document.gold, gold.rstrip("\n") + "\n")
    return added


def check_gold(name: str, page: Page, gold: str, *, force: bool = False) -> Added:
    """Measure the gold text of a document, or raise a PackageError: it needs words, which are in the page."""
    count = len(words_of(gold))
    if not count:
        raise PackageError(f"{name}: the gold text has no words")
    visible = VisibleWords(page)
    share = visible.share_of(gold)
    if share < MIN_GOLD_SHARE and not force:
        raise PackageError(_not_in_page(name, gold, share, visible))
    return Added(name, gold, count, len(visible.words), share)


def check_is_package(folder: Path) -> None:
    """Raise a PackageError for a folder without a description."""
    if DESCRIPTION not in (Files(folder).names if folder.exists() else ()):
        make = f"mainspan package new {folder} --description ... --license ..."
        raise PackageError(f"{folder}: no package ({DESCRIPTION} is missing); make one first: {make}")


def select_text(page: Page, content: Iterable[str], leave_out: Iterable[str] = ()) -> str:
    """The text of elements, without that of others, or a PackageError that says why there is none.

    >>> select_text(Page("<div><h1>Soup</h1><p>Ads</p><p class=c>Boil.</p></div>"), ["h1", ".c"])
    'Soup\\n\\nBoil.\\n'
    """
    content = list(content)
    if page.salvaged:
        raise PackageError(f"the page is too hostile for selectors (its {page.salvaged})")
    chosen = [page.select(selector) for selector in content]
    if not any(flags.any() for flags in chosen):
        raise PackageError(f"no element matches {' or '.join(content)}")
    spans = Spans()
    for flags in chosen:
        spans |= Spans.of_elements(page, flags)
    if not spans:
        raise PackageError(f"what matches {' or '.join(content)} has no visible text")
    for selector in leave_out:
        spans -= Spans.of_elements(page, page.select(selector))
    if not spans:
        raise PackageError("all that was selected is left out again")
    return render_text(page, spans)


def read_gold(path: Path) -> str:
    """A gold text from a file in UTF-8, or a SourceError."""
    return gold_from(read_file(path), str(path))


def gold_from(data: bytes, name: str) -> str:
    """A gold text from bytes in UTF-8, or a SourceError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        convert = f"iconv -f {decode(data).encoding} -t utf-8"
        raise SourceError(f"{name}: not UTF-8 (byte {error.start + 1}); convert it: {convert}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def prepare(found: Fetched, encoding: str | None = None) -> tuple[Page, bytes, dict[str, str]]:
    """A page, its bytes for the package, and its metadata.

    The bytes stay as they are, with one exception: if only the server or the user knows the encoding, they
    become UTF-8 with a byte order mark, because the package stores nothing else that declares it.
    """
    page = Page(found.body, url=found.url or None, encoding=encoding, charset=found.charset)
    about = meta_of(page)
    decoded = decode(found.body, encoding=encoding, charset=found.charset)
    if decoded.utf8 == decode(found.body).utf8:
        return page, found.body, about
    return page, b"\xef\xbb\xbf" + decoded.utf8, about | {"transcoded_from": decoded.encoding}


def as_json(about: Mapping[str, Any]) -> bytes:
    """An object as readable JSON. Dates become texts, lone surrogates are escaped."""
    written = json.dumps(about, ensure_ascii=False, indent=1, default=str)
    return f"{written}\n".encode("utf-8", "backslashreplace")


def _check_name(folder: Path, name: str) -> None:
    if _NO_NAME.search(name) or len(name) > _MAX_NAME_LENGTH:
        raise PackageError(f"{name!r}: not a name for files; use letters, digits and hyphens")
    taken = {path.name.lower() for path in folder.iterdir()} | {DESCRIPTION}
    for path in (f"{name}.html", f"{name}.txt", f"{name}.json"):
        if path.lower() in taken:
            raise PackageError(f"{folder / path}: exists already; choose another name")


def _check_meta(name: str, about: Mapping[str, Any]) -> None:
    for fault in faults_of(about):
        raise PackageError(f"{name}: {fault.message}; {fault.fix}")


def _not_in_page(name: str, gold: str, share: float, visible: VisibleWords) -> str:
    missing = visible.first_missing(gold.splitlines())
    what = "its lines are there in another order"
    if missing is not None:
        what = f"line {missing[0]} is missing ({missing[1][:60]!r})"
    found = f"only {share:.0%} of the gold text's words are in the page in this order"
    return f"{name}: {found}: {what}; --force adds it anyway"


def _write_together(document: Document, html: bytes, gold: str | None, meta: bytes) -> None:
    """Write all files or none. The page comes last: a document exists when its page does."""
    written: list[Path] = []
    try:
        for path, data in ((document.gold, gold), (document.meta, meta), (document.page, html)):
            if data is not None:
                written.append(path)
                write_file(path, data)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise


def _count_documents(folder: Path) -> None:
    """Update the number of documents, if the description has it."""
    about = read_json(folder / DESCRIPTION)
    if isinstance(about, dict) and "documents" in about:
        count = len(pages_in(folder))
        write_file(folder / DESCRIPTION, as_json(about | {"documents": count}))
