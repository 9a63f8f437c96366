"""Proxies of the environment: used by default, but with a guard only on request."""

from __future__ import annotations

import pytest

from mainspan.errors import SourceError
from mainspan.fetch import UNGUARDED, Guard, PrivateAddressError, fetch
from tests.fetch.site import Answer, Site

PAGE = Answer(b"<p>Here it is.</p>")
# No name server knows this name.
FAR = "http://far.invalid/page?a=b"


@pytest.fixture
def proxy(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A proxy that the environment names, for all hosts."""
    for name in ("no_proxy", "NO_PROXY", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", site.url("/").replace("//", "//some:p%40ss@"))
    # As people write it: without a scheme, or with the wrong one.
    monkeypatch.setenv("https_proxy", f"127.0.0.1:{site.server_port}")
    site.answers[FAR] = PAGE
    return site


def test_proxy_is_used_by_default(proxy: Site) -> None:
    assert fetch(FAR + "#part").body == PAGE.body
    assert proxy.seen[0]["Host"] == "far.invalid"
    assert proxy.seen[0]["Proxy-Authorization"] == "Basic c29tZTpwQHNz"


def test_proxy_is_not_used_with_a_guard(proxy: Site) -> None:
    with pytest.raises(SourceError, match="no host of this name"):
        fetch(FAR, guard=Guard())
    assert proxy.asked == []


def test_proxy_is_used_with_a_guard_on_request(proxy: Site) -> None:
    assert fetch(FAR, guard=Guard(use_proxies=True)).body == PAGE.body


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433"])
def test_proxy_is_not_asked_for_private_addresses(proxy: Site, host: str) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(PrivateAddressError):
            fetch(f"{scheme}://{host}/", guard=Guard(use_proxies=True))
    assert proxy.asked == []


def test_no_proxy_is_respected(proxy: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    proxy.answers["/"] = PAGE
    assert fetch(proxy.url("/")).body == PAGE.body
    assert proxy.asked == ["/"]


def test_proxy_tunnels_to_a_secure_server(proxy: Site, secure_site: Site) -> None:
    proxy.behind = ("127.0.0.1", secure_site.server_port)
    secure_site.answers["/page"] = PAGE
    assert fetch("https://www.example.org/page").body == PAGE.body
    assert proxy.asked == ["www.example.org:443"]
    assert secure_site.asked == ["/page"]


def test_credentials_of_the_proxy_are_sent_to_the_proxy_only(
    proxy: Site, secure_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", proxy.url("/").replace("http://", "https://some:pass@"))
    proxy.behind = ("127.0.0.1", secure_site.server_port)
    secure_site.answers["/"] = PAGE
    fetch("https://www.example.org/")
    assert proxy.seen[0]["Proxy-Authorization"] == "Basic c29tZTpwYXNz"
    assert "Proxy-Authorization" not in secure_site.seen[0]


def test_proxy_that_refuses_is_named(proxy: Site) -> None:
    with pytest.raises(SourceError, match=r"^https://far.invalid/: the proxy answered 403 Forbidden$"):
        fetch("https://far.invalid/", guard=UNGUARDED)


def test_proxy_of_another_kind_is_named(proxy: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks5://some:secret@127.0.0.1:1")
    with pytest.raises(SourceError, match=r"no proxy of this kind can be used: socks5://127\.0\.0\.1$"):
        fetch(FAR)
