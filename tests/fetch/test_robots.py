"""robots.txt, as RFC 9309 has it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.errors import SourceError
from mainspan.fetch import Guard, PrivateAddressError, Robots, RobotsError
from mainspan.fetch.robots import MAX_AGE, MAX_BYTES, is_allowed, matches, parse_robots
from tests.clock import grows_linearly
from tests.fetch.internet import PUBLIC, Internet
from tests.fetch.site import Answer, Site

CLOSED = Answer(b"User-agent: *\nDisallow: /private/\n")


@pytest.fixture
def robots() -> Robots:
    return Robots(Guard(allow_private=True))


# Rules.


@pytest.mark.parametrize(
    ("text", "allowed", "closed"),
    [
        ("", "/ /a", ""),
        ("user-agent: *\ndisallow:", "/ /a", ""),
        ("User-Agent: *\nDisallow: /", "/robots.txt", "/ /a"),
        ("Disallow: /", "/ /a", ""),
        ("User-agent: * # all\nDISALLOW : /a # this", "/ /b", "/a /ab /a/b"),
        ("User-agent: *\r\nDisallow: /\r\nAllow: /a", "/a /ab", "/ /b"),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", ""),
        ("User-agent: *\nDisallow: /*.gif$", "/a.gif?x /gif", "/a.gif /a/b.gif"),
        ("User-agent: *\nDisallow: /a%20b\nDisallow: /Küche", "/a+b", "/a%20b /K%C3%BCche /K%c3%bcche"),
        # The group that names this program counts alone; groups of one name are one.
        ("User-agent: *\nDisallow: /\n\nUser-agent: Mainspan\nDisallow: /a", "/b", "/a"),
        ("User-agent: mainspan/1.0\nDisallow: /a\nUser-agent: MAINSPAN\nDisallow: /b", "/c", "/a /b"),
        ("User-agent: other\nUser-agent: mainspan\nCrawl-delay: 1\nDisallow: /a", "/b", "/a"),
        ("User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /a", "/b", "/a"),
        ("User-agent: mainspanner\nDisallow: /", "/a", ""),
        ("User-agent: *\nSitemap: https://example.org/\nDisallow: /a", "/b", "/a"),
        ("<html>not found</html>", "/ /a", ""),
    ],
)
def test_rules(text: str, allowed: str, closed: str) -> None:
    rules = parse_robots(text)
    assert [path for path in allowed.split() if not is_allowed(path, rules)] == []
    assert [path for path in closed.split() if is_allowed(path, rules)] == []


@given(st.text("ab/", max_size=8), st.text("ab/*$", max_size=8))
def test_patterns_are_regular_expressions_with_two_signs(path: str, pattern: str) -> None:
    body, is_end = pattern.removesuffix("$"), pattern.endswith("$")
    expression = re.escape(body).replace(r"\*", ".*") + ("$" if is_end else "")
    assert matches(path, pattern) == bool(re.match(expression, path))


@given(st.text(max_size=200))
def test_any_text_can_be_parsed(text: str) -> None:
    rules = parse_robots(f"user-agent: *\n{text}")
    is_allowed("/a", rules)


def test_matching_takes_linear_time() -> None:
    small, large = ("*a" * count for count in (2_000, 20_000))
    assert grows_linearly(
        lambda: matches("a" * 2_000, small + "b$"), lambda: matches("a" * 20_000, large + "b$")
    )


# Sites.


def test_page_that_is_closed_is_refused(site: Site, robots: Robots) -> None:
    site.answers["/robots.txt"] = CLOSED
    robots.check(site.url("/page"))
    with pytest.raises(RobotsError) as caught:
        robots.check(site.url("/private/page?a=b"))
    reason = "the site's robots.txt does not allow programs to fetch this page"
    assert str(caught.value) == f"{site.url('/private/page?a=b')}: {reason}"
    assert site.asked == ["/robots.txt"]


@pytest.mark.parametrize(("status", "is_open"), [(404, True), (410, True), (401, False), (403, False)])
def test_site_without_rules(site: Site, robots: Robots, status: int, is_open: bool) -> None:
    site.answers["/robots.txt"] = Answer(status=status)
    if is_open:
        robots.check(site.url("/page"))
    else:
        with pytest.raises(RobotsError):
            robots.check(site.url("/page"))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_site_that_cannot_say_is_not_fetched_from(site: Site, robots: Robots, status: int) -> None:
    site.answers["/robots.txt"] = Answer(status=status)
    with pytest.raises(SourceError, match=f"robots.txt: the server answered {status}"):
        robots.check(site.url("/page"))


def test_private_address_is_not_asked_for_its_rules(site: Site) -> None:
    with pytest.raises(PrivateAddressError, match=f"^{site.url('/page')}: 127.0.0.1 is not a public address"):
        Robots(Guard()).check(site.url("/page"))
    assert site.asked == []


def test_rules_beyond_the_size_limit_are_ignored(site: Site, robots: Robots) -> None:
    line = b"Disallow: /closed\n"
    for size, is_open in ((MAX_BYTES, False), (MAX_BYTES + len(line), True)):
        begin = b"User-agent: *\n".ljust(size - len(line) - 1, b"#") + b"\n"
        site.queues["/robots.txt"] = [Answer(begin + line)]
        checked = Robots(Guard(allow_private=True))
        if is_open:
            checked.check(site.url("/closed"))
        else:
            with pytest.raises(RobotsError):
                checked.check(site.url("/closed"))
    assert MAX_BYTES >= 500 * 1024


def test_rules_are_read_again_when_they_are_old(site: Site) -> None:
    times = [0.0]
    robots = Robots(Guard(allow_private=True), clock=lambda: times[-1])
    for seconds, reads in ((0.0, 1), (MAX_AGE - 1, 1), (MAX_AGE + 1, 2)):
        times.append(seconds)
        robots.check(site.url("/page"))
        assert len(site.asked) == reads
    assert MAX_AGE == 3600


def test_rules_of_the_latest_sites_are_kept(site: Site) -> None:
    internet = Internet(site.server_port)
    robots = Robots(internet.guard)
    hosts = [f"host{number}.example" for number in range(101)]
    internet.names = {host: [[PUBLIC]] for host in hosts}
    for host in (*hosts[:100], *hosts[:100], hosts[100], hosts[1], hosts[0]):
        robots.check(f"http://{host}/page")
    assert internet.resolved == [*hosts, hosts[0]]
