"""A contestant's kind does not change its score: the same content is the same score in every measure."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from mainspan import evaluate
from mainspan.evaluation.measures import TEXT_MEASURES
from mainspan.evaluation.records import Row
from tests.evaluation.contestants.proxies import pass_on, proxy

CORPUS = Path(__file__).parents[3] / "corpus"
LISTS = """<!DOCTYPE html><title>No</title><h1>Shopping</h1><p>What we need, and for whom:
<ol><li>Milk<li>1. Two kinds of tea<ul><li>green<li>black<ol type=i start=4><li>strong<li>weak</ol></ul>
<li value=2024><p>A year</p><p>in two paragraphs</ol><ol type=a><li>by letters<li>- by a dash</ol>
<ul><li><input type=checkbox checked> done<li><input type=checkbox> not done</ul><p>2. Not a list.</p>
<p hidden>Nothing</p><blockquote><p>A quotation</blockquote><pre>
# code
  1. more code</pre>"""
TABLES = """<table><tr><th>Name<th>Number<tr><td>One<td>1.<tr><td><td>2<tr><td>- Three<td>3 | 4</table>
<p>Home | News | Contact</p><hr><p>---</p><table><tr><td>laid out<td><ul><li>in a cell</ul></table>"""
FORMULAS = r"""<p>Let <math><msup><mi>x</mi><mn>2</mn></msup></math> be \(y^2\) and
<script type="math/tex">z</script> <math display=block><mfrac><mn>1</mn><mn>2</mn></mfrac></math> half."""
DATA = (
    '<p>Loading</p><script type="application/ld+json">{"@type": "NewsArticle", "headline": "Ships", '
    '"articleBody": "'
    + "The first ship came in at night, with the tide, and nobody saw it. " * 20
    + '"}</script>'
)
PAGES = {
    "lists": LISTS.encode(),
    "tables": TABLES.encode(),
    "formulas": FORMULAS.encode(),
    "data": DATA.encode(),
    "cyrillic": "<meta charset=windows-1251><ol><li>Привет<li>мир</ol>".encode("windows-1251"),
    "wide": LISTS.encode("utf-16"),
    "marked-twice": b"\xc3\xaf\xc2\xbb\xc2\xbf" + LISTS.encode(),
    "broken": b"<p>" + "\ufffd".encode() * 30 + b" two \xff\xfe words</p>",
    "controls": "<p>the moon\x80\x99s \x1b[1mlight\x0b".encode(),
    "empty": b"<html></html>",
    "bare": b"<b>text</b> with two tags and a menu <ul><li>Home</ul>",
}
WRITES_TEXT = """import sys, mainspan
text = mainspan.extract(sys.stdin.buffer.read(), algorithm="plain").text
sys.stdout.buffer.write(text.encode("utf-8", "replace"))"""
GOLD = "Shopping\n\nWhat we need:\n1. Milk\n2) Two kinds of tea\n• green\n* black\n\nNot a list. | 3 | 4\n"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages that are written down in many ways, and some of our own with their gold."""
    folder = tmp_path_factory.mktemp("kinds")
    for name, page in PAGES.items():
        (folder / f"{name}.html").write_bytes(page)
        (folder / f"{name}.txt").write_text(GOLD, "utf-8")
        (folder / f"{name}.json").write_text('{"with": ["1. Milk", "tea"], "without": ["Home"]}', "utf-8")
    for own in sorted((CORPUS / "styles").glob("*.html"))[::4]:
        for path in (own, own.with_suffix(".txt"), own.with_suffix(".json")):
            (folder / path.name).write_bytes(path.read_bytes())
    return folder


@pytest.fixture(scope="module")
def rows(package: Path) -> dict[str, dict[str, Row]]:
    """The rows of the method, of two programs and of a proxy, by kind and document."""
    with proxy(pass_on) as address:
        named = {
            "method": "plain",
            "html": "command:cat",
            "text": f"command:{shlex.join([sys.executable, '-c', WRITES_TEXT])}",
            "proxy": f"proxy:{address}",
        }
        found = evaluate(package, list(named.values()), jobs=2)
    names = [each["name"] for each in found.run["contestants"]]
    return {
        kind: {row.document: row for row in found.rows if row.contestant == name}
        for kind, name in zip(named, names, strict=True)
    }


@pytest.mark.parametrize("kind", ["html", "text", "proxy"])
@pytest.mark.parametrize("measure", TEXT_MEASURES)
def test_what_passes_through_scores_as_the_method_plain(
    rows: dict[str, dict[str, Row]], measure: str, kind: str
) -> None:
    plain, other = rows["method"], rows[kind]
    assert {name: row.scores[measure] for name, row in other.items()} == {
        name: row.scores[measure] for name, row in plain.items()
    }
    assert len(plain) > len(PAGES)


@pytest.mark.parametrize("kind", ["html", "text", "proxy"])
def test_so_do_its_figures_and_nothing_fails(rows: dict[str, dict[str, Row]], kind: str) -> None:
    plain, other = rows["method"], rows[kind]
    assert {name: (row.figures, row.error) for name, row in other.items()} == {
        name: (row.figures, "") for name, row in plain.items()
    }


def test_the_scores_are_worth_comparing(rows: dict[str, dict[str, Row]]) -> None:
    scores = {name: [row.scores[name] for row in rows["method"].values()] for name in TEXT_MEASURES}
    assert all(len(set(each)) > 5 for name, each in scores.items() if name not in ("segments", "blocks"))
