"""What the proxy refuses: strangers, private addresses for other pages, servers that nobody vouches for."""

from __future__ import annotations

import os
import signal
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.proxy.conftest import FERRY
from tests.proxy.running import MAIN, Proxy, find_python, needs_proxy, running
from tests.proxy.upstream import Answer, Upstream

pytestmark = needs_proxy

TOKEN = "a-token-for-the-tests"
BROWSER = {"User-Agent": "Mozilla/5.0 (X11)"}
OPENS = {"Upgrade-Insecure-Requests": "1"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy that others can reach, with a short time limit, and with no authority for the TLS server."""
    folder = tmp_path_factory.mktemp("guarded")
    options = ["--host", "0.0.0.0", "--seconds", "1", "-f", "collapse"]
    with running(folder, *options, workers=1, token=TOKEN) as found:
        yield found


@pytest.fixture
def page(upstream: Upstream) -> str:
    upstream.answers["/page"] = Answer(FERRY)
    return upstream.url("/page")


# --- an open relay --------------------------------------------------------------------------------


@pytest.mark.parametrize("auth", [None, ("mainspan", "another-token-here"), ("other", TOKEN)])
def test_strangers_are_refused(
    guarded: Proxy, page: str, upstream: Upstream, auth: tuple[str, str] | None
) -> None:
    before = len(upstream.asked)
    with httpx.Client(proxy=httpx.Proxy(guarded.url, auth=auth), trust_env=False, timeout=60) as client:
        for url in (page, "http://mainspan.proxy/", "http://mainspan.proxy/certificate.pem"):
            assert client.get(url).status_code == 407
    assert len(upstream.asked) == before


def test_who_has_the_token_is_served_and_the_server_does_not_see_it(
    guarded: Proxy, page: str, upstream: Upstream
) -> None:
    assert guarded.get(page).headers["Mainspan-Result"] == "extracted"
    assert "Proxy-Authorization" not in upstream.asked[-1][2]


# --- private addresses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Referer": "http://evil.example/"},
        {"Origin": "http://evil.example"},
        BROWSER | {"Sec-Fetch-Site": "cross-site"} | OPENS,
        BROWSER,
    ],
    ids=["referer", "origin", "cross-site", "nobody says"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_on_other_hosts_reach_no_private_address(
    guarded: Proxy, upstream: Upstream, page: str, headers: dict[str, str], method: str
) -> None:
    before = len(upstream.asked)
    with httpx.Client(proxy=httpx.Proxy(guarded.url, auth=("mainspan", TOKEN)), timeout=60) as client:
        answer = client.request(
            method, page, headers=headers, content=b"x" * 1000 if method == "POST" else None
        )
    assert answer.status_code in (403, 502)
    assert "private address" in answer.text
    assert len(upstream.asked) == before


@pytest.mark.parametrize("headers", [{}, BROWSER | OPENS, BROWSER | {"Sec-Fetch-Site": "none"}])
def test_users_may_open_any_address(guarded: Proxy, page: str, headers: dict[str, str]) -> None:
    assert guarded.get(page, headers=headers).status_code == 200


def test_a_page_may_load_from_its_own_host(guarded: Proxy, page: str) -> None:
    assert guarded.get(page, headers=BROWSER | {"Referer": page}).status_code == 200


def test_a_connection_that_a_user_opened_is_not_for_other_pages(
    guarded: Proxy, page: str, upstream: Upstream
) -> None:
    with httpx.Client(proxy=httpx.Proxy(guarded.url, auth=("mainspan", TOKEN)), timeout=60) as client:
        assert client.get(page).status_code == 200
        before = len(upstream.asked)
        assert client.get(page, headers={"Referer": "http://evil.example/"}).status_code == 403
    assert len(upstream.asked) == before


@pytest.mark.parametrize(("page_host", "status"), [("127.0.0.1", 200), ("evil.example", 403)])
def test_the_original_of_a_private_page_is_for_that_page_alone(
    guarded: Proxy, page: str, page_host: str, status: int
) -> None:
    coming = {"Referer": f"http://{page_host}/"}
    assert guarded.get(f"http://mainspan.proxy/original/{page}", headers=coming).status_code == 302
    # The redirect comes from another host, as browsers report it.
    answer = guarded.get(page, headers=BROWSER | {"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code in ((200,) if status == 200 else (403, 502))


# --- certificates ---------------------------------------------------------------------------------


def test_a_server_without_a_valid_certificate_stays_an_error(
    guarded: Proxy, page: str, front: tuple[int, Path], upstream: Upstream
) -> None:
    assert page
    before = len(upstream.asked)
    context = ssl.create_default_context(cafile=str(guarded.certificate))
    proxy = httpx.Proxy(guarded.url, auth=("mainspan", TOKEN))
    with httpx.Client(proxy=proxy, verify=context, timeout=60) as client:
        answer = client.get(f"https://localhost:{front[0]}/page")
    assert answer.status_code == 502
    assert "certificate verify failed" in answer.text.lower()
    assert len(upstream.asked) == before


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_the_key_is_readable_by_its_user_alone(guarded: Proxy) -> None:
    folder = guarded.folder / "ca"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with_keys = [path for path in folder.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert [path.name for path in with_keys] == ["mitmproxy-ca.pem"]
    for path in [*with_keys, folder / "mitmproxy-ca.p12"]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def run(*options: str) -> tuple[int, str]:
    python = find_python()
    done = subprocess.run(
        [str(python), "-c", MAIN, "proxy", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "MAINSPAN_TOKEN"},
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "mitmproxy-ca.pem"
    key.write_text("a key")
    key.chmod(0o644)
    code, message = run("--folder", str(tmp_path))
    assert code == 2
    assert "others can read the key" in message
    assert "Traceback" not in message


def test_a_port_that_is_taken(guarded: Proxy, tmp_path: Path) -> None:
    code, message = run("--folder", str(tmp_path / "ca"), "--port", str(guarded.port))
    assert (code, "Traceback" in message) == (2, False)
    assert "--port names another" in message


def test_nothing_is_logged_by_default(guarded: Proxy, page: str) -> None:
    guarded.get(f"{page}?secret=query")
    assert len(guarded.log().strip().splitlines()) == 2
    assert page not in guarded.log()


# --- workers that hang or die ---------------------------------------------------------------------


def extracts_again(proxy: Proxy, page: str) -> bool:
    """Whether pages are extracted, once a new worker has started. Until then they pass."""
    while reason := proxy.get(page).headers.get("Mainspan-Reason", ""):
        assert reason == "busy"
    return True


def workers(proxy: Proxy) -> list[int]:
    """The processes that extract pages."""
    tasks = Path(f"/proc/{proxy.process.pid}/task").glob("*/children")
    return [int(pid) for path in tasks for pid in path.read_text().split()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes by /proc")
def test_a_page_that_takes_too_long_passes_and_the_next_does_not(guarded: Proxy, page: str) -> None:
    assert guarded.get(page).headers["Mainspan-Result"] == "extracted"
    [worker] = workers(guarded)
    os.kill(worker, signal.SIGSTOP)
    answer = guarded.get(page)
    assert (answer.content, answer.headers["Mainspan-Reason"]) == (FERRY, "time-limit")
    assert extracts_again(guarded, page)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes by /proc")
def test_a_worker_that_dies_costs_one_page_at_most(guarded: Proxy, page: str) -> None:
    [worker] = workers(guarded)
    os.kill(worker, signal.SIGKILL)
    answer = guarded.get(page)
    assert (answer.content, answer.headers["Mainspan-Reason"]) == (FERRY, "error")
    assert extracts_again(guarded, page)


# --- servers that fail ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/reset", "/garbage"])
def test_a_server_that_fails_is_a_bad_gateway(
    guarded: Proxy, page: str, upstream: Upstream, path: str
) -> None:
    assert guarded.get(upstream.url(path)).status_code == 502
    assert guarded.get(page).status_code == 200


def test_a_server_that_is_not_there(guarded: Proxy, page: str) -> None:
    assert guarded.get("http://127.0.0.1:1/").status_code == 502
    assert guarded.get("http://no-such-host.invalid/").status_code == 502
    assert guarded.get(page).status_code == 200


def test_a_page_that_is_cut_off_is_not_taken_for_whole(guarded: Proxy, upstream: Upstream) -> None:
    try:
        status = guarded.get(upstream.url("/cut")).status_code
    except httpx.HTTPError:
        status = 502
    assert status == 502


def test_a_server_that_hangs_holds_up_nobody_else(guarded: Proxy, page: str, upstream: Upstream) -> None:
    with pytest.raises(httpx.TimeoutException):
        guarded.get(upstream.url("/hang"), timeout=0.5)
    assert guarded.get(page).status_code == 200
