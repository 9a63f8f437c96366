"""Our methods as contestants, and what holds for all that works in this process."""

from __future__ import annotations

import logging
import sys
import warnings
from dataclasses import dataclass

import pytest

from mainspan import extract
from mainspan.evaluation.contestants import ContestantError, contestant
from mainspan.evaluation.contestants.in_process import InProcess, Work

PAGE = "<html><body><p>Some wörds of a page.</p></body></html>".encode()
SEEN: list[bytes] = []


@dataclass(frozen=True)
class Deed(InProcess):
    """A contestant that does what a test wants of it."""

    does: str
    name: str = "deed"
    kind: str = "peer"

    def load(self) -> Work:
        return lambda html, url: globals()[self.does](html)


def remember(html: bytes) -> str:
    SEEN.append(html)
    return f"call {len(SEEN)}"


def shout(html: bytes) -> str:
    logging.getLogger("some.library").error("something is odd")
    warnings.warn("something is old", DeprecationWarning, stacklevel=1)
    return "done"


def crash(html: bytes) -> str:
    raise ValueError("bad\npage " + "x" * 500)


def fail_without_words(html: bytes) -> str:
    raise RecursionError


def fail_for_a_reason(html: bytes) -> str:
    raise RuntimeError from KeyError("reason")


def leave(html: bytes) -> str:
    sys.exit("gone")


def find_nothing(html: bytes) -> None:
    return None


def give_half_a_character(html: bytes) -> str:
    return "a\ud83d b \ud83d\ude00"


@pytest.mark.parametrize("name", ["plain", "accb:range=60", "wlr"])
def test_a_method_finds_what_extract_finds(name: str) -> None:
    answer = contestant(name).extract(PAGE, url="https://example.org/")
    assert answer.text == extract(PAGE, algorithm=name).text
    assert answer.seconds > 0


def test_a_page_that_does_not_count_comes_first_and_once() -> None:
    SEEN.clear()
    made = Deed("remember")
    assert [made.extract(PAGE).text, made.extract(PAGE).text] == ["call 2", "call 3"]
    assert SEEN[1:] == [PAGE, PAGE]


def test_logs_and_warnings_stay_off_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    disabled = logging.root.manager.disable
    assert Deed("shout").extract(PAGE).text == "done"
    assert capfd.readouterr() == ("", "")
    assert logging.root.manager.disable == disabled


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("crash", "ValueError: bad page xxx"),
        ("fail_without_words", "RecursionError"),
        ("fail_for_a_reason", "RuntimeError: KeyError: 'reason'"),
        ("leave", "SystemExit: gone"),
    ],
)
def test_any_error_is_one_line(does: str, said: str) -> None:
    with pytest.raises(ContestantError) as caught:
        Deed(does).extract(PAGE)
    assert str(caught.value).startswith(said)
    assert len(str(caught.value)) <= 200
    assert "\n" not in str(caught.value)


def test_nothing_found_is_an_empty_text() -> None:
    assert Deed("find_nothing").extract(PAGE).text == ""


def test_characters_that_cannot_be_written_are_replaced() -> None:
    assert Deed("give_half_a_character").extract(PAGE).text == "a\ufffd b \U0001f600"
