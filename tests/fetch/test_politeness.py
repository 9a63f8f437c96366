"""Pauses between pages of one host, none between hosts, and patience that ends."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from mainspan.errors import SourceError
from mainspan.fetch import Politeness, fetch_page
from mainspan.fetch.politeness import MAX_WAIT, PAUSES
from tests.fetch.site import Answer, Site

PAGE = Answer(b"<p>Here it is.</p>")


def busy(status: int = 429, **headers: str) -> Answer:
    return Answer(status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})


class Slept(list[float]):
    """Records the pauses instead of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def test_pages_of_one_host_keep_their_distance_and_those_of_others_do_not() -> None:
    slept = Slept()
    politeness = Politeness(5, sleep=slept)
    for url in ("http://a.example/1", "http://b.example/1", "http://A.example/2"):
        with politeness.turn(url):
            pass
    assert len(slept) == 1
    assert 4 < slept[0] <= 5


def test_no_delay_is_no_sleep() -> None:
    slept = Slept()
    politeness = Politeness(0, sleep=slept)
    for _ in range(3):
        with politeness.turn("http://a.example/"):
            pass
    assert slept == []


def test_threads_ask_one_host_one_after_the_other() -> None:
    politeness, at_once, most = Politeness(0), 0, 0

    def ask() -> None:
        nonlocal at_once, most
        with politeness.turn("http://a.example/"):
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.01)
            at_once -= 1

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


@pytest.mark.parametrize("status", [429, 503])
def test_busy_server_is_asked_again(site: Site, status: int) -> None:
    site.queues["/"] = [busy(status), busy(status), PAGE]
    slept = Slept()
    assert fetch_page(site.url("/"), politeness=Politeness(0, sleep=slept)).body == PAGE.body
    assert slept == list(PAUSES)


def test_server_that_stays_busy_is_left(site: Site) -> None:
    site.answers["/"] = busy(503)
    with pytest.raises(SourceError, match=r"the server answered 503 Service Unavailable$"):
        fetch_page(site.url("/"), politeness=Politeness(0, sleep=Slept()))
    assert len(site.asked) == len(PAUSES) + 1


def test_server_gets_the_time_that_it_asks_for(site: Site) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    site.queues["/"] = [busy(Retry_After=f"{MAX_WAIT:.0f}"), busy(Retry_After=soon), PAGE]
    slept = Slept()
    fetch_page(site.url("/"), politeness=Politeness(0, sleep=slept))
    assert slept[0] == MAX_WAIT
    assert 10 < slept[1] <= 20


def test_server_that_asks_for_too_much_time_is_not_waited_for(site: Site) -> None:
    site.answers["/"] = busy(Retry_After=f"{MAX_WAIT + 1:.0f}")
    with pytest.raises(SourceError, match=r"429 Too Many Requests, and asks to wait 61 s$"):
        fetch_page(site.url("/"), politeness=Politeness(0, sleep=Slept()))
    assert len(site.asked) == 1


@pytest.mark.parametrize("value", ["soon", "", "-5", "9" * 50, "Mon, 99 Foo 2020"])
def test_invalid_time_is_ignored(site: Site, value: str) -> None:
    site.queues["/"] = [busy(Retry_After=value), PAGE]
    slept = Slept()
    fetch_page(site.url("/"), politeness=Politeness(0, sleep=slept))
    assert slept == [PAUSES[0]]


def test_other_failures_are_not_tried_again(site: Site) -> None:
    with pytest.raises(SourceError, match="404"):
        fetch_page(site.url("/gone"))
    assert len(site.asked) == 1
