"""How quickly the workbench shows what a person wants to see, measured in Chromium.

    python -m benchmarks.workbench [FOLDER...] [--pages N] [--rounds N] [--methods NAME...] [--usual]

- open: from the click on the link of a page to the page with its marks on the screen
- switch: from the choice of another method to the page with its new marks on the screen
- key: from a press of `j` to the next block lit on the screen

The pages are those of about 200 kB in the given folders, or our own ones one after the other. A page of 2 MB
and one of 20,000 blocks follow. Times are in milliseconds: the median of all, and the highest of a page's
medians.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ConsoleMessage, Page

from benchmarks.memory import make_page
from benchmarks.screenshots import chromium, window
from benchmarks.service import find_pages, service
from mainspan import ALGORITHMS
from mainspan.algorithms import DEFAULT

# In the window: when the user did something. In the frame: when what followed was on the screen. The two have
# different clocks, so each is given since the beginning of 1970.
_CLOCK = """(() => {
  const now = (after) => performance.timeOrigin + after;
  if (parent === self) {
    for (const name of ["click", "change", "keydown"])
      addEventListener(name, (event) => console.debug(`began ${now(event.timeStamp)}`), true);
  } else {
    addEventListener("message", ({ data }) => {
      const word = data && data.mainspan;
      const isShown = word === "light" || (word === "paint" && data.starts.length);
      // After the next frame is drawn.
      const say = () => console.debug(`${word} ${now(performance.now())}`);
      if (isShown) requestAnimationFrame(() => setTimeout(say));
    });
  }
})();"""
_WAIT_SECONDS = 60.0
# Milliseconds between two looks at the reports of the window, and the looks without requests that mean quiet.
_TURN = 5
_QUIET_TURNS = 20
_BLOCKS = 20_000
_PACKAGE = "pages"


class Clock:
    """The times that a window reports."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._began = 0.0
        self._shown: dict[str, float] = {}
        self._under_way = 0
        page.on("console", self._note)
        page.on("request", lambda _: self._count(1))
        page.on("requestfinished", lambda _: self._count(-1))
        page.on("requestfailed", lambda _: self._count(-1))

    def _count(self, change: int) -> None:
        self._under_way += change

    def _note(self, message: ConsoleMessage) -> None:
        if found := re.fullmatch(r"(began|paint|light) ([\d.]+)", message.text):
            word, at = found[1], float(found[2])
            if word == "began":
                self._began = at
            else:
                self._shown[word] = at

    def settle(self) -> None:
        """Wait until the view has read all that it reads after it is shown."""
        quiet = 0
        while quiet < _QUIET_TURNS:
            self._page.wait_for_timeout(_TURN)
            quiet = 0 if self._under_way else quiet + 1

    def measure(self, act: Callable[[], object], word: str) -> float:
        """The milliseconds from what a user does to what is shown then."""
        self._began = 0.0
        self._shown.clear()
        act()
        deadline = time.monotonic() + _WAIT_SECONDS
        while not (self._began and self._shown.get(word, 0.0) >= self._began):
            assert time.monotonic() < deadline, f"no {word} within {_WAIT_SECONDS:g} s"
            self._page.wait_for_timeout(_TURN)
        return self._shown[word] - self._began


@dataclass
class Times:
    """The times for one page, by what was done."""

    open: list[float]
    switch: dict[str, list[float]]
    key: list[float]


def measure(page: Page, clock: Clock, address: str, name: str, methods: list[str], rounds: int) -> Times:
    times = Times([], {method: [] for method in methods}, [])
    for _ in range(rounds):
        page.goto(f"{address}packages/{_PACKAGE}/open")
        link = page.get_by_role("link", name=name, exact=True)
        times.open.append(clock.measure(link.click, "paint"))
        clock.settle()
        for method in methods:
            times.switch[method].append(
                clock.measure(lambda method=method: page.locator("#name").select_option(method), "paint")  # type: ignore[misc]
            )
            clock.settle()
        page.locator("#blocks").focus()
        for _ in range(5):
            times.key.append(clock.measure(lambda: page.keyboard.press("j"), "light"))
    return times


def line(name: str, found: list[list[float]]) -> str:
    """A line of the table: the median of all, and the highest median of a page."""
    every = [each for times in found for each in times]
    return f"  {name:22} {statistics.median(every):7.0f} {max(map(statistics.median, found)):9.0f}"


def show(title: str, times: list[Times]) -> None:
    print(f"{title}\n  {'':22} {'median':>7} {'slowest':>9}")
    print(line("open", [each.open for each in times]))
    methods = list(times[0].switch)
    print(line("switch, any method", [[*chain.from_iterable(each.switch.values())] for each in times]))
    for method in methods:
        print(line(f"  to {method}", [each.switch[method] for each in times]))
    print(line("key", [each.key for each in times]), flush=True)


@contextmanager
def workbench(pages: dict[str, bytes]) -> Iterator[tuple[Page, str]]:
    """A window on a service that has these pages as a package."""
    with TemporaryDirectory() as folder:
        package = Path(folder, "packages", _PACKAGE)
        package.mkdir(parents=True)
        for name, body in pages.items():
            (package / f"{name}.html").write_bytes(body)
            (package / f"{name}.txt").write_text("", "utf-8")
        with (
            service(Path(folder), "--packages", str(package.parent)) as (address, _),
            chromium() as browser,
            window(browser, address) as page,
        ):
            page.context.add_init_script(_CLOCK)
            yield page, f"{address.partition('?')[0].rstrip('/')}/"


def large_pages() -> dict[str, bytes]:
    """A page of 2 MB, and one of 20,000 blocks."""
    blocks = "".join(
        f"<div><p>Paragraph {n} has some words, and <a href=/{n}>a link</a>.</p></div>"
        for n in range(_BLOCKS)
    )
    return {"2-MB": make_page(2_000_000), f"{_BLOCKS}-blocks": f"<title>Blocks</title>{blocks}".encode()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--methods", nargs="*", default=[name for name in ALGORITHMS if name != DEFAULT])
    parser.add_argument("--usual", action="store_true", help="leave out the large pages")
    options = parser.parse_args()
    with TemporaryDirectory() as work:
        found = find_pages(options.folders, Path(work), options.pages)
        usual = {path.stem: path.read_bytes() for path in found}
    large = {} if options.usual else large_pages()
    # The default comes last, so that each of them is a change.
    methods = [*options.methods, DEFAULT]
    with workbench(usual | large) as (page, address):
        clock = Clock(page)
        warm = next(iter(usual))
        measure(page, clock, address, warm, methods, 1)
        times = [measure(page, clock, address, name, methods, options.rounds) for name in usual]
        size = sum(map(len, usual.values())) / len(usual) / 1000
        show(f"{len(usual)} pages of {size:.0f} kB", times)
        for name in large:
            measure(page, clock, address, name, ["density", DEFAULT], 1)
            show(
                f"\nA page of {name.replace('-', ' ')}",
                [measure(page, clock, address, name, ["density", DEFAULT], options.rounds)],
            )


if __name__ == "__main__":
    main()
