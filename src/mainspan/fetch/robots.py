"""robots.txt (RFC 9309): which pages a program that finds pages by itself may fetch."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from mainspan.errors import SourceError
from mainspan.fetch.addresses import parse_address
from mainspan.fetch.guard import Guard, PrivateAddressError
from mainspan.fetch.reasons import BusyServerError, StatusError
from mainspan.fetch.web import MAX_SECONDS, fetch

# The name by which a site can address this program.
AGENT: Final = "mainspan"
# The standard asks for 500 KiB at least.
MAX_BYTES: Final = 512_000
# Seconds for which a site's rules are kept, and the number of sites.
MAX_AGE: Final = 3600.0
MAX_SITES: Final = 100
# Status codes of a server that lets nobody in.
_CLOSED: Final = (401, 403)  # no rule: codes of HTTP
_LINE: Final = re.compile(r"\s*([A-Za-z-]+)\s*:([^#]*)")
_NAME: Final = re.compile(r"[A-Za-z_-]+|\*")


class RobotsError(SourceError):
    """A page that the site's robots.txt closes to programs that find pages by themselves."""


class Rule(NamedTuple):
    """A line of robots.txt: whether it allows the paths of this pattern."""

    allows: bool
    pattern: str


class Robots:
    """The rules of sites, each read once an hour. Threads may share it."""

    def __init__(self, guard: Guard, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._guard = guard
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, list[Rule]]] = OrderedDict()
        self._lock = Lock()

    def check(self, url: str, seconds: float = MAX_SECONDS) -> None:
        """Raise a RobotsError if a page may not be fetched, another SourceError if nobody can say."""
        address = parse_address(url)
        parts = urlsplit(address.url)
        place = f"{parts.scheme}://{parts.netloc}/robots.txt"
        try:
            rules = self._rules(place, seconds)
        except PrivateAddressError as error:
            raise PrivateAddressError(str(error).replace(place, url, 1)) from None
        if not is_allowed(address.path, rules):
            raise RobotsError(f"{url}: the site's robots.txt does not allow programs to fetch this page")

    def _rules(self, place: str, seconds: float) -> list[Rule]:
        with self._lock:
            known = self._known.get(place)
        if known is not None and self._clock() - known[0] < MAX_AGE:
            return known[1]
        rules = self._read(place, seconds)
        with self._lock:
            self._known[place] = self._clock(), rules
            self._known.move_to_end(place)
            while len(self._known) > MAX_SITES:
                self._known.popitem(last=False)
        return rules

    def _read(self, place: str, seconds: float) -> list[Rule]:
        try:
            found = fetch(place, seconds=seconds, max_bytes=10 * MAX_BYTES, guard=self._guard)
        except BusyServerError:
            raise
        except StatusError as error:
            if error.status in _CLOSED:
                return [Rule(False, "/")]
            # A site without a robots.txt has no rules. A site that is out of order may have some.
            if error.status < 500:
                return []
            raise
        return parse_robots(found.body[:MAX_BYTES].decode("utf-8-sig", "replace"))


def parse_robots(text: str) -> list[Rule]:
    """The rules for this program: those that name it, or else those for all."""
    groups: dict[str, list[Rule]] = {}
    names: list[str] = []
    in_rules = False
    for line in text.splitlines():
        if not (match := _LINE.match(line)):
            continue
        key, value = match[1].lower(), match[2].strip()
        if key == "user-agent":
            names = [] if in_rules else names
            in_rules = False
            if written := _NAME.match(value):
                names.append(written[0].lower())
                groups.setdefault(names[-1], [])
        elif key in ("allow", "disallow"):
            in_rules = True
            for name in names if value else ():
                groups[name].append(Rule(key == "allow", value))
    return groups.get(AGENT, groups.get("*", []))


def is_allowed(path: str, rules: list[Rule]) -> bool:
    """Whether the rules allow a path. The longest pattern decides; of two, the one that allows."""
    path = _plain(path)
    found = [(len(rule.pattern), rule.allows) for rule in rules if matches(path, rule.pattern)]
    return path == "/robots.txt" or max(found, default=(0, True))[1]


def matches(path: str, pattern: str) -> bool:
    """Whether a path begins like a pattern, in which * is any text, and $ the end of the path."""
    first, *others = [_plain(piece) for piece in pattern.removesuffix("$").split("*")]
    last = others.pop() if others and pattern.endswith("$") else None
    if not path.startswith(first):
        return False
    place = len(first)
    # The first place is the best for each piece: it leaves the most for the others.
    for piece in others:
        if (found := path.find(piece, place)) < 0:
            return False
        place = found + len(piece)
    if last is not None:
        return path.endswith(last) and place + len(last) <= len(path)
    return place == len(path) or not pattern.endswith("$")


def _plain(text: str) -> str:
    """A path in one spelling."""
    return quote(
        unquote(text, errors="surrogateescape"), errors="surrogateescape", safe="/?&=*$:@,;+!'()~#[]"
    )
