"""mainspan extract: results on standard output, everything else on standard error, and honest exit codes."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import mainspan
from mainspan.batch import pages
from mainspan.cli import app
from tests.cli.conftest import Run

SCRIPT = Path(sys.executable).parent / "mainspan"
SENTENCES = "The library opened its doors last night, and whole families came to see the bright rooms. " * 8
PAGE = (
    '<html><head><title>Library</title></head><body><nav><a href="/">Home</a> <a href="/x">More</a></nav>'
    f'<p>{SENTENCES}<a href="/y">Read on</a></p><footer><b>Imprint</b></footer></body></html>'
)
METHODS = ", ".join(sorted(mainspan.ALGORITHMS))
ALL = f"Home More\n\n{SENTENCES}Read on\n\nImprint\n"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/page")
        else:
            self.send_response(200 if self.path == "/page" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def lay(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"<p>{name} says hello</p>", encoding="utf-8")


def run(*args: str, stdin: bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, args, input=stdin, catch_exceptions=False)


def out(*args: str, stdin: bytes | None = None) -> str:
    """What a command that works writes to standard output; it has nothing else to say."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def script(*args: str | bytes, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run the installed command."""
    return subprocess.run(
        [SCRIPT, *args], capture_output=True, encoding="utf-8", errors="replace", env={**os.environ, **env}
    )


def files() -> list[str]:
    return sorted(str(path) for path in Path().rglob("*") if path.is_file())


# One page.


def test_file_is_extracted_to_standard_output() -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-a", "plain") == ALL


def test_default_method_is_that_of_the_library() -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html") == mainspan.extract(PAGE).text
    assert out("extract", "page.html") == out("extract", "page.html", "-a", "mainspan")


def test_parameters_reach_the_method() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "--algorithm", "accb:range=5,threshold=0.5")
    assert text == mainspan.extract(PAGE, algorithm="accb:range=5,threshold=0.5").text


def test_standard_input_is_extracted() -> None:
    assert out("extract", "-", "-a", "plain", stdin=PAGE.encode()) == ALL


def test_encoding_overrides_what_the_page_says() -> None:
    page = '<meta charset="koi8-r"><p>Привет, мир</p>'.encode("windows-1251")
    assert out("extract", "-", "-a", "plain", "--encoding", "cp1251", stdin=page) == "Привет, мир\n"


def test_address_is_extracted(address: str) -> None:
    assert out("extract", f"{address}/page", "-a", "plain") == ALL


def test_html_keeps_elements_and_makes_links_of_an_address_absolute(address: str) -> None:
    html = out("extract", f"{address}/page", "-a", "plain", "-f", "html")
    assert html == mainspan.extract(PAGE, algorithm="plain", url=f"{address}/page").html
    assert f'<a href="{address}/y">Read on</a>' in html


def test_json_of_one_page_is_one_indented_object(address: str) -> None:
    written = out("extract", f"{address}/old", "-a", "plain", "--format", "json")
    found = json.loads(written)
    assert written == json.dumps(found, indent=2) + "\n"
    assert (found["url"], found["algorithm"], found["text"]) == (f"{address}/page", "plain", ALL)


def test_json_holds_what_the_library_gives() -> None:
    Path("page.html").write_text(PAGE)
    found = json.loads(out("extract", "page.html", "-f", "json"))
    assert found == {"source": "page.html", **mainspan.extract(PAGE.encode()).to_dict()}


def test_json_is_written_without_escapes() -> None:
    written = out("extract", "-", "-a", "plain", "-f", "json", stdin="<p>Küche 中文</p>".encode())
    assert '"text": "Küche 中文\\n"' in written


def test_drop_leaves_elements_out() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "-a", "plain", "--drop", "nav", "--drop", "footer, p > a")
    assert text == SENTENCES.strip() + "\n"


def test_keep_brings_elements_in() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "--keep", "footer", "--keep", "nav a:first-child")
    assert text == mainspan.extract(PAGE, keep=["footer", "nav a:first-child"]).text
    assert text.startswith("Home\n")
    assert text.endswith("\nImprint\n")


def test_keep_that_matches_nothing_is_said() -> None:
    Path("page.html").write_text(PAGE)
    result = run("extract", "page.html", "-a", "plain", "--keep", ".nosuch", "--keep", "nav")
    assert (result.exit_code, result.stdout) == (0, ALL)
    assert result.stderr == "page.html: no element matches --keep .nosuch\n"


def test_keep_need_not_match_on_each_of_several_pages() -> None:
    lay("a.html", "b.html")
    assert "hello" in out("extract", "a.html", "b.html", "-a", "plain", "--keep", ".nosuch")


def test_one_page_without_text_is_said_and_exit_code_1() -> None:
    Path("page.html").write_text("<p></p>")
    result = run("extract", "page.html")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "page.html: nothing found: the page has no text\n"


def test_page_without_text_among_others_is_said_and_no_failure() -> None:
    lay("b.html")
    Path("a.html").write_text("<p></p>")
    result = run("extract", "a.html", "b.html", "-a", "plain")
    assert (result.exit_code, result.stderr) == (0, "a.html: nothing found: the page has no text\n")


@pytest.mark.parametrize("form", ["markdown", "tei", "hide", "mark", "comment", "blank", "spans"])
def test_forms_are_those_of_the_library(form: str) -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-f", form) == mainspan.extract(PAGE).render(form)


def test_switches_of_the_renderers_reach_them() -> None:
    page = (
        "<p>See <a href='/x'>this</a> <img src='/i.png' alt='Picture'></p><table><tr><td>1<td>2<tr><td>3<td>4"
    )
    Path("page.html").write_text(page)
    text = out(
        "extract", "page.html", "-a", "plain", "-f", "html", "--no-links", "--no-images", "--no-tables"
    )
    found = mainspan.extract(page, algorithm="plain")
    assert text == found.render("html", links=False, images=False, tables=False)
    assert "<a" in found.html
    assert "<a" not in text


def test_address_of_a_file_makes_links_absolute() -> None:
    Path("page.html").write_text(PAGE)
    html = out("extract", "page.html", "-a", "plain", "-f", "html", "--url", "https://example.org/deep/")
    assert '<a href="https://example.org/y">Read on</a>' in html


def test_page_is_not_believed_where_it_comes_from() -> None:
    page = f"<link rel=canonical href='https://evil.example/'>{PAGE}"
    found = json.loads(out("extract", "-", "-a", "plain", "-f", "json", stdin=page.encode()))
    assert found["url"] is None


def test_time_limit_of_a_page_is_a_failure_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lay("a.html", "b.html")
    real = mainspan.extract

    def slow(page: mainspan.Page, **options: Any) -> mainspan.Extraction:
        while "a.html" in page.source:
            pass
        return real(page, **options)

    monkeypatch.setattr(pages, "extract", slow)
    result = run("extract", "a.html", "b.html", "-a", "plain", "--seconds", "4")
    assert (result.exit_code, result.stdout) == (1, "==> b.html <==\nb.html says hello\n")
    assert result.stderr == "a.html: took longer than 4 s\n1 of 2 pages failed\n"


def test_error_that_nobody_expects_is_a_failure_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lay("a.html", "b.html")
    real = mainspan.extract

    def broken(page: mainspan.Page, **options: Any) -> mainspan.Extraction:
        if "a.html" in page.source:
            raise ZeroDivisionError("by\nzero")
        return real(page, **options)

    monkeypatch.setattr(pages, "extract", broken)
    result = run("extract", "a.html", "b.html", "-a", "plain")
    assert result.stderr == "a.html: ZeroDivisionError: by zero\n1 of 2 pages failed\n"


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_output_file_holds_what_standard_output_would(form: str) -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-f", form, "-o", "deep/result") == ""
    assert Path("deep/result").read_text() == out("extract", "page.html", "-f", form)


# Several pages.


def test_several_pages_have_headings() -> None:
    lay("a.html", "b.html")
    assert out("extract", "b.html", "a.html", "-a", "plain") == (
        "==> b.html <==\nb.html says hello\n==> a.html <==\na.html says hello\n"
    )


def test_headings_of_html_are_comments() -> None:
    lay("a.html", "b.html")
    assert out("extract", "a.html", "b.html", "-a", "plain", "-f", "html") == (
        "<!-- a.html -->\n<p>a.html says hello</p>\n<!-- b.html -->\n<p>b.html says hello</p>\n"
    )


def test_json_of_several_pages_is_one_line_each() -> None:
    lay("pages/a.html", "pages/b.html")
    lines = out("extract", "pages", "-a", "plain", "-f", "json").splitlines()
    assert [json.loads(line)["text"] for line in lines] == [
        "pages/a.html says hello\n",
        "pages/b.html says hello\n",
    ]


def test_folder_of_one_page_is_treated_as_several() -> None:
    lay("pages/a.html")
    assert out("extract", "pages", "-a", "plain") == "==> pages/a.html <==\npages/a.html says hello\n"


@pytest.mark.parametrize(("form", "suffix"), [("text", ".txt"), ("html", ".html"), ("json", ".json")])
def test_output_folder_has_a_file_for_each_page(form: str, suffix: str) -> None:
    lay("pages/a.html", "pages/deep/b.htm", "c.html")
    assert out("extract", "pages", "c.html", "-a", "plain", "-f", form, "-o", "results") == ""
    written = [name for name in files() if name.startswith("results")]
    assert written == [f"results/a{suffix}", f"results/c{suffix}", f"results/deep/b{suffix}"]


def test_file_of_the_output_folder_holds_the_result_without_heading() -> None:
    lay("pages/a.html", "pages/b.html")
    out("extract", "pages", "-a", "plain", "-o", "results")
    assert Path("results/b.txt").read_text() == "pages/b.html says hello\n"


def test_pages_of_the_same_name_do_not_overwrite_each_other() -> None:
    lay("one/a.html", "two/a.html")
    out("extract", "one", "two", "-a", "plain", "-o", "results")
    assert Path("results/a.txt").read_text() == "one/a.html says hello\n"
    assert Path("results/a-2.txt").read_text() == "two/a.html says hello\n"


@pytest.mark.parametrize("name", ["one.txt", "one.md", "one.HTML", "one.json", "one.jsonl", "one.xml"])
def test_results_of_several_pages_need_the_name_of_a_folder(refused: Run, name: str) -> None:
    lay("a.html", "b.html")
    assert refused("extract", "a.html", "b.html", "-o", name) == (
        f"mainspan: {name}: is the name of a file, and there are several pages: "
        "name a folder, or use -f jsonl\n"
    )
    assert not Path(name).exists()


@pytest.mark.parametrize("name", ["one.txt/", "there.txt", "example.org"])
def test_folder_may_be_called_like_a_file_if_it_is_one(name: str) -> None:
    lay("a.html", "b.html")
    Path("there.txt").mkdir()
    out("extract", "a.html", "b.html", "-a", "plain", "-o", name)
    assert Path(name, "b.txt").read_text() == "b.html says hello\n"


# Pages that fail.


def test_page_that_fails_does_not_stop_the_others(address: str) -> None:
    lay("a.html", "b.html")
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
    lay("pages/a.html", "pages/b.html")
    Path("results/a.txt").mkdir(parents=True)
    result = run("extract", "pages", "-a", "plain", "-o", "results")
    assert result.exit_code == 1
    assert result.stderr == "results/a.txt: Is a directory\n1 of 2 pages failed\n"
    assert files() == ["pages/a.html", "pages/b.html", "results/b.txt"]


def test_markup_in_names_is_shown_as_it_is(address: str) -> None:
    result = run("extract", f"{address}/[bold]x[/bold]")
    assert result.stderr == f"{address}/[bold]x[/bold]: the server answered 404 Not Found\n"


# Wrong use: said in one line before the work begins.


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
    lay("page.html")
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
    lay("page.html", "pages/a.html")
    assert refused("extract", *args) == f"mainspan: {message}\n"
    assert Path("page.html").read_text() == "<p>page.html says hello</p>"


def test_installed_command_is_refused_with_one_line_and_exit_code_2() -> None:
    lay("page.html")
    done = script("extract", "page.html", "-a", "nope")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mainspan: no method is called 'nope': the methods are " + METHODS + "\n"


def test_encoding_that_is_no_text_is_refused_without_traceback() -> None:
    lay("page.html")
    done = script("extract", "page.html", "--encoding", b"\xff")
    assert done.returncode == 2
    assert done.stderr.startswith("mainspan: unknown encoding")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["extract"], "│ Missing argument 'SOURCE'."),
        (["extract", "page.html", "-f", "xml"], "'xml' is not one of"),
        (["extract", "page.html", "--no-such-option"], "No such option"),
        (["no-such-command"], "No such command 'no-such-command'"),
    ],
)
def test_wrong_command_is_exit_code_2(args: list[str], message: str) -> None:
    lay("page.html")
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# The installed command.


def test_results_and_messages_go_their_own_ways(address: str) -> None:
    lay("a.html")
    done = script("extract", "a.html", f"{address}/gone", "-a", "plain")
    assert done.returncode == 1
    assert done.stdout == "==> a.html <==\na.html says hello\n"
    assert done.stderr == f"{address}/gone: the server answered 404 Not Found\n1 of 2 pages failed\n"


def test_reader_that_has_seen_enough_gets_no_traceback() -> None:
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


def test_reader_that_is_gone_before_a_short_result_gets_no_message() -> None:
    lay("page.html")
    args = ["extract", "page.html", "-a", "plain"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([SCRIPT, *args], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_disk_behind_standard_output_is_said_without_traceback() -> None:
    lay("page.html")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [SCRIPT, "extract", "page.html", "-a", "plain"], stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode in (1, 2)
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_letters_that_the_terminal_does_not_know_are_no_failure() -> None:
    Path("page.html").write_text("<p>Küche 中文</p>", encoding="utf-8")
    done = script("extract", "page.html", "-a", "plain", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text here")
def test_file_name_that_is_no_text_is_no_failure() -> None:
    lay("pages/a.html")
    Path("pages", os.fsdecode(b"\xff.html")).write_text("<p>Hello</p>")
    done = script("extract", "pages", "-a", "plain", PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Hello\n")


@pytest.mark.parametrize("output", ["results", "results/"])
def test_the_result_of_one_page_goes_into_a_folder_if_one_is_named(output: str) -> None:
    lay("page.html")
    if not output.endswith("/"):
        Path(output).mkdir()
    out("extract", "page.html", "-a", "plain", "-o", output)
    assert Path("results/page.txt").read_text() == "page.html says hello\n"
