"""The pages of one site together: what they have in common is not content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.algorithms.site import Outline, Template
from mainspan.extraction import Extraction, extract
from mainspan.page import Page


def extract_site(
    pages: Iterable[str | bytes | bytearray | memoryview | Page],
    *,
    algorithm: str | Algorithm = DEFAULT,
    keep: str | Sequence[str] = (),
    drop: str | Sequence[str] = (),
) -> list[Extraction]:
    """Find the main content of pages of one site: what a method finds, without what the pages share.

    pages: at least three that differ, each as for extract(); fewer raise a SiteError.
    algorithm, keep, drop: as for extract(). With "plain", all that the pages do not share is content.

    >>> pages = [f"<ul><li>Home<li>News</ul><p>{text} of the day</p>" for text in ("Soup", "Word", "Song")]
    >>> [found.text for found in extract_site(pages, algorithm="plain")]
    ['Soup of the day\\n', 'Word of the day\\n', 'Song of the day\\n']
    """
    method = make_algorithm(algorithm)
    read = [page if isinstance(page, Page) else Page(page) for page in pages]
    read = [page.with_hidden if method.reads_hidden else page for page in read]
    template = learn_template(read)
    return [extract(page, algorithm=method, keep=keep, drop=drop, template=template) for page in read]


def learn_template(pages: Iterable[Page]) -> Template:
    """Learn what the pages of a site have in common. Each is read and let go, so there may be many."""
    return Template.of(map(Outline.of, pages))


def host_of(url: str | None) -> str:
    """The host of an address, with its port if it names one and without "www."; empty if there is none."""
    try:
        parts = urlsplit(url or "")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return host.removeprefix("www.") + (f":{port}" if port not in (None, usual) else "")
