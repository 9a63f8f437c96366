"""Inputs and results on servers: https with a certificate of its own, and S3, also when they are busy."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from mainspan.bulk import places
from mainspan.bulk.places import GoneError, Place
from mainspan.bulk.run import Run, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from mainspan.errors import SourceError
from tests.bulk.archives import crawl, digests, rows_of, run_all

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
COUNT = 30


class Server:
    """Serves a folder with ranges over https. `busy`: so many requests for each file get a 503."""

    def __init__(self, folder: Path, certificate: Path, busy: int = 0) -> None:
        self.asked: Counter[str] = Counter()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments: object) -> None:
                pass

            def do_HEAD(self) -> None:
                self._answer(with_body=False)

            def do_GET(self) -> None:
                server.asked[self.path] += 1
                if server.asked[self.path] <= busy:
                    self.send_response(503)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                self._answer(with_body=True)

            def _answer(self, with_body: bool) -> None:
                path = folder / self.path.strip("/")
                if not path.is_file():
                    self.send_response(404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                data = path.read_bytes()
                wanted = self.headers.get("Range")
                status, part = 200, data
                if wanted:
                    first, _, last = wanted.removeprefix("bytes=").partition("-")
                    status, part = 206, data[int(first) : int(last or len(data)) + 1]
                self.send_response(status)
                self.send_header("Content-Length", str(len(part)))
                self.send_header("Accept-Ranges", "bytes")
                if wanted:
                    self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
                self.end_headers()
                if with_body:
                    self.wfile.write(part)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"https://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.datetime.now(datetime.UTC)
    host = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(host, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    return path


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_FIRST_PAUSE_SECONDS", 0.01)


@pytest.fixture
def serve(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    import fsspec

    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    # Its client keeps the certificates that it was made with.
    fsspec.get_filesystem_class("https").clear_instance_cache()
    servers: list[Server] = []

    def start(folder: Path, busy: int = 0) -> Server:
        servers.append(Server(folder, certificate, busy))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


# This process trusts the certificate by an option, as its context was made before.
TRUST = {"ssl": False}


def test_a_crawl_on_a_server_gives_the_rows_of_a_local_one(tmp_path: Path, serve: Any) -> None:
    path = crawl(tmp_path / "a.warc.gz", COUNT)
    local, _ = run_all([path], tmp_path / "local", shard_bytes=4000)
    found, entries = run_all(
        [f"{serve(tmp_path).address}/a.warc.gz"], tmp_path / "out", shard_bytes=4000, storage=TRUST
    )
    assert [row["text"] for row in found] == [row["text"] for row in local]
    assert len(entries) > 1
    assert not any(entry["losses"] for entry in entries)


def test_a_server_that_is_busy_is_asked_again(tmp_path: Path, serve: Any) -> None:
    crawl(tmp_path / "a.warc.gz", COUNT)
    server = serve(tmp_path, busy=3)
    rows, (entry,) = run_all([f"{server.address}/a.warc.gz"], tmp_path / "out", storage=TRUST)
    assert len(rows) == COUNT
    assert entry["is_complete"]
    assert server.asked["/a.warc.gz"] > 3


def test_a_server_that_stays_busy_is_an_error_in_the_end(tmp_path: Path, serve: Any) -> None:
    crawl(tmp_path / "a.warc.gz", COUNT)
    server = serve(tmp_path, busy=1000)
    with pytest.raises(SourceError, match="503"):
        Place(f"{server.address}/a.warc.gz", TRUST).read(0, 10)
    assert server.asked["/a.warc.gz"] == places.MAX_TRIES


def test_what_is_not_on_the_server_is_gone_at_once(tmp_path: Path, serve: Any) -> None:
    server = serve(tmp_path)
    with pytest.raises(GoneError):
        Place(f"{server.address}/b.warc.gz", TRUST).read(0, 10)
    assert server.asked["/b.warc.gz"] == 1


@pytest.fixture(scope="module")
def s3() -> Iterator[dict[str, Any]]:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield {"endpoint_url": f"http://{host}:{port}", "key": "test", "secret": "test"}
    server.stop()


def test_a_crawl_in_s3_becomes_parts_in_s3(tmp_path: Path, s3: dict[str, Any]) -> None:
    import s3fs

    path = crawl(tmp_path / "a.warc.gz", COUNT)
    system = s3fs.S3FileSystem(**s3)
    system.mkdir("crawls")
    system.put_file(str(path), "crawls/in/a.warc.gz")
    settings = Settings(shard_bytes=4000, storage=s3)
    store = Store("s3://crawls/out", s3)
    shards = plan(["s3://crawls/in"], settings)
    from tests.bulk.inline import InlineWorkers

    result = Run(shards, settings, store)(InlineWorkers(settings, store), Watcher())
    assert not result.failures
    assert len(result.entries) == len(shards) > 1
    (tmp_path / "back").mkdir()
    system.get("crawls/out/parts", str(tmp_path / "back" / "parts"), recursive=True)
    assert [row["url"] for row in rows_of(tmp_path / "back")] == [
        f"https://example.org/{number}" for number in range(COUNT)
    ]
    again = InlineWorkers(settings, store)
    Run(shards, settings, store)(again, Watcher())
    assert again.done == 0
    assert len(digests(tmp_path / "back")) == len(shards)
