"""Servers that are busy are asked again, but not for ever."""

from __future__ import annotations

import pytest

from mainspan.bulk.places import Place
from mainspan.errors import MissingExtraError, SourceError
from mainspan.extras import install_command


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


@pytest.mark.parametrize(("protocol", "package"), [("s3", "mainspan[s3]"), ("gs", "gcsfs")])
def test_a_missing_library_is_installed_by_the_python_that_runs(
    protocol: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ImportError("no library")

    monkeypatch.setattr("fsspec.core.url_to_fs", missing)
    with pytest.raises(MissingExtraError) as caught:
        Place(f"{protocol}://bucket/a.warc.gz").system()
    assert str(caught.value).endswith(f"is missing: {install_command(package)}")
