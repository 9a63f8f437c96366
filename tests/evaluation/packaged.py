"""Small packages for tests: a page with a menu and a text, its gold, and what is known of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TEXT = "The ferry leaves at noon from the old pier"


def page_of(text: str = TEXT, head: str = "") -> bytes:
    return (
        f"<html><head>{head}</head><body><nav>Home News Sport</nav><article><h1>Ferry</h1>"
        f"<p class=b>{text}.</p></article><footer>Imprint</footer></body></html>"
    ).encode()


def describe(folder: Path, **about: Any) -> None:
    folder.mkdir(exist_ok=True)
    known = {"description": "pages", "license": "MIT"} | about
    (folder / "package.json").write_text(json.dumps(known), "utf-8")


def lay(
    folder: Path, name: str, text: str = TEXT, gold: str | bytes | None = None, page: bytes = b"", **meta: Any
) -> None:
    """Write a document without defects but for those that are asked for."""
    (folder / f"{name}.html").write_bytes(page or page_of(text))
    gold = f"Ferry\n\n{text}.\n" if gold is None else gold
    (folder / f"{name}.txt").write_bytes(gold if isinstance(gold, bytes) else gold.encode())
    known = {"url": f"https://a.example/{name}", "language": "en"} | meta
    (folder / f"{name}.json").write_text(json.dumps(known), "utf-8")
