"""What the MCP server does with pages: a page in, text for assistants out. It runs in a worker process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from mainspan.batch.child import Report, Worker
from mainspan.errors import MainspanError
from mainspan.explain import Row, choose, rows_of, why_none
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.page.decode import decode
from mainspan.sources import to_page

Show = Literal["all", "kept", "dropped"]

# Characters of a block that an explanation shows.
MAX_BLOCK_LENGTH: Final = 200
_HEADING_OR_FENCE: Final = re.compile(r"^(?:(#{1,6}) (.*)|[ >]*(`{3,}|~{3,}).*)$", re.M)


class Result(NamedTuple):
    """The answer of a worker, or what was wrong with the job."""

    text: str
    error: str = ""


class TextWorker(Worker):
    """Does jobs: functions without arguments that return a text."""

    def do(self, job: Callable[[], str], report: Report) -> Result:
        """Do a job. An error of Mainspan is a result; any other ends this process."""
        try:
            return Result(job())
        except MainspanError as error:
            return Result("", str(error))


def source_of(page: Fetched) -> str:
    """The page itself."""
    return decode(page.body, charset=page.charset).utf8.decode("utf-8", "replace")


def content_of(page: Fetched, algorithm: str, form: str = "markdown") -> str:
    """The main content; an error in the same style as that of the reference server if there is none."""
    found = extract(to_page(page), algorithm=algorithm)
    return found.render(form) if found or form == "json" else f"<error>{_why_nothing(found)}.</error>"


def explanation_of(page: Fetched, algorithm: str, show: Show = "all", around: str = "") -> str:
    """The blocks of a page, each with its verdict, score, words, first words and reasons.

    around: only the blocks with this text, and their neighbours.
    """
    found = extract(to_page(page), algorithm=algorithm)
    rows = rows_of(found)
    shown = choose(rows, kept=None if show == "all" else show == "kept", around=around or None)
    kept = sum(row.kept for row in rows)
    lines = [f"{found.algorithm!r} kept {kept:,} of {len(rows):,} blocks; {_summary(found)}"]
    if not found:
        lines.append(f"{_why_nothing(found)}.")
    elif not shown:
        lines.append(f"Nothing to show: {why_none(found, rows, around or None)}.")
    for row in shown:
        lines += ["", *_block_lines(row)]
    return "\n".join(lines)


def outline_of(page: Fetched, algorithm: str) -> str:
    """The metadata of a page and the headings of its main content, with their places in the Markdown."""
    found = extract(to_page(page), algorithm=algorithm)
    lines = [*_metadata_lines(found), _summary(found), ""]
    headings = list(_headings(found.markdown))
    if not found:
        lines.append(f"{_why_nothing(found)}.")
    elif not headings:
        lines.append("The main content has no headings.")
    else:
        lines.append("Headings, each with the start_index of its section and the number of its characters:")
    for marks, text, start, length in headings:
        lines.append(f"{marks} {text} (start_index {start}, {length:,} characters)")
    return "\n".join(lines)


def _why_nothing(found: Extraction) -> str:
    return f"No main content was found: {found.reason}"


def _summary(found: Extraction) -> str:
    """One line on the whole page."""
    parts = [f"{found.words:,} of {len(found.page.words):,} words are main content"]
    if found and found.confidence is not None:
        parts.append(f"confidence {found.confidence:.0%}")
    if found.metadata.page_type is not None:
        parts.append(f"page type {found.metadata.page_type.value}")
    return ", ".join(parts)


def _metadata_lines(found: Extraction) -> Iterator[str]:
    metadata = found.metadata
    authors = ", ".join(each.value for each in metadata.authors)
    facts = {
        "Title": metadata.title,
        "Published": metadata.published,
        "Site": metadata.site_name,
        "Language": metadata.language,
        "Description": metadata.description,
    }
    values = {name: fact.value for name, fact in facts.items() if fact is not None}
    for name, value in {**values, "Authors": authors}.items():
        if value:
            yield f"{name}: {' '.join(value.split())}"


def _block_lines(row: Row) -> list[str]:
    block, verdict = row.block, "kept" if row.kept else "dropped"
    text = " ".join(block.text.split())
    if len(text) > MAX_BLOCK_LENGTH:
        text = text[:MAX_BLOCK_LENGTH].rstrip() + "…"
    figures = f"{verdict}, score {block.score:.2f}, {block.words:,} words, <{block.container}>"
    return [f"{row.number}. {figures}: {text}", f"   because: {block.reason}"]


def _headings(markdown: str) -> Iterator[tuple[str, str, int, int]]:
    """The marks, text, start and length of each section of a Markdown text."""
    found: list[re.Match[str]] = []
    fence = ""
    for match in _HEADING_OR_FENCE.finditer(markdown):
        if match[3]:
            # A fence is closed by one that is at least as long.
            fence = "" if fence and match[3].startswith(fence) else fence or match[3]
        elif not fence:
            found.append(match)
    places = [match.start() for match in found] + [len(markdown)]
    for match, (start, end) in zip(found, pairwise(places), strict=True):
        yield match[1], match[2], start, end - start
