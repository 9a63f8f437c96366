"""A real browser with the proxy: what is shown, where links lead, what forms send, which pictures load."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from mainspan.browser import find_browser
from tests.proxy.running import Proxy, needs_proxy, running
from tests.proxy.upstream import Answer, Upstream

pytestmark = needs_proxy

# A busy machine may take long; a person would wait.
PATIENCE = 60_000
FORMS = ("html", "hide", "collapse", "mark")
WHOLE = ("hide", "collapse", "mark")
PROSE = "The last diesel ferry on the crossing made its final run shortly after six on Tuesday morning. " * 4
MENU = "".join(f"<li><a href=/m{n}>Section {n}</a></li>" for n in range(30))
FORM = """<form method=post action=/echo><p>What do you think of the new ferry, and of its bell?</p>
<p><label>Your remark <input name=remark></label></p><p><button>Send it</button></p></form>"""
ARTICLE = f"""<!DOCTYPE html><html lang=en><head><title>Ferry</title>
<style>nav{{height:1500px;background:#eee}}</style></head><body>
<nav id=menu><ul>{MENU}</ul></nav><main><article><h1>Last diesel ferry leaves</h1><p>{PROSE}</p>
<p><img src=/boat.png alt="The boat" width=320 height=200></p><p>{PROSE}</p>{FORM}
<p>{PROSE} <a id=on href=/next>What comes next</a> {PROSE}</p></article></main>
<footer id=foot><p>Imprint</p></footer><script>document.title = "a script ran"</script></body></html>"""
NEXT = ARTICLE.replace("Last diesel ferry leaves", "Battery boat takes over")


def png() -> bytes:
    """A picture of one dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.fixture(scope="module", autouse=True)
def _pages(upstream: Upstream) -> None:
    policy = {"Content-Type": "text/html", "Content-Security-Policy": "default-src 'self'"}
    upstream.answers |= {
        "/": Answer(ARTICLE.encode()),
        "/next": Answer(NEXT.encode()),
        "/strict": Answer(ARTICLE.encode(), headers=policy),
        "/boat.png": Answer(png(), headers={"Content-Type": "image/png"}),
    }


@pytest.fixture(scope="module")
def proxies(front: tuple[int, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proxy]]:
    """A proxy for each form."""
    folder = tmp_path_factory.mktemp("proxies")
    options = ["--upstream-ca", str(front[1]), "--format"]
    each = [running(folder / form, *options, form, workers=1) for form in FORMS]
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        for found in each:
            stack.push(found)
        yield dict(zip(FORMS, threads.map(lambda found: found.__enter__(), each), strict=True))


@pytest.fixture(scope="module")
def browser(proxies: dict[str, Proxy], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser in whose profile the authority of one proxy is trusted."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed")
    home = tmp_path_factory.mktemp("home")
    if certutil := shutil.which("certutil"):
        store = home / ".pki" / "nssdb"
        store.mkdir(parents=True)
        subprocess.run([certutil, "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
        trust = ["-A", "-t", "C,,", "-n", "Mainspan", "-i", str(proxies["collapse"].certificate)]
        subprocess.run([certutil, "-d", f"sql:{store}", *trust], check=True)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"], env={"HOME": str(home)}
        )
        yield found
        found.close()


@pytest.fixture
def window(browser: Browser, proxies: dict[str, Proxy], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window that uses the proxy of the form that the test names, also for this machine."""
    form = request.param if hasattr(request, "param") else "html"
    settings = {"server": proxies[form].url, "bypass": "<-loopback>"}
    context = browser.new_context(proxy=settings, viewport={"width": 800, "height": 600})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield context.new_page()
    context.close()


def with_forms(*forms: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("window", forms, indirect=True)


@with_forms(*FORMS)
def test_the_content_is_shown_and_links_lead_on_through_the_proxy(window: Page, upstream: Upstream) -> None:
    window.goto(upstream.url("/"))
    expect(window.get_by_role("heading", name="Last diesel ferry leaves")).to_be_visible()
    assert window.evaluate("document.images[0].complete && document.images[0].naturalWidth") == 1
    with window.expect_response(upstream.url("/next")) as answer:
        window.get_by_role("link", name="What comes next").click()
    expect(window.get_by_role("heading", name="Battery boat takes over")).to_be_visible()
    assert answer.value.headers["mainspan-result"] == "extracted"
    assert window.title() == "Ferry"


@with_forms("html", "hide", "collapse")
def test_the_rest_is_not_shown(window: Page, upstream: Upstream) -> None:
    window.goto(upstream.url("/"))
    expect(window.get_by_text("Section 7")).not_to_be_visible()
    expect(window.get_by_text("Imprint")).not_to_be_visible()


@with_forms(*FORMS)
def test_where_the_content_begins(window: Page, upstream: Upstream, request: pytest.FixtureRequest) -> None:
    form = request.node.callspec.params["window"]
    window.goto(upstream.url("/"))
    box = window.get_by_role("heading", name="Last diesel ferry leaves").bounding_box()
    assert box is not None
    is_on_first_screen = box["y"] < 600
    assert is_on_first_screen is (form in ("html", "collapse"))


@with_forms(*WHOLE)
def test_forms_post(window: Page, upstream: Upstream) -> None:
    window.goto(upstream.url("/"))
    window.get_by_label("Your remark").fill("fine bell")
    window.get_by_role("button", name="Send it").click()
    expect(window.get_by_text("POST remark=fine+bell")).to_be_visible()
    assert upstream.asked[-1][0] == "POST"


@with_forms("html", "hide", "collapse")
def test_a_strict_policy_lets_our_style_in(window: Page, upstream: Upstream) -> None:
    window.goto(upstream.url("/strict"))
    expect(window.get_by_role("heading", name="Last diesel ferry leaves")).to_be_visible()
    expect(window.get_by_text("Section 7")).not_to_be_visible()


@with_forms("html")
def test_the_original_is_a_click_away(window: Page, upstream: Upstream) -> None:
    window.goto(upstream.url("/"))
    window.get_by_role("link", name="The original page").click()
    expect(window.get_by_text("Section 7")).to_be_visible()
    assert window.title() == "a script ran"
    # And the next visit shows the extract again, whatever the browser has stored.
    window.goto(upstream.url("/"))
    expect(window.get_by_role("link", name="The original page")).to_be_visible()


@with_forms("collapse")
def test_https_with_the_authority_in_the_profile(window: Page, front: tuple[int, Path]) -> None:
    if shutil.which("certutil") is None:
        pytest.skip("certutil (libnss3-tools) is not installed")
    answer = window.goto(f"https://localhost:{front[0]}/")
    assert answer is not None
    assert answer.headers["mainspan-result"] == "extracted"
    expect(window.get_by_role("heading", name="Last diesel ferry leaves")).to_be_visible()
    assert window.evaluate("document.images[0].naturalWidth") == 1


@with_forms("mark")
def test_an_authority_that_is_not_trusted_is_an_error(window: Page, front: tuple[int, Path]) -> None:
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        window.goto(f"https://localhost:{front[0]}/")


@with_forms("html")
def test_the_status_page(window: Page) -> None:
    window.goto("http://mainspan.proxy/")
    expect(window.get_by_role("heading", name="Mainspan proxy")).to_be_visible()
    expect(window.get_by_role("link", name="The PAC file")).to_be_visible()
