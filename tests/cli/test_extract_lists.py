"""mainspan extract with lists: names in a file, feeds and sitemaps as files and addresses."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mainspan.cli import app
from mainspan.fetch import Politeness
from tests.cli.conftest import Run
from tests.fetch.conftest import site
from tests.fetch.site import Answer, Site

__all__ = ["site"]
ARGS = ("extract", "-a", "plain", "--delay", "0")


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, [*ARGS, *args], input=stdin, catch_exceptions=False)


def lay(*names: str) -> None:
    for name in names:
        Path(f"{name}.html").write_text(f"<p>{name} says hello</p>")


def serve(site: Site, *names: str) -> str:
    """Pages of these names; gives a feed of them."""
    for name in names:
        site.answers[f"/{name}"] = Answer(f"<p>{name} says hello</p>".encode())
    return "<rss>" + "".join(f"<item><link>/{name}</link></item>" for name in names) + "</rss>"


def texts(result: Result) -> list[str]:
    return [line.split()[0] for line in result.stdout.splitlines() if "says hello" in line]


def test_names_come_from_a_list(site: Site) -> None:
    lay("a", "b")
    serve(site, "c")
    Path("list.txt").write_text(f"# pages\nb.html\n\n{site.url('/c')}\n")
    result = run("a.html", "--list", "list.txt")
    assert (result.exit_code, texts(result)) == (0, ["a", "b", "c"])


def test_names_come_from_standard_input() -> None:
    lay("a", "b")
    assert texts(run("--list", "-", stdin="b.html\na.html\n")) == ["b", "a"]


def test_one_name_of_a_list_is_treated_as_several() -> None:
    lay("a")
    assert run("--list", "-", stdin="a.html\n").stdout == "==> a.html <==\na says hello\n"


def test_missing_names_in_a_list_fail() -> None:
    lay("a")
    result = run("--list", "-", "-f", "jsonl", stdin="missing.html\na.html\n")
    assert (result.exit_code, result.stderr) == (
        1,
        "missing.html: No such file or directory\n1 of 2 pages failed\n",
    )
    assert [json.loads(line).get("error") for line in result.stdout.splitlines()] == [
        "No such file or directory",
        None,
    ]


def test_empty_list_is_no_pages_and_no_failure() -> None:
    assert run("--list", "-", stdin="# nothing\n").exit_code == 0


def test_pages_of_a_feed_are_extracted(site: Site) -> None:
    site.answers["/feed"] = Answer(serve(site, "a", "b").encode())
    result = run(site.url("/feed"))
    assert (
        result.stdout == f"==> {site.url('/a')} <==\na says hello\n==> {site.url('/b')} <==\nb says hello\n"
    )
    assert site.asked == ["/feed", "/a", "/b"]


def test_feed_in_a_file_is_resolved_by_its_address(site: Site) -> None:
    Path("feed.xml").write_text(serve(site, "a"))
    assert texts(run("feed.xml", "--url", site.url("/deep/feed"))) == ["a"]


def test_entries_keep_their_own_addresses(site: Site) -> None:
    Path("feed.xml").write_text(serve(site, "a"))
    result = run("feed.xml", "--url", site.url("/deep/feed"), "-f", "json")
    assert json.loads(result.stdout)["url"] == site.url("/a")


def test_page_is_asked_for_once_though_it_might_be_a_feed(site: Site) -> None:
    serve(site, "a")
    assert run(site.url("/a")).stdout == "a says hello\n"
    assert site.asked == ["/a"]


def test_index_of_sitemaps_leads_to_pages(site: Site) -> None:
    serve(site, "a", "b")
    place = "<urlset><url><loc>{}</loc></url></urlset>"
    site.answers["/1.xml.gz"] = Answer(
        gzip.compress(place.format(site.url("/a")).encode()), headers={"Content-Type": "application/x-gzip"}
    )
    site.answers["/2.xml"] = Answer(place.format(site.url("/b")).encode())
    entries = "".join(f"<sitemap><loc>{site.url(name)}</loc></sitemap>" for name in ("/1.xml.gz", "/2.xml"))
    site.answers["/map"] = Answer(f"<sitemapindex>{entries}</sitemapindex>".encode())
    result = run(site.url("/map"), "-o", "results")
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(list(Path("results").iterdir())) == 2


@pytest.mark.parametrize(("most", "first"), [(1, "the first is"), (2, "the first 2 are"), (3, "")])
def test_limit_on_the_pages_of_a_feed_is_reported(site: Site, most: int, first: str) -> None:
    site.answers["/feed"] = Answer(serve(site, "a", "b", "c").encode())
    result = run(site.url("/feed"), "--most", str(most))
    said = f"{site.url('/feed')}: a feed of 3 pages: {first} taken (--most N takes more)\n"
    assert (texts(result), result.stderr) == (["a", "b", "c"][:most], said if first else "")


def test_feed_of_relative_links_needs_its_address(failed: Run) -> None:
    Path("feed.xml").write_text("<feed><entry><link href='/a'/></entry></feed>")
    assert failed("extract", "feed.xml").splitlines()[0] == (
        "feed.xml: a feed with relative links only, and its own address (url) is not known"
    )


def test_feed_on_standard_input_is_resolved_by_its_address(site: Site) -> None:
    serve(site, "a")
    feed = "<feed><entry><link href='/a'/></entry></feed>"
    assert texts(run("-", "--url", site.url("/deep/feed"), stdin=feed)) == ["a"]


def test_relative_links_among_others_are_left_out_and_reported(site: Site) -> None:
    serve(site, "a")
    Path("feed.xml").write_text(f"{serve(site, 'b')[:-6]}<item><link>{site.url('/a')}</link></item></rss>")
    result = run("feed.xml")
    assert texts(result) == ["a"]
    assert result.stderr == ("feed.xml: its relative links are left out (--url gives their base)\n")


def test_feed_without_pages_has_failed(failed: Run) -> None:
    Path("feed.xml").write_text("<rss><channel><title>Empty</title></channel></rss>")
    assert failed("extract", "feed.xml") == "feed.xml: a feed without any pages\n1 of 1 pages failed\n"


def test_lines_of_a_feed_go_on_after_it_has_changed(site: Site) -> None:
    args = (site.url("/feed"), "-f", "jsonl", "-o", "out.jsonl")
    site.answers["/feed"] = Answer(serve(site, "b", "c").encode())
    run(*args)
    site.answers["/feed"] = Answer(serve(site, "a", "b").encode())
    run(*args)
    written = [json.loads(line)["source"] for line in Path("out.jsonl").read_text().splitlines()]
    assert written == [site.url("/b"), site.url("/c"), site.url("/a")]


def test_processes_open_feeds_too(site: Site) -> None:
    site.answers["/feed"] = Answer(serve(site, *"abcdef").encode())
    lay("x")
    assert texts(run(site.url("/feed"), "x.html", "-j", "2")) == [*"abcdef", "x"]


def test_pages_of_a_feed_may_be_those_of_a_site(site: Site) -> None:
    feed = serve(site, "a", "b", "c")
    for name in "abc":
        site.answers[f"/{name}"] = Answer(f"<ul><li>Home</ul><p>{name} says hello</p>".encode())
    site.answers["/feed"] = Answer(feed.encode())
    result = run(site.url("/feed"), "--site")
    assert (texts(result), "Home" in result.stdout) == (["a", "b", "c"], False)
    assert site.asked == ["/feed", "/a", "/b", "/c"]


def test_pages_of_one_host_keep_their_distance(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setitem(Politeness.__init__.__kwdefaults__ or {}, "sleep", slept.append)
    serve(site, "a", "b")
    assert texts(run(site.url("/a"), site.url("/b"), "--delay", "7")) == ["a", "b"]
    assert [round(seconds) for seconds in slept] == [7]
