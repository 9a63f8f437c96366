from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from mainspan.errors import OutputError, SourceError
from mainspan.evaluation.report import write_report
from tests.evaluation.report.conftest import Folder

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


def report(results: Path) -> str:
    path, _ = write_report(results)
    return path.read_text("utf-8")


def tree_of(results: Path) -> LexborHTMLParser:
    return LexborHTMLParser(report(results))


def titles(tree: LexborHTMLParser) -> list[str]:
    return [node.text() for node in tree.css("h2")]


def test_all_sections_are_there(results: Path) -> None:
    assert titles(tree_of(results)) == [
        "Summary",
        "F1 by measure",
        "Precision against recall",
        "Spread and time",
        "By flag",
        "All means",
        "Pairs of contestants",
        "Errors",
        "Worst documents",
    ]


def test_each_figure_has_a_panel_for_each_package_with_a_label(results: Path) -> None:
    tree = tree_of(results)
    assert len(tree.css("figure")) == 3
    assert [node.attributes["role"] for node in tree.css(".panel svg[aria-label]")] == ["img"] * 6


def test_nothing_is_fetched(results: Path) -> None:
    tree = tree_of(results)
    assert tree.css("[src], link, iframe, object, embed, base, form") == []
    assert "url(" not in report(results)
    assert "@import" not in report(results)


def test_links_lead_to_places_that_are_there_and_names_are_used_once(results: Path) -> None:
    tree = tree_of(results)
    places = [node.attributes["id"] for node in tree.css("[id]")]
    wanted = [href[1:] for node in tree.css("a") if (href := node.attributes["href"] or "").startswith("#")]
    assert len(places) == len(set(places))
    assert set(wanted) <= set(places)
    assert "view-1-0" in wanted


def test_the_only_script_is_the_one_that_the_policy_allows(results: Path) -> None:
    tree = tree_of(results)
    (script,) = tree.css("script")
    digest = b64encode(sha256(script.text().encode()).digest()).decode()
    (policy,) = tree.css("meta[http-equiv]")
    assert "default-src 'none'" in (policy.attributes["content"] or "")
    assert f"script-src 'sha256-{digest}'" in (policy.attributes["content"] or "")


def test_scripts_in_names_and_texts_do_not_run(folder: Folder) -> None:
    folder.golds["news"]["a"] = HOSTILE
    folder.answers["news", HOSTILE] = {"a": HOSTILE * 2, "b": None, "c": "</style></script></details>"}
    tree = tree_of(folder.write())
    assert (len(tree.css("script")), tree.css("img")) == (1, [])
    assert not [node for node in tree.css("*") for name in node.attributes if name.startswith("on")]
    assert HOSTILE in [node.text() for node in tree.css("h3")]


@pytest.mark.parametrize(("url", "is_link"), [("https://a.example/x", True), ("javascript:alert(1)", False)])
def test_only_addresses_of_the_web_are_links(results: Path, url: str, is_link: bool) -> None:
    for name in "abc":
        (results.parent / "news" / f"{name}.json").write_text(f'{{"url": "{url}"}}')
    assert (f'href="{url}"' in report(results)) is is_link
    assert url in report(results)


def test_views_show_what_is_missing_and_superfluous(results: Path) -> None:
    tree = tree_of(results)
    texts = {node.text(): node for node in tree.css(".view .text")}
    (view,) = (node for text, node in texts.items() if "five" in text)
    assert [node.text() for node in view.css("del")] == ["five "]
    assert [node.text() for node in view.css("ins")] == ["menu "]


def test_text_may_run_from_right_to_left(folder: Folder) -> None:
    folder.golds["news"]["a"] = "مرحبا بالعالم 世界"
    tree = tree_of(folder.write())
    texts = [node for node in tree.css(".text") if "مرحبا" in node.text()]
    assert texts
    assert all(node.attributes["dir"] == "auto" for node in texts)


def test_the_same_results_give_the_same_report(results: Path) -> None:
    assert report(results) == report(results)


def test_missing_text_comes_first_and_the_rest_is_shown(folder: Folder) -> None:
    folder.part = True
    del folder.answers["wiki", "good"]
    del folder.answers["wiki", "poor"]
    tree = tree_of(folder.write())
    assert titles(tree)[:2] == ["Missing", "Summary"]
    assert [node.text() for node in tree.css(".missing li")][:1] == [
        "good on wiki: 0 of 3 documents measured"
    ]
    assert len(tree.css("figure")) == 3


def test_a_run_that_has_only_begun_has_a_report(folder: Folder) -> None:
    folder.answers = {("news", "good"): {}}
    tree = tree_of(folder.write())
    assert len(tree.css(".missing li")) == 2
    assert tree.css("figure") == []


def test_the_number_of_worst_documents_can_be_chosen(results: Path) -> None:
    path, _ = write_report(results, worst=2)
    assert len(re.findall('<details class="view">', path.read_text("utf-8"))) == 2


def test_the_report_is_written_to_the_named_folder(results: Path, tmp_path: Path) -> None:
    assert write_report(results, tmp_path / "x") == [tmp_path / "x/report.html", tmp_path / "x/report.md"]
    with pytest.raises(OutputError, match="is a file"):
        write_report(results, results / "run.json")


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="mainspan evaluate"):
        write_report(tmp_path)
