"""Names for pages that are added to a package."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.service.workbench.names import document_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Lighthouse - moved!", "the-lighthouse-moved"),
        ("ÀÉ ﬁn", "àé-fin"),
        ("snake_case", "snake-case"),
        ("???", "page"),
        ("Aux", "page"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 60),
        ("x" * 59 + " y", "x" * 59),
    ],
)
def test_the_title_gives_the_name(title: str, name: str) -> None:
    assert document_name(Page(f"<title>{title}</title><p>A text.</p>")) == name
