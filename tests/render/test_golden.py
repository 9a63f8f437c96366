"""Small pages with the text, the Markdown and the HTML expected of them, all under `plain`.

Each case is named AREA--CASE and has four files: the page (.html) and its .txt, .md and .out.html.
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
    ".md": lambda found: found.markdown,
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


def test_there_are_many_cases_and_no_stray_file() -> None:
    files = {path.name for path in FOLDER.iterdir()}
    assert len(PAGES) >= 80
    assert files == {f"{path.stem}{suffix}" for path in PAGES for suffix in (".html", *VIEWS)}
