"""mainspan package import: the list, an import, and error messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from mainspan.evaluation.packages import Package
from tests.cli.conftest import Run
from tests.evaluation.importers.corpora import SMALL, lay, zipped


def test_without_a_name_the_corpora_are_listed(out: Run) -> None:
    lines = out("package", "import").splitlines()
    assert lines[0].split() == ["name", "documents", "languages", "licence", "source"]
    assert lines[5].split() == ["dragnet", "1,379", "en", "AGPL-3.0", "seomoz/dragnet_data"]
    assert (
        lines[-1] == "Downloaded without PATH: all but cleaneval, l3s-gn1, cetd, which are fetched by hand."
    )


def test_a_folder_is_imported(out: Run, tmp_path: Path) -> None:
    lay(tmp_path / "clone", SMALL["dragnet"]())
    assert out("package", "import", "dragnet", "clone", "-o", "packages/d") == "packages/d: 3 documents\n"
    assert [each.name for each in Package.read("packages/d").documents] == ["one", "three", "two"]


def test_an_archive_is_imported_under_the_corpus_s_name(out: Run, tmp_path: Path) -> None:
    (tmp_path / "wcxb.zip").write_bytes(zipped(SMALL["wcxb"]()))
    assert out("package", "import", "wcxb", "wcxb.zip") == "wcxb: 3 documents\n"
    assert len(Package.read("wcxb")) == 3


def test_a_broken_document_is_reported_with_exit_code_1(tmp_path: Path) -> None:
    lay(tmp_path / "clone", SMALL["cetd"]() | {"BBC/gold/9.txt": b"no page"})
    result = CliRunner().invoke(app, ["package", "import", "cetd", "clone"], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (1, "cetd: 3 documents\n")
    assert result.stderr.splitlines() == [
        "mainspan: BBC-9: BBC/original/9.htm: missing",
        "mainspan: 1 of 4 documents were left out",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nope", "clone"), "no corpus is called 'nope'"),
        (("dragnet", "clone"), "clone: not Dragnet's training and test data: expected HTML/X.html"),
        (("dragnet", "nowhere"), "nowhere: No such file"),
        (("cetd",), "cannot be downloaded automatically. Get 'CETD Dataset' from"),
        (("cetd", "clone", "-o", "clone"), "clone: exists and is not an empty folder"),
    ],
)
def test_wrong_use_is_refused(arguments: tuple[str, ...], said: str, refused: Run, tmp_path: Path) -> None:
    lay(tmp_path / "clone", SMALL["cetd"]())
    assert said in refused("package", "import", *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["clone"]
