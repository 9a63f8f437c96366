"""The measure of structure."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.kinds import kinds_of
from mainspan.evaluation.measures import TEXT_MEASURES, Case, forms_of, measure, measures_of
from mainspan.evaluation.measures.structure import title_of
from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Score
from mainspan.evaluation.run import evaluate
from mainspan.evaluation.structure import KINDS, Markup

from ..packaged import TEXT, describe, lay

GOLD = Markup("html", "<h2>a</h2><ul><li>b<li>c</ul>")


def case(*found: Markup, gold: Markup | None = GOLD) -> Case:
    return Case("", "", b"<title>T</title>", markups=found, gold_markup=gold)


def test_all_kinds_are_one_bag() -> None:
    found = Markup("html", "<h2>a</h2><ul><li>b<li>x<li>y</ul>")
    assert measure("structure")(case(found)) == (2 / 4, 2 / 3, 4 / 7)
    assert measure("structure:kind=item")(case(found)) == (1 / 3, 1 / 2, 2 / 5)
    assert measure("structure:kind=heading")(case(found)) == (1, 1, 1)


def test_what_the_gold_has_none_of_has_no_score() -> None:
    assert measure("structure:kind=code")(case(Markup("html", "<pre>x</pre>"))) == "no such items"
    assert measure("structure")(case(GOLD, gold=Markup("html", "<p>a"))) == "no such items"
    assert measure("structure")(case(GOLD, gold=None)) == "no gold with structure"


def test_a_link_in_the_place_of_a_frame_does_not_count() -> None:
    found, gold = (Markup("html", f"<a href=/b>c</a>{more}") for more in ("<a href=/films/x>Film</a>", ""))
    for page, precision in ((b"<iframe src=/films/x></iframe>", 1), (b"", 1 / 2)):
        score = measure("structure")(Case("", "", page, markups=(found,), gold_markup=gold))
        assert isinstance(score, Score)
        assert (score.precision, score.recall) == (precision, 1)


def test_each_form_is_measured_by_itself() -> None:
    found = Markup("html", "<h2>a</h2>"), Markup("markdown", "## a\n\n- b\n- c\n")
    assert measure("structure:form=markdown")(case(*found)) == (1, 1, 1)
    assert measure("structure:form=html,kind=item")(case(*found)) == (0, 0, 0)
    assert measure("structure:form=markdown")(case(GOLD)) == "gives no markdown"
    assert measure("structure")(case()) == "gives no structure"


def test_the_measure_is_taken_with_its_kinds() -> None:
    names = list(map(repr, measures_of(["structure", "words", "structure"])))
    assert names == ["structure", *(f"structure:kind={kind}" for kind in KINDS), "words"]
    assert list(map(repr, measures_of(["structure:kind=cell"]))) == ["structure:kind=cell"]
    assert list(map(repr, measures_of(None))) == list(TEXT_MEASURES)


def test_contestants_give_the_forms_that_are_measured() -> None:
    assert forms_of(measures_of(["words"])) == ()
    assert forms_of(measures_of(["structure"])) == ("html",)
    assert forms_of(measures_of(["structure", "structure:form=markdown"])) == ("html", "markdown")


def test_the_title_of_a_page() -> None:
    assert title_of(b"<title>A &amp; B</title><p>x") == "A & B"
    assert title_of(b"<p>x") == title_of(b"") == ""


PAGE = (
    f"<html><title>Ferry</title><body><nav>Home</nav><article><h1>Ferry</h1><h2>Noon</h2><p>{TEXT}.</article>"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    describe(folder)
    lay(folder, "one", page=PAGE.encode())
    (folder / "one.gold.html").write_text(f"<h2>Noon</h2><p>{TEXT}.", "utf-8")
    lay(folder, "two", page=PAGE.encode())
    (folder / "two.gold.md").write_text('```json\n{"title": "Ferry"}\n```\n\n## Noon\n\n- a\n', "utf-8")
    lay(folder, "three", page=PAGE.encode())
    return folder


def test_gold_with_structure_is_no_page(package: Path) -> None:
    documents = {each.name: each for each in Package.read(package).documents}
    assert list(documents) == ["one", "three", "two"]
    two = documents["two"].read_gold_markup()
    assert two is not None
    assert (two.form, two.text.strip()) == ("markdown", "## Noon\n\n- a")
    assert documents["three"].read_gold_markup() is None


def test_contestants_are_measured_by_what_they_give(package: Path) -> None:
    names = ["plain", "command:cat", "peer:readability-lxml", "peer:justext"]
    found = evaluate(package, names, measures=["structure", "structure:form=markdown"], jobs=1)
    rows = {(row.contestant, row.document): row.scores for row in found.rows}
    assert rows["plain", "one"]["structure"] == (1, 1, 1)
    assert rows["plain", "two"]["structure:form=markdown"] == Score(1, 1 / 2, 2 / 3)
    assert rows["command:cat", "one"]["structure:kind=heading"] == (1, 1, 1)
    assert rows["readability-lxml", "one"]["structure:form=markdown"] == "gives no markdown"
    assert rows["justext", "one"]["structure"] == "gives no structure"
    assert rows["plain", "three"]["structure"] == "no gold with structure"
    kinds = {each.name: each for each in kinds_of(found.rows, found.run["measures"], "structure")}
    assert list(kinds) == list(KINDS)
    assert (kinds["heading"].documents, kinds["heading"].means["plain"].f1) == (2, 1)
    assert kinds_of(found.rows, found.run["measures"], "words") == []


def test_a_contestant_that_fails_to_give_structure_scores_nothing(package: Path) -> None:
    found = evaluate(package, ["command:false"], measures=["structure"], jobs=1)
    assert {row.document for row in found.rows if row.error} == {"one", "two", "three"}


def test_a_method_gives_both_forms() -> None:
    made = contestant("plain")
    assert made.markup(b"<h2>a</h2>", "html") == Markup("html", "<h2>a</h2>\n")
    assert made.markup(b"<h2>a</h2>", "markdown") == Markup("markdown", "## a\n")
