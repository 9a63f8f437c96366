"""Small pages with the text and the HTML expected of them, both under `plain`.

MAINSPAN_UPDATE_GOLDEN=1 writes the expectations anew: read what changed before you keep it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mainspan import Extraction, extract

FOLDER = Path(__file__).parent / "golden"
PAGES = sorted(path for path in FOLDER.glob("*.html") if not path.name.endswith(".out.html"))
VIEWS: dict[str, Callable[[Extraction], str]] = {
    ".txt": lambda found: found.text,
    ".out.html": lambda found: found.html,
}


@pytest.mark.parametrize("suffix", VIEWS)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_page_is_rendered_as_expected(path: Path, suffix: str) -> None:
    url = f"https://example.org/golden/{path.name}"
    rendered = VIEWS[suffix](extract(path.read_bytes(), algorithm="plain", url=url))
    expected = path.with_suffix(suffix)
    if os.environ.get("MAINSPAN_UPDATE_GOLDEN") == "1":
        expected.write_bytes(rendered.encode())
    assert rendered == expected.read_bytes().decode()


def test_every_expectation_has_its_page() -> None:
    names = {path.stem for path in PAGES}
    assert names
    assert {path.name.split(".")[0] for path in FOLDER.iterdir()} == names
