"""Measured by the framework: through the proxy, a method scores as it does when called directly."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan import extract
from mainspan.evaluation.contestants.base import ContestantError
from mainspan.evaluation.contestants.proxy import Proxy as Contestant
from tests.proxy.running import Proxy, needs_proxy

pytestmark = needs_proxy

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted((ROOT / "corpus").glob("*/*.html"))


def test_each_page_of_our_packages_has_the_text_of_the_method(proxy: Proxy) -> None:
    through = Contestant(proxy.url)
    assert len(PAGES) > 50
    texts = {page.name: through.extract(page.read_bytes()).text for page in PAGES}
    differing = [page.name for page in PAGES if texts[page.name] != extract(page.read_bytes()).text]
    assert differing == []


@pytest.mark.parametrize("html", [b"<p></p>", b"<form><p>Name<input><p>Code<input type=password></form>"])
def test_pages_that_would_pass_are_measured_too(proxy: Proxy, html: bytes) -> None:
    assert Contestant(proxy.url).extract(html).text == extract(html).text


def test_a_dead_server_and_a_dead_proxy_are_failures(proxy: Proxy) -> None:
    """The server that serves once has stopped before the second request."""
    from mainspan.evaluation.contestants.serve_once import ServeOnce

    with ServeOnce(b"<p>x", "127.0.0.1") as server:
        url = server.url
    assert proxy.get(url).status_code == 502
    with pytest.raises(ContestantError, match="no proxy at"):
        Contestant("http://127.0.0.1:1").extract(b"<p>x")
