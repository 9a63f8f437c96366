"""One page in a browser: it is opened, waited for, and read."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from mainspan.browser.process import Browser

# Milliseconds that the timers of a page get; its clock runs ahead while nothing is loading.
TIMERS: Final = 10_000
# Seconds for the page itself to load once it has begun to come, and for all that it loads after that.
LOADING: Final = 20.0
PATIENCE: Final = 10.0
# Seconds for the browser to answer what needs no work; less where there is little time.
_ANSWER: Final = 2.0


class Answer(NamedTuple):
    """What the server said to the request for the page."""

    status: int = 0
    reason: str = ""
    kind: str = ""


class Tab:
    """A tab of a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.answer = Answer()
        left = browser.deadline - time.monotonic()
        self._patience = min(_ANSWER, left / 8)
        # Half of a short time, or enough of a long one, is kept for reading the page.
        self._end = browser.deadline - 4 * self._patience
        self._number = 0
        self._session: str | None = None
        self._is_through = False
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
            self._hear(message)
        raise TimeoutError

    def open(self, url: str) -> str:
        """Open a page; what the browser says if it cannot."""
        return str(self.call("Page.navigate", url=url).get("errorText", ""))

    def wait(self) -> None:
        """Wait until the page is complete, or time is up."""
        self._listen(None)
        if not self._is_through:
            # Its timers stand still while something is loading that never comes: now they get their time.
            self._let_time_run("advance")
            self._listen(time.monotonic() + self._patience)

    def evaluate(self, script: str) -> Any:
        """What a script gives in the page. Another one of the page's that never ends is ended."""
        try:
            found = self._evaluate(script, self._patience)
        except TimeoutError:
            self._send("Runtime.terminateExecution", {})
            found = self._evaluate(script, None)
        return found.get("result", {}).get("value")

    def _evaluate(self, script: str, seconds: float | None) -> dict[str, Any]:
        return self.call("Runtime.evaluate", seconds=seconds, expression=script, returnByValue=True)

    def _listen(self, until: float | None) -> None:
        """Hear what happens until the page is complete, or until then."""
        while not self._is_through:
            message = self.browser.receive(self._end if until is None else until)
            if message is None:
                return
            self._hear(message)

    def _send(self, method: str, parameters: dict[str, Any]) -> int:
        self._number += 1
        session = {} if self._session is None else {"sessionId": self._session}
        self.browser.send({"id": self._number, "method": method, "params": parameters, **session})
        return self._number

    def _let_time_run(self, policy: str) -> None:
        self._is_through = False
        self._send("Emulation.setVirtualTimePolicy", {"policy": policy, "budget": TIMERS})

    def _hear(self, message: dict[str, Any]) -> None:
        """Take note of what happens in the page."""
        method, told = message.get("method"), message.get("params", {})
        if method == "Page.frameNavigated" and told["frame"]["id"] == self._frame:
            self._expect(LOADING)
            self._let_time_run("pauseIfNetworkFetchesPending")
        elif method == "Page.loadEventFired":
            self._expect(PATIENCE)
        elif method == "Page.javascriptDialogOpening":
            self._send("Page.handleJavaScriptDialog", {"accept": False})
        elif method == "Emulation.virtualTimeBudgetExpired":
            self._is_through = True
        elif method == "Network.responseReceived" and told["requestId"] == told["loaderId"]:
            self._note_answer(told)

    def _expect(self, seconds: float) -> None:
        self._end = min(self.browser.deadline - 4 * self._patience, time.monotonic() + seconds)

    def _note_answer(self, told: dict[str, Any]) -> None:
        if told.get("frameId") == self._frame:
            said = told["response"]
            self.answer = Answer(int(said["status"]), said["statusText"], said["mimeType"])
