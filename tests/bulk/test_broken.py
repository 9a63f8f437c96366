"""Broken files among good ones: each readable record is a row once, and each loss is in the report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.bulk.report import write_report
from mainspan.bulk.run import Result, Run
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from mainspan.cli import app, load_commands
from tests.bulk.archives import crawl, digests, packed, response, rows_of, write

EACH = 5


def folder_of(path: Path) -> set[str]:
    """Ten good files, one that is cut off, one with a corrupt member, and one that is no WARC file.

    Returns the addresses of all pages that can be read.
    """
    path.mkdir()
    urls = set()
    for file in range(12):
        first = file * EACH
        members = packed(response(number) for number in range(first, first + EACH))
        readable = set(range(first, first + EACH))
        if file == 3:
            members[-1] = members[-1][:100]
            readable.remove(first + EACH - 1)
        if file == 7:
            damaged = bytearray(members[2])
            damaged[80] ^= 0xFF
            members[2] = bytes(damaged)
            readable.remove(first + 2)
        write(path / f"{file:02d}.warc.gz", members)
        urls |= {f"https://example.org/{number}" for number in readable}
    (path / "99.warc.gz").write_bytes(b"<html>no archive")
    return urls


def test_broken_files_among_good_ones(tmp_path: Path) -> None:
    urls = folder_of(tmp_path / "in")
    load_commands(["bulk"])
    result = CliRunner().invoke(app, ["bulk", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "-j", "2"])
    assert result.exit_code == 0, result.output
    assert Counter(row["url"] for row in rows_of(tmp_path / "out")) == Counter(urls)
    report = json.loads((tmp_path / "out" / "report.json").read_bytes())
    assert report["losses"] == {"truncated": 1, "corrupt": 1, "not_warc": 1}
    assert {Path(loss["address"]).name for loss in report["loss_list"]} == {
        "03.warc.gz",
        "07.warc.gz",
        "99.warc.gz",
    }
    assert report["agrees"]
    assert report["is_complete"]
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "03.warc.gz" in page
    assert "<script" not in page


def test_a_file_that_vanishes_is_a_loss_and_tried_again(tmp_path: Path) -> None:
    from tests.bulk.inline import InlineWorkers
    from tests.bulk.test_run import Noting

    path = crawl(tmp_path / "a.warc.gz", EACH)
    data = path.read_bytes()
    settings, store = Settings(), Store(str(tmp_path / "out"))
    shards = plan([str(path)], settings)
    path.write_bytes(data[:50])
    run = Run(shards, settings, store)
    result = run(InlineWorkers(settings, store), Noting())
    summary = write_report(run, result)
    assert dict(summary.lost) == {"gone": 1}
    assert not summary.is_complete
    path.write_bytes(data)
    result = run(InlineWorkers(settings, store), Noting())
    assert write_report(run, result).is_complete
    assert len(rows_of(tmp_path / "out")) == EACH


def test_an_input_that_is_not_there_is_a_loss(tmp_path: Path) -> None:
    load_commands(["bulk"])
    result = CliRunner().invoke(app, ["bulk", str(tmp_path / "no.warc.gz"), "-o", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "no such file" in (tmp_path / "out" / "report.json").read_text("utf-8")


def test_a_report_says_if_its_sums_do_not_agree(tmp_path: Path) -> None:
    from tests.bulk.archives import run_all

    _, (entry,) = run_all([crawl(tmp_path / "a.warc.gz", EACH)], tmp_path / "out")
    entry["records"]["response"] += 1
    store, settings = Store(str(tmp_path / "out")), Settings()
    summary = write_report(Run([], settings, store), Result([entry], []))
    assert not summary.agrees
    assert "sums do not agree" in (tmp_path / "out" / "report.html").read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_stops_a_run_that_goes_on_later(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", 400)
    program = "from mainspan.cli import main; main()"
    options = ["bulk", str(path), "-o", str(tmp_path / "out"), "--shard-size", "8K", "-j", "1"]
    run = subprocess.Popen([sys.executable, "-c", program, *options], stderr=subprocess.PIPE, text=True)
    manifest = tmp_path / "out" / "manifest"
    for _ in range(1000):
        if manifest.is_dir() and any(each.suffix == ".json" for each in manifest.iterdir()):
            break
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "the same command continues from there" in said
    done = len(list(manifest.glob("*.json")))
    assert 0 < done < len(plan([str(path)], Settings(shard_bytes=8192)))
    before = digests(tmp_path / "out")
    # The rest would take a while: what is done is known, and that is the point.
    assert all(name.endswith((".parquet", ".unfinished")) for name in before)
