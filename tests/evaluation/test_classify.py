"""Classification and clustering: texts that show the label score, texts that show only the site do not."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mainspan.errors import MissingExtraError
from mainspan.evaluation.classify import Classified, as_table, classify_package, classify_texts, features_of
from mainspan.evaluation.labels import Labelled, label_documents
from mainspan.evaluation.packages import Package
from mainspan.evaluation.tables import records
from tests.evaluation.labelled import lay_labelled


@pytest.fixture
def labelled(tmp_path: Path) -> Labelled:
    return label_documents(Package.read(lay_labelled(tmp_path / "package")))


def test_gold_text_clusters_by_label_and_whole_pages_by_site(labelled: Labelled) -> None:
    whole, gold = classify_package(labelled, {})
    assert (whole.text, gold.text) == ("whole page", "gold")
    assert gold.folds == 5  # of six sites
    assert (gold.accuracy, gold.macro_f1, gold.mutual_information, gold.adjusted_rand) == (1, 1, 1, 1)
    assert whole.mutual_information < 0.5


def test_contestants_are_scored_by_their_texts(labelled: Labelled) -> None:
    found = {each.name: each.read_gold() or "" for each in labelled.documents}
    whole, same, nothing, gold = classify_package(labelled, {"same": found, "nothing": {}})
    assert same == replace(gold, text="same")
    assert (nothing.text, nothing.accuracy, nothing.mutual_information) == ("nothing", 0.5, 0)
    assert (whole.documents, whole.sites, whole.labels, whole.guessing) == (24, 6, 2, 0.5)


def test_a_classifier_that_learns_only_sites_is_no_better_than_guessing(labelled: Labelled) -> None:
    """If folds shared sites, it would know every label of this text."""
    one_label_a_site = replace(labelled, labels=tuple(str(int(site[4]) % 2) for site in labelled.sites))
    judged = classify_texts(one_label_a_site, "sites", labelled.sites)
    assert judged.accuracy is not None
    assert judged.accuracy <= 0.5


def test_the_same_texts_give_the_same_figures(labelled: Labelled) -> None:
    assert classify_package(labelled, {}) == classify_package(labelled, {})


def test_where_labels_are_sites_only_clusters_are_judged(labelled: Labelled) -> None:
    by_site = replace(labelled, labels=tuple(labelled.sites))
    whole, gold = classify_package(by_site, {})
    assert (whole.folds, whole.guessing, whole.accuracy, whole.macro_f1) == (0, None, None, None)
    assert whole.mutual_information == 1
    assert gold.mutual_information < 0.5


def test_a_label_of_one_site_is_not_asked_of_the_classifier(labelled: Labelled) -> None:
    odd = labelled.sites[0]
    pairs = zip(labelled.labels, labelled.sites, strict=True)
    one_more = replace(labelled, labels=tuple("odd" if site == odd else label for label, site in pairs))
    (_, gold) = classify_package(one_more, {})
    assert (gold.labels, gold.documents, gold.accuracy) == (3, 24, 1)


def test_without_gold_there_is_no_row_for_it(labelled: Labelled) -> None:
    for each in labelled.documents:
        each.gold.unlink()
    assert [row.text for row in classify_package(labelled, {})] == ["whole page"]


def test_a_page_that_cannot_be_read_has_no_text(labelled: Labelled) -> None:
    labelled.documents[0].page.unlink()
    assert classify_package(labelled, {})[0].documents == 24


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("Old pier, old pier", ["old", "pier", "old", "pier"]),
        ("\u4e2d\u6587x\u4e2d", ["\u4e2d", "\u6587", "x", "\u4e2d", "\u4e2d\u6587"]),
        ("", []),
    ],
)
def test_features_are_words_or_characters_with_their_pairs(text: str, features: list[str]) -> None:
    assert features_of(text) == features


def test_the_table_can_be_read_again() -> None:
    row = Classified("p", "page_type", 2, "accb", 9, 3, 3, 0.5, 0.75, 0.1, 0.7, 0.3, 0.2)
    (read, unjudged) = records(as_table([row, replace(row, accuracy=None)]))
    assert (read["text"], float(read["accuracy"]), float(read["adjusted_rand"])) == ("accb", 0.75, 0.2)
    assert unjudged["accuracy"] == ""


def test_a_missing_scikit_learn_says_how_to_get_it(
    labelled: Labelled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtraError, match=r"sklearn: .*pip install 'mainspan\[classify\]'"):
        classify_package(labelled, {})
