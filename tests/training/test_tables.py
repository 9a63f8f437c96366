"""The tables of the model card."""

from __future__ import annotations

import numpy as np

from training.settings import FURTHER, PACKAGES
from training.tables import EMPTIED, STEPS, choose_best, pages_alone, tables


def row(package: str, site: str, f1: float, contestant: str = "corpus left out") -> dict[str, object]:
    return {
        "package": package,
        "document": site,
        "site": site,
        "contestant": contestant,
        "f1": f1,
        "type": "article",
        "language": "en",
        "confidence": 0.5,
        "readable": 1,
        "predicted": "",
    }


def test_pages_of_sites_in_other_packages_are_left_out_of_the_stricter_table() -> None:
    rows = [row("daniel", "a.example", 0.5), row("daniel", "b.example", 1.0), row("wcxb", "a.example", 0.25)]
    sites = {"daniel": {"a.example", "b.example"}, "wcxb": {"a.example"}}
    assert pages_alone(rows, sites) == [rows[1]]


def test_tables_have_the_means_of_all_contestants() -> None:
    rows = [
        row("daniel", "a.example", 0.5),
        row("daniel", "b.example", 1.0),
        row("wcxb", "c.example", 0.25, "annotation settings"),
        row("goose3", "d.example", 0.125),
    ]
    found = tables(rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    assert "| corpus left out |  | 0.750 |" in found
    assert "0.250" in found
    assert "0.125" in found
    assert "| 0.500 | 0.250 | 1 |" in found


def test_readable_pages_are_counted_with_and_without_content() -> None:
    whole = [row("daniel", f"{name}.example", 0.5, "default options") for name in "abcd"]
    emptied = [each | {"contestant": EMPTIED, "f1": "", "readable": i % 2} for i, each in enumerate(whole)]
    found = tables(whole + emptied, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    assert "| daniel | 1.00 | 0.50 | 4 |" in found


def test_the_best_of_several_is_chosen_page_by_page() -> None:
    scores = {"one": (0.5, 1.0), "other": (0.75, 0.25), "third": (1.0, 1.0)}
    rows = [
        row("daniel", site, f1, name)
        for name, pair in scores.items()
        for site, f1 in zip("ab", pair, strict=True)
    ]
    best = choose_best(rows, ("one", "other"), "best")
    assert [(each["document"], each["f1"], each["contestant"]) for each in best] == [
        ("a", 0.75, "best"),
        ("b", 1.0, "best"),
    ]
    found = tables(
        rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)}, ("one", "other")
    )
    assert "| oracle: the best of the others on each page |  | 0.875 |" in found


def test_predicted_types_are_counted_by_type() -> None:
    predicted = ["article", "article", "forum", "product"]
    rows = [
        row("wcxb", f"{i}.example", 0.5, "default options") | {"predicted": kind}
        for i, kind in enumerate(predicted)
    ]
    found = tables(rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    assert "| article | 0.50 | forum 1, product 1 | 4 |" in found
    assert "| all | 0.50 | | 4 |" in found


def test_the_package_of_other_kinds_is_apart_from_the_mean() -> None:
    rows = [row("daniel", "a.example", 0.5), row("wcxb", "b.example", 1.0), row("kinds", "c.example", 0.25)]
    found = tables(rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    line = next(each for each in found.splitlines() if each.startswith("| corpus left out |"))
    assert line.endswith("| 0.750 | 0.250 |")


def test_the_loss_on_the_least_sure_pages_is_counted() -> None:
    rows = [
        row("kinds", f"{i}.example", f1, "default options") | {"type": "forum", "confidence": 0.5 + i / 10}
        for i, f1 in enumerate((0.2, 0.8, 1.0, 1.0, 1.0))
    ]
    found = tables(rows, np.ones((3, STEPS)), {name: set() for name in (*PACKAGES, *FURTHER)})
    (line,) = (each for each in found.splitlines() if each.startswith("| forum |") and "%" in each)
    assert line.endswith("| 0.800 | 80% | 5 |")
