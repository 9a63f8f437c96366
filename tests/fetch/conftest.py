"""A server for each test, without any proxy between."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fetch.site import Site

CERTIFICATE = Path(__file__).parent / "certificate.pem"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "*")
    with Site() as site, served(site):
        yield site


@pytest.fixture
def secure_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server with a valid certificate for www.example.org."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with Site() as site:
        site.socket = context.wrap_socket(site.socket, server_side=True)
        with served(site):
            yield site


@contextmanager
def served(site: Site) -> Iterator[None]:
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield
    site.over.set()
    site.shutdown()
    thread.join()
