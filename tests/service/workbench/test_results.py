"""The views of an evaluation, from its table to one document and back to the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mainspan import evaluate
from tests.service.running import Running, running

PAGE = "<title>{0}</title><ul><li><a href=x>Home</a></ul><p>{0} lays eggs, and nobody knows why it sings.</p>"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with the results of two methods on two pages."""
    root = tmp_path_factory.mktemp("results")
    package = root / "hens"
    package.mkdir()
    for name, language in (("Anna", "en"), ("Berta", "de")):
        (package / f"{name}.html").write_text(PAGE.format(name))
        (package / f"{name}.txt").write_text(f"{name} lays eggs, and nobody knows why it sings.")
        (package / f"{name}.json").write_text(f'{{"language": "{language}"}}')
    evaluate([package], ["plain", "density"], measures=["words"], output=root / "runs" / "first", jobs=1)
    with running(root / "folder", results=root / "runs") as service:
        yield service


def get(service: Running, path: str, **query: str) -> str:
    answer = service.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_runs_are_listed(results: Running) -> None:
    assert 'href="/results/first"' in get(results, "/results")


def test_contestants_are_shown_on_each_package(results: Running) -> None:
    page = get(results, "/results/first")
    assert '<th scope="row">plain</th>' in page
    assert 'class="number">hens</th>' in page


def test_results_are_broken_down_by_a_flag(results: Running) -> None:
    page = get(results, "/results/first", flag="language")
    assert "de (1)" in page
    assert "en (1)" in page


def test_the_worst_document_comes_first_and_leads_to_its_difference(results: Running) -> None:
    page = get(results, "/results/first/documents", package="hens", contestant="plain")
    assert page.index("document=Anna") < page.index("document=Berta")
    page = get(results, "/results/first/document", package="hens", contestant="plain", document="Anna")
    assert re.search(r'<ins class="piece superfluous">\W*Home', page)
    assert "lays eggs, and nobody knows why it sings." in page


def test_a_document_leads_to_its_page(results: Running) -> None:
    page = get(results, "/results/first/document", package="hens", contestant="density", document="Berta")
    source = page.partition("/inspect?source=")[2].partition('"')[0]
    assert source.startswith(("page%3A", "page:"))
    assert "Berta lays eggs" in results.get(f"/inspect?source={source}&a=density").text


def test_what_is_not_there_is_said(results: Running) -> None:
    wanted = {"package": "hens", "contestant": "nobody"}
    assert results.get("/results/first/documents", params=wanted).status_code == 404


def test_without_results_the_view_says_what_to_type(tmp_path: Path) -> None:
    with running(tmp_path, results=tmp_path / "none") as service:
        assert "mainspan evaluate" in get(service, "/results")
