"""Pages as a real browser shows them: complete, in time, and without a trace."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mainspan import extract
from mainspan.browser import render
from mainspan.errors import SourceError
from mainspan.sources import to_page
from tests.browser.conftest import needs_browser
from tests.evaluation.processes import ends

# More than a start on a busy machine takes.
SECONDS = 120.0


@pytest.fixture(autouse=True)
def profiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Where profiles are; its path must be short."""
    monkeypatch.setenv("no_proxy", "*")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)
        assert list(Path(folder).iterdir()) == []


def text_of(place: str | Path | bytes, seconds: float = SECONDS) -> str:
    return render(place, seconds=seconds).body.decode().partition("<script>")[0]


def complaint(place: str | Path, seconds: float = SECONDS) -> str:
    with pytest.raises(SourceError) as caught:
        render(place, name="x", seconds=seconds)
    return str(caught.value)


@needs_browser
def test_page_whose_text_comes_late_is_complete(late_site: str) -> None:
    found = render(f"{late_site}/late", seconds=SECONDS)
    assert b'<p id="text">All of it is here.</p>' in found.body
    assert (found.url, found.charset) == (f"{late_site}/late", "utf-8")


@needs_browser
def test_a_rendered_page_can_be_extracted_as_documented(late_site: str) -> None:
    page = to_page(render(f"{late_site}/late", seconds=SECONDS))
    assert extract(page, algorithm="plain").text == "All of it is here.\n"


@needs_browser
def test_address_is_where_scripts_lead(late_site: str) -> None:
    found = render(f"{late_site}/moved", seconds=SECONDS)
    assert found.url == f"{late_site}/late"
    assert b"All of it is here." in found.body


@needs_browser
def test_file_is_rendered_and_has_no_address(tmp_path: Path) -> None:
    path = tmp_path / "a page.html"
    path.write_text(
        "<p id=text>x</p><script>text.textContent = 'Grüße 中文 \\ud800.'</script>", encoding="utf-8"
    )
    found = render(path, seconds=SECONDS)
    assert "Grüße 中文 �.</p>" in found.body.decode()
    assert found.url == ""


@needs_browser
def test_a_long_path_for_temporary_files_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("long" * 20)))
    assert "<p>Hi" in text_of(b"<p>Hi")


@needs_browser
def test_bytes_are_rendered() -> None:
    assert "<p>Hi</p>" in text_of(
        b"<body><script>document.write('<p>Hi</p>'); document.scripts[0].remove()</script>"
    )


@needs_browser
def test_text_in_shadow_trees_is_shown(late_site: str) -> None:
    assert "<p>before <i>given</i> after</p>" in text_of(f"{late_site}/parts")


@needs_browser
def test_dialogs_are_closed(late_site: str) -> None:
    assert '<p id="text">no</p>' in text_of(f"{late_site}/asks")


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is waited for only a little, once the browser has opened the page."""
    monkeypatch.setattr("mainspan.browser.tab.MAX_LOAD_SECONDS", 3.0)
    monkeypatch.setattr("mainspan.browser.tab.MAX_IDLE_SECONDS", 3.0)


@needs_browser
@pytest.mark.usefixtures("_impatient")
def test_script_that_never_ends_is_ended(late_site: str) -> None:
    assert '<p id="text">shown</p>' in text_of(f"{late_site}/loop")


@needs_browser
@pytest.mark.usefixtures("_impatient")
def test_requests_that_never_end_are_not_waited_for_and_timers_still_run(late_site: str) -> None:
    assert b"by a timer" in render(f"{late_site}/stuck", seconds=SECONDS).body


@needs_browser
@pytest.mark.parametrize(
    ("path", "message"),
    [("/gone", "x: the server answered 404 Not Found"), ("/paper", "x: this is a PDF document, not a page")],
)
def test_what_is_no_page_is_named(late_site: str, path: str, message: str) -> None:
    assert complaint(late_site + path) == message


@needs_browser
def test_a_missing_page_is_named(tmp_path: Path) -> None:
    assert complaint("http://no-such-host.invalid/").startswith("x: no host of this name was found")
    assert complaint(tmp_path / "gone.html") == "x: No such file or directory"


def test_without_a_browser_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MAINSPAN_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("mainspan.browser.find._APPLICATIONS", ())
    assert complaint("http://example.org/").startswith(
        "x: there is no browser to render it: install Chromium"
    )


def test_a_named_browser_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAINSPAN_BROWSER", "no-such-browser")
    assert complaint("http://example.org/").startswith("no-such-browser: no such program (MAINSPAN_BROWSER")


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    program = folder / "browser"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("MAINSPAN_BROWSER", str(program))


def test_program_that_ends_is_no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "exit 1")
    assert complaint("http://example.org/").startswith("x: the browser ended before it was rendered")


def test_program_that_hangs_is_ended_in_time_with_its_children(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    number = tmp_path / "number"
    pretend(monkeypatch, tmp_path, f"sleep 600 & echo $! > {number}; wait")
    assert complaint("http://example.org/", seconds=4) == "x: not rendered within 4 s"
    assert ends(int(number.read_text()))


def test_program_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pretend(monkeypatch, tmp_path, "")
    (tmp_path / "browser").write_bytes(b"\x7fELF nothing that runs")
    assert "browser cannot be started: " in complaint("http://example.org/")
    assert [path.name for path in tmp_path.iterdir()] == ["browser"]
