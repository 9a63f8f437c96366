"""What all measures share."""

from __future__ import annotations

import pytest

from mainspan.evaluation.measures.base import is_too_large


@pytest.mark.parametrize(("length", "too_large"), [(316_000, False), (317_000, True)])
def test_texts_are_compared_up_to_a_product_of_1e11_items(length: int, too_large: bool) -> None:
    assert is_too_large(length, length) is too_large
