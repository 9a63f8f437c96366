"""CETD: folders for sites."""

from __future__ import annotations

from pathlib import Path

from tests.evaluation.importers.reading import known, names, take


def test_cetd_sites_are_kept_but_for_chaos(tmp_path: Path) -> None:
    take(tmp_path, "cetd")
    assert names(tmp_path) == ["BBC-one", "Chaos-two", "YAHOO-three"]
    assert (known(tmp_path, "YAHOO-three")["domain"], known(tmp_path, "Chaos-two").get("domain")) == (
        "yahoo",
        None,
    )
