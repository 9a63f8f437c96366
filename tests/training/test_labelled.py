"""Labels block by block: they fit the page that was labelled, or are refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from mainspan.errors import PackageError
from mainspan.page import Page
from training.data import read_labelled, rows_of_labelled, write_all
from training.labelled import (
    LABELS,
    Label,
    digest_of,
    kept_blocks,
    labels_of,
    page_of,
    print_sheet,
    print_summary,
    ranges_of,
    read_labels,
)
from training.rows import read_rows
from training.settings import KINDS, fold_of

HTML = (
    b"<nav><a href=/>Home</a></nav><h1>Blue kettle</h1><p>It boils a litre of water.</p>"
    b"<p>Ships free within five days, as all things do.</p>"
    b"<p>Ships free within five days, as all things do.</p>"
    b"<footer>Imprint</footer>"
)


def label(html: bytes = HTML, **changes: object) -> Label:
    digest = digest_of(Page(html, hidden=True))
    made = Label(
        name="product-001",
        source="pypi",
        package="kettles",
        version="1.0",
        path="tests/kettle.html",
        sha256=sha256(html).hexdigest(),
        type="product",
        sure="high",
        keep=((1, 2),),
        digest=digest,
        site="kettles.example",
        language="en",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def folder_with(folder: Path, html: bytes = HTML, name: str = "product-001") -> Path:
    (folder / f"{name}.html").write_bytes(html)
    return folder


def test_words_of_kept_blocks_are_held() -> None:
    found = labels_of(label(), Page(HTML, hidden=True))
    assert found is not None
    count, held, gold = found
    assert count.tolist() == [1, 2, 6, 9, 9, 1]
    assert held.tolist() == [0, 2, 6, 0, 0, 0]
    assert gold == 8


def test_copies_of_a_kept_block_share_its_label_but_the_gold_has_it_once() -> None:
    found = labels_of(label(keep=((1, 3),)), Page(HTML, hidden=True))
    assert found is not None
    assert found[1].tolist() == [0, 2, 6, 9, 9, 0]
    assert found[2] == 17


def test_labels_are_refused_if_the_blocks_are_others() -> None:
    assert labels_of(label(digest="0" * 16), Page(HTML, hidden=True)) is None


@pytest.mark.parametrize("html", ["<p>ab</p><p>c", "<p>a<p>b<p>c", "<p>a</p>bcd", "<p>a</p>"])
def test_a_digest_knows_the_lengths_of_blocks(html: str) -> None:
    page = Page("<p>a</p><p>bc</p>")
    assert digest_of(Page(html)) != digest_of(page)
    assert digest_of(Page("<p class=x>a</p>\n<p>b<b>c</b>")) == digest_of(page), "only text counts"


def test_ranges_and_flags_are_the_same() -> None:
    kept = np.array([True, False, True, True, False, True])
    assert list(ranges_of(kept)) == [(0, 0), (2, 3), (5, 5)]
    assert kept_blocks(label(keep=tuple(ranges_of(kept))), 6).tolist() == kept.tolist()
    assert not list(ranges_of(np.zeros(3, dtype=np.bool_)))


def test_a_page_with_other_bytes_is_not_the_labelled_one(tmp_path: Path) -> None:
    assert page_of(label(), tmp_path) is None
    assert page_of(label(), folder_with(tmp_path)) == HTML
    assert page_of(label(), folder_with(tmp_path, HTML + b" ")) is None


def test_a_row_has_what_the_network_reads(tmp_path: Path) -> None:
    row = rows_of_labelled(label(), folder_with(tmp_path))
    assert row is not None
    assert row["held"].tolist() == row["held_comments"].tolist() == [0, 2, 6, 0, 0, 0]
    assert row["gold_comments"] == -1
    assert row["about"] == {
        "name": "product-001",
        "site": "kettles.example",
        "language": "en",
        "type": "product",
        "blocks": 6,
    }


def test_what_is_left_out_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = [label(), label(name="gone"), label(name="other", digest="0" * 16)]
    folder_with(folder_with(tmp_path), name="other")
    assert [row["about"]["name"] for row in read_labelled(labels, tmp_path)] == ["product-001"]
    out = capsys.readouterr().out
    assert "gone: not in" in out
    assert "other: its blocks are not those that were labelled" in out


def test_labelled_pages_are_written_as_a_package_of_their_own(
    tmp_path: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.data.PACKAGES", ("arabic-script-news",))
    monkeypatch.setattr("training.data.FURTHER", ())
    monkeypatch.setattr("training.data.read_labels", lambda: [label()])
    write_all(corpus, tmp_path / "data", folder_with(tmp_path))
    (row,) = read_rows(tmp_path / "data", ("labelled",))
    assert row.about["package"] == "labelled"
    assert row.about["fold"] == fold_of("kettles.example")
    assert row.held.tolist() == [0, 2, 6, 0, 0, 0]
    assert row.gold == 8
    assert read_rows(tmp_path / "data", ("arabic-script-news",))


def test_a_sheet_shows_numbers_containers_and_cut_texts(capsys: pytest.CaptureFixture[str]) -> None:
    print_sheet(HTML, 12)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["1 <h1> Blue kettle", "2 <p> It boils a l…"]


def test_labels_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    labels = [label(), label(site="b.example", sure="low"), label(language="de"), label(type="forum")]
    print_summary(labels)
    rows = capsys.readouterr().out.splitlines()[2:]
    assert rows == ["| forum | 1 | 1 | 1 | 1 | 1, 0, 0 |", "| product | 3 | 2 | 2 | 1 | 2, 0, 1 |"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"keep": [[3, 2]]}, "not in order"),
        ({"keep": [[3, 4], [1, 2]]}, "not in order"),
        ({"colour": 1}, "colour"),
    ],
)
def test_a_wrong_line_is_named(change: dict[str, object], message: str, tmp_path: Path) -> None:
    line = LABELS.joinpath("documentation.jsonl").read_text("utf-8").splitlines()[0]
    (tmp_path / "x.jsonl").write_text(f"{line}\n{json.dumps(json.loads(line) | change)}\n")
    with pytest.raises(PackageError, match=f"line 2.*{message}"):
        read_labels(tmp_path)


def test_a_folder_without_labels_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="no labels"):
        read_labels(tmp_path)


def test_the_labels_of_the_project_are_sound() -> None:
    labels = read_labels()
    assert len({each.name for each in labels}) == len({each.sha256 for each in labels}) == len(labels)
    assert {each.type for each in labels} <= set(KINDS)
    assert {each.sure for each in labels} <= {"high", "medium", "low"}
    assert {each.source for each in labels} <= {"pypi", "npm", "debian"}
    for each in labels:
        assert each.keep, each.name
        assert each.site, each.name
        assert len(each.digest) == 16, each.name
    # A few sites must not decide what a type of pages is.
    products = Counter(each.site for each in labels if each.type in ("product", "forum"))
    assert not [site for site, pages in products.items() if pages > 2]
