"""Fetching from a local server: answers, and error messages."""

import gc
import gzip
import socket
import warnings
import zlib
from collections.abc import Callable
from urllib.parse import quote

import pytest

from mainspan import __version__
from mainspan.errors import SourceError
from mainspan.fetch import MAX_REDIRECTS, Fetched, fetch
from mainspan.fetch.compression import offers
from tests.fetch.site import Answer, Site

BODY = "<p>Die Küche ist groß.</p>".encode() * 20


def refusal(url: str, *, seconds: float = 10.0, max_bytes: int = 1_000_000) -> str:
    """The error message, without the address before it."""
    with pytest.raises(SourceError) as caught:
        fetch(url, seconds=seconds, max_bytes=max_bytes)
    name, _, reason = str(caught.value).partition(": ")
    assert name == url
    return reason


# What comes back.


@pytest.mark.parametrize(
    ("kind", "charset"),
    [
        ("text/html; charset=windows-1251", "windows-1251"),
        ('text/html; charset="UTF-8"', "utf-8"),
        ("text/html;CHARSET=Koi8-R; x=y", "koi8-r"),
        ("text/html; charset=no-such-thing", "no-such-thing"),
        ("text/html", None),
        ("rubbish", None),
    ],
)
def test_charset_of_the_header_comes_with_the_page(site: Site, kind: str, charset: str | None) -> None:
    site.answers["/"] = Answer(BODY, headers={"Content-Type": kind})
    assert fetch(site.url("/")).charset == charset


def test_page_without_content_type_has_no_charset(site: Site) -> None:
    site.answers["/"] = Answer(BODY)
    assert fetch(site.url("/")) == Fetched(BODY, site.url("/"), None)


@pytest.mark.parametrize("kind", ["text/html", "application/pdf", "application/xhtml+xml"])
def test_type_of_the_header_comes_with_the_page(site: Site, kind: str) -> None:
    site.answers["/"] = Answer(BODY, headers={"Content-Type": f"{kind}; charset=utf-8"})
    assert fetch(site.url("/")).media_type == kind


@pytest.mark.parametrize(("length", "charset"), [(1000, "koi8-r"), (1001, "koi8-")])
def test_long_content_type_is_cut(site: Site, length: int, charset: str) -> None:
    kind = f"text/html; x={'y' * (length - 29)}; charset=koi8-r"
    assert len(kind) == length
    site.answers["/"] = Answer(BODY, headers={"Content-Type": kind})
    fetched = fetch(site.url("/"))
    assert (fetched.charset, fetched.media_type) == (charset, "text/html")


@pytest.mark.parametrize(("length", "is_refused"), [(64_000, False), (64_001, True)])
def test_length_of_all_headers_is_limited(site: Site, length: int, is_refused: bool) -> None:
    each = b"X: " + b"y" * 31_999 + b"\r\n"
    last = b"X: " + b"y" * (length - 32_000 - 1) + b"\r\n"
    site.raw["/"] = b"HTTP/1.0 200 OK\r\n" + each + last + b"\r\n" + BODY
    if is_refused:
        assert refusal(site.url("/")) == "the headers have more than 64,000 characters"
    else:
        assert fetch(site.url("/")).body == BODY


def test_server_that_gives_a_cookie_before_the_page_gets_it_back(site: Site) -> None:
    moved = Answer(status=302, headers={"Location": "/", "Set-Cookie": "seen=yes; Path=/"})
    site.queues["/"] = [moved, Answer(BODY)]
    assert fetch(site.url("/")).body == BODY
    assert site.seen[1]["Cookie"] == "seen=yes"


def test_empty_page_is_a_page(site: Site) -> None:
    site.answers["/"] = Answer()
    assert fetch(site.url("/")).body == b""


def test_page_longer_than_one_read_arrives_whole(site: Site) -> None:
    site.answers["/"] = Answer(bytes(range(256)) * 1000)
    assert fetch(site.url("/")).body == bytes(range(256)) * 1000


def test_chunks_are_put_together(site: Site) -> None:
    site.raw["/"] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    assert fetch(site.url("/")).body == b"abcde"


def test_query_travels_and_fragment_stays(site: Site) -> None:
    site.answers["/page?a=b&c"] = Answer(BODY)
    assert fetch(site.url("/page?a=b&c#part")).body == BODY


def test_address_with_letters_beyond_ascii_is_fetched(site: Site) -> None:
    site.answers[quote("/Küche")] = Answer(BODY)
    assert fetch(site.url("/Küche")).body == BODY


def test_server_is_asked_only_for_compressions_that_can_be_undone(site: Site) -> None:
    site.answers["/"] = Answer(BODY)
    fetch(site.url("/"))
    assert site.seen[0]["Accept-Encoding"] == offers()
    assert f"Mainspan/{__version__}" in site.seen[0]["User-Agent"]


# Compression.


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(BODY)),
        ("GZIP", gzip.compress(BODY)),
        ("x-gzip", gzip.compress(BODY)),
        ("gzip", gzip.compress(BODY[:99]) + gzip.compress(BODY[99:])),
        ("deflate", zlib.compress(BODY)),
        ("deflate", raw_deflate(BODY)),
        ("identity", BODY),
        ("", BODY),
    ],
    ids=["gzip", "GZIP", "x-gzip", "gzip in two members", "zlib", "raw deflate", "identity", "empty"],
)
def test_compressed_body_is_unpacked(site: Site, encoding: str, body: bytes) -> None:
    site.answers["/"] = Answer(body, headers={"Content-Encoding": encoding})
    assert fetch(site.url("/")).body == BODY


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", BODY),
        ("deflate", BODY),
        ("gzip", gzip.compress(BODY)[:-20]),
        ("deflate", zlib.compress(BODY)[:-10]),
        ("deflate", raw_deflate(BODY)[:-10]),
        ("gzip", gzip.compress(BODY)[:-8] + bytes(8)),
    ],
    ids=["no gzip", "no deflate", "gzip cut off", "zlib cut off", "raw deflate cut off", "wrong checksum"],
)
def test_broken_compression_is_refused(site: Site, encoding: str, body: bytes) -> None:
    site.answers["/"] = Answer(body, headers={"Content-Encoding": encoding})
    assert refusal(site.url("/")) == "the compressed answer is broken"


def test_compression_that_was_not_asked_for_is_refused_by_name(site: Site) -> None:
    site.answers["/"] = Answer(BODY, headers={"Content-Encoding": "sdch"})
    assert refusal(site.url("/")) == "sent in an encoding that was not asked for (sdch)"


# Redirects.


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_is_followed_and_the_address_is_the_last_one(site: Site, status: int) -> None:
    site.answers["/old"] = Answer(status=status, headers={"Location": "/new?x=1"})
    site.answers["/new?x=1"] = Answer(BODY)
    fetched = fetch(site.url("/old"))
    assert (fetched.url, fetched.body) == (site.url("/new?x=1"), BODY)


def lay_redirects(site: Site, count: int) -> None:
    for i in range(count):
        site.answers[f"/{i}"] = Answer(status=302, headers={"Location": f"/{i + 1}"})
    site.answers[f"/{count}"] = Answer(BODY)


def test_as_many_redirects_as_allowed_are_followed(site: Site) -> None:
    lay_redirects(site, MAX_REDIRECTS)
    assert fetch(site.url("/0")).url == site.url(f"/{MAX_REDIRECTS}")


def test_one_redirect_more_than_allowed_is_refused(site: Site) -> None:
    lay_redirects(site, MAX_REDIRECTS + 1)
    assert refusal(site.url("/0")) == "redirected more than 5 times"


def test_redirect_in_a_circle_is_refused(site: Site) -> None:
    site.answers["/"] = Answer(status=302, headers={"Location": "/"})
    assert refusal(site.url("/")) == "redirected more than 5 times"


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/html,Hi"])
def test_redirect_away_from_the_web_is_refused(site: Site, target: str) -> None:
    site.answers["/"] = Answer(status=302, headers={"Location": target})
    with pytest.raises(SourceError, match="only http and https") as caught:
        fetch(site.url("/"))
    assert target in str(caught.value)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("http://some:secret@127.0.0.1/x", "http://127.0.0.1/x: was given with a user name or password"),
        ("http://127.0.0.1:port/", "http://127.0.0.1:port/: not an address"),
    ],
)
def test_redirect_to_an_invalid_address_is_refused(site: Site, target: str, message: str) -> None:
    site.answers["/"] = Answer(status=302, headers={"Location": target})
    assert refusal(site.url("/")).startswith(f"redirected to {message}")


def test_redirect_in_utf8_is_followed(site: Site) -> None:
    site.answers["/"] = Answer(status=302, headers={"Location": "/Küche".encode().decode("latin-1")})
    site.answers[quote("/Küche")] = Answer(BODY)
    assert fetch(site.url("/")).body == BODY


def test_redirect_to_nowhere_is_not_called_too_many(site: Site) -> None:
    site.answers["/"] = Answer(status=302)
    assert refusal(site.url("/")) == "the server answered 302 Found"


# Failures.


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "404 Not Found"),
        (403, "403 Forbidden"),
        (500, "500 Internal Server Error"),
        (304, "304 Not Modified"),
    ],
)
def test_failure_of_the_server_is_named(site: Site, status: int, words: str) -> None:
    site.answers["/"] = Answer(BODY, status=status)
    assert refusal(site.url("/")) == f"the server answered {words}"


@pytest.mark.parametrize(("length", "shown"), [(200, 200), (201, 200)])
def test_a_long_message_of_the_server_is_shortened(site: Site, length: int, shown: int) -> None:
    site.raw["/"] = b"HTTP/1.0 404 " + b"x" * length + b"\r\n\r\n"
    assert refusal(site.url("/")) == "the server answered 404 " + "x" * shown


def hold_the_error(url: str) -> None:
    """Fail, and keep the error and all that it refers to in a cycle: only the collector can free it."""
    with pytest.raises(SourceError) as caught:
        fetch(url)
    assert caught.value.args


@pytest.mark.parametrize("location", [None, "/", "ftp://127.0.0.1/x"], ids=["404", "circle", "ftp"])
def test_no_connection_is_left_to_the_garbage_collector(site: Site, location: str | None) -> None:
    if location:
        site.answers["/"] = Answer(BODY, status=302, headers={"Location": location})
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        gc.collect()
        notes.clear()
        hold_the_error(site.url("/"))
        gc.collect()
    assert [str(note.message) for note in notes] == []


def test_page_of_exactly_the_limit_is_fetched(site: Site) -> None:
    site.answers["/"] = Answer(b"x" * 1000)
    assert len(fetch(site.url("/"), max_bytes=1000).body) == 1000


def test_page_beyond_the_limit_is_refused(site: Site) -> None:
    site.answers["/"] = Answer(b"x" * 1_000_001)
    assert refusal(site.url("/"), max_bytes=1_000_000) == "larger than 1,000,000 bytes"


def test_endless_page_without_length_is_refused(site: Site) -> None:
    site.raw["/"] = b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * 3_000_000
    assert refusal(site.url("/"), max_bytes=1_000_000) == "larger than 1,000,000 bytes"


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, raw_deflate])
def test_small_body_that_unpacks_beyond_the_limit_is_refused(
    site: Site, pack: Callable[[bytes], bytes]
) -> None:
    encoding = "gzip" if pack is gzip.compress else "deflate"
    site.answers["/"] = Answer(pack(bytes(5_000_000)), headers={"Content-Encoding": encoding})
    assert refusal(site.url("/"), max_bytes=1_000_000) == "larger than 1,000,000 bytes when unpacked"


@pytest.mark.parametrize("path", ["/silent", "/stalls"])
def test_server_that_stalls_is_left(site: Site, path: str) -> None:
    assert refusal(site.url(path), seconds=0.2) == "no answer in time"


@pytest.mark.parametrize("path", ["/drips", "/drips-headers", "/continues"])
def test_server_that_drips_is_left_before_it_is_done(site: Site, path: str) -> None:
    assert refusal(site.url(path), seconds=0.2) == "no answer in time"
    assert not site.dripped_out


def test_tls_handshake_has_a_time_limit() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        reason = refusal(f"https://127.0.0.1:{held.getsockname()[1]}/", seconds=0.2)
    assert reason == "no answer in time"


def test_redirects_share_the_time(site: Site) -> None:
    site.answers["/"] = Answer(status=302, headers={"Location": "/drips"})
    assert refusal(site.url("/"), seconds=0.2) == "no answer in time"
    assert not site.dripped_out


def test_body_shorter_than_announced_is_refused(site: Site) -> None:
    site.answers["/"] = Answer(BODY, headers={"Content-Length": str(len(BODY) + 1)})
    refusal(site.url("/"))


def test_chunks_that_break_off_are_refused(site: Site) -> None:
    site.raw["/"] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nab"
    refusal(site.url("/"))


@pytest.mark.parametrize(
    "raw",
    [
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.0 two hundred\r\n\r\n",
        b"\0\xff",
        b"HTTP/1.0 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        b"HTTP/1.0 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
    ],
    ids=["ssh", "status", "bytes", "many headers", "long header"],
)
def test_answer_that_is_not_http_is_refused(site: Site, raw: bytes) -> None:
    site.raw["/"] = raw
    refusal(site.url("/"))


def test_https_with_a_server_that_speaks_http_is_refused(site: Site) -> None:
    refusal(site.url("/").replace("http:", "https:"))


def test_refused_connection_is_named() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        reason = refusal(f"http://127.0.0.1:{held.getsockname()[1]}/")
    assert reason == "the connection was refused"


def test_unknown_host_is_named() -> None:
    assert refusal("http://no-such-host.invalid/").startswith("no host of this name was found")


def test_server_that_hangs_up_is_named(site: Site) -> None:
    site.raw["/"] = b" "
    assert refusal(site.url("/").replace("http:", "https:")).startswith("no secure connection: ")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/x",
        "data:text/html,Hi",
        "javascript:1",
        "example.org",
        "http://",
        "",
    ],
)
def test_addresses_that_are_not_http_are_refused(url: str) -> None:
    assert refusal(url) == "only http and https addresses can be fetched"


def test_file_is_to_be_given_by_its_path() -> None:
    assert refusal("file:///a%20b.html") == "is a file: give its path instead, /a b.html"


@pytest.mark.parametrize("netloc", ["some:secret@127.0.0.1:{}", "some@127.0.0.1:{}", "@127.0.0.1:{}"])
def test_password_is_neither_sent_nor_shown(site: Site, netloc: str) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(f"http://{netloc.format(site.server_port)}/page")
    reason = "was given with a user name or password, which are not sent: leave them out"
    assert str(caught.value) == f"{site.url('/page')}: {reason}"
    assert site.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1",
        "http://:80/",
        "http://a%20b/",
        "http://a%2fb/",
        "http://a%0d%0ab/",
        "http://127.0.0.1%00/",
        "http://127.0.0.1:port/",
        "http://127.0.0.1:99999/",
        "http://a b/",
        f"http://{'a' * 70}.org/",
    ],
)
def test_garbage_is_refused(url: str) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(url)
    assert str(caught.value).startswith(f"{url}: ")
