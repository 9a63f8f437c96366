"""How inputs are cut into shards, and what these are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.bulk.inputs import PAGES, Input
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import _shards, plan


@pytest.mark.parametrize(("rows", "count"), [(7_400, 1), (7_600, 2)])
def test_an_index_is_cut_into_shards_of_about_5000_rows(rows: int, count: int, tmp_path: Path) -> None:
    index = tmp_path / "index.csv"
    index.write_text("warc_filename,warc_record_offset,warc_record_length\n" + "a.warc.gz,0,9\n" * rows)
    shards = plan([str(index)], Settings())
    assert len(shards) == count
    assert (shards[0].start, shards[-1].end) == (0, rows)


@pytest.mark.parametrize(("files", "count"), [(2_900, 1), (3_100, 2)])
def test_a_folder_is_cut_into_shards_of_about_2000_files(files: int, count: int) -> None:
    names = tuple(f"{number}.html" for number in range(files))
    shards = list(_shards(Input(PAGES, "pages", names), Settings()))
    assert len(shards) == count
    assert sum((shard.files for shard in shards), ()) == names


@pytest.mark.parametrize(("length", "shown"), [(30, 30), (60, 60), (70, 60)])
def test_long_names_of_inputs_are_cut(length: int, shown: int) -> None:
    (shard,) = _shards(Input(PAGES, "a" * length, ("0.html",)), Settings())
    stem, _, number = shard.name.rsplit("-", 2)
    assert (stem, number) == ("a" * shown, "00000")
