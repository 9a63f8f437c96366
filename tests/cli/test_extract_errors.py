"""mainspan extract: pages that fail, wrong use, and the streams and exit codes of the installed command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mainspan
from tests.cli.conftest import Run
from tests.cli.extracting import SCRIPT, files, run, script, write_pages

METHODS = ", ".join(sorted(mainspan.ALGORITHMS))


# Pages that fail.


def test_page_that_fails_does_not_stop_the_others(address: str) -> None:
    write_pages("a.html", "b.html")
    result = run("extract", "a.html", f"{address}/gone", "b.html", "-a", "plain")
    assert result.exit_code == 1
    assert result.stdout == "==> a.html <==\na.html says hello\n==> b.html <==\nb.html says hello\n"
    assert result.stderr == f"{address}/gone: the server answered 404 Not Found\n1 of 3 pages failed\n"


def test_one_page_that_fails_is_one_line_and_exit_code_1(address: str) -> None:
    result = run("extract", f"{address}/gone")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{address}/gone: the server answered 404 Not Found\n"


def test_each_failure_has_one_line(address: str) -> None:
    result = run("extract", f"{address}/gone", f"{address}/too", "ftp://example.org", "--delay", "0")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"{address}/gone: the server answered 404 Not Found",
        f"{address}/too: the server answered 404 Not Found",
        "ftp://example.org: only http and https addresses can be fetched",
        "3 of 3 pages failed",
    ]


@pytest.mark.parametrize("option", [[], ["--list", "list.txt"]])
def test_address_of_a_file_is_answered_with_its_path(option: list[str]) -> None:
    Path("list.txt").write_text("# none\n")
    result = run("extract", "file:///tmp/a%20page.html", *option)
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "file:///tmp/a%20page.html: is a file: give its path instead, /tmp/a page.html\n"
    )


def test_result_that_cannot_be_written_does_not_stop_the_others() -> None:
    write_pages("pages/a.html", "pages/b.html")
    Path("results/a.txt").mkdir(parents=True)
    result = run("extract", "pages", "-a", "plain", "-o", "results")
    assert result.exit_code == 1
    assert result.stderr == "results/a.txt: Is a directory\n1 of 2 pages failed\n"
    assert files() == ["pages/a.html", "pages/b.html", "results/b.txt"]


def test_markup_in_names_is_shown_as_it_is(address: str) -> None:
    result = run("extract", f"{address}/[bold]x[/bold]")
    assert result.stderr == f"{address}/[bold]x[/bold]: the server answered 404 Not Found\n"


# Wrong use: one line before the work begins.


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["page.html", "-a", "acbb"], "no method is called 'acbb': did you mean accb?"),
        (
            ["page.html", "-a", "accb:range=wide"],
            "accb: range must be a whole number from 1 to 10000, not 'wide'",
        ),
        (["page.html", "-a", "accb:range=0"], "accb: range must be a whole number from 1 to 10000, not 0"),
        (["page.html", "-a", "accb:rnge=9"], "accb has no parameter 'rnge': did you mean range?"),
        (["page.html", "missing.html"], "missing.html: no such file or folder"),
        (["page.html", "empty"], "empty: no pages in this folder"),
        (["page.html", "a" * 300], "a" * 100 + "..."),
        (["page.html", "--keep", "::"], "not a CSS selector: '::'"),
        (["page.html", "--encoding", "klingon"], "unknown encoding 'klingon'"),
        (["page.html", "--drop", "p["], "not a CSS selector: 'p['"),
        (["page.html", "--seconds", "0"], "a time limit must be a number of seconds above 0, not 0"),
        (["page.html", "--again"], "--again is for --format jsonl with --output"),
        (["page.html", "--retry"], "--retry is for --format jsonl with --output"),
        (["page.html", "-f", "jsonl", "--retry", "--again"], "--again does all pages again"),
        (["page.html", "-f", "text", "--front-matter"], "front matter is for Markdown"),
        (["page.html", "-f", "json", "--also", "html", "--front-matter"], "front matter is for Markdown"),
        (["page.html", "--url", "not a url"], "url takes an http or https address, not 'not a url'"),
        (["page.html", "--url", "ftp://x.example/"], "url takes an http or https address, not 'ftp:"),
        (["page.html", "--url", "https://"], "url takes an http or https address, not 'https://'"),
        (["page.html", "page.html", "--url", "https://x.example/"], "--url is for one file"),
        (["https://x.example/", "--url", "https://x.example/"], "--url is for one file"),
        (
            ["page.html", "--site", "-j", "2"],
            "the pages of a site are compared in one process: leave jobs out",
        ),
        (["page.html", "--list", "missing.txt"], "missing.txt: No such file or directory"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_use_is_one_line_and_writes_nothing(refused: Run, args: list[str], message: str) -> None:
    write_pages("page.html")
    Path("empty").mkdir()
    line = refused("extract", *args, "-o", "result")
    assert line.startswith(f"mainspan: {message}")
    assert line.count("\n") == 1
    assert files() == ["page.html"]


OVERWRITES = "would be overwritten by a result; choose another output"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["page.html", "-o", "page.html"], f"page.html: {OVERWRITES}"),
        (["pages", "-f", "html", "-o", "pages"], f"pages/a.html: {OVERWRITES}"),
        (
            ["pages", "-o", "page.html"],
            "page.html: is a file; name a folder for the results of several pages",
        ),
        (["page.html", "-o", "page.html/deep/x"], "page.html/deep/x: cannot write to page.html"),
    ],
    ids=["the page itself", "the pages themselves", "file", "below a file"],
)
def test_output_that_cannot_be_written_is_refused_before_the_work(
    refused: Run, args: list[str], message: str
) -> None:
    write_pages("page.html", "pages/a.html")
    assert refused("extract", *args) == f"mainspan: {message}\n"
    assert Path("page.html").read_text() == "<p>page.html says hello</p>"


def test_installed_command_is_refused_with_one_line_and_exit_code_2() -> None:
    write_pages("page.html")
    done = script("extract", "page.html", "-a", "nope")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mainspan: no method is called 'nope': the methods are " + METHODS + "\n"


def test_encoding_that_is_not_text_is_refused_without_traceback() -> None:
    write_pages("page.html")
    done = script("extract", "page.html", "--encoding", b"\xff")
    assert done.returncode == 2
    assert done.stderr.startswith("mainspan: unknown encoding")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["extract"], "│ Missing argument 'SOURCE'."),
        (["extract", "page.html", "-f", "xml"], "'-f' / '--format': 'xml' is not one of"),
        (["extract", "page.html", "--no-such-option"], "No such option"),
        (["no-such-command"], "No such command 'no-such-command'"),
    ],
)
def test_wrong_command_is_exit_code_2(args: list[str], message: str) -> None:
    write_pages("page.html")
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# The installed command.


def test_results_go_to_standard_output_and_messages_to_standard_error(address: str) -> None:
    write_pages("a.html")
    done = script("extract", "a.html", f"{address}/gone", "-a", "plain")
    assert done.returncode == 1
    assert done.stdout == "==> a.html <==\na.html says hello\n"
    assert done.stderr == f"{address}/gone: the server answered 404 Not Found\n1 of 2 pages failed\n"


def test_closed_pipe_gives_no_traceback() -> None:
    Path("page.html").write_text("<p>" + "word " * 400_000)
    with subprocess.Popen(
        [SCRIPT, "extract", "page.html", "-a", "plain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(9) == b"word word"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_pipe_closed_before_a_short_result_gives_no_message() -> None:
    write_pages("page.html")
    args = ["extract", "page.html", "-a", "plain"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([SCRIPT, *args], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_disk_is_reported_without_traceback() -> None:
    write_pages("page.html")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [SCRIPT, "extract", "page.html", "-a", "plain"], stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode in (1, 2)
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_characters_that_the_terminal_cannot_show_are_no_failure() -> None:
    Path("page.html").write_text("<p>Küche 中文</p>", encoding="utf-8")
    done = script("extract", "page.html", "-a", "plain", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text here")
def test_file_name_that_is_not_utf_8_is_no_failure() -> None:
    write_pages("pages/a.html")
    Path("pages", os.fsdecode(b"\xff.html")).write_text("<p>Hello</p>")
    done = script("extract", "pages", "-a", "plain", PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Hello\n")
