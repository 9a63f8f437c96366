"""Which browser is installed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

from mainspan.errors import SourceError

VARIABLE: Final = "MAINSPAN_BROWSER"
BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
# Where a Mac keeps its programs.
_APPLICATIONS: Final = tuple(
    f"/Applications/{name}.app/Contents/MacOS/{name}"
    for name in ("Chromium", "Google Chrome", "Microsoft Edge")
)


def find_browser() -> str | None:
    """The path of a browser that can render pages; None if there is none.

    The environment variable MAINSPAN_BROWSER names one. Without it, the first installed Chromium, Chrome or
    Edge is used. A browser that is named but missing is a SourceError.
    """
    if named := os.environ.get(VARIABLE):
        found = shutil.which(named)
        if found is None:
            raise SourceError(f"{named}: no such program ({VARIABLE} names it as the browser)")
        return found
    if sys.platform == "win32":
        return None  # it is controlled through pipes that Windows does not have
    installed = (shutil.which(name) for name in BROWSERS)
    on_a_mac = (name for name in _APPLICATIONS if Path(name).exists())
    return next(filter(None, installed), None) or next(on_a_mac, None)


def how_to_install() -> str:
    """What to do where there is no browser."""
    if sys.platform == "win32":
        return "pages can be rendered on Linux and macOS only"
    return f"install Chromium (on Debian: apt-get install chromium), or name a browser in {VARIABLE}"
