"""mainspan compare: a table for people, JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from mainspan import ALGORITHMS, Page, algorithm

Run = Callable[..., str]
TEXT = "Some ordinary words of an article about a town. " * 30
PAGE = f"<nav><a href=x>Home</a> <a href=y>Menu</a></nav><p>{TEXT}</p><footer>End</footer>"


@pytest.fixture(autouse=True)
def _page() -> None:
    Path("page.html").write_text(PAGE)


def rows(table: str) -> list[list[str]]:
    """The rows below the heading, without the line about the page."""
    return [line.split() for line in table.splitlines()[3:]]


def test_all_methods_are_compared_in_the_order_of_the_registry(out: Run) -> None:
    assert [row[0] for row in rows(out("compare", "page.html"))] == list(ALGORITHMS)


def test_a_row_has_words_share_time_agreement_and_first_words(out: Run) -> None:
    table = out("compare", "page.html", "-a", "plain", "-a", "density")
    assert table.startswith("page.html: 273 words, ")
    assert table.splitlines()[2].split()[:5] == ["method", "words", "share", "ms", "agreement"]
    plain, density = rows(table)
    assert plain[:3] == ["plain", "273", "100%"]
    assert density[:3] == ["density", "270", "99%"]
    assert plain[4] == density[4] == "0.994"
    assert " ".join(density[5:]) == "Some ordinary words of an article"


def test_a_method_that_finds_nothing_says_why(out: Run) -> None:
    row = rows(out("compare", "page.html", "-a", "dana", "-a", "plain"))[0]
    reason = algorithm("dana")(Page(PAGE)).reason
    assert row[:3] == ["dana", "0", "0%"]
    assert " ".join(row[5:]) == reason


def test_the_same_method_twice_is_one(out: Run) -> None:
    chosen = rows(out("compare", "page.html", "-a", "accb", "-a", "accb:range=40", "-a", "accb:range=9"))
    assert [row[0] for row in chosen] == ["accb", "accb:range=9"]


@pytest.mark.parametrize(("order", "first"), [("given", "density"), ("name", "accb"), ("words", "plain")])
def test_the_order_can_be_chosen(out: Run, order: str, first: str) -> None:
    methods = [each for name in ("density", "plain", "accb", "ttr") for each in ("-a", name)]
    assert rows(out("compare", "page.html", *methods, "--sort", order))[0][0] == first


@pytest.mark.parametrize(
    ("order", "key", "sign"), [("time", "milliseconds", 1), ("agreement", "agreement", -1)]
)
def test_rows_can_be_sorted_by_time_or_agreement(out: Run, order: str, key: str, sign: int) -> None:
    record = json.loads(out("compare", "page.html", "--sort", order, "-f", "json"))
    figures = [sign * each[key] for each in record["methods"]]
    assert figures == sorted(figures)
    assert figures[0] < figures[-1]


def test_json_holds_all_of_it(out: Run) -> None:
    record = json.loads(
        out("compare", "-", "-a", "plain", "-a", "density", "-f", "json", stdin=PAGE.encode())
    )
    assert (record["source"], record["url"], record["page_words"]) == ("-", None, 273)
    plain = record["methods"][0]
    assert plain.pop("milliseconds") > 0
    assert plain == {
        "algorithm": "plain",
        "words": 273,
        "share": 1.0,
        "agreement": 0.9945,
        "beginning": "Home Menu Some ordinary words of",
        "reason": "",
    }


@pytest.mark.parametrize("width", [80, 100])
def test_numbers_are_whole_on_a_narrow_terminal(
    out: Run, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    page = f"<p>{'大浜港と鹿ノ島を結ぶ定期航路に、来年から新造船が就航する。' * 30}</p>"
    table = out("compare", "-", "-a", "plain", "-a", "density", stdin=page.encode())
    assert all(cell_len(line) <= width for line in table.splitlines()[2:])
    assert [row[:3] for row in rows(table)] == [["plain", "435", "100%"], ["density", "435", "100%"]]


def test_a_page_without_text_gives_reasons(out: Run) -> None:
    table = out("compare", "-", "-a", "plain", "-a", "accb", stdin=b"<p></p>")
    assert all(row[1] == "0" and row[4] == "1.000" for row in rows(table))
    assert table.count("the page has no text") == 2


def test_control_characters_of_a_page_never_reach_the_terminal(out: Run) -> None:
    table = out("compare", "-", "-a", "plain", stdin=b"<p>one\x1b[31m two \xc2\x9b3 [bold]three[/bold]</p>")
    assert "\x1b" not in table
    assert "one[31m two 3 [bold]three[/bold]" in table


def test_wrong_use_is_refused(refused: Run) -> None:
    assert refused("compare", "page.html", "-a", "acb").startswith("mainspan: no method is called 'acb'")
    assert refused("compare", "none.html") == "mainspan: none.html: no such file or folder\n"


def test_hidden_words_count_where_a_method_reads_them(out: Run) -> None:
    Path("page.html").write_text("<p>one two three</p><p hidden>four five</p>")
    assert out("compare", "page.html", "-a", "plain").startswith("page.html: 3 words, ")
    assert out("compare", "page.html", "-a", "plain", "-a", "mainspan").startswith(
        "page.html: 5 words (2 hidden), "
    )
