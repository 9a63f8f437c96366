"""mainspan extract --site: pages of a folder or host together, nothing lost where they are too few."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mainspan.cli import app

MENU = "<ul><li>Home<li>News</ul>"
TEXTS = {"a": "apples grow on trees", "b": "boats lie in harbours", "c": "clouds hang above towns"}
HEADINGS = "==> {0}/a.html <==\n{1}==> {0}/b.html <==\n{2}==> {0}/c.html <==\n{3}"
FEW = "pages differ, and comparing takes 3: they are extracted one by one"

asked: list[str] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asked.append(self.path)
        name = self.path.strip("/")
        self.send_response(200 if name in TEXTS else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page(name).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    asked.clear()
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def page(name: str) -> str:
    return f"{MENU}<p>{TEXTS.get(name, name)}</p>"


def lay(folder: str, *names: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names:
        Path(folder, f"{name}.html").write_text(page(name), encoding="utf-8")


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, ["extract", "-a", "plain", "--site", "--delay", "0", *args], input=stdin)


def test_the_pages_of_a_folder_are_one_site() -> None:
    lay("pages", *TEXTS)
    result = run("pages")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == HEADINGS.format("pages", *(f"{text}\n" for text in TEXTS.values()))


def test_without_the_option_pages_are_taken_one_by_one() -> None:
    lay("pages", *TEXTS)
    result = CliRunner().invoke(app, ["extract", "-a", "plain", "pages"])
    assert result.stdout.count("Home") == 3


def test_folders_below_belong_to_the_folder() -> None:
    lay("pages/deep", "a", "b")
    lay("pages", "c")
    assert "Home" not in run("pages").stdout


def test_files_named_one_by_one_belong_to_their_folder() -> None:
    lay("pages", *TEXTS)
    result = run("pages/a.html", "pages/b.html", "pages/c.html")
    assert (result.stderr, "Home" in result.stdout) == ("", False)


def test_two_folders_are_two_sites() -> None:
    lay("one", *TEXTS)
    lay("two", "a", "b")
    result = run("one", "two")
    assert result.stderr == f"two: 2 of its 2 {FEW}\n"
    assert result.stdout.count("Home") == 2
    assert result.stdout.endswith(f"==> two/b.html <==\n- Home\n- News\n\n{TEXTS['b']}\n")


@pytest.mark.parametrize("names", ["a", "ab"])
def test_too_few_pages_are_reported_and_lose_nothing(names: str) -> None:
    lay("pages", *names)
    result = run("pages")
    assert (result.exit_code, result.stderr) == (0, f"pages: {len(names)} of its {len(names)} {FEW}\n")
    assert result.stdout.count("Home") == len(names)


def test_copies_of_a_page_are_too_few() -> None:
    lay("pages", "a")
    for name in ("b", "c", "d"):
        Path(f"pages/{name}.html").write_text(page("a"))
    result = run("pages")
    assert result.stderr == f"pages: 1 of its 4 {FEW}\n"
    assert result.stdout.count(TEXTS["a"]) == 4


def test_pages_with_nothing_in_common_are_reported() -> None:
    Path("pages").mkdir()
    for name, text in TEXTS.items():
        Path(f"pages/{name}.html").write_text(f"<p>{text}</p>")
    result = run("pages")
    assert result.stderr == "pages: nothing recurs on its 3 pages; are they of one site?\n"
    assert all(text in result.stdout for text in TEXTS.values())


def test_addresses_belong_to_their_host_and_are_fetched_once(address: str) -> None:
    lay("pages", *TEXTS)
    result = run(*(f"{address}/{name}" for name in TEXTS), "pages")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"==> {address}/a <==\n{TEXTS['a']}\n==> {address}/b <==\n")
    assert asked == ["/a", "/b", "/c"]


def test_pages_that_cannot_be_read_are_reported_once(address: str) -> None:
    lay("pages", *TEXTS)
    result = run("pages", f"{address}/gone")
    assert result.exit_code == 1
    assert result.stderr == f"{address}/gone: the server answered 404 Not Found\n1 of 4 pages failed\n"
    assert asked == ["/gone"]


def test_standard_input_is_read_once_and_is_a_site_of_its_own() -> None:
    lay("pages", *TEXTS)
    result = run("pages", "-", stdin="<p>from elsewhere</p>")
    assert result.stderr == f"standard input: 1 of its 1 {FEW}\n"
    assert result.stdout.endswith("==> - <==\nfrom elsewhere\n")


def test_json_says_how_many_pages_were_compared() -> None:
    lay("pages", *TEXTS)
    lay("few", "a")
    records = [json.loads(line) for line in run("pages", "few", "-f", "json").stdout.splitlines()]
    assert [record.get("site_pages") for record in records] == [3, 3, 3, None]


def test_results_go_to_a_folder_as_usual() -> None:
    lay("pages", *TEXTS)
    result = run("pages", "-o", "results")
    assert (result.exit_code, result.stdout) == (0, "")
    assert Path("results/b.txt").read_text() == f"{TEXTS['b']}\n"
