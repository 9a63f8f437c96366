"""CleanEval: English (and Chinese) web pages of 2006, cleaned by hand for the competition of 2007.

    GoldStandard/N.txt          with finalrun-input/N.html: the final set, two archives of these names
    en_cleaned/N-cleaned.txt    with en_original/N.html: the development set
    GoldStandard/N.txt          with input/N.html, as in mirrors and in CleanPortalEval
    clean/N.txt                 with orig/N.html, as in collections of several corpora

Each page is wrapped in <text id="URL" title="..." encoding="...">, which is removed. A gold text begins with
a line "URL: ..." and marks headings, paragraphs and list items by <h>, <p> and <l>.

We have seen the pages and gold texts in mirrors. The names of the development set's files are those of other
readers of this corpus.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from mainspan.evaluation.importers.base import Corpus, Found, Record, read_text
from mainspan.evaluation.importers.files import Files

# Folders with gold texts, the folders with their pages, and the name of the set, if known.
_SETS: Final = (
    ("GoldStandard", "finalrun-input", "final"),
    ("GoldStandard", "input", ""),
    ("en[_-]cleaned", "en[_-]original", "dev"),
    ("zh[_-]cleaned", "zh[_-]original", "zh-dev"),
    ("cleaned", "original", ""),
    ("clean", "orig(?:inal)?", ""),
)
# Attributes may contain tags, so the wrapper ends after the last attribute. Each character is read once.
_WRAPPER: Final = re.compile(rb'\s*<text((?:\s+\w+="[^"]*")*)\s*>', re.IGNORECASE)
_WRAPPER_END: Final = re.compile(rb"</text>\s*$", re.IGNORECASE)
_ADDRESS: Final = re.compile(rb'\bid="(\w+://[^"\s]+)"')
_URL_LINE: Final = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*")
_MARK: Final = re.compile(r"</?[hpl]/?>", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BLANK_LINES: Final = re.compile(r"\n(?:[ \t]*\n)+")


def _documents(files: Files) -> Iterator[Found]:
    for gold_folder, page_folder, label in _SETS:
        pages = {
            (_parent(found), found["id"]): found.group()
            for found in files.matching(rf"{page_folder}/(?P<id>[^/]+)\.html?")
        }
        parents = {parent for parent, _ in pages}
        for found in files.matching(rf"{gold_folder}/(?P<id>[^/]+?)(?:-cleaned)?\.txt"):
            parent = _parent(found)
            if parent in parents:
                # The folder's name is used only if there are several.
                part = label or (parent.rpartition("/")[2] if len(parents) > 1 else "")
                name = f"{part}-{found['id']}" if part else found["id"]
                page = pages.get((parent, found["id"]), f"{page_folder}/{found['id']}.html")
                yield name, partial(_read, files, page, found.group())


def _parent(found: re.Match[str]) -> str:
    """The folder that contains the folders of gold texts and of pages."""
    return "/".join(found.group().split("/")[:-2])


def _read(files: Files, page: str, gold: str) -> Record:
    body, url = unwrap(files.read_page(page))
    text, gold_url = clean_gold(read_text(files.read(gold)))
    address = url or gold_url
    return Record(body, text, {"url": address} if "://" in address else {})


def unwrap(page: bytes) -> tuple[bytes, str]:
    """A page without the corpus's wrapper, and the address in the wrapper."""
    wrapper = _WRAPPER.match(page)
    if wrapper is None:
        return page, ""
    address = _ADDRESS.search(wrapper[1])
    url = html.unescape(address[1].decode("utf-8", "replace")) if address else ""
    # Only the end of the page is searched, because the pattern would try each tag.
    end = _WRAPPER_END.search(page, max(wrapper.end(), len(page) - 100))
    return page[wrapper.end() : end.start() if end else None].lstrip(), url


def clean_gold(text: str) -> tuple[str, str]:
    """A gold text without its marks, and the address in its first line.

    >>> clean_gold("URL: http://a.example/\\n\\n<h>Title\\n<p>Text")
    ('Title\\n\\nText', 'http://a.example/')
    """
    line = _URL_LINE.match(text)
    text = text[line.end() :] if line else text
    text = _BLANK_LINES.sub("\n\n", _MARK.sub("\n", text))
    text = _REFERENCE.sub(lambda found: html.unescape(found[0]), text)
    return text.strip(), line[1] if line else ""


CORPUS = Corpus(
    name="cleaneval",
    title="CleanEval",
    source="sigwac.org.uk/cleaneval",
    licence="none stated",
    citation=(
        "Marco Baroni, Francis Chantree, Adam Kilgarriff, Serge Sharoff: CleanEval: a competition for "
        "cleaning web pages. LREC 2008."
    ),
    documents=797,
    languages=("en", "zh"),
    gold="cleaned by hand, mostly with title, often with lists and comments; marks and URL line removed",
    layout="GoldStandard/N.txt and finalrun-input/N.html, or en_cleaned/N-cleaned.txt and en_original/N.html",
    reader=_documents,
    by_hand=(
        "Get GoldStandard.tar.gz and finalrun-input.tar.gz from https://sigwac.org.uk/cleaneval/ (and, if "
        "you like, en-original.tgz and en-cleaned.tgz of the development set) into one folder, packed or not"
    ),
    archives=r"[^/]*(?:gold|input|original|cleaned|cleaneval)[^/]*\.(?:zip|tar|tgz|tar\.gz)",
)
