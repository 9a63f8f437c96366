"""Which network addresses may be fetched from.

    Guard()             addresses on the public internet only: for pages that somebody else names
    UNGUARDED           all addresses, through the proxies of the environment: for one's own pages
    is_public(address)  whether the whole internet reaches an IP address

A name is resolved once for each request, and the addresses that were checked are the ones that are dialled.
So a name server that answers differently the next time changes nothing. Of several addresses those that are
not public are left out. Spellings of addresses (decimal, octal, "127.1", "localhost") need no rule of their
own: what counts is the address that they resolve to.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, TypeAlias

from mainspan.errors import SourceError
from mainspan.fetch.sockets import AddressInfo, TimedSocket, dial
from mainspan.timing import within

Resolver: TypeAlias = Callable[..., Sequence[Any]]
Dialler: TypeAlias = Callable[[AddressInfo, float], TimedSocket]

# Networks that the whole internet does not reach: those of IANA's registry, multicast and reserved ones.
_SPECIAL_IPV4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",  # providers' own networks
        "127.0.0.0/8",
        "168.63.129.16/32",  # looks public, but is a service of the host of a virtual machine in one cloud
        "169.254.0.0/16",  # link-local, with the metadata services of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # relays for 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
# All that is public in IPv6 is here, but for the special networks within.
_PUBLIC_IPV6: Final = IPv6Network("2000::/3")
_SPECIAL_IPV6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocols of their own, Teredo among them
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "3fff::/20",
    )
)
# Networks whose addresses end in an IPv4 address, which is the one that is reached: mapped ones, and NAT64.
_CARRIERS: Final = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))


class PrivateAddressError(SourceError):
    """An address that is not on the public internet, where only public ones may be fetched."""


@dataclass(frozen=True)
class Guard:
    """What may be reached while fetching.

    allow_private: also addresses that are not on the public internet.
    use_proxies: send requests through the proxies that the environment names. Addresses are checked before,
        but a proxy resolves names again, so it has to be a proxy that reaches public addresses only.
    resolve: called as socket.getaddrinfo is.
    dial: connects to an address that `resolve` returned.
    """

    allow_private: bool = False
    use_proxies: bool = False
    resolve: Resolver = socket.getaddrinfo
    dial: Dialler = dial

    def addresses(self, host: str, port: int, seconds: float) -> list[AddressInfo]:
        """Where this host may be dialled: those of its addresses that are allowed.

        Raises a PrivateAddressError if none is, an OSError if there is no such host or no answer in time.
        """
        found = within(seconds, lambda: self.resolve(host, port, type=socket.SOCK_STREAM))
        allowed = [address for address in found if self.allow_private or _is_public(address)]
        if found and not allowed:
            raise PrivateAddressError(
                f"{host} is not a public address (--allow-private allows all addresses)"
            )
        return allowed


UNGUARDED: Final = Guard(allow_private=True, use_proxies=True)


def is_public(address: str) -> bool:
    """Whether the whole internet reaches an IP address.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "2606:4700::1111", "::ffff:10.0.0.1")]
    [True, False, True, False]
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.scope_id is not None:
            return False
        if not any(found in network for network in _CARRIERS):
            return found in _PUBLIC_IPV6 and not any(found in network for network in _SPECIAL_IPV6)
        found = IPv4Address(found.packed[-4:])
    return not any(found in network for network in _SPECIAL_IPV4)


def _is_public(address: AddressInfo) -> bool:
    where, _, *more = address[4]
    # What comes after the port is only there for IPv6. An address with a zone belongs to one network.
    return is_public(where) and not any(more)
