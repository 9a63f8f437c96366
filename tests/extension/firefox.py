"""A Firefox with the extension, used as a person would: the browser's protocol presses its button."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from PIL import Image

from tests.extension.building import SOURCE
from tests.extension.marionette import Marionette
from tests.extension.waiting import wait_for_file, wait_until

PATIENCE = 120.0
_ID = "mainspan@mainspan.example"
_UUID = "5b6e0f0a-7c6e-4c5e-9d0e-2f1d3c4b5a69"
_NEEDS = 'const extension = WebExtensionPolicy.getByID("mainspan@mainspan.example").extension;'
_WINDOW = 'const window = Services.wm.getMostRecentWindow("navigator:browser");'
# The keys that a WebDriver knows as Alt and Shift.
_HELD = ["\ue00a", "\ue008"]
_COPIED = """
const data = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable);
data.init(null);
data.addDataFlavor("text/plain");
Services.clipboard.getData(data, Services.clipboard.kGlobalClipboard);
const found = {};
data.getTransferData("text/plain", found);
return found.value.QueryInterface(Ci.nsISupportsString).data;
"""
_CHOOSE = """
const menu = window.document.getElementById("contentAreaContextMenu");
const [name] = arguments;
const item = menu.querySelector(`[id=mainspan_mainspan_example-menuitem-_${name}]`);
if (menu.state !== "open" || !item) return false;
item.doCommand();
menu.hidePopup();
return true;
"""
_ACTION = (
    'const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");'
    "ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);"
)


SHORTCUTS = json.loads((SOURCE / "manifest.json").read_text())["commands"]


def find_firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A window with one page in front."""

    name = "firefox"
    # As the WebDriver standard numbers them.
    keys: ClassVar = {"down": "\ue015", "right": "\ue014", "enter": "\ue007", "escape": "\ue00c"}

    def __init__(self, protocol: Marionette, downloads: Path) -> None:
        self.protocol = protocol
        self.downloads = downloads
        self._first = ""
        self.id = _ID

    def open(self, url: str) -> None:
        self.protocol.call("WebDriver:Navigate", url=url)

    def open_own(self, path: str) -> None:
        """Open a page of the extension."""
        self.open(f"moz-extension://{_UUID}/{path}")

    def press(self) -> None:
        """Press the extension's button: that grants it the tab."""
        self.to_front()
        self.chrome(_NEEDS + _WINDOW + _ACTION)

    def menu(self, entry: str) -> None:
        """Choose an entry of the context menu."""
        self.to_front()
        self._act(300, 300, [{"type": "pointerDown", "button": 2}, {"type": "pointerUp", "button": 2}])
        wait_until(lambda: self.chrome(_WINDOW + _CHOOSE, entry), PATIENCE, entry)

    def shortcut(self, command: str) -> None:
        """Press the keys of a command."""
        self.to_front()
        self._press_in_browser([*_HELD, SHORTCUTS[command]["suggested_key"]["default"][-1]])

    def choose_next(self) -> None:
        """Choose the next entry of the list that is open: the browser shows it, not the page."""
        is_open = "return window.document.querySelector('#ContentSelectDropdown > *')?.state === 'open'"
        wait_until(lambda: self.chrome(_WINDOW + is_open), PATIENCE, "a list")
        for key in ("down", "enter"):
            self._press_in_browser([self.keys[key]])

    def _press_in_browser(self, keys: list[str]) -> None:
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.protocol.call("Marionette:SetContext", value="chrome")
        try:
            keyboard = {"type": "key", "id": "keys", "actions": actions}
            self.protocol.call("WebDriver:PerformActions", actions=[keyboard])
        finally:
            self.protocol.call("Marionette:SetContext", value="content")

    def clipboard(self) -> str:
        """The text that was copied last."""
        return str(self.chrome(_COPIED))

    def sidebar(self) -> str:
        """The name of the open sidebar."""
        script = "const sidebar = window.SidebarController;"
        return str(self.chrome(_WINDOW + script + "return sidebar.isOpen ? sidebar.currentID : ''"))

    def to_front(self) -> None:
        handle = self.protocol.call("WebDriver:GetWindowHandle")
        self.protocol.call("WebDriver:SwitchToWindow", handle=handle, focus=True)

    def chrome(self, script: str, *arguments: Any) -> Any:
        """The value of a script in the browser itself."""
        self.protocol.call("Marionette:SetContext", value="chrome")
        try:
            return self.protocol.call(
                "WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox="system"
            )
        finally:
            self.protocol.call("Marionette:SetContext", value="content")

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a function's body in the page in front."""
        names = f"const [{', '.join('abcdef'[: len(arguments)])}] = arguments;"
        return self.protocol.call(
            "WebDriver:ExecuteScript", script=names + script, args=list(arguments), sandbox=None
        )

    def wait(self, script: str, *arguments: Any) -> None:
        """Wait until an expression is true in the page in front."""
        wait_until(lambda: self.run(f"return Boolean({script})", *arguments), PATIENCE, script)

    def click(self, x: float, y: float) -> None:
        self._act(x, y, [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def move(self, x: float, y: float) -> None:
        self._act(x, y, [])

    def _act(self, x: float, y: float, then: list[dict[str, Any]]) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        pointer = {"type": "pointer", "id": "mouse", "actions": [move, *then]}
        self.protocol.call("WebDriver:PerformActions", actions=[pointer])

    def key(self, key: str) -> None:
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keys", "actions": actions}
        self.protocol.call("WebDriver:PerformActions", actions=[keyboard])

    def background(self, expression: str) -> Any:
        """The value of an expression in a page of the extension, which may be a promise."""
        with self.another():
            self.open_own("says/says.html")
            script = f"const done = arguments[0]; Promise.resolve({expression}).then(done);"
            return self.protocol.call("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None)

    def wait_background(self, expression: str, wanted: Any) -> None:
        """Wait until an expression in the background has a value."""
        wait_until(lambda: self.background(expression) == wanted, PATIENCE, expression)

    def downloaded(self, name: str) -> Path:
        """A file that the extension saves."""
        return wait_for_file(self.downloads / name, PATIENCE)

    def shot(self) -> Image.Image:
        data = self.protocol.call("WebDriver:TakeScreenshot", full=False)
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    @contextmanager
    def another(self) -> Iterator[None]:
        """Another tab in front, for a while."""
        before = self._first = self.protocol.call("WebDriver:GetWindowHandle")
        made = self.protocol.call("WebDriver:NewWindow", type="tab", focus=True)
        self.protocol.call("WebDriver:SwitchToWindow", handle=made["handle"], focus=True)
        yield
        self._close(before)

    @contextmanager
    def back_to_first(self) -> Iterator[None]:
        """While another tab is open, the one before it in front, for a while."""
        other = self.protocol.call("WebDriver:GetWindowHandle")
        self.protocol.call("WebDriver:SwitchToWindow", handle=self._first, focus=True)
        yield
        self.protocol.call("WebDriver:SwitchToWindow", handle=other, focus=True)

    def wait_target(self, part: str) -> None:
        """Wait until the browser shows an address with this part, in a tab."""
        wait_until(lambda: self._is_found(part), PATIENCE, part)

    @contextmanager
    def opened(self, part: str) -> Iterator[None]:
        """The tab that the extension has opened in front, for a while; then it is closed."""
        before = self.protocol.call("WebDriver:GetWindowHandle")
        self._switch(part)
        yield
        self._close(before)

    def _close(self, before: str) -> None:
        self.protocol.call("WebDriver:CloseWindow")
        self.protocol.call("WebDriver:SwitchToWindow", handle=before, focus=True)

    def _switch(self, part: str) -> None:
        wait_until(lambda: self._is_found(part), PATIENCE, part)

    def _is_found(self, part: str) -> bool:
        for handle in self.protocol.call("WebDriver:GetWindowHandles"):
            self.protocol.call("WebDriver:SwitchToWindow", handle=handle, focus=True)
            if part in self.protocol.call("WebDriver:GetCurrentURL"):
                return True
        return False

    def tab_id(self) -> int:
        """The number of the tab in front."""
        self.to_front()
        script = (
            'const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");'
            "return ExtensionParent.apiManager.global.tabTracker.getId(window.gBrowser.selectedTab);"
        )
        return int(self.chrome(_WINDOW + script))


def _preferences(port: int, downloads: Path, language: str) -> dict[str, Any]:
    return {
        "marionette.port": port,
        # The user has said yes to what the extension asks for.
        "extensions.webextOptionalPermissionPrompts": False,
        "extensions.webextensions.uuids": json.dumps({_ID: _UUID}),
        "browser.download.folderList": 2,
        "browser.download.dir": str(downloads),
        "browser.download.useDownloadDir": True,
        "intl.locale.requested": language,
        "browser.shell.checkDefaultBrowser": False,
        "browser.aboutwelcome.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "browser.safebrowsing.update.enabled": False,
        "services.settings.server": "http://127.0.0.1:9/",
    }


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def firefox(extension: Path, downloads: Path, language: str = "en") -> Iterator[Firefox]:
    """A running Firefox."""
    program = find_firefox()
    assert program is not None
    profile = downloads / "profile"
    profile.mkdir(parents=True)
    port = _free_port()
    lines = [
        f"user_pref({json.dumps(key)}, {json.dumps(value)});"
        for key, value in _preferences(port, downloads, language).items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--marionette"]
    command += ["--remote-allow-system-access", "--width", "1000", "--height", "885"]
    process = subprocess.Popen(
        command,
        env=os.environ | {"HOME": str(profile), "MOZ_HEADLESS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        protocol = Marionette(port, PATIENCE)
        protocol.call("Addon:Install", path=str(extension), temporary=True, allowPrivateBrowsing=False)
        yield Firefox(protocol, downloads)
        protocol.close()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
