"""mainspan extract --render, and messages about pages that need it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mainspan.cli import app
from tests.browser.conftest import late_site, needs_browser
from tests.cli.conftest import Run

__all__ = ["late_site"]
SCRIPTS = "<script>" + "let a = 1;" * 500 + "</script>"
TRY = "try --render"


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["extract", *args], input=stdin, catch_exceptions=False)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Something that is found as a browser."""
    program = tmp_path / "some-browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("MAINSPAN_BROWSER", str(program))


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MAINSPAN_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("mainspan.browser.find._APPLICATIONS", ())


@pytest.mark.usefixtures("browser")
def test_page_that_needs_scripts_is_reported() -> None:
    Path("page.html").write_text(f"<p>Please wait a moment.</p>{SCRIPTS}")
    assert run("page.html").stderr.endswith(f"browser: {TRY}\n")


@pytest.mark.usefixtures("browser")
def test_empty_page_that_needs_scripts_is_reported() -> None:
    Path("page.html").write_text(f"<body><noscript>Turn it on.</noscript>{SCRIPTS}")
    said = run("page.html", "-a", "plain").stderr
    assert said.startswith("page.html: nothing found: the page shows no text: ")
    assert said.endswith(f"; {TRY}\n")


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://example.org/"])
def test_browser_is_given_no_other_addresses_than_those_of_the_web(address: str) -> None:
    said = run(address, "--render").stderr
    assert "give its path instead" in said or "only http and https" in said


@pytest.mark.usefixtures("browser")
def test_page_with_text_needs_no_scripts() -> None:
    Path("page.html").write_text(
        "<p>" + "A sentence of some words stands here for a reader. " * 30 + f"</p>{SCRIPTS}"
    )
    assert run("page.html").stderr == ""


@pytest.mark.usefixtures("no_browser")
def test_missing_browser_is_reported() -> None:
    Path("page.html").write_text(f"<body><noscript>Turn it on.</noscript>{SCRIPTS}")
    said = run("page.html", "-a", "plain").stderr
    assert "; none is installed for --render: install Chromium (on Debian: apt-get install chromium)" in said


@pytest.mark.usefixtures("no_browser")
def test_rendering_without_a_browser_is_refused_before_the_work(refused: Run) -> None:
    Path("page.html").write_text("<p>Hi")
    said = refused("extract", "page.html", "--render")
    assert said.startswith("mainspan: there is no browser to render pages: install Chromium")


@pytest.mark.usefixtures("browser")
def test_browser_that_fails_is_a_failure_of_the_page() -> None:
    Path("page.html").write_text("<p>Hi")
    result = run("page.html", "--render")
    assert result.exit_code == 1
    assert result.stderr.startswith("page.html: the browser ended before it was rendered")


WRITES = "<p id=text></p><script>text.textContent = 'Written ' + 'by a script'</script>"


@needs_browser
def test_address_is_rendered(late_site: str) -> None:
    assert run(f"{late_site}/late", "--render", "-a", "plain").stdout == "All of it is here.\n"


@needs_browser
def test_files_of_any_name_and_standard_input_are_rendered() -> None:
    Path("page.html").write_text(WRITES)
    Path("page.saved").write_text(WRITES)
    result = run("page.html", "page.saved", "-", "--render", "-a", "plain", stdin=WRITES)
    assert result.stdout.count("Written by a script") == 3


@needs_browser
def test_links_of_a_rendered_file_are_absolute_if_its_address_is_known() -> None:
    Path("page.html").write_text("<p id=text></p><script>text.innerHTML = 'See <a href=/x>this</a>'</script>")
    result = run("page.html", "--render", "-a", "plain", "-f", "html", "--url", "https://example.org/a/b")
    assert 'href="https://example.org/x"' in result.stdout


@needs_browser
def test_feed_is_read_and_its_pages_are_rendered(late_site: str) -> None:
    Path("feed.xml").write_text(f"<rss><item><link>{late_site}/late</link></item></rss>")
    assert "All of it is here." in run("feed.xml", "--render", "-a", "plain").stdout


@needs_browser
def test_page_that_fails_in_the_browser_has_failed(late_site: str) -> None:
    result = run(f"{late_site}/gone", "--render")
    assert (result.exit_code, result.stderr) == (1, f"{late_site}/gone: the server answered 404 Not Found\n")


@needs_browser
@pytest.mark.skipif(os.name != "posix", reason="there are no processes of one group here")
def test_processes_render_too(late_site: str) -> None:
    result = run(
        f"{late_site}/late", f"{late_site}/asks", "--render", "-a", "plain", "-j", "2", "--delay", "0"
    )
    assert (result.exit_code, "All of it is here." in result.stdout) == (0, True)
