"""A page as a browser shows it, as bytes."""

from __future__ import annotations

import time
from http import HTTPStatus
from pathlib import Path
from typing import Final

from mainspan.browser.find import find_browser, how_to_install
from mainspan.browser.process import Browser, BrowserEndedError
from mainspan.browser.tab import Tab
from mainspan.errors import SourceError
from mainspan.fetch import MAX_BYTES, Fetched
from mainspan.fetch.media_types import refuse_other_types
from mainspan.page.decode import encode

MAX_SECONDS: Final = 60.0
_REASONS: Final = {
    "ERR_NAME_NOT_RESOLVED": "no host of this name was found",
    "ERR_INTERNET_DISCONNECTED": "no host of this name was found (is there a network?)",
    "ERR_CONNECTION_REFUSED": "the connection was refused",
    "ERR_CONNECTION_TIMED_OUT": "no answer in time",
    "ERR_TIMED_OUT": "no answer in time",
    "ERR_TOO_MANY_REDIRECTS": "redirected too often",
    "ERR_FILE_NOT_FOUND": "No such file or directory",
}
# The contents of shadow trees replace those of their hosts, innermost first, and slots are replaced by what
# is assigned to them. The result is the page's HTML, and its address after all redirects.
_READ: Final = """(() => {
  try {
    const roots = [document], hosts = [];
    for (let root; root = roots.pop();)
      for (const each of root.querySelectorAll("*"))
        if (each.shadowRoot) { hosts.push(each); roots.push(each.shadowRoot); }
    for (const host of hosts.reverse()) {
      for (const slot of host.shadowRoot.querySelectorAll("slot")) {
        const given = slot.assignedNodes();
        slot.replaceWith(...(given.length ? given : slot.childNodes));
      }
      const shown = [...host.shadowRoot.childNodes].filter(each => each.nodeName != "STYLE");
      host.replaceChildren(...shown);
    }
  } catch {}
  const html = document.documentElement ? document.documentElement.outerHTML : "";
  const strict = document.compatMode == "CSS1Compat" ? "<!DOCTYPE html>" : "";
  return html.length > %d ? {url: location.href, html: null} : {url: location.href, html: strict + html};
})()"""


def render(place: str | Path | bytes, *, name: str | None = None, seconds: float = MAX_SECONDS) -> Fetched:
    """A page as an installed browser shows it after its scripts have run, or a SourceError.

    place: an address, a file, or a page's bytes.
    name: what it is called in messages, if not by its place.
    """
    name = name or (place if isinstance(place, str) else str(place)[:100])
    program = find_browser()
    if program is None:
        raise SourceError(f"{name}: there is no browser to render it: {how_to_install()}")
    try:
        with Browser(program, time.monotonic() + seconds) as browser:
            return _render(browser, place, name)
    except TimeoutError:
        raise SourceError(f"{name}: not rendered within {seconds:g} s") from None
    except BrowserEndedError:
        raise SourceError(f"{name}: the browser ended before it was rendered ({program})") from None
    except OSError as error:
        raise SourceError(f"{name}: {program} cannot be started: {error.strerror or error}") from None


def _render(browser: Browser, place: str | Path | bytes, name: str) -> Fetched:
    url = _address(browser, place)
    tab = Tab(browser)
    _raise_failure(tab, name, tab.open(url).removeprefix("net::"))
    tab.wait()
    found = tab.evaluate(_READ % MAX_BYTES) or {}
    _raise_failure(tab, name, "")
    if not isinstance(found.get("html"), str):
        raise SourceError(f"{name}: larger than {MAX_BYTES:,} bytes when rendered")
    return Fetched(
        encode(found["html"]), found["url"] if isinstance(place, str) else "", "utf-8", "text/html"
    )


def _address(browser: Browser, place: str | Path | bytes) -> str:
    if isinstance(place, str):
        return place
    if isinstance(place, bytes):
        path = browser.folder / "page.html"
        path.write_bytes(place)
        return path.as_uri()
    return place.resolve().as_uri()


def _raise_failure(tab: Tab, name: str, error: str) -> None:
    """Raise what is wrong with the page, if anything is."""
    status, reason, media_type = tab.answer
    if status >= HTTPStatus.BAD_REQUEST:
        raise SourceError(f"{name}: the server answered {status} {reason or _phrase(status)}".rstrip())
    refuse_other_types(name, b"", media_type)
    if error.startswith("ERR_CERT"):
        raise SourceError(f"{name}: the server's certificate is not valid")
    if error:
        raise SourceError(f"{name}: {_REASONS.get(error, f'the browser answered {error}')}")


def _phrase(status: int) -> str:
    """The words for a status: HTTP/2 does not send them."""
    return HTTPStatus(status).phrase if status in list(HTTPStatus) else ""
