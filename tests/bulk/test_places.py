"""Servers that are busy are asked again, but not for ever."""

from __future__ import annotations

import pytest

from mainspan.bulk.places import Place
from mainspan.errors import SourceError


@pytest.mark.parametrize(("failures", "is_read"), [(5, True), (6, False)])
def test_a_busy_server_is_asked_six_times(
    failures: int, is_read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("mainspan.bulk.places.time.sleep", pauses.append)
    left = [ConnectionError("too busy")] * failures

    def work() -> str:
        if left:
            raise left.pop()
        return "done"

    place = Place("https://example.org/a.warc.gz")
    if is_read:
        assert place._patiently(work) == "done"
    else:
        with pytest.raises(SourceError, match=r"a\.warc\.gz: too busy"):
            place._patiently(work)
    assert len(pauses) == 5
