"""One page in a browser: open it, wait until it is complete, and read it."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from mainspan.browser.process import Browser

# no rule: time limits
# Milliseconds of the page's own clock, which runs ahead while nothing is loading.
TIMER_MILLISECONDS: Final = 10_000
# For the page itself once it has begun to load, and for all that it loads after that.
MAX_LOAD_SECONDS: Final = 20.0
MAX_IDLE_SECONDS: Final = 10.0
# For an answer of the browser that needs no work; less if there is little time.
_MAX_ANSWER_SECONDS: Final = 2.0


class Answer(NamedTuple):
    """The server's answer to the request for the page."""

    status: int = 0
    reason: str = ""
    media_type: str = ""


class Tab:
    """A tab of a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.answer = Answer()
        left = browser.deadline - time.monotonic()
        self._patience = min(_MAX_ANSWER_SECONDS, left / 8)
        # Half of a short time, or enough of a long one, is kept for reading the page.
        self._end = browser.deadline - 4 * self._patience
        self._number = 0
        self._session: str | None = None
        self._is_complete = False
        made = self.call("Target.createTarget", url="about:blank")
        self._frame = made.get("targetId", "")
        attached = self.call("Target.attachToTarget", targetId=self._frame, flatten=True)
        self.call("Browser.setDownloadBehavior", behavior="deny")
        self._session = attached.get("sessionId")
        self.call("Page.enable")
        self.call("Network.enable", maxTotalBufferSize=0, maxResourceBufferSize=0)

    def call(self, method: str, *, seconds: float | None = None, **parameters: Any) -> dict[str, Any]:
        """Ask the browser to do something, and wait for its answer. TimeoutError if none comes."""
        number = self._send(method, parameters)
        until = self.browser.deadline if seconds is None else time.monotonic() + seconds
        while (message := self.browser.receive(until)) is not None:
            if message.get("id") == number:
                result: dict[str, Any] = message.get("result", {})
                return result
            self._handle(message)
        raise TimeoutError

    def open(self, url: str) -> str:
        """Open a page; returns the browser's error, or an empty text."""
        return str(self.call("Page.navigate", url=url).get("errorText", ""))

    def wait(self) -> None:
        """Wait until the page is complete, or time is up."""
        self._listen(None)
        if not self._is_complete:
            # Timers do not run while something is loading. If that never ends, they run now.
            self._let_time_run("advance")
            self._listen(time.monotonic() + self._patience)

    def evaluate(self, script: str) -> Any:
        """The value of a script in the page. A script of the page that never ends is ended first."""
        try:
            found = self._evaluate(script, self._patience)
        except TimeoutError:
            self._send("Runtime.terminateExecution", {})
            found = self._evaluate(script, None)
        return found.get("result", {}).get("value")

    def _evaluate(self, script: str, seconds: float | None) -> dict[str, Any]:
        return self.call("Runtime.evaluate", seconds=seconds, expression=script, returnByValue=True)

    def _listen(self, until: float | None) -> None:
        """Read messages until the page is complete, or until this time."""
        while not self._is_complete:
            message = self.browser.receive(self._end if until is None else until)
            if message is None:
                return
            self._handle(message)

    def _send(self, method: str, parameters: dict[str, Any]) -> int:
        self._number += 1
        session = {} if self._session is None else {"sessionId": self._session}
        self.browser.send({"id": self._number, "method": method, "params": parameters, **session})
        return self._number

    def _let_time_run(self, policy: str) -> None:
        self._is_complete = False
        self._send("Emulation.setVirtualTimePolicy", {"policy": policy, "budget": TIMER_MILLISECONDS})

    def _handle(self, message: dict[str, Any]) -> None:
        """Handle a message about the page."""
        method, params = message.get("method"), message.get("params", {})
        if method == "Page.frameNavigated" and params["frame"]["id"] == self._frame:
            self._expect(MAX_LOAD_SECONDS)
            self._let_time_run("pauseIfNetworkFetchesPending")
        elif method == "Page.loadEventFired":
            self._expect(MAX_IDLE_SECONDS)
        elif method == "Page.javascriptDialogOpening":
            self._send("Page.handleJavaScriptDialog", {"accept": False})
        elif method == "Emulation.virtualTimeBudgetExpired":
            self._is_complete = True
        elif method == "Network.responseReceived" and params["requestId"] == params["loaderId"]:
            self._note_answer(params)

    def _expect(self, seconds: float) -> None:
        self._end = min(self.browser.deadline - 4 * self._patience, time.monotonic() + seconds)

    def _note_answer(self, params: dict[str, Any]) -> None:
        if params.get("frameId") == self._frame:
            response = params["response"]
            self.answer = Answer(int(response["status"]), response["statusText"], response["mimeType"])
