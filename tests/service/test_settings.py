"""The options of the service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import ParameterError
from mainspan.service.settings import MIN_TOKEN_LENGTH, Settings, default_folder, is_loopback, make_token


def test_each_token_is_new_and_good() -> None:
    tokens = {Settings().token for _ in range(10)} | {make_token()}
    assert len(tokens) == 11


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", "LocalHost"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)
    assert Settings(host=host).is_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "localhost.example.org", "128.0.0.1", ""])
def test_not_loopback(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_wildcards(host: str) -> None:
    assert Settings(host=host).is_wildcard
    assert not Settings().is_wildcard


def test_the_shortest_token() -> None:
    token = "x" * MIN_TOKEN_LENGTH
    assert MIN_TOKEN_LENGTH == 16
    assert Settings(token=token).token == token
    with pytest.raises(ParameterError, match="at least 16 characters"):
        Settings(token=token[1:])


@pytest.mark.parametrize(
    "token", ["", "a token with blanks in it", "größer-als-sechzehn-zeichen", "a;b" * 10]
)
def test_a_token_that_no_header_can_have(token: str) -> None:
    with pytest.raises(ParameterError, match="only letters, digits"):
        Settings(token=token)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers must be at least 1, not 0"),
        ({"max_bytes": 0}, "max_bytes must be at least 1"),
        ({"max_requests": -1}, "max_requests must be"),
        ({"seconds": 0}, "above 0 seconds, not 0"),
        ({"seconds": float("nan")}, "above 0 seconds, not nan"),
        ({"port": 65536}, "from 0 to 65535"),
        ({"allow_origins": ("example.org",)}, "'example.org' is no origin"),
        ({"allow_origins": ("https://example.org/",)}, "without a path"),
        ({"allow_origins": ("*",)}, "'\\*' is no origin"),
        ({"allow_origins": ("https://[",)}, "is no origin"),
        ({"packages": Path("/nowhere/at/all")}, "no such folder"),
    ],
)
def test_wrong_settings(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Settings(**options)


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Settings(token="secret-secret-secret"))


def test_results_are_in_the_folder_unless_one_is_named(tmp_path: Path) -> None:
    assert Settings(folder=tmp_path).results_folder == tmp_path / "results"
    assert Settings(folder=tmp_path, results=tmp_path / "r").results_folder == tmp_path / "r"


def test_the_default_folder_is_one_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "mainspan"
    assert Settings().packages_folder == tmp_path / "mainspan" / "packages"


def test_a_worker_has_memory_for_the_largest_page() -> None:
    # A page of 10 MB needs up to 30 times its size; Python and what it imports, a hundred megabytes.
    assert 31 * 10_000_000 + 100_000_000 < Settings(max_bytes=10_000_000).memory < 2_000_000_000
