"""Rules make packages of a site's pages, and wrong rules are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mainspan import __version__
from mainspan.errors import OutputError, PackageError
from mainspan.evaluation.check import check_package
from mainspan.evaluation.site_rules import EXAMPLE, RuleResult, SiteRules, build_from_rules
from mainspan.sources import find_sources
from tests.evaluation.packaged import page_of

RULES = SiteRules(content=["h1", "p"], leave_out=[".ad"])
CANONICAL = '<link rel=canonical href="https://{}/x">'


def lay(folder: Path, **pages: bytes) -> list[str]:
    folder.mkdir(exist_ok=True)
    for name, html in pages.items():
        (folder / f"{name}.html").write_bytes(html)
    return [str(folder / f"{name}.html") for name in pages]


def run(tmp_path: Path, rules: SiteRules = RULES, **pages: bytes) -> list[RuleResult]:
    sources = find_sources(lay(tmp_path / "crawl", **pages))
    return list(build_from_rules(rules, sources, tmp_path / "p", by="site.toml"))


def meta(tmp_path: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((tmp_path / "p" / f"{name}.json").read_text("utf-8"))
    return found


def test_pages_become_a_package_without_defects(tmp_path: Path) -> None:
    page = page_of("First text <b class=ad>Buy</b> here")
    found = run(tmp_path, a=page, b=page_of("Second text"))
    assert [(each.document, each.words, each.reason) for each in found] == [("a", 4, ""), ("b", 3, "")]
    assert (tmp_path / "p" / "a.txt").read_text("utf-8") == "Ferry\n\nFirst text here.\n"
    assert (tmp_path / "p" / "a.html").read_bytes() == page
    assert check_package(tmp_path / "p") == []


def test_the_package_records_its_rules(tmp_path: Path) -> None:
    run(tmp_path, a=page_of())
    about = json.loads((tmp_path / "p" / "package.json").read_text("utf-8"))
    assert about["rules"] == {"content": ["h1", "p"], "leave_out": [".ad"]}
    assert about["license"] == "none stated"


def test_known_facts_are_metadata(tmp_path: Path) -> None:
    rules = SiteRules(["p"], title="h1", language="de", domain="a.example", meta={"page_type": "article"})
    run(
        tmp_path, rules, a=page_of(head=CANONICAL.format("www.a.example")).replace(b"<html", b"<html lang=en")
    )
    assert meta(tmp_path, "a") == {
        "url": "https://www.a.example/x",
        "url_source": "canonical",
        "language": "de",
        "domain": "a.example",
        "title": "Ferry",
        "page_type": "article",
        "harvested_by": f"mainspan {__version__} with site.toml",
    }


def test_a_page_where_nothing_matches_is_reported_and_left(tmp_path: Path) -> None:
    found = run(tmp_path, a=b"<div>Other template</div>", b=page_of())
    assert (found[0].document, found[0].reason) == ("", "no element matches h1 or p")
    assert not found[0].skipped
    assert found[1].document == "b"


@pytest.mark.parametrize(
    ("rules", "head", "reason"),
    [
        (SiteRules(["p"], require=["h1", ".paywall"]), "", "it has no .paywall, which the rules require"),
        (
            SiteRules(["p"], domain="a.example"),
            CANONICAL.format("nota.example"),
            "its address is on nota.example, not on a.example",
        ),
    ],
)
def test_pages_that_the_rules_exclude_are_skipped(
    tmp_path: Path, rules: SiteRules, head: str, reason: str
) -> None:
    [found] = run(tmp_path, rules, a=page_of(head=head))
    assert (found.document, found.reason, found.skipped) == ("", reason, True)
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize("host", ["a.example", "www.a.example", "news.a.example"])
def test_pages_of_the_domain_are_taken(tmp_path: Path, host: str) -> None:
    [found] = run(tmp_path, SiteRules(["p"], domain="a.example"), a=page_of(head=CANONICAL.format(host)))
    assert found.document == "a"


def test_a_hostile_page_is_an_error_and_not_skipped(tmp_path: Path) -> None:
    [found] = run(tmp_path, SiteRules(["p"], require=["p"]), a=b"<div>" * 20_000 + b"<p>text")
    assert "too hostile for selectors" in found.reason
    assert not found.skipped


def test_a_package_grows_and_nothing_is_overwritten(tmp_path: Path) -> None:
    run(tmp_path, a=page_of("First text"))
    found = run(tmp_path, a=page_of("New text"), b=page_of("Second text"))
    assert "exists already" in found[0].reason
    assert found[1].document == "b"
    assert "First" in (tmp_path / "p" / "a.txt").read_text("utf-8")


def test_pages_of_several_folders_get_names_of_their_own(tmp_path: Path) -> None:
    lay(tmp_path / "crawl")
    lay(tmp_path / "crawl" / "x", page=page_of("one"))
    lay(tmp_path / "crawl" / "y", page=page_of("two"))
    lay(tmp_path / "crawl", **{"x-page": page_of("three")})
    found = build_from_rules(RULES, find_sources([str(tmp_path / "crawl")]), tmp_path / "p", by="r")
    assert sorted(each.document for each in found) == ["x-page", "x-page-2", "y-page"]


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    lay(tmp_path / "p", a=b"x")
    with pytest.raises(OutputError, match="is no package; name a new folder"):
        run(tmp_path, b=page_of())


def test_a_page_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    sources = find_sources(lay(tmp_path / "crawl", a=b"x", b=page_of()))
    (tmp_path / "crawl" / "a.html").unlink()
    found = list(build_from_rules(RULES, sources, tmp_path / "p", by="r"))
    assert (found[0].reason, found[1].document) == ("No such file or directory", "b")


def test_the_example_of_the_help_is_right(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(EXAMPLE)
    rules = SiteRules.read(tmp_path / "site.toml")
    assert rules.content == ["article h1", "article .body"]
    assert rules.meta == {"page_type": "article"}


def test_one_selector_needs_no_list(tmp_path: Path) -> None:
    assert SiteRules.of({"content": "p"}) == SiteRules(["p"])


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (b"content = [", "Invalid"),
        (b"\xff", "can't decode"),
        (b"", "content is missing: the selectors of the gold text"),
        (b"content = []", "content is missing"),
        (b"content = 3", r'content is not a list of selectors: write content = \["css", ...\]'),
        (b"content = ['p', 3]", "content is not a list of selectors"),
        (b"content = ['p[']", "content: .*selector"),
        (b"content = 'p'\nrequire = ['>>']", "require: .*selector"),
        (b"content = 'p'\ntitle = 'h1['", "title: .*selector"),
        (b"content = 'p'\ntitle = ['h1']", 'title is not a text: write title = "..."'),
        (b"content = 'p'\nlanguage = 'English'", "language is not a language code"),
        (b"content = 'p'\nmeta = 'x'", "meta is not a table"),
        (b"content = 'p'\nmeta = {fragmented = 1}", "fragmented is neither true nor false"),
        (b"content = 'p'\ndrop = ['x']", "there is no rule 'drop'; there are content, leave_out"),
    ],
)
def test_wrong_rules_are_refused_with_right_ones(tmp_path: Path, written: bytes, message: str) -> None:
    path = tmp_path / "site.toml"
    path.write_bytes(written)
    with pytest.raises(PackageError, match=message) as caught:
        SiteRules.read(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(EXAMPLE)


def test_dates_in_rules_become_texts(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("content = 'p'\nmeta = {day = 2026-01-31}")
    run(tmp_path, SiteRules.read(tmp_path / "site.toml"), a=page_of())
    assert meta(tmp_path, "a")["day"] == "2026-01-31"
