"""The scorer gives the same scores with any number of processes, with or without a cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mainspan import algorithm
from mainspan.errors import EvaluationError
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.scorer import Scorer, _Remote
from mainspan.page import Page
from tests.evaluation.tunable import lay_tunable

METHODS = [algorithm("plain"), algorithm("lqf"), algorithm("lqf:ratio=0.3")]


@pytest.fixture
def documents(tmp_path: Path) -> tuple[Document, ...]:
    return Package.read(lay_tunable(tmp_path / "package", pages=5)).documents


def scores(documents: tuple[Document, ...], jobs: int = 1, kept: int = 10**6) -> list[list[float]]:
    with Scorer(documents, jobs=jobs, kept=kept) as scorer:
        return [each.tolist() for each in scorer.scores(METHODS)]


def test_scores_are_those_of_the_measure(documents: tuple[Document, ...]) -> None:
    whole, usual, better = scores(documents)
    assert whole == usual == [pytest.approx(2 * 30 / 65)] * 5
    assert better == [1.0] * 5


def test_processes_and_pages_that_are_not_kept_change_no_score(tmp_path: Path) -> None:
    documents = Package.read(lay_tunable(tmp_path / "package", pages=5)).documents
    documents[3].gold.write_text("another", "utf-8")
    alone = scores(documents)
    assert alone[2] == [1, 1, 1, 0, 1]
    assert scores(documents, jobs=2) == alone
    assert scores(documents, kept=0) == alone


def test_pages_are_parsed_once_within_the_bound(
    documents: tuple[Document, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[object] = []

    def parse(html: bytes, url: str | None) -> Page:
        parsed.append(html)
        return Page(html, url=url)

    monkeypatch.setattr("mainspan.evaluation.scorer.Page", parse)
    size = len(Page(documents[0].read_page()).source)
    for kept, count in ((10**6, 5), (2 * size, 5 + 3 * len(METHODS))):
        parsed.clear()
        scores(documents, kept=kept)
        assert len(parsed) == count


def test_documents_that_cannot_be_read_or_scored_are_reported(documents: tuple[Document, ...]) -> None:
    documents[1].page.unlink()
    documents[2].gold.unlink()
    for jobs in (1, 2):
        with Scorer(documents, jobs=jobs) as scorer:
            assert [each.name for each in scorer.documents] == ["00", "03", "04"]
            assert [len(each) for each in scorer.scores(METHODS)] == [3, 3, 3]
        missing, unscored = scorer.complaints
        assert "01.html: No such file" in missing
        assert "02.html: left out: no gold" in unscored


def test_no_method_is_run_twice(documents: tuple[Document, ...]) -> None:
    with Scorer(documents) as scorer:
        first = list(scorer.scores(METHODS[:1]))
        scorer.workers.clear()
        assert list(scorer.scores(METHODS[:1] * 3))[2] is first[0]


def test_a_process_that_crashes_is_reported_in_one_line() -> None:
    worker = _Remote("words", 0)
    worker.child.process.kill()
    with pytest.raises(EvaluationError, match="has died"):
        worker.receive()
    worker.close()


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="there are no sessions here")
def test_ctrl_c_does_not_reach_a_process() -> None:
    worker = _Remote("words", 10**6)
    assert os.getsid(worker.child.process.pid) != os.getsid(0)
    worker.close()


def test_processes_end_with_the_scorer(documents: tuple[Document, ...]) -> None:
    with Scorer(documents, jobs=2) as scorer:
        running = [worker.child.process for worker in scorer.workers if isinstance(worker, _Remote)]
        assert len(running) == 2
        assert os.getpid() not in [each.pid for each in running]
    assert not any(each.poll() is None for each in running)
