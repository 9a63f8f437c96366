"""mainspan package: make, check and show test packages."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mainspan.cli import app
from tests.cli.conftest import Run
from tests.evaluation.packaged import TEXT, describe, lay, page_of


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["package", *args], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def package() -> str:
    describe(Path("p"))
    Path("page.html").write_bytes(page_of())
    Path("gold.txt").write_text(TEXT)
    return "p"


@pytest.fixture
def server() -> Iterator[str]:
    """A server of one page, in an encoding that only its header declares."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=windows-1257")
            self.end_headers()
            self.wfile.write(page_of("A word that is not plain: š").decode().encode("windows-1257"))

        def log_message(self, *args: object) -> None:
            pass

    served = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}/story"
    served.shutdown()
    thread.join()
    served.server_close()


def test_a_good_package_has_no_defects(out: Run, package: str) -> None:
    lay(Path("p"), "a")
    assert out("package", "check", "p") == "p: 1 document, no defects\n"


def test_defects_come_with_how_to_fix_them(package: str) -> None:
    lay(Path("p"), "a", language="English")
    lay(Path("p"), "b", "other text", gold="")
    Path("p/package.json").unlink()
    code, told, errors = run("check", "p")
    assert (code, errors) == (1, "")
    assert told.splitlines() == [
        "p: bad description: package.json is missing",
        "    fix: make one: mainspan package new p --description ... --license ...",
        "p/a: bad meta: language is not a language code: 'English'",
        "    fix: write a code such as en or pt-BR, or null",
        "p/b: empty gold: the gold text has no words",
        "    fix: write the main text into b.txt, or remove the page if it has none",
        "p: 2 documents, 3 defects (1 bad description, 1 bad meta, 1 empty gold)",
    ]


def test_defects_as_json(package: str) -> None:
    lay(Path("p"), "a", gold="")
    code, told, _ = run("check", "p", "-f", "json")
    record = json.loads(told)
    assert (code, record["package"], record["documents"]) == (1, "p", 1)
    assert record["defects"][0]["kind"] == "empty gold"
    assert set(record["defects"][0]) == {"document", "kind", "message", "fix"}


def test_several_packages_are_checked_one_line_each(package: str) -> None:
    lay(Path("p"), "a")
    describe(Path("q"))
    code, told, _ = run("check", "p", "q", "-f", "json")
    assert code == 1
    assert [len(json.loads(line)["defects"]) for line in told.splitlines()] == [0, 1]


def test_a_gold_text_cannot_move_the_cursor(package: str) -> None:
    lay(Path("p"), "a\x1b[2J", gold="\x1b[31mred words that are not there")
    assert "\x1b" not in run("check", "p")[1]


def test_a_missing_package_is_wrong_use(refused: Run) -> None:
    assert refused("package", "check", "missing").startswith("mainspan: missing: no such folder")
    assert refused("package", "show", "missing").startswith("mainspan: missing: no such folder")


@pytest.mark.parametrize(
    ("count", "end"), [(12, "kind11 1"), (13, "kind11 1, 1 more"), (14, "kind11 1, 2 more")]
)
def test_the_first_twelve_page_types_are_shown(out: Run, package: str, count: int, end: str) -> None:
    for number in range(count):
        lay(Path("p"), f"page{number:02}", page_type=f"kind{number:02}")
    (line,) = [line for line in out("package", "show", "p").splitlines() if line.startswith("page types")]
    assert line.rstrip().endswith(end)


def test_a_package_is_shown(out: Run, package: str) -> None:
    lay(Path("p"), "a", fragmented=True, page_type="article")
    lay(Path("p"), "b", "one two three four five six seven eight nine")
    told = [line.split(maxsplit=1) for line in out("package", "show", "p").splitlines()]
    assert ["documents", "2"] in [[name, value.strip()] for name, value in told]
    text = out("package", "show", "p")
    assert "words of gold      10 (median)" in text
    assert "page types         article 1, unknown 1" in text
    assert "fragmented         1" in text


def test_packages_are_shown_as_json(out: Run, package: str) -> None:
    lay(Path("p"), "a")
    assert json.loads(out("package", "show", "p", "-f", "json"))["gold_share"] == 0.7143
    assert len(out("package", "show", "p", "p", "-f", "json").splitlines()) == 2


def test_a_new_package_is_made_once(out: Run, refused: Run) -> None:
    given = ("package", "new", "n", "--description", "News", "--license", "MIT", "--meta", "year=2026")
    assert "made n/package.json" in out(*given)
    about = json.loads(Path("n/package.json").read_text())
    assert about == {"name": "n", "description": "News", "license": "MIT", "year": 2026}
    assert "exists already" in refused(*given)


def test_a_page_and_its_text_are_added(out: Run, package: str) -> None:
    told = out(
        *("package", "add", "p", "page.html", "--text", "gold.txt", "--url", "https://a.example/"),
        *("--language", "en", "--meta", "fragmented=true", "--meta", "page_type=article"),
    )
    assert told == f"added page: 9 words of gold, 64% of the page's 14\n    {TEXT}\n"
    about = json.loads(Path("p/page.json").read_text())
    assert about == {
        "url": "https://a.example/",
        "language": "en",
        "fragmented": True,
        "page_type": "article",
    }
    assert out("package", "check", "p") == "p: 1 document, no defects\n"


def test_a_page_and_selectors_are_added(out: Run, package: str) -> None:
    out("package", "add", "p", "page.html", "--select", "article", "--leave-out", "h1", "--name", "x")
    assert Path("p/x.txt").read_text() == f"{TEXT}.\n"


def test_a_page_comes_from_standard_input(out: Run, package: str) -> None:
    out("package", "add", "p", "-", "--text", "gold.txt", "--name", "x", stdin=page_of())
    assert Path("p/x.html").read_bytes() == page_of()


def test_a_text_comes_from_standard_input(out: Run, package: str) -> None:
    out("package", "add", "p", "page.html", "--text", "-", stdin=b"at noon")
    assert Path("p/page.txt").read_text() == "at noon\n"


def test_a_page_comes_from_an_address_and_can_be_read_without_its_header(
    out: Run, package: str, server: str
) -> None:
    assert "added" in out("package", "add", "p", server, "--select", "p", "--name", "x")
    assert json.loads(Path("p/x.json").read_text()) == {"url": server, "transcoded_from": "windows-1257"}
    assert "plain: š" in Path("p/x.txt").read_text("utf-8")
    assert out("package", "check", "p") == "p: 1 document, no defects\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "give the page's text (--text FILE) or selectors of it (--select CSS), one of them"),
        (["--text", "gold.txt", "--select", "p"], "give the page's text"),
        (["--text", "gold.txt", "--leave-out", "p"], "--leave-out goes with --select"),
        (["--text", "missing.txt"], "missing.txt: No such file"),
        (["--text", "other.txt"], "only 0% of the gold text's words are in the page"),
        (["--text", "gold.txt", "--meta", "fragmented"], "write it as KEY=VALUE"),
        (["--text", "gold.txt", "--meta", "fragmented=yes"], "fragmented is neither true nor false: 'yes'"),
        (["--text", "gold.txt", "--url", "a.example"], "url has no scheme or no host"),
        (["--text", "gold.txt", "--name", "a/b"], "not a name for files"),
        (["--text", "gold.txt", "--encoding", "utf-9"], "unknown encoding"),
        (["--select", "table"], "no element matches table"),
        (["--select", "p["], "selector"),
    ],
)
def test_wrong_additions_are_refused(refused: Run, package: str, args: list[str], message: str) -> None:
    Path("other.txt").write_text("something else")
    assert message in refused("package", "add", "p", "page.html", *args)
    assert [path.name for path in Path("p").iterdir()] == ["package.json"]


def test_gold_from_elsewhere_can_be_forced(out: Run, package: str) -> None:
    Path("other.txt").write_text("something else")
    assert "added page" in out("package", "add", "p", "page.html", "--text", "other.txt", "--force")


def test_a_missing_page(refused: Run, package: str) -> None:
    assert "no such file" in refused("package", "add", "p", "missing.html", "--text", "gold.txt")


def test_page_and_text_cannot_both_come_from_standard_input(refused: Run, package: str) -> None:
    assert "only one of page and text" in refused("package", "add", "p", "-", "--text", "-")


def test_pages_are_harvested(out: Run) -> None:
    Path("crawl").mkdir()
    for name in "ab":
        Path(f"crawl/{name}.html").write_bytes(page_of(f"The story of {name}"))
    Path("site.toml").write_text('content = ["article"]\nleave_out = ["h1"]\nlanguage = "en"\n')
    told = out("package", "harvest", "--rules", "site.toml", "crawl", "-o", "p", "--license", "MIT")
    assert told == "p: 2 of 2 pages added, 0 skipped by the rules, 0 failed\n"
    assert Path("p/b.txt").read_text() == "The story of b.\n"
    assert out("package", "check", "p") == "p: 2 documents, no defects\n"


def test_skipped_and_failed_pages_are_reported() -> None:
    Path("site.toml").write_text('content = "p"\nrequire = "h1"\n')
    for name, html in {"a": page_of(), "b": b"<p>x", "c": b"<h1>x</h1>"}.items():
        Path(f"{name}.html").write_bytes(html)
    code, told, errors = run("harvest", "--rules", "site.toml", "a.html", "b.html", "c.html", "-o", "p")
    assert (code, told) == (1, "p: 1 of 3 pages added, 1 skipped by the rules, 1 failed\n")
    assert errors.splitlines() == [
        "b.html: skipped: it has no h1, which the rules require",
        "c.html: failed: no element matches p",
    ]


def test_wrong_rules_show_right_ones(refused: Run) -> None:
    Path("site.toml").write_text('contents = ["p"]')
    told = refused("package", "harvest", "--rules", "site.toml", "a.html", "-o", "p")
    assert told.startswith("mainspan: site.toml: there is no rule 'contents'; there are content, leave_out")
    assert 'content = ["article h1", "article .body"]' in told


def test_help_shows_rules(out: Run) -> None:
    told = out("package", "harvest", "--help")
    for line in ('content = ["article h1", "article .body"]', 'leave_out = [".share", "aside"]'):
        assert line in told


def test_add_takes_an_archive_of_the_extension() -> None:
    with zipfile.ZipFile("ferry.zip", "w") as archive:
        archive.writestr(
            "ferry.html", "<title>Ferry</title><nav>Home</nav><p>The ferry crosses the sound.</p>"
        )
        archive.writestr("ferry.txt", "The ferry crosses the sound.\n")
        archive.writestr("ferry.json", '{"language": "en"}')
    run("new", "mine", "--description", "Mine", "--license", "MIT")
    code, found, _ = run("add", "mine", "ferry.zip", "--url", "https://example.org/")
    assert (code, "added ferry: 5 words of gold" in found) == (0, True)
    assert json.loads(Path("mine/ferry.json").read_text()) == {
        "language": "en",
        "url": "https://example.org/",
    }
    assert "no defects" in run("check", "mine")[1]


def test_add_says_what_is_wrong_with_an_archive() -> None:
    Path("ferry.zip").write_text("no")
    run("new", "mine", "--description", "Mine", "--license", "MIT")
    code, _, error = run("add", "mine", "ferry.zip")
    assert (code, "no zip archive" in error) == (1, True)
