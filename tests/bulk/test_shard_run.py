"""The entry of a shard: all losses are counted, and a bounded number of them is listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.archives import run_all


@pytest.mark.parametrize(("losses", "listed"), [(1_000, 1_000), (1_001, 1_000)])
def test_many_losses_are_counted_but_not_listed(losses: int, listed: int, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"html": "<p>One two three."}\n' + "{broken\n" * losses)
    _, (entry,) = run_all([tmp_path / "a.jsonl"], tmp_path / "out")
    assert entry["lost"] == {"corrupt": losses}
    assert len(entry["losses"]) == listed
