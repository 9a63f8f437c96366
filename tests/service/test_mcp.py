"""The MCP server, with the SDK's own client on real standard streams, and its reader alone."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ListToolsResult, TextContent

from mainspan import __version__, extract
from mainspan.algorithms import DEFAULT
from mainspan.errors import SourceError
from mainspan.extras import install_command
from mainspan.fetch import Fetched, Guard, PrivateAddressError
from mainspan.service.mcp import MAX_BYTES, Options, Reader, create_server
from tests.article import PAGE as ARTICLE
from tests.fetch.conftest import site
from tests.fetch.internet import PUBLIC, Internet
from tests.fetch.site import Answer, Site

__all__ = ["site"]

HTML = {"Content-Type": "text/html; charset=utf-8"}
LONG = "".join(
    f"<h2>Part {i}</h2><p>{' '.join(f'Sentence {i} of {j} has words, and commas too.' for j in range(9))}</p>"
    for i in range(20)
)
# An explanation of this many blocks takes minutes.
HOSTILE = "<p>a</p>" * 500_000


class Assistant:
    """The tools of a server that runs as a program."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer."""
        result = await self._result(tool, arguments)
        assert not result.is_error, text_of(result)
        return text_of(result)

    async def error(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is an error."""
        result = await self._result(tool, arguments)
        assert result.is_error, text_of(result)
        return text_of(result).removeprefix(f"Error executing tool {tool}: ")

    async def _result(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        result = await self.client.call_tool(tool, arguments)
        assert isinstance(result, CallToolResult)
        return result


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def talk(conversation: Any, *options: str, mode: str = "auto") -> None:
    """Have a conversation with a server."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "mainspan", "mcp", *options])

    async def main() -> None:
        with anyio.fail_after(100):
            async with Client(stdio_client(server), mode=mode) as client:
                await conversation(Assistant(client))

    anyio.run(main)


# Over standard streams.


async def check_tools(client: Client) -> None:
    """Look at what a server offers."""
    tools: ListToolsResult = await client.list_tools()
    described = {tool.name: tool for tool in tools.tools}
    assert list(described) == ["fetch", "extract", "explain", "outline"]
    assert all(tool.description and tool.output_schema is None for tool in tools.tools)
    # As the reference server has them.
    schema = described["fetch"].input_schema
    assert schema["required"] == ["url"]
    defaults = {name: each.get("default") for name, each in schema["properties"].items()}
    assert defaults == {"url": None, "max_length": 5000, "start_index": 0, "raw": False}
    bounds = schema["properties"]["max_length"]
    assert (bounds["exclusiveMinimum"], bounds["exclusiveMaximum"]) == (0, 1_000_000)
    assert described["extract"].input_schema["properties"]["max_length"]["default"] == 50_000
    prompts = await client.list_prompts()
    assert [prompt.name for prompt in prompts.prompts] == ["fetch"]
    info = client.server_info
    assert info is not None
    assert info.version == __version__


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_are_listed(mode: str) -> None:
    async def conversation(assistant: Assistant) -> None:
        await check_tools(assistant.client)

    talk(conversation, mode=mode)


def test_page_is_fetched_part_by_part(site: Site) -> None:
    site.answers["/page"] = Answer(f"<title>Long</title><h1>Long</h1>{LONG}".encode(), headers=HTML)
    url = site.url("/page")

    async def conversation(assistant: Assistant) -> None:
        whole = extract(site.answers["/page"].body, url=url).markdown
        text, start = "", 0
        for length in (300, 5000):
            answer = await assistant.call("fetch", url=url, max_length=length, start_index=start)
            part = answer.removeprefix(f"Contents of {url}:\n")
            end = start + length
            advice = f"Call the fetch tool with a start_index of {end} to get more content."
            more = f"\n\n<error>Content truncated. {advice}</error>"
            assert part == whole[start:end] + (more if end < len(whole) else "")
            text, start = text + part.removesuffix(more), end
        assert len(text) > 5000
        # The later part was not fetched again.
        assert site.asked == ["/robots.txt", "/page"]
        beyond = await assistant.call("fetch", url=url, start_index=len(whole))
        assert beyond == f"Contents of {url}:\n<error>No more content available.</error>"
        assert (await assistant.call("fetch", url=url)).startswith(f"Contents of {url}:\n# Long\n")
        assert site.asked == ["/robots.txt", "/page", "/page"]
        # The outline leads to the parts.
        outline = await assistant.call("outline", url=url)
        [place] = re.findall(r"^## Part 7 \(start_index (\d+), ", outline, re.M)
        part = await assistant.call("fetch", url=url, start_index=int(place), max_length=30)
        assert part.startswith(f"Contents of {url}:\n## Part 7\n")

    talk(conversation, "--allow-private")


def test_kinds_of_pages(site: Site) -> None:
    note = "Content type {} cannot be simplified to markdown, but here is the raw content:\nContents of {}:\n"
    site.answers["/page"] = Answer(ARTICLE.encode(), headers=HTML)
    site.answers["/data"] = Answer(b'{"a": 1}', headers={"Content-Type": "application/json"})
    site.answers["/empty"] = Answer(b"<p></p>", headers=HTML)
    site.answers["/document"] = Answer(b"%PDF-1.7", headers={"Content-Type": "application/pdf"})
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /closed")
    site.answers["/closed"] = Answer(ARTICLE.encode(), headers=HTML)

    async def conversation(assistant: Assistant) -> None:
        page, data, closed = site.url("/page"), site.url("/data"), site.url("/closed")
        assert await assistant.call("fetch", url=page, raw=True) == f"Contents of {page}:\n{ARTICLE}"
        assert await assistant.call("fetch", url=data) == note.format("application/json", data) + '{"a": 1}'
        assert "<error>No main content was found: " in await assistant.call("fetch", url=site.url("/empty"))
        assert await assistant.error("fetch", url=site.url("/document")) == (
            f"{site.url('/document')}: this is a PDF document, not a page"
        )
        assert (await assistant.error("fetch", url=site.url("/gone"))).endswith(
            "the server answered 404 Not Found"
        )
        assert "robots.txt does not allow" in await assistant.error("fetch", url=closed)
        prompt = await assistant.client.get_prompt("fetch", {"url": closed})
        assert "Here stands a paragraph" in str(prompt)
        failed = await assistant.client.get_prompt("fetch", {"url": site.url("/gone")})
        assert "Failed to fetch" in str(failed)

    talk(conversation, "--allow-private")


def test_html_at_hand() -> None:
    async def conversation(assistant: Assistant) -> None:
        found = extract(ARTICLE, algorithm="plain")
        assert await assistant.call("extract", html=ARTICLE) == found.markdown
        assert await assistant.call("extract", html=ARTICLE, format="text", max_length=10) == (
            f"{found.text[:10]}\n\n<error>Content truncated. Call the extract tool with a start_index of 10 "
            "to get more content.</error>"
        )
        linked = await assistant.call("extract", html=ARTICLE, url="https://example.org/a", format="html")
        assert 'href="https://example.org/n"' in linked
        assert (await assistant.call("explain", html=ARTICLE)).startswith("plain kept ")
        assert "# Headline (start_index " in await assistant.call("outline", html=ARTICLE)
        assert await assistant.error("extract") == "there is no page: give its html or its url"
        assert "format" in await assistant.error("extract", html=ARTICLE, format="pdf")
        assert "max_length" in await assistant.error("fetch", url="https://example.org/", max_length=0)

    talk(conversation, "-a", "plain")


def test_private_addresses_are_refused(site: Site) -> None:
    async def conversation(assistant: Assistant) -> None:
        for tool in ("fetch", "extract", "explain", "outline"):
            message = await assistant.error(tool, url=site.url("/page"))
            assert message.startswith(f"{site.url('/page')}: 127.0.0.1 is not a public address")
        prompt = await assistant.client.get_prompt("fetch", {"url": site.url("/page")})
        assert "127.0.0.1 is not a public address" in str(prompt)
        assert "only http and https" in await assistant.error("fetch", url="file:///etc/passwd")

    talk(conversation)
    assert site.asked == []


def test_hostile_page_costs_its_own_answer_only() -> None:
    async def conversation(assistant: Assistant) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(expect_time_limit, assistant)
            for _ in range(3):
                assert "Here stands" in await assistant.call("extract", html=ARTICLE)
        assert "Headline" in await assistant.call("explain", html=ARTICLE)

    async def expect_time_limit(assistant: Assistant) -> None:
        message = await assistant.error("explain", html=HOSTILE)
        assert message == "the page could not be read: took longer than 5 s"

    talk(conversation, "--seconds", "5")


# The reader alone.


@pytest.fixture
def reader() -> Iterator[Reader]:
    reader = Reader(Options(Guard(allow_private=True), ignore_robots=True))
    yield reader
    reader.workers.stop()


def test_tools_of_a_server_in_this_process(reader: Reader) -> None:
    async def main() -> None:
        async with Client(create_server(reader)) as client:
            await check_tools(client)

    anyio.run(main)


def test_page_is_kept_for_its_later_parts(reader: Reader, site: Site) -> None:
    for number in range(5):
        site.answers[f"/{number}"] = Answer(b"<p>Text.</p>")
        reader.page(site.url(f"/{number}"))
    del site.asked[:]
    for number in range(4, -1, -1):
        reader.page(site.url(f"/{number}"), start=1)
    assert site.asked == ["/0"]
    reader.page(site.url("/4"))
    assert site.asked == ["/0", "/4"]


def test_robots_may_be_ignored(reader: Reader, site: Site) -> None:
    site.answers["/page"] = Answer(b"<p>Text.</p>")
    reader.page(site.url("/page"))
    assert site.asked == ["/page"]


def test_page_that_is_too_large_is_refused(reader: Reader, site: Site) -> None:
    site.answers["/large"] = Answer(b"x" * 20_000_000, headers=HTML)
    site.answers["/larger"] = Answer(b"x" * 20_000_001, headers=HTML)
    assert len(reader.page(site.url("/large")).body) == MAX_BYTES
    with pytest.raises(SourceError, match="larger than 20,000,000 bytes"):
        reader.page(site.url("/larger"))


def test_redirect_to_a_private_address_is_refused(site: Site) -> None:
    internet = Internet(site.server_port)
    internet.names["www.example.org"] = [[PUBLIC]]
    site.answers["/page"] = Answer(status=302, headers={"Location": site.url("/")})
    reader = Reader(Options(internet.guard))
    with pytest.raises(PrivateAddressError):
        reader.page("http://www.example.org/page")


@pytest.mark.parametrize(("before", "is_html"), [(995, True), (996, False)])
def test_html_is_recognised_by_its_beginning(reader: Reader, before: int, is_html: bool) -> None:
    page = Fetched(b" " * before + b"<HTML><p>Some text.</p>", "", None, "text/plain")
    assert reader.contents(page).text.startswith("Some text." if is_html else " ")


# The command.


def run(*options: str, before: str = "") -> subprocess.CompletedProcess[str]:
    program = f"{before}\nfrom mainspan.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, "mcp", *options],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )


def test_server_ends_with_its_input() -> None:
    done = run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_interrupt_ends_the_server_while_it_waits() -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
    command = [sys.executable, "-m", "mainspan", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(hello + "\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "mainspan"
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == -signal.SIGINT


def test_wrong_method_is_named() -> None:
    done = run("-a", "nothing")
    assert done.returncode == 2
    assert "nothing" in done.stderr
    assert DEFAULT in done.stderr


def test_missing_extra_is_named() -> None:
    done = run(before="import sys; sys.modules['mcp'] = None")
    assert done.returncode == 2
    assert done.stderr == f"mainspan: MCP servers need mcp: {install_command('mainspan[mcp]')}\n"
