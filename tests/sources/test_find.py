"""Sources by name: files, folders, addresses and standard input, each with a key of its own."""

import gzip
import io
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path, PurePosixPath

import pytest

from mainspan import extract
from mainspan.errors import EncodingError, SourceError
from mainspan.sources import Keys, Source, find_sources, read_file, read_list
from tests.clock import grows_linearly

RUSSIAN = "<p>Привет, мир</p>".encode("windows-1251")


def lay(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"<p>{name}</p>")


def keys(*names: str | Path) -> list[str]:
    return [str(source.key) for source in find_sources(map(str, names))]


def text_of(source: Source, encoding: str | None = None) -> str:
    return extract(source.read(encoding), algorithm="plain").text


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(302 if self.path == "/old" else 200)
        self.send_header("Location", "/new")
        self.send_header("Content-Type", "text/html; charset=windows-1251")
        self.end_headers()
        self.wfile.write(RUSSIAN)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


# Folders.


def test_pages_of_a_folder_are_found_at_any_depth_in_order(tmp_path: Path) -> None:
    lay(tmp_path, "z.html", "b/c/d.xhtml", "b/a.htm", "a.shtml", "b.html")
    names = [Path(source.name) for source in find_sources([str(tmp_path)])]
    expected = ["a.shtml", "b/a.htm", "b/c/d.xhtml", "b.html", "z.html"]
    assert names == [tmp_path / name for name in expected]


def test_keys_of_a_folder_are_paths_below_it_without_suffix(tmp_path: Path) -> None:
    lay(tmp_path, "z.html", "b/c/d.xhtml", "v1.2.html")
    assert keys(tmp_path) == ["b/c/d", "v1.2", "z"]


def test_suffix_of_a_page_may_be_upper_case(tmp_path: Path) -> None:
    lay(tmp_path, "a.HTML", "b.Htm")
    assert keys(tmp_path) == ["a", "b"]


def test_other_files_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    lay(tmp_path, "a.html", "b.txt", "html", "c.txt.gz", "gz", "d.css", "html.gz")
    (tmp_path / "folder.html").mkdir()
    assert keys(tmp_path) == ["a"]


@pytest.mark.parametrize("names", [[], ["notes.txt", "deep/image.png"]])
def test_folder_without_pages_is_refused(tmp_path: Path, names: list[str]) -> None:
    lay(tmp_path, *names)
    with pytest.raises(SourceError) as caught:
        find_sources([str(tmp_path)])
    assert str(caught.value) == (
        f"{tmp_path}: no pages in this folder (looked for .htm, .html, .shtml, .xhtml, also with .gz)"
    )


def test_compressed_pages_of_a_folder_are_found_and_read(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/page.html.gz").write_bytes(gzip.compress(b"<p>One"))
    (tmp_path / "v1.2.HTM.GZ").write_bytes(gzip.compress(b"<p>Two"))
    assert keys(tmp_path) == ["deep/page", "v1.2"]
    assert [text_of(source) for source in find_sources([str(tmp_path)])] == ["One\n", "Two\n"]


def test_compressed_page_that_is_too_large_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.html.gz").write_bytes(gzip.compress(bytes(50_000_001), 1))
    (source,) = find_sources([str(tmp_path)])
    with pytest.raises(SourceError, match="larger than 50,000,000 bytes when unpacked"):
        source.read()


WARC = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"


@pytest.mark.parametrize(
    "body",
    [WARC, gzip.compress(WARC), gzip.compress(WARC + bytes(50_000_001), 1), gzip.compress(WARC) * 3],
    ids=["plain", "compressed", "large", "members"],
)
@pytest.mark.parametrize("name", ["crawl.warc.gz", "page.html", "-"])
def test_an_archive_of_pages_is_refused_by_its_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, body: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(body)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body)))
    (source,) = find_sources(["-" if name == "-" else str(path)])
    with pytest.raises(SourceError) as caught:
        source.read()
    assert str(caught.value) == (
        f"{source.name}: this is a WARC archive of many pages: "
        f"mainspan bulk {source.name} --output DIR extracts them"
    )


@pytest.mark.parametrize("body", [b"\x1f\x8b broken", b"WARC", b"<p>WARC/1.0"])
def test_files_that_only_look_like_archives_are_pages(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "page.html").write_bytes(body)
    (source,) = find_sources([str(tmp_path / "page.html")])
    assert source.read().source


# Keys.


def test_key_of_a_file_is_its_stem(tmp_path: Path) -> None:
    lay(tmp_path, "deep/page.one.html")
    assert keys(tmp_path / "deep/page.one.html") == ["page.one"]


def test_same_names_get_keys_of_their_own(tmp_path: Path) -> None:
    lay(tmp_path, "a/page.html", "b/page.html", "c/page.htm")
    assert keys(tmp_path / "a", tmp_path / "b/page.html", tmp_path / "c") == ["page", "page-2", "page-3"]


def test_key_that_was_made_unique_is_not_given_again(tmp_path: Path) -> None:
    lay(tmp_path, "page.htm", "page.html", "page-2.html")
    assert keys(tmp_path / "page.htm", tmp_path / "page.html", tmp_path / "page-2.html") == [
        "page",
        "page-2",
        "page-2-2",
    ]


def test_keys_differ_in_more_than_case(tmp_path: Path) -> None:
    lay(tmp_path, "one/Page.html", "two/page.html")
    assert keys(tmp_path / "one", tmp_path / "two") == ["Page", "page-2"]


def test_same_name_twice_is_read_twice(tmp_path: Path) -> None:
    lay(tmp_path, "page.html")
    name = str(tmp_path / "page.html")
    assert find_sources([name, name]) == [
        Source(name, PurePosixPath("page")),
        Source(name, PurePosixPath("page-2")),
    ]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://example.org/", "example.org"),
        ("https://example.org/a/b.html?x=1&y=é#z", "example.org-a-b.html-x-1-y-z"),
        ("http://127.0.0.1:8000/../../etc", "127.0.0.1-8000-..-..-etc"),
        ("https://", "page"),
        ("https://example.org/" + "x" * 500, "example.org-" + "x" * 108),
    ],
)
def test_key_of_an_address_is_a_plain_file_name(url: str, key: str) -> None:
    assert keys(url) == [key]


@pytest.mark.parametrize("url", ["http://.", "http://./", "http://.."])
def test_addresses_of_dots_get_keys_of_their_own(url: str) -> None:
    first, second = find_sources([url, url])
    assert first.key != second.key
    assert first.key.name


# Names without a page.


@pytest.mark.parametrize("name", ["example.org", "www.example.org/page", "example.org/page.html"])
def test_missing_file_that_looks_like_a_host_gets_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError) as caught:
        find_sources([name])
    assert str(caught.value) == f"{name}: no such file or folder (an address? then write https://{name})"


@pytest.mark.parametrize("name", ["missing", "missing.html", "missing.HTM", "./missing", "../missing/page"])
def test_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError) as caught:
        find_sources([name])
    assert str(caught.value) == f"{name}: no such file or folder"


@pytest.mark.parametrize("name", ["a" * 300, "<p>Hi" * 100, "nul\0byte"])
def test_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(SourceError):
        find_sources([name])


def test_one_missing_name_among_others_is_refused(tmp_path: Path) -> None:
    lay(tmp_path, "page.html")
    with pytest.raises(SourceError, match="nowhere"):
        find_sources([str(tmp_path), str(tmp_path / "nowhere")])


def test_no_names_are_no_sources() -> None:
    assert find_sources([]) == []


# Reading.


@pytest.mark.parametrize("name", ["page.html", "page.txt", "page.php", "page", "page.html.bak", ".hidden"])
def test_file_that_is_named_is_read_whatever_its_suffix(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(RUSSIAN)
    (source,) = find_sources([str(tmp_path / name)])
    assert text_of(source, "windows-1251") == "Привет, мир\n"


def test_given_encoding_reaches_the_page(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(RUSSIAN)
    (source,) = find_sources([str(tmp_path)])
    with pytest.raises(EncodingError, match="klingon"):
        source.read("klingon")


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RUSSIAN)))
    (source,) = find_sources(["-"])
    assert source == Source("-", PurePosixPath("stdin"))
    assert text_of(source, "windows-1251") == "Привет, мир\n"


def test_address_is_fetched_with_its_charset(address: str) -> None:
    (source,) = find_sources([f"{address}/new"])
    page = source.read()
    assert (page.url, page.encoding, page.encoding_because) == (
        f"{address}/new",
        "windows-1251",
        "HTTP header",
    )


def test_page_has_the_address_after_redirects(address: str) -> None:
    (source,) = find_sources([f"{address}/old"])
    assert source.name == f"{address}/old"
    assert source.read().url == f"{address}/new"


def test_given_encoding_beats_the_charset_of_an_address(address: str) -> None:
    (source,) = find_sources([f"{address}/new"])
    assert source.read("koi8-r").encoding == "koi8-r"


def test_address_of_another_scheme_is_refused_when_read() -> None:
    (source,) = find_sources(["ftp://example.org/x"])
    with pytest.raises(SourceError, match="only http and https"):
        source.read()


def test_file_that_went_away_is_refused_when_read(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        Source(str(tmp_path / "gone.html"), PurePosixPath("gone")).read()
    assert str(caught.value) == f"{tmp_path / 'gone.html'}: No such file or directory"


def test_folder_cannot_be_read_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read_file(tmp_path)
    assert str(caught.value) == f"{tmp_path}: Is a directory"


@pytest.mark.parametrize("name", ["page.html.gz", "page"])
def test_compressed_file_is_unpacked(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(RUSSIAN))
    (source,) = find_sources([str(tmp_path / name)])
    assert text_of(source, "windows-1251") == "Привет, мир\n"


def test_file_that_is_no_page_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"%PDF-1.7")
    (source,) = find_sources([str(tmp_path)])
    with pytest.raises(SourceError, match=r"page\.html: this is a PDF document, not a page"):
        source.read()


ELF = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\x01\0\0\0\x60\x10" + bytes(40)


@pytest.mark.parametrize("body", [ELF, random.Random(1).randbytes(5000), bytes(100)], ids=len)
def test_file_that_is_no_text_is_named(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "page.html").write_bytes(body)
    (source,) = find_sources([str(tmp_path)])
    with pytest.raises(SourceError, match=r"page\.html: this is binary data, not a page"):
        source.read()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16le", "utf-16be", "iso-2022-jp", "koi8-r", "euc-jp"])
def test_text_of_any_encoding_is_no_binary_data(tmp_path: Path, encoding: str) -> None:
    text = "Привет, мир" if encoding in ("koi8-r", "utf-16") else "東京の天気"
    (tmp_path / "page.html").write_bytes(f"<p>{text * 9}</p><p>{'Weather ' * 20}</p>".encode(encoding))
    (source,) = find_sources([str(tmp_path)])
    assert text in text_of(source, encoding)


@pytest.mark.parametrize(("controls", "is_page"), [(8, True), (9, False)])
def test_few_bytes_of_a_page_may_be_no_text(tmp_path: Path, controls: int, is_page: bool) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>Hi" + b"\x01" * controls)
    (source,) = find_sources([str(tmp_path)])
    with nullcontext() if is_page else pytest.raises(SourceError, match="binary data"):
        assert source.read().words


@pytest.mark.parametrize(("controls", "is_page"), [(50, True), (51, False)])
def test_small_share_of_a_page_may_be_no_text(tmp_path: Path, controls: int, is_page: bool) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>".ljust(1000 - controls, b"x") + b"\x01" * controls)
    (source,) = find_sources([str(tmp_path)])
    with nullcontext() if is_page else pytest.raises(SourceError, match="binary data"):
        assert source.read().words


# Lists of names.


def test_list_has_a_name_on_each_line_and_comments(tmp_path: Path) -> None:
    text = "\ufeff# pages\n\n  a.html \r\nhttps://example.org/#part\n#b.html\nKüche.html"
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    assert read_list(str(tmp_path / "list.txt")) == ["a.html", "https://example.org/#part", "Küche.html"]


def test_list_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a.html\nb.html")))
    assert read_list("-") == ["a.html", "b.html"]


def test_list_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        read_list(str(tmp_path / "list.txt"))


@pytest.mark.parametrize("name", ["missing.html", "a" * 300, "nul\0byte", "<p>Hi</p>", "empty"])
def test_missing_names_may_be_sources_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (source,) = find_sources([str(tmp_path / name)], missing_too=True)
    assert source.key.name
    with pytest.raises(SourceError):
        source.read()


def test_keys_are_given_once_over_several_searches(tmp_path: Path) -> None:
    lay(tmp_path, "page.html")
    keys, name = Keys(), str(tmp_path / "page.html")
    found = find_sources([name], keys=keys) + find_sources([name, name], keys=keys)
    assert [str(source.key) for source in found] == ["page", "page-2", "page-3"]


def test_many_of_one_name_take_linear_time() -> None:
    source = Source("x", PurePosixPath("page"))

    def take(count: int) -> None:
        keys = Keys()
        for _ in range(count):
            keys.take(source)

    assert grows_linearly(lambda: take(1000), lambda: take(10_000))


def test_pages_of_a_folder_are_no_lists_and_named_files_may_be(tmp_path: Path) -> None:
    lay(tmp_path, "page.html")
    assert [source.may_list for source in find_sources([str(tmp_path), str(tmp_path / "page.html")])] == [
        False,
        True,
    ]
