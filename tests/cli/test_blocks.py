"""mainspan blocks: a table for people, JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from mainspan import Page
from mainspan.algorithms import blocks_by_relevance, menus
from mainspan.cli import app

Run = Callable[..., str]
TEXT = "Some ordinary words of an article about a town. " * 30
MENU = "<ul class=menu>" + "<li><a href=x>Home</a></li>" * 5 + "</ul>"
PAGE = f"<nav>{MENU}</nav><div id=main>{TEXT}</div><footer>The end of it</footer>"


@pytest.fixture(autouse=True)
def _page() -> None:
    Path("page.html").write_text(PAGE)


def rows(table: str) -> list[list[str]]:
    """The rows below the heading, without the line about the page."""
    return [line.split() for line in table.splitlines()[3:]]


def test_a_row_has_rank_element_words_share_links_ratio_and_first_words(out: Run) -> None:
    table = out("blocks", "page.html")
    assert table.startswith("page.html: 279 words, 3 blocks\n\n")
    assert table.splitlines()[2].split() == "rank element words share links ratio first words".split()
    first, second, third = rows(table)
    assert first[:6] == ["1", "div#main", "270", "96.8%", "0", "270.0"]
    assert first[6:9] == ["Some", "ordinary", "words"]
    assert second == "2 footer 4 1.4% 0 4.0 The end of it".split()
    assert third[:6] == ["3", "body", "5", "1.8%", "5", "1.0"]


def test_menus_are_shown_instead(out: Run) -> None:
    table = out("blocks", "page.html", "--menus")
    assert table.startswith("page.html: 279 words, 1 menu\n\n")
    assert [row[:6] for row in rows(table)] == [["1", "nav", "5", "1.8%", "5", "1.00"]]


def test_the_last_block_is_the_rest(out: Run) -> None:
    assert [row[1:3] for row in rows(out("blocks", "page.html", "-n", "2"))] == [
        ["div#main", "270"],
        ["body", "9"],
    ]
    assert [row[1:3] for row in rows(out("blocks", "page.html", "--number", "1"))] == [["body", "279"]]


@pytest.mark.parametrize("options", [(), ("--menus",), ("-n", "2")])
def test_json_is_that_of_the_library(out: Run, options: tuple[str, ...]) -> None:
    record = json.loads(out("blocks", "page.html", "-f", "json", *options))
    page = Page(PAGE)
    most = 2 if "-n" in options else None
    found = menus(page) if "--menus" in options else blocks_by_relevance(page, most=most)
    assert (record["source"], record["url"], record["page_words"]) == ("page.html", None, 279)
    blocks = record["menus" if "--menus" in options else "blocks"]
    assert [each["element"] for each in blocks] == [each.element for each in found]
    assert [each["spans"] for each in blocks] == [each.spans.pairs.tolist() for each in found]
    assert blocks[0]["text"].startswith("- Home" if "--menus" in options else "Some ordinary")


def test_several_pages_have_headings(out: Run) -> None:
    Path("pages").mkdir()
    for name in ("a", "b"):
        Path(f"pages/{name}.html").write_text(PAGE)
    headings = [line for line in out("blocks", "pages", "page.html").splitlines() if "words," in line]
    assert headings == [f"{name}.html: 279 words, 3 blocks" for name in ("pages/a", "pages/b", "page")]


def test_several_pages_are_lines_of_json(out: Run) -> None:
    lines = out("blocks", "page.html", "page.html", "-f", "json").splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["page.html", "page.html"]


def test_standard_input_is_read_in_any_encoding(out: Run) -> None:
    page = "<p>Привет, мир</p>".encode("koi8-r")
    assert "Привет, мир" in out("blocks", "-", "--encoding", "koi8-r", stdin=page)


@pytest.mark.parametrize(
    ("html", "options", "reason"),
    [
        ("<p></p>", [], "the page has no text"),
        ("<p hidden>x</p>", [], "the page shows no text: "),
        ("<frameset><frame></frameset>", [], "the page is a frameset: "),
        ("<p>x</p>", ["--menus"], "the page has no menus"),
    ],
)
def test_nothing_found_is_reported_and_no_failure(html: str, options: list[str], reason: str) -> None:
    Path("page.html").write_text(html)
    result = CliRunner().invoke(app, ["blocks", "page.html", *options])
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith(f"page.html: nothing found: {reason}")


def test_a_page_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    result = CliRunner().invoke(app, ["blocks", "http://127.0.0.1:1/", "page.html"])
    assert result.exit_code == 1
    assert result.stderr.endswith("1 of 2 pages failed\n")
    assert result.stdout.startswith("page.html: 279 words")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere.html"], "nowhere.html: no such file or folder"),
        (["page.html", "--encoding", "klingon"], "klingon"),
        (["page.html", "-n", "0"], "greater than or equal"),
        (["page.html", "-f", "html"], "html"),
    ],
)
def test_wrong_use_is_refused(refused: Run, args: list[str], message: str) -> None:
    assert message in refused("blocks", *args)


@pytest.mark.parametrize("width", ["20", "60", "80", "100"])
def test_a_row_is_a_line_of_any_terminal(out: Run, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    long = "<div class='" + "name " * 50 + f"'>{'图书馆昨晚开放' * 50}</div>" + "<h2>x</h2>" * 20
    lines = out("blocks", "-", stdin=long.encode()).splitlines()[3:]
    assert len(lines) == 2
    assert all(cell_len(line) <= int(width) for line in lines)


def test_control_characters_of_a_page_do_not_reach_the_terminal(out: Run) -> None:
    html = "<div id='[red]x\x1b[2J'>[bold]some\x1b[2J words [/]</div><h2>x</h2><h2>y</h2>"
    table = out("blocks", "-", stdin=html.encode())
    assert "\x1b" not in table
    assert "div#[red]x[2J" in table
    assert "[bold]some[2J words [/]" in table


def test_the_help_has_examples(out: Run) -> None:
    assert "mainspan blocks page.html --menus" in out("blocks", "--help")
