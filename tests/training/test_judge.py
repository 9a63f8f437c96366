"""Which networks evaluate a document, and with which options."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mainspan.algorithms.learned.network import shipped
from mainspan.evaluation.packages import Document
from mainspan.page import Page
from mainspan.render.text import block_texts
from training.judge import FIELDS, SCOPES, judge_document, remove_content, tries_of, with_settings
from training.settings import FOLDS, FURTHER, LABELLED, PACKAGES, SETTINGS, fold_of
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


def test_every_package_has_annotation_settings() -> None:
    assert set(SETTINGS) == {*PACKAGES, *FURTHER, LABELLED}
    assert {len(settings) for settings in SETTINGS.values()} == {6}


def test_settings_are_parameters() -> None:
    assert repr(with_settings("fundus")) == "mainspan:headline=false,scope=article"
    assert repr(with_settings("wcxb")) == "mainspan:headline=false,scope=page"


def test_sites_spread_over_all_folds() -> None:
    folds = [fold_of(f"site{i}.example") for i in range(200)]
    assert set(folds) == set(range(FOLDS))
    assert fold_of("site1.example") == folds[1]


def test_no_network_judges_its_training_data(document: Document) -> None:
    networks = {each.network for each in tries_of(document)}
    assert networks == {f"fold-{fold_of('example.org')}", "without-daniel", "without-ru"}


def test_a_document_is_judged_by_the_networks_that_are_there(document: Document, tmp_path: Path) -> None:
    network = tmp_path / "without-daniel.npz"
    np.savez(network, allow_pickle=False, layers=" ".join(shipped().layers), **shipped().weights)
    rows, _ = judge_document(document, tmp_path, ("resiliparse",))
    variants = [f"corpus left out, scope={scope}" for scope in SCOPES]
    names = [row["contestant"] for row in rows]
    assert names == [
        "corpus left out, default options",
        *variants,
        "corpus left out, annotation settings",
        "resiliparse",
    ]
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
    assert (row["contestant"], row["precision"], row["recall"]) == ("default options", 0.5, 0.5)


def test_a_page_without_its_content_is_not_readable(document: Document, tmp_path: Path) -> None:
    network = tmp_path / f"fold-{fold_of('example.org')}.npz"
    np.savez(network, allow_pickle=False, layers=" ".join(shipped().layers), **shipped().weights)
    rows, bins = judge_document(document, tmp_path, ())
    readable = {str(row["contestant"]): row["readable"] for row in rows}
    assert (readable["default options"], readable[EMPTIED]) == (1, 0)
    assert bins[2].sum() > 0


def test_the_content_is_removed_and_nothing_else() -> None:
    page = Page("<p>one two</p><ul><li>three <b>four</b></li><li>five</li></ul>", hidden=True)
    rest = remove_content(page, np.array([0, 2, 0], dtype=np.int32))
    assert block_texts(rest) == ["one two", "five"]
