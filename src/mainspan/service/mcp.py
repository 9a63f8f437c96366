"""An MCP server: assistants read pages through Mainspan. It uses standard input and output.

    fetch       a page as Markdown, part by part, with the parameters of the reference fetch server
    extract     the main content of HTML at hand, or of an address, in a form of your choice
    explain     each block of a page: kept or dropped, and why
    outline     metadata and headings of a page

Pages are fetched from the public internet only, and worked on in processes with a time limit: a hostile page
costs its own answer, never the server.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, wraps
from queue import Empty, LifoQueue
from threading import Lock
from typing import Annotated, Final, Literal, NamedTuple, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from mainspan import __version__
from mainspan.algorithms import DEFAULT, algorithm
from mainspan.batch.child import READY
from mainspan.batch.process import JobFailedError, StartError, Supervisor, make_setup
from mainspan.errors import MainspanError, SourceError
from mainspan.fetch import MAX_SECONDS, Fetched, Guard, Robots, fetch_on_behalf
from mainspan.fetch.addresses import is_on_the_web
from mainspan.page.decode import encode
from mainspan.service import mcp_jobs
from mainspan.service.mcp_jobs import Result, Show, TextWorker

P = ParamSpec("P")
MAX_BYTES: Final = 20_000_000
# Workers start when they are needed: one, unless the assistant asks for several pages at a time.
MAX_WORKERS: Final = 4  # no rule: buffer
# Pages that are kept for the calls that ask for their later parts.
MAX_KEPT_PAGES: Final = 4
# Characters of an answer, unless the assistant says otherwise. HTML at hand would have to be sent again.
MAX_LENGTH: Final = 5_000
MAX_LENGTH_AT_HAND: Final = 50_000
_HTML: Final = ("", "text/html", "application/xhtml+xml")
# HTML that is sent as another type is recognised by its beginning.
_HEAD_BYTES: Final = 1000
_NO_MARKDOWN: Final = "Content type {} cannot be simplified to markdown, but here is the raw content:\n"
_INSTRUCTIONS: Final = (
    "Reads web pages without menus, banners, related links and footers. Use fetch for an address, "
    "and extract, explain or outline for HTML that you have already."
)
_FETCH: Final = (
    "Fetches a URL from the internet and returns the main content of the page as markdown, "
    "without menus, banners, related links and footers. Long pages are returned in parts."
)
_EXTRACT: Final = "Extracts the main content of a page, without menus, banners, related links and footers."
_EXPLAIN: Final = (
    "Explains which blocks of a page are its main content and which are not, with scores and reasons."
)
_OUTLINE: Final = (
    "Shows the title, authors, date and headings of a page, to choose what to read. "
    "The place of a heading can be used as the start_index of fetch."
)
_READS: Final = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=True)

_Url = Annotated[str, Field(description="URL to fetch", min_length=1, json_schema_extra={"format": "uri"})]
_MaxLength = Annotated[int, Field(description="Maximum number of characters to return.", gt=0, lt=1_000_000)]
_StartIndex = Annotated[
    int,
    Field(
        description="Return the content from this character on. Use it if an earlier answer was truncated.",
        ge=0,
    ),
]
_Raw = Annotated[bool, Field(description="Return the HTML of the page as it is, without simplification.")]
_Html = Annotated[
    str, Field(description="The HTML of a page. If it is left out, the page at `url` is fetched.")
]
_PageUrl = Annotated[
    str,
    Field(description="The address of the page: to resolve its links, or to fetch it if there is no `html`."),
]
_Form = Annotated[
    Literal["markdown", "text", "html", "json"],
    Field(description="The form of the result; json has the metadata too."),
]
_Show = Annotated[Show, Field(description="Which blocks to show.")]
_Around = Annotated[str, Field(description="Show only the blocks with this text, and their neighbours.")]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the server.

    guard: which network addresses may be reached.
    ignore_robots: fetch pages that the site's robots.txt closes to programs, too.
    algorithm: the method, with parameters.
    seconds: the time limit for fetching a page, and for extracting it.
    """

    guard: Guard = field(default_factory=Guard)
    ignore_robots: bool = False
    algorithm: str = DEFAULT
    seconds: float = MAX_SECONDS

    def __post_init__(self) -> None:
        algorithm(self.algorithm)


class Workers:
    """Worker processes for several threads: each job has one for itself."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        # The one that was used last comes first, so that no more are started than are needed.
        self._idle: LifoQueue[Supervisor] = LifoQueue()
        self._all = [Supervisor(make_setup(TextWorker, jobs=MAX_WORKERS)) for _ in range(MAX_WORKERS)]
        for supervisor in self._all:
            self._idle.put(supervisor)

    def do(self, job: Callable[[], str]) -> str:
        """The text that a job returns, or a SourceError."""
        try:
            supervisor = self._idle.get(timeout=self._seconds)
        except Empty:
            raise SourceError("too many pages are being read: try again later") from None
        try:
            result: Result = supervisor.do(job, {READY: self._seconds})
        except (JobFailedError, StartError) as error:
            raise SourceError(f"the page could not be read: {error}") from None
        finally:
            self._idle.put(supervisor)
        if result.error:
            raise SourceError(result.error)
        return result.text

    def stop(self) -> None:
        """End all processes."""
        for supervisor in self._all:
            supervisor.stop()


class Reader:
    """Reads pages for an assistant. Threads may share it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.workers = Workers(options.seconds)
        self._robots = Robots(options.guard)
        self._kept: OrderedDict[str, Fetched] = OrderedDict()
        self._lock = Lock()

    def page(self, url: str, html: str = "", *, start: int = 0) -> Fetched:
        """A page at hand, or else the page of an address.

        start: where the wanted part begins. Later parts are those of the page that was fetched for the first.
        """
        if html:
            return Fetched(encode(html), url, "utf-8", "text/html")
        if not url:
            raise SourceError("there is no page: give its html or its url")
        with self._lock:
            found = self._kept.get(url) if start else None
        return found or self._keep(url, self._fetch(url, by_assistant=True))

    def contents(self, page: Fetched, raw: bool = False) -> Contents:
        """The Markdown of a page; its source if that is wanted, or if it is no HTML."""
        if raw or not _is_html(page):
            text = self.workers.do(partial(mcp_jobs.source_of, page))
            return Contents(text, "" if raw else _NO_MARKDOWN.format(page.media_type))
        return Contents(self.workers.do(partial(mcp_jobs.content_of, page, self.options.algorithm)))

    def contents_for_user(self, url: str) -> Contents:
        """The contents of a page that the user names. So robots.txt, which is for programs, is not read."""
        return self.contents(self._fetch(url, by_assistant=False))

    def _fetch(self, url: str, by_assistant: bool) -> Fetched:
        if not is_on_the_web(url):
            raise SourceError(f"{url}: only http and https addresses can be fetched")
        guard, seconds = self.options.guard, self.options.seconds
        if by_assistant and not self.options.ignore_robots:
            self._robots.check(url, seconds)
        return fetch_on_behalf(url, guard, seconds=seconds, max_bytes=MAX_BYTES)

    def _keep(self, url: str, page: Fetched) -> Fetched:
        with self._lock:
            self._kept[url] = page
            self._kept.move_to_end(url)
            while len(self._kept) > MAX_KEPT_PAGES:
                self._kept.popitem(last=False)
        return page


class Contents(NamedTuple):
    """The text of a page, and what is to be known about it."""

    text: str
    note: str = ""


def _is_html(page: Fetched) -> bool:
    return page.media_type in _HTML or b"<html" in page.body[:_HEAD_BYTES].lower()


def _cut(text: str, start: int, length: int, tool: str) -> str:
    """A part of a text, and how to get more of it, in the words of the reference server."""
    if start >= len(text):
        return "<error>No more content available.</error>"
    end = start + length
    if end >= len(text):
        return text[start:]
    more = f"Content truncated. Call the {tool} tool with a start_index of {end} to get more content."
    return f"{text[start:end]}\n\n<error>{more}</error>"


def _as_result(work: Callable[P, str]) -> Callable[P, str]:
    """A tool whose errors reach the assistant."""

    @wraps(work)
    def call(*arguments: P.args, **named: P.kwargs) -> str:
        try:
            return work(*arguments, **named)
        except MainspanError as error:
            raise ToolError(str(error)) from None

    return call


def create_server(reader: Reader) -> MCPServer:
    """The server with its tools."""
    server = MCPServer("mainspan", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    method = reader.options.algorithm

    @server.tool(description=_FETCH, annotations=_READS, structured_output=False)
    @_as_result
    def fetch(
        url: _Url, max_length: _MaxLength = MAX_LENGTH, start_index: _StartIndex = 0, raw: _Raw = False
    ) -> str:
        found = reader.contents(reader.page(url, start=start_index), raw)
        return f"{found.note}Contents of {url}:\n{_cut(found.text, start_index, max_length, 'fetch')}"

    @server.tool(description=_EXTRACT, annotations=_READS, structured_output=False)
    @_as_result
    def extract(
        html: _Html = "",
        url: _PageUrl = "",
        format: _Form = "markdown",
        max_length: _MaxLength = MAX_LENGTH_AT_HAND,
        start_index: _StartIndex = 0,
    ) -> str:
        page = reader.page(url, html, start=start_index)
        text = reader.workers.do(partial(mcp_jobs.content_of, page, method, format))
        return _cut(text, start_index, max_length, "extract")

    @server.tool(description=_EXPLAIN, annotations=_READS, structured_output=False)
    @_as_result
    def explain(
        html: _Html = "",
        url: _PageUrl = "",
        show: _Show = "all",
        around: _Around = "",
        max_length: _MaxLength = MAX_LENGTH_AT_HAND,
        start_index: _StartIndex = 0,
    ) -> str:
        page = reader.page(url, html, start=start_index)
        text = reader.workers.do(partial(mcp_jobs.explanation_of, page, method, show, around))
        return _cut(text, start_index, max_length, "explain")

    @server.tool(description=_OUTLINE, annotations=_READS, structured_output=False)
    @_as_result
    def outline(
        html: _Html = "",
        url: _PageUrl = "",
        max_length: _MaxLength = MAX_LENGTH_AT_HAND,
        start_index: _StartIndex = 0,
    ) -> str:
        page = reader.page(url, html, start=start_index)
        text = reader.workers.do(partial(mcp_jobs.outline_of, page, method))
        return _cut(text, start_index, max_length, "outline")

    @server.prompt(name="fetch", description="Fetch a URL and extract its contents as markdown")
    def fetch_prompt(url: _Url) -> str:
        try:
            found = reader.contents_for_user(url)
        except MainspanError as error:
            return f"Failed to fetch {url}: {error}"
        return found.note + found.text

    return server


def serve(options: Options) -> None:
    """Serve on standard input and output, until the input ends."""
    reader = Reader(options)
    try:
        create_server(reader).run("stdio")
    finally:
        reader.workers.stop()
