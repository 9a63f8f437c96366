"""L3S-GN1: English articles that Google News linked to in 2008, with a label for each block of text.

    L3S-GN1-*.warc.gz       the official form: pages as records "resource", labelled copies as "conversion"
    original/UUID.html      the same as single files
    annotated/UUID.html     the labelled copies
    url-mapping.txt         lines of <urn:uuid:UUID>, a tab and the address

Labels are spans of the classes x-nc-sel0 (not content), 1 (headline), 2 (full text), 3 (supplemental, such as
captions), 4 (related content) and 5 (comments). Gold is 1, 2 and 3, as in the evaluations of boilernet and
ChatNoir; the innermost label decides, and x-nc-invisible is left out.

The WARC form is read by its description and ISO 28500; we have not seen the file itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus, Found, Record, read_text
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.importers.marks import marked_text
from mainspan.evaluation.importers.warc import read_warc

GOLD: Final = ".x-nc-sel1, .x-nc-sel2, .x-nc-sel3"
NOT_GOLD: Final = ".x-nc-sel0, .x-nc-sel4, .x-nc-sel5, .x-nc-invisible"
_UUID: Final = re.compile(r"<?(?:urn:uuid:)?([0-9a-fA-F-]{36})>?")


def _documents(files: Files) -> Iterator[Found]:
    urls = dict(_addresses(files))
    pages = {found["id"]: found.group() for found in files.matching(r"original/(?P<id>[^/]+)\.html?")}
    for found in files.matching(r"annotated/(?P<id>[^/]+)\.html?"):
        name = found["id"]
        page = partial(files.read, pages.get(name, f"original/{name}.html"))
        yield name, partial(_read, page, partial(files.read, found.group()), urls.get(name))
    if not pages:
        yield from _of_archives(files)


def _of_archives(files: Files) -> Iterator[Found]:
    for found in files.matching(r"[^/]*L3S-GN1[^/]*\.warc(?:\.gz)?"):
        pages: dict[str, tuple[bytes, str]] = {}
        for head, content in read_warc(files, found.group()):
            kind, url = head.get("warc-type"), head.get("warc-target-uri", "").strip("<>")
            if kind == "resource":
                pages[_uuid(head.get("warc-record-id", ""))] = (content, url)
            elif kind == "conversion":
                name = _uuid(head.get("warc-refers-to", ""))
                page, address = pages.get(name, (b"", url))
                yield name, partial(_read, partial(_page, page), partial(bytes, content), address)


def _uuid(label: str) -> str:
    found = _UUID.search(label)
    return found[1] if found else label


def _addresses(files: Files) -> Iterator[tuple[str, str]]:
    for found in files.matching(r"url-mapping\.txt"):
        for line in read_text(files.read(found.group())).split("\n"):
            label, _, url = line.partition("\t")
            yield _uuid(label), url.strip()


def _page(content: bytes) -> bytes:
    if not content:
        raise SourceError("the page of this labelled copy is missing")
    return content


def _read(page: Callable[[], bytes], annotated: Callable[[], bytes], url: str | None) -> Record:
    gold = marked_text(annotated(), GOLD, NOT_GOLD)
    if not gold:
        raise SourceError("nothing in the labelled copy is labelled as content")
    return Record(page(), gold, {"url": url} if url else {})


CORPUS = Corpus(
    name="l3s-gn1",
    title="L3S-GN1, Google News",
    source="l3s.de/~kohlschuetter/boilerplate",
    licence="research only",
    citation=(
        "Christian Kohlschütter, Peter Fankhauser, Wolfgang Nejdl: Boilerplate Detection using Shallow Text "
        "Features. WSDM 2010."
    ),
    documents=621,
    languages=("en",),
    gold="blocks labelled by hand: headline, full text, supplemental text; no comments, no related content",
    layout="original/UUID.html and annotated/UUID.html, or L3S-GN1-*.warc.gz",
    reader=_documents,
    by_hand="Get the L3S-GN1 data set from http://www.l3s.de/~kohlschuetter/boilerplate/",
    archives=r"[^/]*L3S-GN1[^/]*\.(?:zip|tar|tgz|tar\.gz)",
)
