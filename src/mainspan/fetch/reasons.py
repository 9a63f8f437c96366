"""Why a page could not be fetched, in a few words for people."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final

from mainspan.errors import SourceError

MAX_REDIRECTS: Final = 5
ELSEWHERE: Final = "redirected to {}, but only http and https addresses can be fetched"
# Status codes of a server that is too busy now.
_BUSY: Final = (429, 503)  # no rule: codes of HTTP
MAX_MESSAGE_LENGTH: Final = 200


class StatusError(SourceError):
    """The server answered, but not with a page."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class BusyServerError(StatusError):
    """The server is too busy. `wait`: how many seconds to wait, if it says so."""

    def __init__(self, message: str, status: int, wait: float | None) -> None:
        super().__init__(message, status)
        self.wait = wait


def http_failure(url: str, status: int, reason: str, headers: Message) -> StatusError:
    """What the server's answer means."""
    message = f"{url}: the server answered {status} {reason[:MAX_MESSAGE_LENGTH]}".rstrip()
    if status in _BUSY:
        return BusyServerError(message, status, _seconds(headers.get("Retry-After", "")))
    return StatusError(message, status)


def failure(url: str, error: object) -> SourceError:
    """What went wrong before there was any answer."""
    return SourceError(f"{url}: {_reason(error)}")


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, socket.gaierror):
        hint = " (is there a network?)" if error.errno == socket.EAI_AGAIN else ""
        return f"no host of this name was found{hint}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the server's certificate is not valid: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return f"no secure connection: {(error.reason or str(error)).replace('_', ' ').lower()}"
    if isinstance(error, ConnectionRefusedError):
        return "the connection was refused"
    if isinstance(error, ConnectionError):
        return "the connection broke"
    return " ".join(str(error).split())[:MAX_MESSAGE_LENGTH] or type(error).__name__


def _seconds(value: str) -> float | None:
    """How long to wait, from a number of seconds or a date."""
    value = value.strip()
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, IndexError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())
