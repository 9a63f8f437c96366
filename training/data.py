"""From test packages to the numbers that a network is trained with.

Each package becomes one file: the sheets of its pages, one after the other, the labels of each block, and a
table of the pages (document, site, language, page type, number of blocks).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from mainspan.algorithms.learned.headline import find_headline
from mainspan.algorithms.learned.sheet import Sheet, sheet_of
from mainspan.evaluation.packages import Document, Package
from mainspan.page import Page
from mainspan.render.text import block_texts
from training.labelled import Label, labels_of, page_of, read_labels
from training.labels import Labels, label
from training.settings import FURTHER, LABELLED, PACKAGES
from training.silver import borrow_gold

# A page with more blocks is a list of something, and would fill the memory of an accelerator.
MAX_BLOCKS = 6000


def rows_of(document: Document) -> dict[str, Any] | None:
    """The sheet and the labels of a document, or None if it has no labels."""
    page = Page(document.read_page(), hidden=True)
    sheet = sheet_of(page)
    if not 0 < len(sheet) <= MAX_BLOCKS:
        return None
    texts = block_texts(page)
    about = document.about
    gold = document.read_gold()
    if gold is None:
        gold = borrow_gold(document)
    comments = about.get("gold_comments") or ""
    labels = None if gold is None else label(texts, gold)
    if labels is None:
        return None
    both = label(texts, f"{gold}\n{comments}") if comments else None
    site = about.get("domain") or f"{document.folder.name}/{document.name}"
    facts = (document.name, site, about.get("language"), about.get("page_type"))
    row = _row(sheet, labels, both, *facts)
    row["about"]["split"] = about.get("source_split")
    return row


def rows_of_labelled(label: Label, folder: Path) -> dict[str, Any] | None:
    """The sheet and the labels of a page in this folder, or None if the labels do not fit its blocks."""
    html = page_of(label, folder)
    if html is None:
        return None
    page = Page(html, hidden=True)
    labels = labels_of(label, page)
    if labels is None:
        return None
    return _row(sheet_of(page), labels, None, label.name, label.site, label.language, label.type)


def _row(
    sheet: Sheet,
    labels: Labels,
    both: Labels | None,
    name: str,
    site: str,
    language: str | None,
    kind: str | None,
) -> dict[str, Any]:
    """A page's sheet, its labels, those with comments, and what is known of it."""
    row: dict[str, Any] = {each.name: getattr(sheet, each.name) for each in fields(Sheet)}
    row["count"], row["held"], row["gold"] = labels
    row["held_comments"] = both[1] if both else row["held"]
    row["gold_comments"] = both[2] if both else -1
    row["headline"] = find_headline(sheet, row["held"] > 0.8 * row["count"])
    row["about"] = {"name": name, "site": site, "language": language, "type": kind, "blocks": len(sheet)}
    return row


def read_package(package: Package) -> Iterator[dict[str, Any]]:
    """The rows of all documents of a package that have labels."""
    with ProcessPoolExecutor(2) as pool:
        for row in pool.map(rows_of, package.documents, chunksize=8):
            if row is not None:
                yield row


def read_labelled(labels: list[Label], folder: Path) -> Iterator[dict[str, Any]]:
    """The rows of the labelled pages of a folder. What is left out is printed."""
    with ProcessPoolExecutor(2) as pool:
        for label, row in zip(
            labels, pool.map(rows_of_labelled, labels, repeat(folder), chunksize=8), strict=True
        ):
            if row is not None:
                yield row
            elif page_of(label, folder) is None:
                print(f"{label.name}: not in {folder} (`python -m training collect {folder}`)", flush=True)
            else:
                print(f"{label.name}: its blocks are not those that were labelled", flush=True)


def small(column: np.ndarray) -> np.ndarray:
    """A column in the smallest type that holds it."""
    if column.dtype == np.uint64 or not column.size:
        return column
    for kind in (np.uint8, np.int16, np.int32):
        if np.iinfo(kind).min <= column.min() and column.max() <= np.iinfo(kind).max:
            return column.astype(kind)
    return column


def write_rows(rows: list[dict[str, Any]], path: Path) -> int:
    """Write the rows of a package to one file. Returns the number of pages."""
    if not rows:
        return 0
    masks, numbers = ("page_hints", "title_bits", "declared"), ("gold", "gold_comments", "headline")
    names = [name for name in rows[0] if name not in (*masks, *numbers, "about")]
    columns = {name: small(np.concatenate([row[name] for row in rows])) for name in names}
    # By default numpy turns integers above 2^63 into floats, and the lower bits are lost.
    columns |= {name: np.array([row[name] for row in rows], dtype=np.uint64) for name in masks}
    columns |= {name: np.array([row[name] for row in rows]) for name in numbers}
    about = json.dumps([row["about"] for row in rows])
    np.savez_compressed(path, allow_pickle=False, about=np.array(about), **columns)
    return len(rows)


def write_all(packages: Path, out: Path, labelled: Path | None = None) -> None:
    """Write one file for each package, and one for the labelled pages of a folder."""
    # A missing package is an error before anything is written.
    sources = [Package.read(packages / name) for name in (*PACKAGES, *FURTHER)]
    labels = read_labels() if labelled else []
    out.mkdir(parents=True, exist_ok=True)
    for package in sources:
        name = package.folder.name
        print(name, write_rows(list(read_package(package)), out / f"{name}.npz"), flush=True)
    if labelled:
        print(
            LABELLED, write_rows(list(read_labelled(labels, labelled)), out / f"{LABELLED}.npz"), flush=True
        )
