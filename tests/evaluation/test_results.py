from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.flags import Flags, break_down
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.result_files import (
    Table,
    safe_name,
    safe_names,
    text_line,
    write_breakdown,
    write_flags,
    write_run,
    write_significance,
    write_summaries,
)
from mainspan.evaluation.results import Evaluation, Results
from mainspan.evaluation.significance import significance
from mainspan.evaluation.summary import summarise
from mainspan.evaluation.tables import RowFormat, records

FORM = RowFormat(("words",), ("screen_words",))
ROWS = [
    Row("p q", f"d{i}", "s", name, 10, 1 / 3, {"words": Score(0.1, 0.2, f1 / 3)}, {"screen_words": 7.0})
    for name, f1 in (("a:b=1", 1), ("c", 2))
    for i in range(2)
]
FLAGS: Flags = {("p q", "d0"): {"language": "en", "tab\t": "x"}, ("p q", "d1"): {"language": "el"}}
RUN: dict[str, Any] = {
    "packages": [{"name": "p q", "file": "p-q", "folder": "../pages"}],
    "contestants": [{"name": "a:b=1", "file": "a-b=1"}, {"name": "c", "file": "c"}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    write_run(folder, RUN)
    for contestant in RUN["contestants"]:
        own = [row for row in ROWS if row.contestant == contestant["name"]]
        Table.of(folder, RUN["packages"][0], contestant).finish(FORM, own)
    write_summaries(folder, summarise(ROWS), ["words"])
    write_significance(folder, significance(ROWS))
    write_flags(folder, FLAGS)
    write_breakdown(folder, break_down(ROWS, FLAGS), ["words"])
    return folder


def test_what_was_written_is_read_again_to_the_last_bit(folder: Path) -> None:
    found = Results.read(folder)
    assert (found.run, found.rows) == (RUN, ROWS)
    assert (found.summaries, found.significance) == (summarise(ROWS), significance(ROWS))
    assert (found.flags, found.break_down()) == (FLAGS, break_down(ROWS, FLAGS))


def test_results_without_flags_are_not_broken_down(folder: Path) -> None:
    (folder / "flags.tsv").unlink()
    assert Results.read(folder).break_down() == []


def test_the_breakdown_has_a_line_for_each_value_and_contestant(folder: Path) -> None:
    lines = records((folder / "breakdown.tsv").read_text("utf-8"))
    assert [(each["flag"], each["value"], each["package"], each["contestant"]) for each in lines] == [
        ("language", value, "p q", name) for value in ("el", "en") for name in ("a:b=1", "c")
    ]
    assert (lines[3]["words f1"], lines[3]["words sd"], lines[3]["documents"]) == (repr(2 / 3), "", "1")


def test_the_folder_has_a_file_for_each_contestant_and_package(folder: Path) -> None:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    tables = [f"p-q/{name}.{end}" for name in ("a-b=1", "c") for end in ("texts.jsonl", "tsv")]
    assert files == sorted(
        [*tables, "breakdown.tsv", "flags.tsv", "run.json", "significance.tsv", "summary.tsv"]
    )


def test_the_summary_has_means_spread_and_time(folder: Path) -> None:
    line = records((folder / "summary.tsv").read_text("utf-8"))[1]
    assert line["contestant"] == "c"
    assert (line["words f1"], line["words sd"], line["words documents"]) == (repr(2 / 3), "0.0", "2")
    assert (line["seconds"], line["MB/s"], line["screen_words"]) == (
        repr(2 / 3),
        repr(20 / 1e6 / (2 / 3)),
        "7.0",
    )


def test_texts_are_found_by_document(tmp_path: Path) -> None:
    write_run(tmp_path, RUN)
    path = tmp_path / "p-q" / "c.texts.jsonl"
    path.parent.mkdir()
    path.write_bytes(text_line("d0", "Zeile\n\u2028\udc80").encode("utf-8", "backslashreplace"))
    assert Results.read(tmp_path).texts("p q", "c") == {"d0": "Zeile\n\u2028\udc80"}
    assert Results.read(tmp_path).texts("p q", "nobody") == {}


def test_an_unfinished_run_can_be_read(folder: Path) -> None:
    table = Table.of(folder, RUN["packages"][0], RUN["contestants"][0])
    whole = table.final.read_text("utf-8")
    table.part.write_text(whole[: len(whole) - 9], "utf-8")
    table.final.unlink()
    assert [row.document for row in Results.read(folder).rows if row.contestant == "a:b=1"] == ["d0"]


def test_damaged_lines_are_left_out(folder: Path) -> None:
    table = Table.of(folder, RUN["packages"][0], RUN["contestants"][0])
    lines = table.final.read_text("utf-8").splitlines(keepends=True)
    table.final.write_text("".join([lines[0], "\0\0\0\n", lines[2]]), "utf-8")
    assert list(table.rows()) == ["d1"]


def test_packages_are_found_from_the_results(folder: Path) -> None:
    assert Results.read(folder).package_folder("p q") is None
    (folder.parent / "pages").mkdir()
    assert Results.read(folder).package_folder("p q") == folder / "../pages"
    assert Results.read(folder).package_folder("other") is None


def test_a_package_that_only_the_full_name_finds_is_found(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    package = RUN["packages"][0] | {"folder": "../gone", "absolute": str(elsewhere)}
    write_run(folder, RUN | {"packages": [package]})
    assert Results.read(folder).package_folder("p q") == elsewhere


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"packages": 1, "contestants": []}', "\0"])
def test_a_damaged_run_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, "utf-8")
    with pytest.raises(SourceError, match=r"run\.json: damaged; run again with --fresh"):
        Results.read(tmp_path)


def test_other_folders_are_reported_from_results(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no results here \(run.json is missing\)"):
        Results.read(tmp_path)


def test_other_files_in_place_of_a_table_are_reported(folder: Path) -> None:
    (folder / "p-q" / "c.tsv").write_text("hello\n", "utf-8")
    with pytest.raises(SourceError, match=r"c\.tsv: not a table of results"):
        Results.read(folder)


def test_an_evaluation_without_a_folder_has_its_texts() -> None:
    found = Evaluation(found={("p", "c"): {"d": "text"}})
    assert (found.texts("p", "c"), found.texts("p", "x")) == ({"d": "text"}, {})


@pytest.mark.parametrize(
    ("name", "safe"),
    [("accb:range=60", "accb-range=60"), ("a/../b", "a-..-b"), ("..", "-."), ("", "-"), ("ä b", "--b")],
)
def test_names_of_files_are_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_long_names_are_shortened_and_stay_different() -> None:
    one, other = safe_name("x" * 500), safe_name("x" * 501)
    assert one != other
    assert len(one) < 140


def test_names_that_become_the_same_are_numbered() -> None:
    assert safe_names(["a:b", "a/b", "A-B", "c"]) == ["a-b", "a-b-2", "A-B-3", "c"]
    assert safe_names(["a" * 120]) == ["a" * 120]
    assert safe_names(["a" * 121])[0].startswith("a" * 120 + "-")


def test_run_json_can_be_read_by_people_and_programs(folder: Path) -> None:
    text = (folder / "run.json").read_text("utf-8")
    assert json.loads(text) == RUN
    assert text.count("\n") > 5
