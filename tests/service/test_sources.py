"""Where pages come from: the web, kept pages, packages, and our own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.fetch.site import Answer, Site
from tests.service.running import BEARER, Running, running


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A site on this machine."""
    with Site() as site:
        thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield site
        site.over.set()
        site.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def open_service(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Iterator[Running]:
    """A service that may fetch from this machine, with a package."""
    packages = tmp_path_factory.mktemp("packages")
    shutil.copytree(corpus / "wiki", packages / "wiki")
    folder = tmp_path_factory.mktemp("open")
    with running(
        folder, workers=1, allow_private=True, packages=packages, max_bytes=50_000, seconds=5
    ) as found:
        yield found


def test_a_page_is_fetched_with_its_address_after_redirects(open_service: Running, site: Site) -> None:
    site.answers["/old"] = Answer(status=302, headers={"Location": "/new"})
    site.answers["/new"] = Answer(
        "<p>Grüße aus dem Hafen.".encode("latin-1"), headers={"Content-Type": "text/html; charset=latin-1"}
    )
    answer = open_service.post("/extract", {"url": site.url("/old"), "algorithm": "plain"}, headers=BEARER)
    record = answer.json()
    assert (record["content"], record["url"]) == ("Grüße aus dem Hafen.\n", site.url("/new"))
    assert 'mainspan_fetches_total{outcome="done"}' in open_service.get("/metrics").text


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/missing", Answer(status=404)),
        ("/pdf", Answer(b"%PDF-1.7", headers={"Content-Type": "application/pdf"})),
        ("/large", Answer(b"x" * 50_001)),
        ("/elsewhere", Answer(status=302, headers={"Location": "file:///etc/passwd"})),
        # The client can ask again; the service does not wait for a busy server.
        ("/busy", Answer(status=503, headers={"Retry-After": "50"})),
    ],
)
def test_what_cannot_be_fetched(open_service: Running, site: Site, path: str, answer: Answer) -> None:
    site.answers[path] = answer
    found = open_service.post("/extract", {"url": site.url(path)}, headers=BEARER)
    assert open_service.error(found) == (502, "fetch_failed")


def test_a_silent_server(open_service: Running, site: Site) -> None:
    found = open_service.post("/extract", {"url": site.url("/silent"), "seconds": 0.2}, headers=BEARER)
    assert open_service.error(found) == (502, "fetch_failed")


def test_a_document_of_a_package(open_service: Running) -> None:
    name = "en-wiki-petrel"
    names = [path.stem for path in (open_service.settings.packages or Path()).glob("wiki/*.html")]
    name = sorted(names)[0]
    record = open_service.post("/extract", {"source": f"package:wiki/{name}"}).json()
    assert record["word_count"] > 50
    for wrong in (
        "package:wiki/none",
        "package:none/x",
        "package:wiki",
        "package:",
        "package:wiki/../wiki/x",
    ):
        assert open_service.error(open_service.post("/extract", {"source": wrong})) == (404, "not_found")


def test_a_page_is_kept_and_found_by_its_digest(open_service: Running) -> None:
    page = {"html": "<p>Some text.", "url": "https://a.example/"}
    assert open_service.error(open_service.post("/pages", page)) == (401, "token_missing")
    answer = open_service.post("/pages", page, headers=BEARER)
    assert answer.status_code == 201
    kept = answer.json()
    assert kept == {
        "source": f"page:{kept['digest']}",
        "digest": kept["digest"],
        "url": page["url"],
        "bytes": 13,
    }
    record = open_service.post("/extract", {"source": kept["source"], "algorithm": "plain"}).json()
    assert (record["content"], record["url"]) == ("Some text.\n", "https://a.example/")
    gone = open_service.post("/extract", {"source": f"page:{'0' * 32}"})
    assert open_service.error(gone) == (404, "page_gone")


def test_a_file_is_kept_as_its_bytes(open_service: Running) -> None:
    headers = BEARER | {"Content-Type": "text/html; charset=latin-1"}
    answer = open_service.client.post("/pages", content=b"<p>\xe4\xf6\xfc", headers=headers)
    body = {"source": answer.json()["source"], "algorithm": "plain"}
    assert open_service.post("/extract", body).json()["content"] == "äöü\n"
