"""The pages of the proxy itself, without a proxy: status, PAC file, the way to an original."""

from __future__ import annotations

import json

import pytest

from mainspan.proxy.counters import Counters
from mainspan.proxy.grants import Grants
from mainspan.proxy.headers import Report
from mainspan.proxy.own_pages import OwnPages, pac
from mainspan.proxy.settings import Settings

TOKEN = "a-token-for-the-tests"


def make(granted: list[str] | None = None, **options: object) -> OwnPages:
    counters = Counters()
    counters.note(Report(method="dana", milliseconds=10.0, share=0.5))
    counters.note(Report(method="dana", milliseconds=20.0, share=0.3))
    counters.note(Report("not-html"))
    add = (granted if granted is not None else []).append
    return OwnPages(Settings(**options), counters.to_dict, lambda der: b"der" if der else b"pem", add)  # type: ignore[arg-type]


def test_the_status_has_settings_and_counters() -> None:
    status = json.loads(make(excluded=("bank.example",)).answer("GET", "/status.json").body)
    assert status["settings"]["except"] == ["bank.example"]
    assert status["counters"]["extracted"] == 2
    assert status["counters"]["passed"] == {"not-html": 1}
    assert status["counters"]["mean_milliseconds"] == 15.0
    assert status["counters"]["mean_share"] == 0.4


def test_the_page_shows_them_to_people() -> None:
    text = make(excluded=("bank.example",)).answer("GET", "/").body.decode()
    for part in ("bank.example", "passed not-html", "/proxy.pac", "/certificate.pem", "/original/"):
        assert part in text


def test_a_token_is_nowhere() -> None:
    pages = make(host="0.0.0.0", token=TOKEN)
    for path in ("/", "/status.json", "/proxy.pac"):
        assert TOKEN.encode() not in pages.answer("GET", path).body


@pytest.mark.parametrize(("path", "body"), [("/certificate.pem", b"pem"), ("/certificate.cer", b"der")])
def test_the_certificate(path: str, body: bytes) -> None:
    answer = make().answer("GET", path)
    assert (answer.media_type, answer.body) == ("application/x-x509-ca-cert", body)


@pytest.mark.parametrize(
    ("method", "path", "status"), [("POST", "/", 405), ("GET", "/nothing", 404), ("GET", "/original/x", 400)]
)
def test_what_is_not_there(method: str, path: str, status: int) -> None:
    assert make().answer(method, path).status == status


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("http:/example.org", "http://example.org"),
        ("HTTP://example.org/", "http://example.org/"),
    ],
)
def test_the_way_to_an_original(path: str, address: str) -> None:
    granted: list[str] = []
    answer = make(granted).answer("GET", f"/original/{path}")
    assert (answer.status, answer.location, granted) == (302, address, [address])


@pytest.mark.parametrize("address", ["javascript:x", "file:///a", "ftp://a.org/", "https://", "//a.org"])
def test_other_addresses_lead_nowhere(address: str) -> None:
    granted: list[str] = []
    assert make(granted).answer("GET", f"/original/{address}").status == 400
    assert granted == []


def test_an_original_is_given_once_to_who_asked() -> None:
    grants = Grants()
    grants.add("a", "http://example.org#x")
    assert grants.use("b", "http://example.org/") is None
    assert grants.use("a", "http://example.org/") is False
    assert grants.use("a", "http://example.org/") is None


def test_a_page_may_ask_for_its_own_original() -> None:
    grants = Grants()
    grants.add("a", "http://example.org/", is_own=True)
    assert grants.use("a", "http://example.org/") is True


def test_old_grants_make_room() -> None:
    grants = Grants()
    for number in range(1500):
        grants.add("a", f"http://example.org/{number}")
    assert len(grants) == 1000
    assert grants.use("a", "http://example.org/0") is None
    assert grants.use("a", "http://example.org/1499") is False


def test_the_pac_file_names_the_proxy() -> None:
    text = pac(Settings(port=1234))
    assert 'return "PROXY 127.0.0.1:1234; DIRECT";' in text.splitlines()[-2]


def test_the_pac_file_knows_the_hosts() -> None:
    text = pac(Settings(only=("a.org",), excluded=("x.a.org",)))
    lines = [line.strip() for line in text.splitlines()]
    assert lines[3] == 'if (host == "x.a.org" || dnsDomainIs(host, ".x.a.org")) return "DIRECT";'
    assert lines[4].startswith('if (host == "a.org" || dnsDomainIs(host, ".a.org")) return "PROXY ')
    assert lines[5] == 'return "DIRECT";'
