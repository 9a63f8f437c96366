"""Addresses of links and pictures."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan.render.addresses import link


@pytest.mark.parametrize(("size", "is_kept"), [(2_000, True), (6_000, False)])
def test_very_long_addresses_are_left_out(size: int, is_kept: bool) -> None:
    assert bool(link("https://example.org/", f"a b{'c' * size}")) is is_kept


_PARTS = st.sampled_from([*"#?;/.:%@ab", "//", "../", "x.html", "e.org", "https:", "é", " ", "\n", "&amp;"])
_BASES = [
    "https://e.org/a/b.html",
    "https://e.org/?",
    "http://e.org/a;b?c#d",
    "https://e.org",
    "",
    "https://e.org/a?#b",
]


@given(st.sampled_from(_BASES), st.lists(_PARTS, max_size=8).map("".join))
@example("https://e.org/a?b#c", "#d")
@example("https://e.org/a", "//f.org/g?h")
@example("https://e.org/a", "//f.org/g?")
@example("https://e.org/a", "#d\n")
@example("https://e.org/a", "https://f.org/\n")
def test_links_beside_a_page_are_joined_as_the_standard_library_does(base: str, address: str) -> None:
    found = link(base, address)
    if found and address[:1] in ("#", "/") and " " not in address:
        joined = urljoin(base, address.strip())
        # It drops signs with nothing after them.
        assert found in (joined, joined + address[len(address.rstrip("?#;")) :])
    assert "\n" not in found
