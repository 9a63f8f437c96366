"""CETD: pages of five large sites and of many small ones, gathered for content extraction via text density.

    SITE/original/N.htm
    SITE/gold/N.txt         in UTF-8

SITE is arstechnica, BBC, nytimes, wiki, YAHOO! or Chaos (blogs and news of many sites).

The layout is that of other readers of this corpus; we have not seen its own files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mainspan.evaluation.importers.base import Corpus, Found, Record, read_text
from mainspan.evaluation.importers.files import Files


def _documents(files: Files) -> Iterator[Found]:
    pages = {
        (found["site"], found["id"]): found.group()
        for found in files.matching(r"(?P<site>[^/]+)/original/(?P<id>[^/]+?)\.(?:s?html?|aspx?|php)")
    }
    for found in files.matching(r"(?P<site>[^/]+)/gold/(?P<id>[^/]+?)(?:\.html?)?\.txt"):
        site, name = found["site"], found["id"]
        page = pages.get((site, name), f"{site}/original/{name}.htm")
        yield f"{site}-{name}", partial(_read, files, page, found.group(), site)


def _read(files: Files, page: str, gold: str, site: str) -> Record:
    # The pages of Chaos are of many sites; each of the other folders is one site.
    meta = {} if site.lower() == "chaos" else {"domain": site.lower().rstrip("!")}
    return Record(files.read_page(page), read_text(files.read(gold)).strip(), {"part": site} | meta)


CORPUS = Corpus(
    name="cetd",
    title="CETD data set",
    source="ofey.me/projects/cetd",
    licence="research only",
    citation="Fei Sun, Dandan Song, Lejian Liao: DOM Based Content Extraction via Text Density. SIGIR 2011.",
    documents=700,
    languages=("en",),
    gold="main text by hand, copied from a browser",
    layout="SITE/original/N.htm and SITE/gold/N.txt",
    reader=_documents,
    by_hand="Get 'CETD Dataset' from http://ofey.me/projects/cetd/",
    archives=r"[^/]*\.(?:zip|tar|tgz|tar\.gz)",
)
