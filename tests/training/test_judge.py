"""Which networks may judge a document, and what is asked of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mainspan.algorithms.learned.network import shipped
from mainspan.evaluation.packages import Document
from mainspan.page import Page
from mainspan.render.text import block_texts
from training.habits import FOLDS, FURTHER, HABITS, PACKAGES, fold_of
from training.judge import FIELDS, SCOPES, asked, cut_out, judge_document, tries_of
from training.tables import EMPTIED

HTML = "<title>The last ferry</title><h1>The last ferry</h1>" + "<p>" + "It left at six in the morning. " * 9


@pytest.fixture
def document(tmp_path: Path) -> Document:
    folder = tmp_path / "daniel"
    folder.mkdir()
    (folder / "a.html").write_text(HTML)
    (folder / "a.txt").write_text("The last ferry " + "It left at six in the morning. " * 9)
    (folder / "a.json").write_text(json.dumps({"domain": "example.org", "language": "ru"}))
    return Document(folder, "a")


def test_every_package_has_its_habits() -> None:
    assert set(HABITS) == {*PACKAGES, *FURTHER}
    assert {len(habits) for habits in HABITS.values()} == {6}


def test_habits_are_parameters() -> None:
    assert repr(asked("fundus")) == "mainspan:headline=false,scope=article"
    assert repr(asked("wcxb")) == "mainspan:headline=false,scope=page"


def test_sites_spread_over_all_folds() -> None:
    folds = [fold_of(f"site{i}.example") for i in range(200)]
    assert set(folds) == set(range(FOLDS))
    assert fold_of("site1.example") == folds[1]


def test_no_network_judges_what_it_has_learned(document: Document) -> None:
    networks = {each.network for each in tries_of(document)}
    assert networks == {f"fold-{fold_of('example.org')}", "without-daniel", "without-ru"}


def test_a_document_is_judged_by_the_networks_that_are_there(document: Document, tmp_path: Path) -> None:
    network = tmp_path / "without-daniel.npz"
    np.savez(network, allow_pickle=False, layers=" ".join(shipped().layers), **shipped().weights)
    rows, _ = judge_document(document, tmp_path, ("resiliparse",))
    variants = [f"left out, {scope}" for scope in SCOPES]
    names = [row["contestant"] for row in rows]
    assert names == ["left out", *variants, "left out, own habits", "resiliparse"]
    assert all(set(row) == set(FIELDS) for row in rows)
    assert float(str(rows[0]["f1"])) > 0.9


def test_where_sentences_are_marked_they_are_counted(document: Document, tmp_path: Path) -> None:
    folder = document.folder.rename(tmp_path / "goose3")
    (folder / "a.txt").unlink()
    about = {"domain": "example.org", "with": ["left at six", "nowhere"], "without": ["last ferry"]}
    (folder / "a.json").write_text(json.dumps(about))
    network = tmp_path / f"fold-{fold_of('example.org')}.npz"
    np.savez(network, allow_pickle=False, layers=" ".join(shipped().layers), **shipped().weights)
    (row,), _ = judge_document(Document(folder, "a"), tmp_path, ())
    assert (row["contestant"], row["precision"], row["recall"]) == ("default habits", 0.5, 0.5)


def test_a_page_is_told_from_the_same_page_without_its_content(document: Document, tmp_path: Path) -> None:
    network = tmp_path / f"fold-{fold_of('example.org')}.npz"
    np.savez(network, allow_pickle=False, layers=" ".join(shipped().layers), **shipped().weights)
    rows, bins = judge_document(document, tmp_path, ())
    readable = {str(row["contestant"]): row["readable"] for row in rows}
    assert (readable["default habits"], readable[EMPTIED]) == (1, 0)
    assert bins[2].sum() > 0


def test_what_is_cut_out_is_gone_and_nothing_else() -> None:
    page = Page("<p>one two</p><ul><li>three <b>four</b></li><li>five</li></ul>", hidden=True)
    rest = cut_out(page, np.array([0, 2, 0], dtype=np.int32))
    assert block_texts(rest) == ["one two", "five"]
