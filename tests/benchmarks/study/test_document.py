"""The document: every statement, every contestant, and no figure for what was not measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.study.__main__ import Sample, main
from benchmarks.study.contestants import MEASURES, PEERS, canonical, methods
from benchmarks.study.document import PAPERS, write_document
from benchmarks.study.figures import Figures
from mainspan.algorithms import ALGORITHMS, DEFAULT, algorithm
from mainspan.evaluation.contestants import PEERS as KNOWN_PEERS
from mainspan.evaluation.measures import MEASURES as KNOWN_MEASURES
from mainspan.evaluation.packages import Package
from tests.study_results import make_results


def test_the_document_has_every_statement_and_every_contestant(tmp_path: Path) -> None:
    even = dict.fromkeys(methods(), 0.5)
    made = make_results(tmp_path, {"news": even | {"accb": 0.75}, "wiki": even, "kinds": even})
    text = write_document(made, Figures(made), "make it")
    statements = [each for paper in PAPERS for each in paper.STATEMENTS]
    assert all(f"### {number}. {each.text}\n" in text for number, each in enumerate(statements, 1))
    assert all(f"\n| {name} |" in text for name in methods())
    assert "Made by `make it`" in text
    assert "mainspan evaluate news wiki kinds -a plain -a bte" in text
    assert f"-m {' -m '.join(MEASURES)} -o RESULTS" in text
    assert "The pages of wiki were written for this project" in text
    assert "the gold of kinds (labels of a language model)" in text
    assert "| contestant | news | kinds (unchecked) | wiki (ours) | mean |" in text
    assert "| accb | **0.750** | **0.500** | **0.500** | 0.750 |" in text


def test_a_verdict_says_that_it_rests_on_our_own_pages(tmp_path: Path) -> None:
    made = make_results(tmp_path, {"wiki": dict.fromkeys(methods(), 0.5) | {"accb": 0.9}})
    text = write_document(made, Figures(made), "")
    assert (
        "**Confirmed, on our own pages only** (epsilon=0.1, the default). Asked: the figure is above 0."
        in text
    )
    assert "**Not measured**" in text


def test_what_was_not_measured_has_an_empty_cell(tmp_path: Path) -> None:
    made = make_results(tmp_path, {"news": {"plain": 0.5, "accb": 0.6}, "blogs": {"plain": 0.4}})
    text = write_document(made, Figures(made), "")
    assert "| accb | **0.600** |  |  |" in text
    assert "| plain | 0.500 | **0.400** | 0.450 |" in text
    assert "0.000 |" not in text.partition("## All contestants")[2].partition("standard deviation")[0]
    assert "Not measured: wlr was not run on news." in text


def test_a_package_without_gold_texts_is_named(tmp_path: Path) -> None:
    made = make_results(tmp_path, {"news": {"plain": 0.5}, "parts": {"plain": 0.4}})
    for row in made.rows:
        if row.package == "parts":
            row.scores.update(dict.fromkeys(MEASURES, "no gold"))
    text = write_document(made, Figures(made), "")
    assert "only segments, so no F1: parts." in text
    assert "| contestant | news | mean |" in text


def test_what_is_run_exists() -> None:
    names = methods()
    assert set(ALGORITHMS) - {DEFAULT} <= set(names)
    assert DEFAULT not in names
    assert [repr(algorithm(name)) for name in names] == names
    assert {
        "accb:epsilon=0.01",
        "dana:gap=160",
        "tccb:range=18",
        "cnr:relevance=normalised",
        "cnr:relevance=printed",
    } <= set(names)
    assert set(PEERS) <= set(KNOWN_PEERS)
    assert set(MEASURES) <= set(KNOWN_MEASURES)
    assert canonical("accb:epsilon=0.1") == "accb"


def test_the_whole_study_on_a_few_pages(corpus: Path, tmp_path: Path) -> None:
    out, document = tmp_path / "results", tmp_path / "made.md"
    arguments = ["-o", str(out), "--document", str(document)]
    main([str(corpus / "wiki"), str(corpus / "arabic-script-news"), "--every", "6", "--no-peers", *arguments])
    text = document.read_text("utf-8")
    assert "wiki 2, arabic-script-news 2" in text
    assert "--every 6 -o RESULTS" in text
    assert "MB/s on 2 pages (arabic-script-news 2)" in text or "MB/s on 3 pages" in text
    # What was measured is kept: writing the document again gives the same.
    main(arguments)
    assert document.read_text("utf-8") == text


def test_a_missing_folder_is_an_error_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no results here"):
        main(["-o", str(tmp_path / "none")])


def test_small_packages_are_taken_whole(corpus: Path) -> None:
    package = Package.read(corpus / "wiki")
    size = len(package)
    assert len(Sample(every=3, whole=size)(package)) == size
    assert len(Sample(every=3, whole=size - 1)(package)) == -(-size // 3)
