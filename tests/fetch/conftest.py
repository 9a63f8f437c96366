"""A server for each test, without any proxy between."""

import threading
from collections.abc import Iterator

import pytest

from tests.fetch.site import Site


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "*")
    with Site() as site:
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield site
        site.over.set()
        site.shutdown()
        thread.join()
