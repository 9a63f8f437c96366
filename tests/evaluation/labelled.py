"""A package with labels: the gold text has the words of a label, the rest of the page those of its site."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Final

TOPICS: Final = {"sea": "ferry pier harbour tide sail anchor", "hill": "summit ridge trail glacier hut rope"}


def lay_labelled(folder: Path, pages: int = 24, sites: int = 6) -> Path:
    """Pages of two topics on each site, whose menus are longer than the texts and are the same on a site."""
    folder.mkdir()
    random = Random(7)
    for i in range(pages):
        site, topic = i % sites, ("sea", "hill")[i // sites % 2]
        text = " ".join(
            random.choices(TOPICS[topic].split(), k=8) + random.choices("one two red old".split(), k=8)
        )
        menu = " ".join(f"<li><a href='/'>menu{site}item{j}</a>" for j in range(40))
        (folder / f"{i:02}.html").write_text(f"<body><ul>{menu}</ul><p>{text}</p>", "utf-8")
        (folder / f"{i:02}.txt").write_text(text, "utf-8")
        about = {"domain": f"site{site}.example", "page_type": topic}
        (folder / f"{i:02}.json").write_text(json.dumps(about), "utf-8")
    return folder
