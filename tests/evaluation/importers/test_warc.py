"""WARC files: records one after the other, packed or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mainspan.errors import SourceError
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.importers.warc import WarcRecord, read_warc
from tests.evaluation.importers.corpora import lay, packed, record


def records(folder: Path, data: bytes) -> list[WarcRecord]:
    with Files(lay(folder, {"a.warc": data})) as files:
        return list(read_warc(files, "a.warc"))


@pytest.mark.parametrize("pack", [bytes, packed])
def test_records_have_heads_and_contents(pack: object, tmp_path: Path) -> None:
    assert callable(pack)
    data = pack(record("resource", b"WARC/1.0\r\n\r\nx")) + pack(record("conversion", b""))
    found = records(tmp_path, data)
    assert [(each.head["warc-type"], each.content) for each in found] == [
        ("resource", b"WARC/1.0\r\n\r\nx"),
        ("conversion", b""),
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<html>", "not a WARC file"),
        (b"WARC/1.0\r\nWARC-Type: resource\r\n\r\n", "no length"),
        (b"WARC/1.0\r\nContent-Length: 99999999999\r\n\r\n", "too long"),
        (packed(record("resource", b"x" * 999))[:-20], "broken"),
    ],
)
def test_a_file_that_is_no_warc_is_reported(data: bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=said):
        records(tmp_path, data)
