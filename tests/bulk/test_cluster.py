"""A Ray cluster of several nodes on this machine: workers are killed, a node goes and another comes."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from mainspan.bulk.local import LocalWorkers
from mainspan.bulk.run import Run, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import plan
from mainspan.bulk.store import Store
from tests.bulk.archives import crawl, digests, http, packed, page, response, rows_of, write
from tests.bulk.poison import Poison

ROOT = Path(__file__).parent.parent.parent
SIZE = 4_000
COUNT = 90

pytest.importorskip("ray", reason="ray is not installed: pip install 'mainspan[ray]'")


def test_a_cluster_that_loses_workers_and_a_node_has_the_rows_of_a_local_run(tmp_path: Path) -> None:
    poisoned = page(70).replace(b"word70x3", b"poison-crash")
    records = [response(number, http(poisoned) if number == 70 else None) for number in range(COUNT)]
    path = write(tmp_path / "a.warc.gz", packed(records))
    settings = Settings(methods=(Poison(),), shard_bytes=SIZE, seconds=2.0)
    store = Store(str(tmp_path / "local"))
    shards = plan([str(path)], settings)
    Run(shards, settings, store)(LocalWorkers(2, settings, store), Watcher())
    done = subprocess.run(
        [sys.executable, "-m", "tests.bulk.cluster_run", path, tmp_path / "ray", str(SIZE), "--disturb"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "RAY_DEDUP_LOGS": "0", "CLUSTER_RUN": uuid.uuid4().hex},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert f"{len(shards)} shards, 0 failures" in done.stdout, done.stderr[-2000:]
    assert "a node was removed" in done.stdout
    assert digests(tmp_path / "ray") == digests(tmp_path / "local")
    rows = rows_of(tmp_path / "ray")
    assert len(rows) == COUNT
    assert [row["id"] for row in rows if row["status"] != "ok"] == ["<urn:page:70>"]


@pytest.mark.skipif(not os.environ.get("MAINSPAN_LONG"), reason="takes long: make test-long")
def test_the_command_on_a_cluster_of_its_own_has_the_parts_of_a_local_run(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.warc.gz", COUNT)
    program = "from mainspan.cli import main; main()"
    more: list[str]
    for name, more in (("local", []), ("ray", ["--ray", "local"])):
        options = ["bulk", str(path), "-o", str(tmp_path / name), "--shard-size", "8K", *more]
        subprocess.run([sys.executable, "-c", program, *options], check=True, timeout=280)
    assert digests(tmp_path / "ray") == digests(tmp_path / "local")
    assert len(digests(tmp_path / "ray")) > 1
