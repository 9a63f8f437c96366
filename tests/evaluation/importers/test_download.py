"""Downloads from a local server, and messages where there is nothing to download."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.importers import CORPORA, import_corpus
from tests.evaluation.importers.corpora import SMALL, marked, tar, wrapped, zipped

FILES = {
    "/wcxb/HEAD.zip": zipped({f"wcxb-HEAD/{path}": data for path, data in SMALL["wcxb"]().items()}),
    "/GoldStandard.tar.gz": tar({"GoldStandard/7.txt": marked("7")}),
    "/finalrun-input.tar.gz": tar({"finalrun-input/7.html": wrapped("7")}),
    "/no-archive.zip": b"<p>Please sign in",
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = FILES.get(self.path)
        self.send_response(404 if body is None else 200)
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as found:
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()
        thread.join()


def test_a_corpus_is_fetched_from_where_it_is_published(server: str, tmp_path: Path) -> None:
    published = replace(CORPORA["wcxb"], addresses=(f"{server}/wcxb/HEAD.zip",))
    assert import_corpus(published, None, tmp_path / "out").documents == 3


def test_several_archives_make_one_corpus(server: str, tmp_path: Path) -> None:
    addresses = (f"{server}/GoldStandard.tar.gz", f"{server}/finalrun-input.tar.gz")
    published = replace(CORPORA["cleaneval"], addresses=addresses)
    assert import_corpus(published, None, tmp_path / "out").documents == 1


def test_a_path_may_be_the_address_of_a_copy(server: str, tmp_path: Path) -> None:
    assert import_corpus(CORPORA["wcxb"], f"{server}/wcxb/HEAD.zip", tmp_path / "out").documents == 3


@pytest.mark.parametrize(
    ("path", "said"),
    [("/gone.zip", "the server answered 404"), ("/no-archive.zip", "neither a folder nor a whole")],
)
def test_failed_downloads_are_reported(path: str, said: str, server: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=said):
        import_corpus(CORPORA["wcxb"], server + path, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_download_says_what_to_do_by_hand(server: str, tmp_path: Path) -> None:
    published = replace(CORPORA["wcxb"], addresses=(f"{server}/gone.zip",))
    with pytest.raises(
        SourceError, match=r"404.* Get it from Murrough-Foley/.*mainspan package import wcxb PATH"
    ):
        import_corpus(published, None, tmp_path / "out")


@pytest.mark.parametrize("name", ["cleaneval", "l3s-gn1", "cetd"])
def test_corpora_without_a_stable_address_are_fetched_by_hand(name: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=rf"Get .* from http.*, then: mainspan package import {name} PATH"):
        import_corpus(CORPORA[name], None, tmp_path / "out")
