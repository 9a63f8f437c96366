"""How often Mainspan, trafilatura and htmldate find the right title, date and authors of a page.

    python benchmarks/metadata.py PACKAGE... [--facts FOLDER] [--addresses] [--every N]

The right answers are in NAME.json of a package: title, published (a day), author. Gold in Markdown may begin
with them, as an object of JSON in a code block. For other packages they can be in FOLDER/PACKAGE/NAME.json.
With --addresses the right date is the one in the page's address; the address is removed from the page, and no
tool gets it.

A title is right if its letters and digits are equal; F1 is that of its words. A date is right if its day is.
Authors are right if all names are, in any order. Where a package knows authors, a page without them has none.
Sites are split in two halves by a hash of their names: what was chosen on one is measured on the other.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from mainspan.evaluation.packages import Document, Package, is_held_out
from mainspan.metadata import find_metadata
from mainspan.metadata.strings import squash, words_of
from mainspan.page import Page
from mainspan.page.decode import decode

URL_DATE = re.compile(r"([/_-])((?:19|20)\d\d)([/_-]?)([01]\d)\3([0-3]\d)(?=[/_.-])")
HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\u3040-\u30ff\u3400-\u9fff]+")
FACTS = re.compile(r"```json\n(.*?)\n```", re.DOTALL)
AND = re.compile(r", | and |;")
DATES_ONLY = "htmldate"


class Answer(NamedTuple):
    """What a tool finds on a page."""

    title: str | None = None
    date: str | None = None
    authors: frozenset[str] = frozenset()


class Known(NamedTuple):
    """A page as the tools get it, and the right answers."""

    html: str
    url: str | None
    title: str | None
    date: str | None
    held_out: bool
    authors: frozenset[str] | None = None


Contestant = Callable[[str, str | None], Answer]


def mainspan(html: str, url: str | None) -> Answer:
    found = find_metadata(Page(html, url=url))
    moment = found.published or found.modified
    title, date = found.title.value if found.title else None, moment.value[:10] if moment else None
    return Answer(title, date, names_of(each.value for each in found.authors))


def trafilatura(html: str, url: str | None) -> Answer:
    from trafilatura.metadata import extract_metadata

    found = extract_metadata(html, default_url=url)
    return Answer(found.title, found.date, names_of((found.author or "").split(";")))


def htmldate(html: str, url: str | None) -> Answer:
    from htmldate import find_date

    return Answer(None, find_date(html, url=url))


def htmldate_original(html: str, url: str | None) -> Answer:
    from htmldate import find_date

    return Answer(None, find_date(html, url=url, original_date=True))


CONTESTANTS: dict[str, Contestant] = {
    "mainspan": mainspan,
    "trafilatura": trafilatura,
    "htmldate": htmldate,
    "htmldate, original": htmldate_original,
}


def is_equal(found: str, known: str) -> bool:
    return squash(found) == squash(known)


def split(text: str) -> list[str]:
    """The words of a text; of scripts without spaces each character."""
    return [part for word in words_of(text) for part in HAN.findall(word)]


def word_f1(found: str, known: str) -> float:
    ours, theirs = Counter(split(found)), Counter(split(known))
    return 2 * (ours & theirs).total() / max(ours.total() + theirs.total(), 1)


def names_of(names: Iterable[str]) -> frozenset[str]:
    """The letters and digits of names."""
    return frozenset(filter(None, map(squash, names)))


def verdict_on_authors(found: frozenset[str], known: frozenset[str]) -> str:
    if found == known:
        return "right"
    return "wrong" if found else "missing"


def verdict(found: str | None, known: str) -> str:
    if not found:
        return "missing"
    return "right" if found == known else "wrong"


def erase_date(html: str, url: str) -> tuple[str, str]:
    """The page without the date in its address, and that date; both empty if the address has none."""
    match = URL_DATE.search(url)
    if not match:
        return "", ""
    written = match.group() + url[match.end()]
    _, year, _, month, day = match.groups()
    return html.replace(written, re.sub(r"\d", "0", written)), f"{year}-{month}-{day}"


def read_known(package: Package, facts: Path | None, addresses: bool) -> Iterator[Known]:
    documents = [
        (each, {**each.about, **_of_gold(each), **_more(facts, package.folder.name, each)})
        for each in package.documents
    ]
    knows_authors = any(about.get("author") for _, about in documents)
    for each, about in documents:
        html = decode(each.read_page()).utf8.decode("utf-8")
        url = about.get("url")
        held_out = is_held_out(each.site, 2)
        if addresses:
            html, date = erase_date(html, url or "")
            if date:
                yield Known(html, None, None, date, held_out)
        elif about.get("title") or about.get("published"):
            day = (about.get("published") or "")[:10] or None
            authors = names_of(AND.split(about.get("author") or "")) if knows_authors else None
            yield Known(html, url, about.get("title"), day, held_out, authors)


def _of_gold(document: Document) -> dict[str, Any]:
    """The object that gold in Markdown begins with; empty if there is none."""
    path = document.folder / f"{document.name}.gold.md"
    found = FACTS.match(path.read_text("utf-8")) if path.is_file() else None
    return json.loads(found[1]) if found else {}


def _more(facts: Path | None, package: str, document: Document) -> dict[str, Any]:
    path = facts / package / f"{document.name}.json" if facts else None
    return json.loads(path.read_text("utf-8")) if path and path.is_file() else {}


def measure(pages: list[Known], contestant: Contestant) -> dict[str, str]:
    """The table row of a tool: titles and dates, and how many are right, wrong and missing."""
    titles: list[tuple[bool, float]] = []
    dates: Counter[str] = Counter()
    authors: Counter[str] = Counter()
    for page in pages:
        try:
            found = contestant(page.html, page.url)
        except Exception:  # a tool that fails on a page has found nothing
            found = Answer()
        if page.title:
            titles.append((is_equal(found.title or "", page.title), word_f1(found.title or "", page.title)))
        if page.date:
            dates[verdict(found.date, page.date)] += 1
        if page.authors is not None:
            authors[verdict_on_authors(found.authors, page.authors)] += 1
    row = {"titles": str(len(titles) or ""), "equal": "", "words-F1": ""}
    if titles:
        row["equal"] = f"{sum(equal for equal, _ in titles) / len(titles):.3f}"
        row["words-F1"] = f"{sum(f1 for _, f1 in titles) / len(titles):.3f}"
    counts = {name: str(dates[name]) if dates else "" for name in ("right", "wrong", "missing")}
    row |= {"dates": str(dates.total() or "")} | counts
    if authors:
        row |= {f"authors {name}": str(authors[name]) for name in ("right", "wrong", "missing")}
    return row


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("--facts", type=Path, help="a folder with more right answers")
    parser.add_argument(
        "--addresses", action="store_true", help="take the dates from the addresses, and hide these"
    )
    parser.add_argument("--every", type=int, default=1, help="take every N-th page")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    columns = ("titles", "equal", "words-F1", "dates", "right", "wrong", "missing")
    columns_of_authors = tuple(f"authors {name}" for name in ("right", "wrong", "missing"))
    for title in ("package", "sites", "contestant", *columns, *columns_of_authors):
        table.add_column(title, justify="left" if title in ("package", "sites", "contestant") else "right")
    for folder in options.packages:
        known = list(read_known(Package.read(folder), options.facts, options.addresses))[:: options.every]
        for half, held_out in (("tune", False), ("report", True)):
            pages = [page for page in known if page.held_out == held_out]
            for name, contestant in CONTESTANTS.items():
                if name.startswith(DATES_ONLY) and not any(page.date for page in pages):
                    continue
                if name.startswith(DATES_ONLY):
                    pages = [page._replace(title=None, authors=None) for page in pages]
                row = measure(list(_tracked(pages, f"{folder.name} {name}")), contestant)
                table.add_row(
                    folder.name,
                    half,
                    name,
                    *(row.get(column, "") for column in (*columns, *columns_of_authors)),
                )
    Console(width=140).print(table)


def _tracked(pages: list[Known], name: str) -> Iterator[Known]:
    yield from track(pages, description=name, console=Console(stderr=True), transient=True)


if __name__ == "__main__":
    main()
