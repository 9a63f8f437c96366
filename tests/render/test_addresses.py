"""Addresses of links and pictures."""

from __future__ import annotations

import pytest

from mainspan.render.addresses import link


@pytest.mark.parametrize(("size", "is_kept"), [(2_000, True), (6_000, False)])
def test_very_long_addresses_are_left_out(size: int, is_kept: bool) -> None:
    assert bool(link("https://example.org/", f"a b{'c' * size}")) is is_kept
