"""A package whose pages are better extracted with other parameters than the default."""

from __future__ import annotations

import json
from pathlib import Path


def lay_tunable(folder: Path, pages: int = 12, sites: int = 6) -> Path:
    """Pages with a block of which 40 % is link text: lqf drops it only with a ratio below that."""
    folder.mkdir()
    for i in range(pages):
        article = " ".join(f"article{i}word{j}" for j in range(30))
        teaser = f"<div>abc{i} def{i} ghi{i} <a href='/'>jkl{i} mno{i}</a></div>"
        (folder / f"{i:02}.html").write_text(f"<body><div>{article}</div>{teaser}", "utf-8")
        (folder / f"{i:02}.txt").write_text(article, "utf-8")
        about = {"domain": f"site{i % sites}.example"}
        (folder / f"{i:02}.json").write_text(json.dumps(about), "utf-8")
    return folder
