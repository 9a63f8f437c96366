"""The hosts of --only and --except."""

from __future__ import annotations

import pytest

from mainspan.errors import ParameterError
from mainspan.proxy.hosts import check_host, is_chosen, matches


@pytest.mark.parametrize(
    ("host", "name", "expected"),
    [
        ("example.org", "example.org", True),
        ("EXAMPLE.org.", "example.ORG", True),
        ("a.b.example.org", "example.org", True),
        ("notexample.org", "example.org", False),
        ("example.org", "www.example.org", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("[::1]", "::1", True),
        ("xn--bcher-kva.example", "bücher.example", True),
    ],
)
def test_a_name_is_for_itself_and_what_is_below_it(host: str, name: str, expected: bool) -> None:
    assert matches(host, [name]) is expected


@pytest.mark.parametrize(
    ("only", "excluded", "chosen"),
    [
        ((), (), ["a.org", "b.org", "x.b.org"]),
        (("b.org",), (), ["b.org", "x.b.org"]),
        ((), ("b.org",), ["a.org"]),
        (("b.org",), ("x.b.org",), ["b.org"]),
    ],
)
def test_which_hosts_are_chosen(only: tuple[str, ...], excluded: tuple[str, ...], chosen: list[str]) -> None:
    assert [host for host in ("a.org", "b.org", "x.b.org") if is_chosen(host, only, excluded)] == chosen


@pytest.mark.parametrize("host", ["https://a.org", "a.org/x", "a b", "", "a.org:80", "*.org"])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(ParameterError, match="is no host"):
        check_host(host)


@pytest.mark.parametrize("host", ["example.org", "localhost", "::1", "10.0.0.1", "bücher.example", "a_b.org"])
def test_what_is_a_host(host: str) -> None:
    check_host(host)
