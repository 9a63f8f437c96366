"""On whose behalf a request is made, and where it may lead."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import Any

import pytest

from mainspan.proxy.destinations import Destinations
from mainspan.proxy.private import is_for_another_host

BROWSER = ("User-Agent", "Mozilla/5.0")
OPENS = ("Upgrade-Insecure-Requests", "1")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([], False),
        ([("User-Agent", "curl/8")], False),
        ([BROWSER, OPENS], False),
        ([BROWSER], True),
        ([("User-Agent", "Mozilla/5.0 (compatible; Mainspan/0.1)")], False),
        ([BROWSER, ("Sec-Fetch-Site", "none")], False),
        ([BROWSER, ("Sec-Fetch-Site", "same-origin"), ("Referer", "http://router/")], False),
        ([BROWSER, ("Sec-Fetch-Site", "cross-site"), OPENS], True),
        ([BROWSER, ("Sec-Fetch-Site", "same-site"), ("Referer", "http://router/")], False),
        ([BROWSER, ("Sec-Fetch-Site", "same-site"), ("Referer", "http://other/")], True),
        ([BROWSER, ("Referer", "http://router:8080/a")], False),
        ([BROWSER, OPENS, ("Referer", "https://evil.example/")], True),
        ([BROWSER, OPENS, ("Origin", "null")], True),
        ([("Origin", "http://evil.example"), ("Referer", "http://router/")], True),
        ([("Referer", "http://[")], True),
    ],
)
def test_who_asks(fields: list[tuple[str, str]], expected: bool) -> None:
    assert is_for_another_host("Router", fields) is expected


class Names:
    """A name server that can change its mind."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[Any]:
        self.asked += 1
        if not self.addresses:
            raise socket.gaierror("no such host")
        kinds = [socket.AF_INET6 if ":" in each else socket.AF_INET for each in self.addresses]
        return [(kind, 1, 6, "", (each, port)) for kind, each in zip(kinds, self.addresses, strict=True)]


WHERE = ("name.example", 80)


def choose(names: Names, *, restricted: bool) -> str | None:
    found = Destinations(names)
    if restricted:
        assert found.restrict("client", WHERE)
    return asyncio.run(found.choose("client", WHERE))


def test_an_address_that_a_user_names_is_left_open() -> None:
    names = Names("10.0.0.1")
    assert choose(names, restricted=False) is None
    assert names.asked == 0


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["10.0.0.1"], ""),
        (["127.0.0.1", "::1"], ""),
        (["1.1.1.1"], "1.1.1.1"),
        (["10.0.0.1", "1.1.1.1"], "1.1.1.1"),
        (["2606:4700::1111", "1.1.1.1"], "1.1.1.1"),
        (["2606:4700::1111"], "2606:4700::1111"),
        (["::ffff:10.0.0.1"], ""),
    ],
)
def test_for_pages_on_other_hosts_a_public_address_is_dialled(addresses: list[str], chosen: str) -> None:
    assert choose(Names(*addresses), restricted=True) == chosen


def test_a_host_that_does_not_exist() -> None:
    with pytest.raises(OSError, match="no such host"):
        choose(Names(), restricted=True)
    assert asyncio.run(Destinations(Names()).is_private(WHERE)) is False


@pytest.mark.parametrize(("address", "expected"), [("10.0.0.1", True), ("1.1.1.1", False)])
def test_whether_a_host_is_private(address: str, expected: bool) -> None:
    assert asyncio.run(Destinations(Names(address)).is_private(WHERE)) is expected


def test_a_connection_that_is_open_counts_for_its_client_alone() -> None:
    found = Destinations(Names())
    found.note("client", WHERE, "192.168.1.1")
    assert not found.restrict("client", WHERE)
    assert found.restrict("another", WHERE)
    found.forget("client")
    assert found.restrict("client", WHERE)
