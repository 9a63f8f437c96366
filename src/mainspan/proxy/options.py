"""The options of the add-on under plain mitmproxy: `--set mainspan_format=collapse`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mainspan.proxy.settings import FORMATS, MAX_BYTES, MAX_SECONDS, Settings
from mainspan.service.settings import default_workers


def add_options(loader: Any) -> None:
    """Declare the options."""
    defaults = Settings()
    loader.add_option("mainspan_algorithm", str, defaults.algorithm, "The method: NAME[:parameter=value,...]")
    loader.add_option("mainspan_format", str, defaults.format, "What pages become.", choices=list(FORMATS))
    loader.add_option("mainspan_scripts", bool, False, "Whether whole pages keep their scripts.")
    loader.add_option("mainspan_only", Sequence[str], [], "Hosts whose pages are changed.")
    loader.add_option("mainspan_except", Sequence[str], [], "Hosts whose pages are not changed.")
    loader.add_option("mainspan_max_bytes", int, MAX_BYTES, "Larger pages stream through unchanged.")
    loader.add_option("mainspan_seconds", str, f"{MAX_SECONDS:g}", "The time limit for a page.")
    loader.add_option("mainspan_workers", int, default_workers(), "Worker processes.")
    loader.add_option("mainspan_allow_private", bool, False, "Let pages lead to private addresses.")
    loader.add_option("mainspan_log", bool, False, "Log requests, without query strings.")


def read_options(options: Any) -> Settings:
    """The settings that the options name, or an error that says what is wrong."""
    try:
        seconds = float(options.mainspan_seconds)
    except ValueError:
        seconds = 0.0
    return Settings(
        port=options.listen_port or 8080,
        algorithm=options.mainspan_algorithm,
        format=options.mainspan_format,
        scripts=options.mainspan_scripts,
        only=tuple(options.mainspan_only),
        excluded=tuple(options.mainspan_except),
        max_bytes=options.mainspan_max_bytes,
        seconds=seconds,
        workers=options.mainspan_workers,
        allow_private=options.mainspan_allow_private,
        folder=Path(options.confdir).expanduser(),
        log=options.mainspan_log,
    )
