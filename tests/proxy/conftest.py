"""One running proxy for each module of tests, with a server to fetch from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proxy.running import Proxy, running, tls_front
from tests.proxy.upstream import Upstream

CORPUS = Path(__file__).parent.parent.parent / "corpus" / "styles"
FERRY = (CORPUS / "en-news-ferry.html").read_bytes()


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream() as server:
        yield server


@pytest.fixture(scope="module")
def front(upstream: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The same server with TLS and HTTP/2: its port, and the authority that it is trusted by."""
    with tls_front(tmp_path_factory.mktemp("front"), upstream.server_port) as found:
        yield found


@pytest.fixture(scope="module")
def proxy(front: tuple[int, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy that gives text."""
    folder = tmp_path_factory.mktemp("proxy")
    options = [
        "--format",
        "text",
        "--seconds",
        "2",
        "--max-bytes",
        "300000",
        "--except",
        "excluded.localhost",
    ]
    with running(folder, *options, "--upstream-ca", str(front[1]), "--log") as found:
        yield found
