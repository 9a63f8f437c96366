"""Only public addresses are reached: names, spellings, redirects, rebinding and TLS."""

from __future__ import annotations

import socket
import threading
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.errors import SourceError
from mainspan.fetch import Guard, PrivateAddressError, fetch, fetch_on_behalf, fetch_page
from mainspan.fetch.guard import is_public
from mainspan.fetch.sockets import AddressInfo, TimedSocket
from tests.fetch.internet import PUBLIC, Internet, info
from tests.fetch.site import Answer, Site

PAGE = Answer(b"<p>Here it is.</p>")
PUBLIC_ADDRESSES = """
    1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 168.63.129.17
    172.15.0.1 172.32.0.1 192.0.1.1 192.167.1.1 198.17.0.1 198.20.0.1 223.255.255.255
    2606:4700::1111 2001:200::1 2a00:1450:4001::1 3ffe::1 ::ffff:1.1.1.1 64:ff9b::8.8.8.8
"""
# This machine, private networks, metadata services; documentation, measurements, relays, multicast, reserved;
# the same in IPv6; IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP; no addresses.
OTHER_ADDRESSES = """
    0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.255 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
    100.64.0.1 100.127.255.255 169.254.169.254 192.0.0.192 168.63.129.16
    192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 192.88.99.1
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd00:ec2::254 ff02::1 ff0e::1
    2001:db8::1 3fff::1 100::1 5f00::1 4000::1 1fff::1 2606:4700::1111%eth0
    ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1
    64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::8.8.8.8
    2002:7f00:1:: 2002:808:808:: 2001:0:7f00:1:: 2001:1ff::1 fe80::5efe:10.0.0.1
    localhost 127.1 0177.0.0.1
"""
# Ways to write addresses of this machine and its network, as parts of an address of a page.
SPELLINGS = """
    127.0.0.1 127.1 127.0.1 2130706433 0x7f.0.0.1 0x7f000001 0177.0.0.1 017700000001 0 10.1 169.254.169.254
    localhost LOCALHOST 127.0.0.%31 １２７.０.０.１ ①②⑦.⓪.⓪.①
    [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::127.0.0.1] [::127.0.0.1] [fe80::1%25lo]
"""


@pytest.fixture
def internet(site: Site) -> Internet:
    """An internet with one public server, www.example.org."""
    internet = Internet(site.server_port)
    internet.names["www.example.org"] = [[PUBLIC]]
    site.answers["/"] = PAGE
    return internet


# Addresses.


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES.split())
def test_public_address(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", ["", *OTHER_ADDRESSES.split()])
def test_address_that_is_not_public(address: str) -> None:
    assert not is_public(address)


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_ipv4_address_inside_ipv6_counts_as_itself(address: IPv4Address) -> None:
    assert is_public(f"::ffff:{address}") == is_public(f"64:ff9b::{address}") == is_public(str(address))


@given(st.integers(0, 2**32 - 1).map(IPv4Address) | st.integers(0, 2**128 - 1).map(IPv6Address))
def test_public_addresses_are_global_for_python(address: IPv4Address | IPv6Address) -> None:
    if is_public(str(address)):
        inner = getattr(address, "ipv4_mapped", None)
        assert (inner or address).is_global
        assert not (inner or address).is_multicast


@given(st.text(max_size=20))
def test_any_text_can_be_tested(text: str) -> None:
    if is_public(text):
        ip_address(text)


# Names and spellings.


def test_page_of_a_public_host_is_fetched_under_its_name(internet: Internet, site: Site) -> None:
    found = fetch("http://www.example.org/", guard=internet.guard)
    assert (found.body, found.url) == (PAGE.body, "http://www.example.org/")
    assert site.seen[0]["Host"] == "www.example.org"
    assert internet.dialled == [PUBLIC]


def refused(url: str, guard: Guard) -> str:
    """The error message for an address that may not be fetched."""
    with pytest.raises(PrivateAddressError) as caught:
        fetch(url, guard=guard)
    assert str(caught.value).startswith(f"{url}: ")
    return str(caught.value)


@pytest.mark.parametrize("host", SPELLINGS.split())
def test_all_spellings_of_private_addresses_are_refused(internet: Internet, site: Site, host: str) -> None:
    # With the port of a server, so that it would be found.
    refused(f"http://{host}:{site.server_port}/", internet.guard)
    refused(f"https://{host}:{site.server_port}/", internet.guard)
    assert internet.dialled == site.asked == []


def test_refusal_names_the_host_and_the_option(internet: Internet) -> None:
    assert refused("http://127.0.0.1/x", internet.guard) == (
        "http://127.0.0.1/x: 127.0.0.1 is not a public address (--allow-private allows all addresses)"
    )


@pytest.mark.parametrize("address", ["10.0.0.1", "::1", "fe80::1", "2002:7f00:1::"])
def test_name_of_a_private_address_is_refused(internet: Internet, address: str) -> None:
    internet.names["inside.example"] = [[address]]
    refused("http://inside.example/", internet.guard)
    assert internet.dialled == []


def test_address_with_a_zone_is_refused() -> None:
    zoned = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("2606:4700::1111", 80, 0, 2))
    refused("http://zone.example/", Guard(resolve=lambda *_, **__: [zoned]))


def test_private_addresses_of_a_public_host_are_left_out(internet: Internet) -> None:
    internet.names["both.example"] = [["127.0.0.1", "::1", PUBLIC, "10.0.0.1"]]
    assert fetch("http://both.example/", guard=internet.guard).body == PAGE.body
    assert internet.dialled == [PUBLIC]


def test_addresses_are_tried_in_turn(internet: Internet) -> None:
    internet.names["many.example"] = [["1.1.1.1", "2606:4700::1111", PUBLIC]]
    internet.silent = {"1.1.1.1", "2606:4700::1111"}
    assert fetch("http://many.example/", guard=internet.guard).body == PAGE.body
    assert internet.dialled == ["1.1.1.1", "2606:4700::1111", PUBLIC]


def test_addresses_share_the_time() -> None:
    limits: list[float] = []

    def dial_nobody(address: AddressInfo, seconds: float) -> TimedSocket:
        limits.append(seconds)
        raise TimeoutError

    two = [info("1.1.1.1", 80), info("8.8.8.8", 80)]
    with pytest.raises(SourceError, match="no answer in time"):
        fetch("http://two.example/", seconds=100, guard=Guard(resolve=lambda *_, **__: two, dial=dial_nobody))
    assert 40 < limits[0] <= 50 < 90 < limits[1] <= 100


def test_private_addresses_can_be_allowed(site: Site) -> None:
    site.answers["/"] = PAGE
    assert fetch(site.url("/"), guard=Guard(allow_private=True)).body == PAGE.body


def test_dns_rebinding_has_no_effect(internet: Internet, site: Site) -> None:
    internet.names["rebind.example"] = [[PUBLIC], ["127.0.0.1"]]
    assert fetch("http://rebind.example/", guard=internet.guard).body == PAGE.body
    assert internet.resolved == ["rebind.example"]
    assert internet.dialled == [PUBLIC]


def test_name_is_checked_again_at_each_redirect(internet: Internet, site: Site) -> None:
    internet.names["rebind.example"] = [[PUBLIC], [PUBLIC], ["127.0.0.1"]]
    for path, target in (("/1", "/2"), ("/2", "/3")):
        site.answers[path] = Answer(status=302, headers={"Location": target})
    refused("http://rebind.example/1", internet.guard)
    assert site.asked == ["/1", "/2"]
    assert internet.dialled == [PUBLIC, PUBLIC]


def test_name_resolution_has_a_time_limit() -> None:
    over = threading.Event()
    guard = Guard(resolve=lambda *_, **__: [over.wait(10)])
    with pytest.raises(SourceError, match=r"^http://slow.example/: no answer in time$"):
        fetch("http://slow.example/", seconds=0.2, guard=guard)
    over.set()


# Redirects and cookies.


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]", "inside.example"]
)
def test_redirect_to_a_private_address_is_refused(internet: Internet, site: Site, host: str) -> None:
    internet.names["inside.example"] = [["192.168.0.1"]]
    site.answers["/away"] = Answer(status=302, headers={"Location": f"http://{host}:{site.server_port}/"})
    refused("http://www.example.org/away", internet.guard)
    assert site.asked == ["/away"]


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://www.example.org/", "gopher://www.example.org/"]
)
def test_redirect_away_from_the_web_is_refused(internet: Internet, site: Site, target: str) -> None:
    site.answers["/away"] = Answer(status=302, headers={"Location": target})
    with pytest.raises(SourceError, match="only http and https"):
        fetch("http://www.example.org/away", guard=internet.guard)


def test_meta_refresh_to_a_private_address_is_refused(internet: Internet, site: Site) -> None:
    meta = f'<meta http-equiv=refresh content="0;url=http://127.0.0.1:{site.server_port}/">'
    site.answers["/away"] = Answer(meta.encode())
    for attempt in (fetch_page, fetch_on_behalf):
        with pytest.raises(PrivateAddressError):
            attempt("http://www.example.org/away", guard=internet.guard)
    assert site.asked == ["/away", "/away"]


def test_cookies_are_sent_to_their_own_host_only(internet: Internet, site: Site) -> None:
    internet.names["other.example"] = [[PUBLIC]]
    headers = {"Location": "http://other.example/", "Set-Cookie": "secret=1"}
    site.answers["/away"] = Answer(status=302, headers=headers)
    fetch("http://www.example.org/away", guard=internet.guard)
    fetch("http://www.example.org/", guard=internet.guard)
    assert ["Cookie" in seen for seen in site.seen] == [False, False, False]


def test_busy_server_is_not_waited_for_on_behalf_of_others(internet: Internet, site: Site) -> None:
    site.queues["/"] = [Answer(status=503, headers={"Retry-After": "30"})]
    with pytest.raises(SourceError, match=r"the server answered 503 Service Unavailable$"):
        fetch_on_behalf("http://www.example.org/", internet.guard)
    assert fetch_on_behalf("http://www.example.org/", internet.guard).body == PAGE.body


# TLS.


def test_certificate_is_checked_for_the_name_and_not_for_the_address(secure_site: Site) -> None:
    secure_site.answers["/"] = PAGE
    internet = Internet(secure_site.server_port)
    internet.names = {"www.example.org": [[PUBLIC]], "other.example": [[PUBLIC]]}
    assert fetch("https://www.example.org/", guard=internet.guard).body == PAGE.body
    assert secure_site.seen[0]["Host"] == "www.example.org"
    with pytest.raises(SourceError, match="certificate is not valid: Hostname mismatch"):
        fetch("https://other.example/", guard=internet.guard)
    with pytest.raises(SourceError, match="certificate is not valid: IP address mismatch"):
        fetch(f"https://{PUBLIC}/", guard=internet.guard)


def test_untrusted_certificate_is_refused(secure_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    internet = Internet(secure_site.server_port)
    internet.names = {"www.example.org": [[PUBLIC]]}
    with pytest.raises(SourceError, match=r"certificate is not valid: self.signed certificate"):
        fetch("https://www.example.org/", guard=internet.guard)


@pytest.mark.parametrize("path", ["/silent", "/stalls", "/drips", "/drips-headers"])
def test_slow_tls_server_is_left(secure_site: Site, path: str) -> None:
    internet = Internet(secure_site.server_port)
    internet.names = {"www.example.org": [[PUBLIC]]}
    with pytest.raises(SourceError, match="no answer in time"):
        fetch(f"https://www.example.org{path}", seconds=1, guard=internet.guard)
    assert not secure_site.dripped_out
