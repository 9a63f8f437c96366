"""The options: what is wrong is refused before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mainspan.errors import MainspanError
from mainspan.proxy.settings import Settings, default_folder

TOKEN = "a-token-for-the-tests"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"host": "0.0.0.0"}, "others can reach 0.0.0.0: give a token"),
        ({"host": "192.168.1.5"}, "others can reach"),
        ({"host": "0.0.0.0", "token": "short"}, "at least 16 characters"),
        ({"format": "pdf"}, "one of html, hide, collapse, mark, text, markdown"),
        ({"algorithm": "nothing"}, "nothing"),
        ({"only": ("http://a.org/",)}, "is no host"),
        ({"excluded": ("a/b",)}, "is no host"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"max_bytes": 0}, "max_bytes must be at least 1"),
        ({"seconds": 0.0}, "above 0 seconds"),
        ({"port": 70000}, "from 0 to 65535"),
        ({"upstream_ca": Path("/no/such/file")}, "no such file"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(MainspanError, match=message):
        Settings(**options)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_needs_no_token(host: str) -> None:
    assert Settings(host=host).token is None


def test_a_token_is_not_shown() -> None:
    assert TOKEN not in repr(Settings(host="0.0.0.0", token=TOKEN))


def test_extracts_of_other_settings_are_others() -> None:
    digests = {
        Settings(**options).digest
        for options in ({}, {"format": "hide"}, {"algorithm": "dana"}, {"format": "hide", "scripts": True})
    }
    assert len(digests) == 4
    assert Settings(port=1, seconds=1.0).digest == Settings().digest


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/there")
    assert default_folder() == Path("/there/mainspan/proxy")
