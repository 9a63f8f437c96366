"""The hosts of `--only` and `--except`: each name is for itself and the hosts below it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from mainspan.errors import ParameterError

_NAME: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")


def plain_host(host: str) -> str:
    """A host in one spelling: lower case, ASCII, no brackets, no final dot."""
    host = host.strip().strip("[]").rstrip(".").lower()
    try:
        return host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def check_host(host: str) -> None:
    """A ParameterError unless this is the name or the address of a host."""
    plain = plain_host(host)
    try:
        ip_address(plain)
    except ValueError:
        if not _NAME.fullmatch(plain):
            raise ParameterError(
                f"{host!r} is no host: write a name such as example.org, which includes www.example.org"
            ) from None


def matches(host: str, names: Iterable[str]) -> bool:
    """Whether a host is one of these, or below one of them.

    >>> [matches(each, ["Example.org"]) for each in ("example.org", "www.example.org", "anexample.org")]
    [True, True, False]
    """
    host = plain_host(host)
    return any(host == name or host.endswith(f".{name}") for name in map(plain_host, names))


def is_chosen(host: str, only: Iterable[str], excluded: Iterable[str]) -> bool:
    """Whether pages of a host are to be changed. `excluded` has precedence."""
    only = tuple(only)
    return (not only or matches(host, only)) and not matches(host, excluded)
