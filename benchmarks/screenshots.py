"""Take a picture of each view of the workbench, in light, in dark and on a phone.

    python -m benchmarks.screenshots FOLDER [VIEW ...]

The views are those of `benchmarks/views.py`. On a phone, the whole page is in the picture.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.service import service
from benchmarks.views import VIEWS, View, make_data
from mainspan.browser import find_browser

DESKTOP, PHONE = (1280, 900), (390, 844)
LOOKS = {"light": DESKTOP, "dark": DESKTOP, "phone": PHONE}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The installed Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def window(browser: Browser, address: str, look: str = "light") -> Iterator[Page]:
    """A window in which the user has followed the address that the service showed."""
    width, height = LOOKS[look]
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        page.goto(address)
        yield page


def take(page: Page, address: str, view: View, path: Path) -> None:
    page.goto(f"{address.partition('?')[0].rstrip('/')}{view.path}")
    view.act(page)
    page.screenshot(path=path, full_page=path.stem.endswith("phone"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("views", nargs="*", metavar="VIEW")
    options = parser.parse_args()
    if unknown := set(options.views) - {each.name for each in VIEWS}:
        parser.error(f"no view is called {', '.join(unknown)}: {', '.join(each.name for each in VIEWS)}")
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [view for view in VIEWS if not options.views or view.name in options.views]
    with TemporaryDirectory() as name, chromium() as browser:
        work = Path(name)
        packages, results = make_data(work)
        (work / "bare").mkdir()
        with (
            service(work, "--packages", str(packages), "--results", str(results)) as (full, _),
            service(work / "bare") as (bare, _),
        ):
            for look in LOOKS:
                for is_bare, address in ((False, full), (True, bare)):
                    with window(browser, address, look) as page:
                        for view in (each for each in wanted if each.bare == is_bare):
                            path = options.folder / f"{view.name}-{look}.png"
                            take(page, address, view, path)
                            print(path)


if __name__ == "__main__":
    main()
