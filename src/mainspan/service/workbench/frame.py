"""The shown page: a document of an opaque origin with our one script, which loads nothing by itself."""

from __future__ import annotations

import secrets
from functools import cache
from html import escape
from importlib import resources
from typing import Final

# What a page may load when the user switched that on. No script, no frame, no form in any case.
_WEB: Final = "http: https:"


@cache
def _static(name: str) -> str:
    return resources.files("mainspan.service.workbench").joinpath("static", name).read_text("utf-8")


def make_nonce() -> str:
    """A word that only this answer knows: scripts without it are not run."""
    return secrets.token_urlsafe(18)


def own_elements(nonce: str) -> str:
    """Our style and our script for the page's head."""
    return (
        f'<style data-mainspan="head" nonce="{nonce}">{_static("frame.css")}</style>'
        f'<script data-mainspan="head" nonce="{nonce}">{_static("frame.js")}</script>'
    )


def error_page(own: str, message: str) -> bytes:
    """What the frame shows instead of a page that cannot be shown."""
    shown = f"<p>The page cannot be shown: {escape(message)}.</p>"
    return f"<!doctype html><html lang=en><head><title>Error</title>{own}</head><body>{shown}".encode()


def headers(nonce: str, *, from_web: bool) -> dict[str, str]:
    """The policy of the shown page. `from_web`: pictures and styles are loaded."""
    web = f" {_WEB}" if from_web else ""
    policy = [
        "default-src 'none'",
        f"script-src 'nonce-{nonce}'",
        f"style-src 'unsafe-inline'{web}",
        f"img-src data:{web}",
        f"font-src data:{web}",
        f"media-src data:{web}",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    ]
    return {
        "Content-Security-Policy": "; ".join(policy),
        "X-Frame-Options": "SAMEORIGIN",
        "Referrer-Policy": "no-referrer",
    }
