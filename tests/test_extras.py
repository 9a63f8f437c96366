"""Optional parts: the error for a missing one has the command that installs it."""

from __future__ import annotations

import sys

import pytest

from mainspan.errors import MissingExtraError
from mainspan.extras import extra, install_command


def test_an_installed_extra_is_imported() -> None:
    with extra("plot", "plots"):
        import json
    assert json.loads("1") == 1


@pytest.mark.parametrize("module", ["nothing_of_this_name", "nothing_of_this_name.part"])
def test_a_missing_extra_names_the_module_and_the_command(module: str) -> None:
    with pytest.raises(MissingExtraError) as caught, extra("serve", "pages"):
        __import__(module)
    assert str(caught.value) == (
        f"pages need nothing_of_this_name: {sys.executable} -m pip install 'mainspan[serve]'"
    )


def test_a_module_that_was_taken_away_is_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wave", None)
    with (
        pytest.raises(MissingExtraError, match=r"need wave: .* -m pip install 'mainspan\[x\]'"),
        extra("x", "plots"),
    ):
        import wave  # noqa: F401


def test_other_errors_are_left_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError), extra("plot", "plots"):
        _ = 1 / 0


@pytest.mark.parametrize(
    ("python", "written"),
    [("/my tools/python", "'/my tools/python'"), ("/tools/python", "/tools/python"), ("", "python3")],
)
def test_the_command_is_for_the_python_that_runs(
    monkeypatch: pytest.MonkeyPatch, python: str, written: str
) -> None:
    monkeypatch.setattr(sys, "executable", python)
    assert install_command("mainspan[x]") == f"{written} -m pip install 'mainspan[x]'"
