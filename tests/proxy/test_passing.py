"""Through the real proxy: what passes untouched, and what is right about the rest."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import subprocess
import zlib
from pathlib import Path
from typing import Any

import httpx
import pytest

from mainspan import extract
from tests.proxy.conftest import FERRY
from tests.proxy.running import Proxy, find_python, needs_proxy
from tests.proxy.upstream import HTML, Answer, Upstream
from tests.tools import needs_curl

pytestmark = needs_proxy

TEXT = extract(FERRY).text.encode()
DATE = "Mon, 01 Jan 2024 00:00:00 GMT"
BINARY = bytes(range(256)) * 40


def reason(answer: httpx.Response) -> str:
    found: str = answer.headers.get("Mainspan-Reason", "")
    assert answer.headers["Mainspan-Result"] == ("passed" if found else "extracted")
    return found


@pytest.fixture
def page(upstream: Upstream) -> str:
    upstream.answers["/page"] = Answer(FERRY)
    return upstream.url("/page")


def test_a_page_arrives_as_its_content(proxy: Proxy, page: str) -> None:
    answer = proxy.get(page)
    assert answer.content == TEXT
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Mainspan-Method"] == "mainspan"
    for name in ("Confidence", "Time", "Share"):
        assert float(answer.headers[f"Mainspan-{name}"]) > 0


# --- untouched ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["image/png", "application/json", "text/css", "application/octet-stream", "text/plain"]
)
def test_what_is_no_page_passes_byte_for_byte(proxy: Proxy, upstream: Upstream, kind: str) -> None:
    headers = {"Content-Type": kind, "ETag": '"x"', "Last-Modified": DATE, "Cache-Control": "max-age=60"}
    upstream.answers["/file"] = Answer(BINARY, headers=headers)
    answer = proxy.get(upstream.url("/file"))
    assert (answer.content, reason(answer)) == (BINARY, "not-html")
    assert {name: answer.headers[name] for name in headers} == headers
    assert "Vary" not in answer.headers


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("POST", {}, "method"),
        ("HEAD", {}, "method"),
        ("GET", {"X-Requested-With": "XMLHttpRequest"}, "fragment"),
        ("GET", {"Sec-Fetch-Dest": "empty"}, "fragment"),
        ("GET", {"Range": "bytes=0-9"}, "range"),
        ("GET", {"Mainspan-Proxy": "bypass"}, "bypass"),
        ("GET", {"Sec-Fetch-Dest": "document"}, ""),
    ],
)
def test_requests_whose_answers_pass(
    proxy: Proxy, page: str, method: str, headers: dict[str, str], expected: str
) -> None:
    answer = proxy.client.request(method, page, headers=headers)
    assert reason(answer) == expected
    assert answer.content == (b"" if method == "HEAD" else FERRY if expected else TEXT)
    assert "Sec-Fetch-Dest" in answer.headers["Vary"]


@pytest.mark.parametrize("status", [204, 206, 301, 302, 304, 401, 404, 410, 500, 503])
def test_other_statuses_pass(proxy: Proxy, upstream: Upstream, status: int) -> None:
    body = b"" if status in (204, 304) else FERRY
    upstream.answers["/status"] = Answer(body, status, HTML | {"Location": "/elsewhere"})
    answer = proxy.get(upstream.url("/status"))
    assert (answer.status_code, answer.content, reason(answer)) == (status, body, "status")
    assert answer.headers["Location"] == "/elsewhere"


def test_downloads_pass(proxy: Proxy, upstream: Upstream) -> None:
    upstream.answers["/saved"] = Answer(FERRY, headers=HTML | {"Content-Disposition": "attachment"})
    answer = proxy.get(upstream.url("/saved"))
    assert (answer.content, reason(answer)) == (FERRY, "download")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<p></p>", "nothing-found"),
        (b"", "empty"),
        (b"<h1>Log in</h1><form><input name=a><input type=password></form>", "form"),
    ],
)
def test_pages_that_pass(proxy: Proxy, upstream: Upstream, body: bytes, expected: str) -> None:
    upstream.answers["/small"] = Answer(body)
    answer = proxy.get(upstream.url("/small"))
    assert (answer.content, reason(answer)) == (body, expected)


@pytest.mark.parametrize("chunks", [0, 50])
def test_large_pages_stream(proxy: Proxy, upstream: Upstream, chunks: int) -> None:
    body = b"<p>" + b"word " * 100_000
    upstream.answers["/large"] = Answer(body, chunks=chunks)
    answer = proxy.get(upstream.url("/large"))
    assert (answer.content, reason(answer)) == (body, "too-large")


def test_events_arrive_one_by_one(proxy: Proxy, upstream: Upstream) -> None:
    received = []
    with proxy.client.stream("GET", upstream.url("/events")) as answer:
        for line in answer.iter_lines():
            if line:
                received.append(line)
                # The server only sends the next one when this one has arrived.
                upstream.go_on.set()
    assert received == ["data: 0", "data: 1", "data: 2"]


def test_uploads_arrive(proxy: Proxy, upstream: Upstream) -> None:
    answer = proxy.client.post(upstream.url("/echo"), content=BINARY * 50)
    assert answer.content == b"POST " + BINARY * 50


def test_a_websocket_is_opened(proxy: Proxy, upstream: Upstream) -> None:
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    accept = upgrade | {"Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="}
    upstream.answers["/socket"] = Answer(b"", 101, accept)
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=30) as connection:
        lines = [
            *(f"GET {upstream.url('/socket')} HTTP/1.1", f"Host: 127.0.0.1:{upstream.server_port}"),
            *("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}"),
            *("Sec-WebSocket-Version: 13", "", ""),
        ]
        connection.sendall("\r\n".join(lines).encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 101")


# --- codings and charsets -------------------------------------------------------------------------


def pack(coding: str, body: bytes) -> bytes:
    """A body in a coding, by the libraries that the proxy has."""
    if coding in ("gzip", "deflate"):
        return gzip.compress(body) if coding == "gzip" else zlib.compress(body)
    call = {"br": "brotli.compress(b)", "zstd": "zstandard.compress(b)"}[coding]
    library = call.partition(".")[0]
    program = f"import sys, {library}; b = sys.stdin.buffer.read(); sys.stdout.buffer.write({call})"
    python = find_python()
    assert python is not None
    return subprocess.run([python, "-c", program], input=body, capture_output=True, check=True).stdout


def get_raw(proxy: Proxy, url: str) -> tuple[bytes, httpx.Headers]:
    with proxy.client.stream("GET", url) as answer:
        return b"".join(answer.iter_raw()), answer.headers


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_codings_are_undone(proxy: Proxy, upstream: Upstream, coding: str) -> None:
    upstream.answers["/packed"] = Answer(pack(coding, FERRY), headers=HTML | {"Content-Encoding": coding})
    body, headers = get_raw(proxy, upstream.url("/packed"))
    assert body == TEXT
    assert "Content-Encoding" not in headers
    assert headers["Content-Length"] == str(len(TEXT))


@pytest.mark.parametrize(
    ("coding", "body", "expected"),
    [
        ("gzip", FERRY, "encoding"),
        ("br", FERRY, "encoding"),
        ("gzip", gzip.compress(FERRY)[:-9], "encoding"),
        ("compress", FERRY, "encoding"),
        ("gzip", gzip.compress(b" " * 1_000_000), "too-large"),
    ],
)
def test_what_lies_about_its_coding_passes(
    proxy: Proxy, upstream: Upstream, coding: str, body: bytes, expected: str
) -> None:
    upstream.answers["/lie"] = Answer(body, headers=HTML | {"Content-Encoding": coding})
    received, headers = get_raw(proxy, upstream.url("/lie"))
    assert (received, headers["Mainspan-Reason"]) == (body, expected)
    assert headers["Content-Encoding"] == coding


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251", "utf-16"])
def test_charsets_become_utf_8(proxy: Proxy, upstream: Upstream, charset: str) -> None:
    text = "<h1>Паром</h1><p>" + "Паром идёт через реку каждые двенадцать минут, весь день. " * 9 + "</p>"
    headers = {"Content-Type": f"text/html; charset={charset}"}
    upstream.answers["/ru"] = Answer(text.encode(charset), headers=headers)
    answer = proxy.get(upstream.url("/ru"))
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Паром идёт через реку" in answer.content.decode()


# --- caches ---------------------------------------------------------------------------------------


def asked(upstream: Upstream) -> dict[str, str]:
    return upstream.asked[-1][2]


@pytest.mark.parametrize("validator", [{"ETag": '"v1"'}, {"ETag": 'W/"v1"'}, {"Last-Modified": DATE}])
def test_a_stored_extract_is_renewed(proxy: Proxy, upstream: Upstream, validator: dict[str, str]) -> None:
    upstream.answers["/kept"] = Answer(FERRY, headers=HTML | validator | {"Cache-Control": "max-age=9"})
    first = proxy.get(upstream.url("/kept"))
    tag = first.headers["ETag"]
    assert tag not in validator.values()
    assert "Last-Modified" not in first.headers
    assert first.headers["Cache-Control"] == "private, no-cache"
    second = proxy.get(upstream.url("/kept"), headers={"If-None-Match": tag})
    assert (second.status_code, second.headers["ETag"]) == (304, tag)
    assert second.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("condition", [{"If-None-Match": '"v1"'}, {"If-Modified-Since": DATE}])
def test_a_stored_original_is_not_taken_for_an_extract(
    proxy: Proxy, upstream: Upstream, condition: dict[str, str]
) -> None:
    upstream.answers["/kept"] = Answer(FERRY, headers=HTML | {"ETag": '"v1"', "Last-Modified": DATE})
    answer = proxy.get(upstream.url("/kept"), headers=condition)
    assert (answer.status_code, answer.content) == (200, TEXT)
    assert not asked(upstream).keys() & condition.keys()


def test_of_other_files_validators_reach_the_server(proxy: Proxy, upstream: Upstream) -> None:
    upstream.answers["/image"] = Answer(BINARY, headers={"Content-Type": "image/png", "ETag": '"v1"'})
    headers = {"If-None-Match": '"v1"', "Sec-Fetch-Dest": "image"}
    assert proxy.get(upstream.url("/image"), headers=headers).status_code == 304


# --- other headers --------------------------------------------------------------------------------


def test_what_protects_a_site_stays(proxy: Proxy, upstream: Upstream) -> None:
    kept = {
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
        "X-Frame-Options": "DENY",
        "Content-Security-Policy": "default-src 'self'",
        "Set-Cookie": "a=b; HttpOnly",
    }
    upstream.answers["/safe"] = Answer(FERRY, headers=HTML | kept | {"Content-MD5": "x"})
    answer = proxy.get(upstream.url("/safe"))
    assert {name: answer.headers[name] for name in kept} == kept
    assert "Content-MD5" not in answer.headers
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_server_sees_nothing_of_ours(proxy: Proxy, page: str, upstream: Upstream) -> None:
    proxy.get(page, headers={"Mainspan-Proxy": "always", "Accept-Encoding": "gzip, dcb"})
    assert "Mainspan-Proxy" not in asked(upstream)
    assert asked(upstream)["Accept-Encoding"] == "gzip"


def test_the_original_by_its_address(proxy: Proxy, page: str) -> None:
    answer = proxy.get(f"http://mainspan.proxy/original/{page}")
    assert (answer.status_code, answer.headers["Location"]) == (302, page)
    first = proxy.get(page)
    assert (first.content, reason(first)) == (FERRY, "bypass")
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert reason(proxy.get(page)) == ""


def test_the_original_after_a_redirect(proxy: Proxy, page: str, upstream: Upstream) -> None:
    upstream.answers["/old"] = Answer(b"", 301, {"Location": "/page"})
    answer = proxy.get(f"http://mainspan.proxy/original/{upstream.url('/old')}", follow_redirects=True)
    assert (answer.content, reason(answer)) == (FERRY, "bypass")


# --- HTTPS and HTTP/2 -----------------------------------------------------------------------------


def curl(proxy: Proxy, *options: str) -> tuple[str, str, bytes]:
    """The version, the head and the body of an answer, and the exit code in the head if it failed."""
    command = ["curl", "--silent", "--show-error", "--max-time", "60", "--proxy", proxy.url, "--noproxy", ""]
    command += [
        "--cacert",
        str(proxy.certificate),
        "--dump-header",
        "-",
        *options,
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    head, _, body = done.stdout.partition(b"\r\n\r\n")
    if b"Connection established" in head or b"Connection Established" in head:
        head, _, body = body.partition(b"\r\n\r\n")
    text = head.decode("latin-1")
    return text.partition(" ")[0], text + f"\nexit {done.returncode} {done.stderr.decode()}", body


@needs_curl
@pytest.mark.parametrize(("option", "version"), [("--http1.1", "HTTP/1.1"), ("--http2", "HTTP/2")])
def test_https_in_both_versions(
    proxy: Proxy, page: str, front: tuple[int, Path], upstream: Upstream, option: str, version: str
) -> None:
    assert page
    found, head, body = curl(proxy, option, f"https://localhost:{front[0]}/page")
    assert (found, body) == (version, TEXT), head
    assert "mainspan-result: extracted" in head.lower()
    assert asked(upstream)["Host"]


@needs_curl
def test_http_2_passes_files_byte_for_byte(proxy: Proxy, upstream: Upstream, front: tuple[int, Path]) -> None:
    upstream.answers["/file"] = Answer(BINARY, headers={"Content-Type": "image/png"})
    found, head, body = curl(proxy, "--http2", f"https://localhost:{front[0]}/file")
    assert (found, body) == ("HTTP/2", BINARY), head


@needs_curl
def test_the_certificate_can_be_fetched(proxy: Proxy) -> None:
    kept = proxy.certificate.read_bytes()
    assert proxy.get("http://mainspan.proxy/certificate.pem").content == kept
    assert b"PRIVATE" not in kept
    _, head, body = curl(proxy, "https://mainspan.proxy/status.json")
    assert json.loads(body)["settings"]["format"] == "text", head


# --- the proxy's own address ----------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_pac_file_needs_no_proxy(proxy: Proxy, host: str) -> None:
    connection = http.client.HTTPConnection(host, proxy.port, timeout=30)
    connection.request("GET", "/proxy.pac")
    assert b"FindProxyForURL" in connection.getresponse().read()
    connection.close()


def test_the_log_has_no_queries_and_no_cookies(proxy: Proxy, page: str) -> None:
    proxy.get(f"{page}?secret=query", headers={"Cookie": "secret=cookie"})
    log = proxy.log()
    assert f"GET {page} 200 extracted" in log
    assert "secret" not in log
    assert "ferry" not in log


def test_counters_count(proxy: Proxy, page: str) -> None:
    before = proxy.counters()
    proxy.get(page)
    proxy.get(page, headers={"Mainspan-Proxy": "bypass"})
    after: dict[str, Any] = proxy.counters()
    assert after["extracted"] == before["extracted"] + 1
    assert after["passed"]["bypass"] == before["passed"].get("bypass", 0) + 1
    assert after["requests"] == before["requests"] + 3
