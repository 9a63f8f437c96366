"""The tables of the model card."""

from __future__ import annotations

import numpy as np

from training.habits import FURTHER, PACKAGES
from training.tables import STEPS, pages_alone, tables


def row(package: str, site: str, f1: float, contestant: str = "left out") -> dict[str, object]:
    return {
        "package": package,
        "site": site,
        "contestant": contestant,
        "f1": f1,
        "type": "article",
        "language": "en",
        "confidence": 0.5,
    }


def test_pages_of_sites_in_other_packages_are_left_out_of_the_stricter_table() -> None:
    rows = [row("daniel", "a.example", 0.5), row("daniel", "b.example", 1.0), row("wcxb", "a.example", 0.25)]
    sites = {"daniel": {"a.example", "b.example"}, "wcxb": {"a.example"}}
    assert pages_alone(rows, sites) == [rows[1]]


def test_tables_have_the_means_of_all_contestants() -> None:
    rows = [
        row("daniel", "a.example", 0.5),
        row("daniel", "b.example", 1.0),
        row("wcxb", "c.example", 0.25, "own habits"),
        row("goose3", "d.example", 0.125),
    ]
    told = tables(rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    assert "| left out |  | 0.750 |" in told
    assert "0.250" in told
    assert "0.125" in told
    assert "| 0.500 | 0.250 | 1 |" in told
