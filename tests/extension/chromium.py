"""A Chromium with the extension, used as a person would: the browser's protocol presses its button."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from PIL import Image
from playwright.sync_api import BrowserContext, Page, Playwright, Worker

from mainspan.browser import find_browser
from tests.extension.waiting import wait_until

PATIENCE = 60_000
SIZE = (1000, 800)


class Chromium:
    """A window with one page in front."""

    name = "chromium"
    keys: ClassVar = {"down": "ArrowDown", "right": "ArrowRight", "enter": "Enter", "escape": "Escape"}

    def __init__(self, context: BrowserContext, worker: Worker, downloads: Path) -> None:
        self.downloads = downloads
        self._taken = 0
        self.context = context
        self.worker = worker
        self.id = worker.url.split("/")[2]
        self.page = self._first = context.new_page()
        browser = context.browser
        assert browser is not None
        self.protocol = browser.new_browser_cdp_session()
        saving = {"behavior": "allow", "downloadPath": str(downloads)}
        self.protocol.send("Browser.setDownloadBehavior", saving)

    def open(self, url: str) -> None:
        self.page.goto(url)

    def open_own(self, path: str) -> None:
        """Open a page of the extension."""
        self.page.goto(f"chrome-extension://{self.id}/{path}")

    def press(self) -> None:
        """Press the extension's button: that grants it the tab."""
        self.page.bring_to_front()
        session = self.context.new_cdp_session(self.page)
        target = session.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        tabs = self.protocol.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        tab = next(each for each in tabs if self._holds(each["targetId"], target))
        self.protocol.send("Extensions.triggerAction", {"id": self.id, "targetId": tab["targetId"]})
        session.detach()

    def menu(self, entry: str) -> None:
        """Choose an entry of the context menu."""
        self.background(f"chrome.contextMenus.update('{entry}', {{}})")
        self._call("contextMenus.onClicked", "{menuItemId: '" + entry + "'}, tab")

    def shortcut(self, command: str) -> None:
        """Press the keys of a command."""
        if command == "_execute_action":
            self.press()
        else:
            self._call("commands.onCommand", f"'{command}', tab")

    def _call(self, event: str, arguments: str) -> None:
        """Call a listener of the extension: no protocol opens Chromium's menus or presses its own keys.

        So the button has granted the tab before.
        """
        tab = self.tab_id()
        self.background(f"chrome.tabs.get({tab}).then(tab => chrome.{event}.dispatch({arguments}))")

    def clipboard(self) -> str:
        """The text that was copied last."""
        self.context.grant_permissions(["clipboard-read"])
        return str(self.run("return navigator.clipboard.readText()"))

    def _holds(self, tab: str, target: str) -> bool:
        """Whether a tab is that of a page: a tab and its page have the same title and address."""
        infos = self.protocol.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
        by_id = {each["targetId"]: each for each in infos}
        one, other = by_id[tab], by_id[target]
        return bool(one["url"] == other["url"] and one["title"] == other["title"])

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a function's body in the page in front."""
        body = f"(given) => {{ const [{', '.join('abcdef'[: len(arguments)])}] = given; {script} }}"
        return self.page.evaluate(body, list(arguments))

    def wait(self, script: str, *arguments: Any) -> None:
        """Wait until an expression is true in the page in front.

        Not by the page's own timers: they stand still where a policy forbids all scripts.
        """
        wait_until(lambda: self.run(f"return Boolean({script})", *arguments), PATIENCE / 1000, script)

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def choose_next(self) -> None:
        """Choose the next entry of the list that is open."""
        for key in ("down", "enter"):
            self.key(self.keys[key])

    def background(self, expression: str) -> Any:
        """The value of an expression in the extension's background, which may be a promise."""
        return self.worker.evaluate(expression)

    def wait_background(self, expression: str, wanted: Any) -> None:
        """Wait until an expression in the background has a value."""
        wait_until(lambda: self.background(expression) == wanted, PATIENCE / 1000)

    def downloaded(self, name: str) -> Path:
        """A file that the extension saves. A controlled Chromium gives it another name."""
        complete = "chrome.downloads.search({state: 'complete', orderBy: ['startTime']})"
        wait_until(lambda: len(self.background(complete)) > self._taken, PATIENCE / 1000, name)
        found = self.background(complete)[self._taken]
        self._taken += 1
        return Path(found["filename"])

    def shot(self) -> Image.Image:
        return Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")

    @contextmanager
    def another(self) -> Iterator[None]:
        """Another tab in front, for a while."""
        before = self._first = self.page
        self.page = self.context.new_page()
        yield
        self.page.close()
        self.page = before
        self.page.bring_to_front()

    @contextmanager
    def back_to_first(self) -> Iterator[None]:
        """While another tab is open, the one before it in front, for a while."""
        other, self.page = self.page, self._first
        self.page.bring_to_front()
        yield
        self.page = other
        self.page.bring_to_front()

    def wait_target(self, part: str) -> None:
        """Wait until the browser shows an address with this part, also beside the page."""

        def is_there() -> bool:
            infos = self.protocol.send("Target.getTargets")["targetInfos"]
            return any(part in each["url"] for each in infos)

        wait_until(is_there, PATIENCE / 1000, part)

    def newest(self, part: str) -> Page:
        """Wait for a tab whose address has this part."""
        found = [page for page in self.context.pages if part in page.url]
        if found:
            return found[-1]
        opened: Page = self.context.wait_for_event("page", lambda page: part in page.url, timeout=PATIENCE)
        return opened

    @contextmanager
    def opened(self, part: str) -> Iterator[None]:
        """The tab that the extension has opened in front, for a while; then it is closed."""
        before, self.page = self.page, self.newest(part)
        yield
        self.page.close()
        self.page = before

    def tab_id(self) -> int:
        """The number of the tab in front."""
        self.page.bring_to_front()
        found = self.background("chrome.tabs.query({active: true}).then(tabs => tabs.map(tab => tab.id))")
        return int(found[-1])


@contextmanager
def chromium(
    playwright: Playwright, extension: Path, downloads: Path, language: str = "en"
) -> Iterator[Chromium]:
    """A running Chromium."""
    folder = downloads / "profile"
    folder.mkdir(parents=True)
    arguments = [
        "--headless=new",
        "--no-sandbox",
        f"--disable-extensions-except={extension}",
        f"--load-extension={extension}",
        "--enable-unsafe-extension-debugging",
        f"--lang={language}",
    ]
    context = playwright.chromium.launch_persistent_context(
        str(folder),
        executable_path=find_browser(),
        headless=False,
        args=arguments,
        ignore_default_args=["--disable-extensions"],
        viewport={"width": SIZE[0], "height": SIZE[1]},
        env={"LANGUAGE": language, "HOME": str(folder)},
        timeout=2 * PATIENCE,
    )
    context.set_default_timeout(PATIENCE)
    workers = context.service_workers
    worker = workers[0] if workers else context.wait_for_event("serviceworker", timeout=PATIENCE)
    yield Chromium(context, worker, downloads)
    context.close()
