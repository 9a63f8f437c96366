"""The workbench in a real browser, used as a person would use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

import pytest
from playwright.sync_api import FilePayload, FrameLocator, Page, expect

from tests.attacks import ATTACKS
from tests.service.running import BEARER, Running

HOSTILE = (
    "<title>Attack</title><base target=_top><meta http-equiv=refresh content='0;url={evil}'>"
    "<p id=text>Some words that nobody would attack, and a few more of them.</p>"
    "<a id=out href={evil} target=_top>a link that leads out of here</a>"
    "<form action={evil}><button id=send>send it</button></form>"
    "<img src={evil}pixel.png onerror=parent.postMessage('x','*')>"
    "<style>@import url({evil}x.css); p{{background:url({evil}y.png)}}</style>"
    "<script>top.location='{evil}'; parent.document.title='taken'</script>"
    "<iframe src={evil}></iframe><object data={evil}></object>"
)


class _Evil(BaseHTTPRequestHandler):
    """Another site, which remembers what it was asked for."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def evil() -> Iterator[str]:
    _Evil.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), _Evil) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def frame_of(page: Page) -> FrameLocator:
    return page.frame_locator("#frame")


def test_a_newcomer_opens_a_page_and_sees_what_was_kept(view: Page) -> None:
    view.get_by_role("link", name="article").click()
    headline = frame_of(view).get_by_text("The lighthouse that moved 300 metres").first
    expect(headline).to_have_attribute("data-verdict", "kept")
    expect(frame_of(view).get_by_text("Weather").first).to_have_attribute("data-verdict", "dropped")
    expect(view.locator("#status")).to_contain_text("words")


def test_html_is_pasted(view: Page) -> None:
    view.get_by_label("HTML", exact=True).fill("<title>Hens</title><p>Hens lay eggs, and nobody knows why.")
    view.locator("main").get_by_role("button", name="Open", exact=True).click()
    view.wait_for_url(re.compile("source=page:"))
    expect(view.locator("#answer")).to_contain_text("Hens lay eggs")


def test_a_file_is_uploaded(view: Page) -> None:
    page = b"<title>Geese</title><p>Geese lay eggs, and everybody hears them."
    file: FilePayload = {"name": "geese.html", "mimeType": "text/html", "buffer": page}
    view.get_by_label("or a file").set_input_files(files=file)
    view.locator("main").get_by_role("button", name="Open", exact=True).click()
    expect(view.locator("#answer")).to_contain_text("Geese lay eggs")


def test_pointing_at_a_block_shows_its_reasons_and_lights_up_the_answer(view: Page) -> None:
    view.get_by_role("link", name="article").click()
    text = frame_of(view).get_by_text("The answer was counted in sleepers").first
    expect(text).to_have_attribute("data-verdict", "kept")
    text.hover()
    expect(view.locator("#detail")).to_contain_text("kept")
    expect(view.locator("#detail .signals li").first).to_be_visible()
    expect(view.locator("#answer [data-lit]").first).to_contain_text("The answer was counted in sleepers")


def test_another_method_is_shown_at_once_and_has_an_address(view: Page) -> None:
    view.get_by_role("link", name="article").click()
    weather = frame_of(view).get_by_text("Weather").first
    expect(weather).to_have_attribute("data-verdict", "dropped")
    view.locator("#name").select_option("plain")
    expect(weather).to_have_attribute("data-verdict", "kept")
    assert "a=plain" in view.url
    view.go_back()
    expect(weather).to_have_attribute("data-verdict", "dropped")


def test_a_parameter_changes_the_answer(view: Page) -> None:
    view.get_by_role("link", name="article").click()
    # The form of the first method is there when the script of the view is.
    expect(view.get_by_label("headline")).to_be_visible()
    view.locator("#name").select_option("lqf")
    field = view.get_by_label("ratio")
    field.fill("0.01")
    field.press("Enter")
    view.wait_for_url(re.compile("ratio"))
    assert view.locator("#error").is_hidden()


def test_blocks_can_be_walked_through_by_keys(view: Page) -> None:
    view.get_by_role("link", name="article").click()
    expect(frame_of(view).get_by_text("Weather").first).to_have_attribute("data-verdict", "dropped")
    for _ in range(3):
        view.keyboard.press("j")
    expect(view.locator("#blocks [aria-selected=true]")).to_have_attribute("aria-posinset", "3")
    view.keyboard.press("k")
    expect(view.locator("#blocks [aria-selected=true]")).to_have_attribute("aria-posinset", "2")
    expect(frame_of(view).locator("[data-lit]")).not_to_have_count(0)


def test_a_hostile_page_can_do_nothing(view: Page, service: Running, evil: str) -> None:
    pages = view.context.pages
    html = HOSTILE.format(evil=evil) + "".join(ATTACKS.values())
    kept = service.client.post("/bring", data={"html": html}, headers=BEARER)
    view.goto(f"{service.url}{kept.headers['location']}&a=plain")
    text = frame_of(view).locator("#text mainspan-text")
    expect(text).to_have_attribute("data-verdict", "kept")
    frame_of(view).locator("#out").click()
    frame_of(view).locator("#send").click(force=True)
    view.wait_for_timeout(300)
    assert view.url.startswith(service.url)
    assert view.title() != "taken"
    assert view.context.pages == pages
    assert _Evil.asked == []
    expect(text).to_be_visible()


def test_pictures_and_styles_are_loaded_if_the_user_wants_them(
    view: Page, service: Running, evil: str
) -> None:
    kept = service.client.post("/bring", data={"html": HOSTILE.format(evil=evil)}, headers=BEARER)
    view.goto(f"{service.url}{kept.headers['location']}&a=plain")
    view.get_by_label("pictures and styles from the web").check()
    expect(frame_of(view).locator("#text mainspan-text")).to_have_attribute("data-verdict", "kept")
    view.wait_for_timeout(300)
    assert set(_Evil.asked) == {"/pixel.png", "/x.css", "/y.png"}


def test_a_difference_of_two_methods_is_shown(view: Page, service: Running) -> None:
    view.goto(f"{service.url}/compare?source=sample:article&a=mainspan&a=plain&one=mainspan&other=plain")
    expect(view.locator("#difference ins").first).to_be_visible()
    expect(view.locator("#table tbody tr")).to_have_count(2)


@pytest.mark.parametrize(("texts", "opacity"), [(3000, "1"), (30, "0.42")])
def test_very_many_dropped_texts_are_dimmed_without_opacity(
    view: Page, service: Running, texts: int, opacity: str
) -> None:
    html = "<p>Some text that is long enough.</p>" + "<p><a href=x>A link</a></p>" * texts
    kept = service.client.post("/bring", data={"html": html}, headers=BEARER)
    view.goto(f"{service.url}{kept.headers['location']}&a=lqf")
    frame = frame_of(view)
    dropped = frame.locator("[data-verdict=dropped]").first
    expect(dropped).to_have_css("opacity", opacity)
    colours = [
        each.evaluate("each => getComputedStyle(each).color") for each in (dropped, frame.locator("a").first)
    ]
    assert (colours[0] != colours[1]) == (opacity == "1")
    view.keyboard.press("j")
    view.keyboard.press("j")
    expect(dropped).to_have_css("opacity", "1")
    expect(dropped).to_have_css("color", colours[1])
