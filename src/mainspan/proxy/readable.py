"""The readable page of our own: title, where it is from, a link to the original, and the content."""

from __future__ import annotations

import re
from html import escape
from typing import Final
from urllib.parse import urlsplit

from mainspan.extraction import Extraction
from mainspan.metadata import Fact

# The host of the proxy's own pages, and the path before an address whose original is wanted.
OWN_HOST: Final = "mainspan.proxy"
ORIGINAL: Final = "/original/"

# One text for all pages: a policy allows it by its hash.
STYLE: Final = """
:root{color-scheme:light dark}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:42rem;font:1.125rem/1.6 Georgia,serif;
overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.25}
header{border-bottom:1px solid;margin-bottom:1.5rem}
header p{font:.875rem/1.5 system-ui,sans-serif}
header h1{margin:.5rem 0}
img,video,svg{max-width:100%;height:auto}
figure{margin:1.5rem 0}
figcaption{font-size:.875rem}
pre{overflow-x:auto;padding:.75rem;border:1px solid}
table{display:block;overflow-x:auto;border-collapse:collapse}
td,th{border:1px solid;padding:.25rem .5rem;text-align:start;vertical-align:top}
blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:.25rem solid}
a:focus-visible{outline:.15rem solid}
@media print{body{max-width:none;padding:0;font-size:11pt;color:#000;background:#fff}header nav{display:none}
a{color:inherit}h1,h2,h3{break-after:avoid}figure,pre,table,blockquote{break-inside:avoid}}
"""
_PAGE: Final = """<!DOCTYPE html>
<html{language}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title>
{canonical}<style>{style}</style>
</head>
<body>
<header>
<nav><p><a href="{original}">The original page</a></p></nav>
{heading}<p>{about}</p>
</header>
<main>
{content}</main>
</body>
</html>
"""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_HEADING: Final = re.compile(r"\s*(?:<(?:div|section|article|header)>\s*)*<h1[^>]*>")
_RIGHT_TO_LEFT: Final = ("ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "ckb", "dv")


def original_address(url: str) -> str:
    """The address at which the proxy gives the original of a page, once.

    With the scheme of the page: to another, browsers would not say from where they come.
    """
    scheme = "https" if url.startswith("https:") else "http"
    return f"{scheme}://{OWN_HOST}{ORIGINAL}{url}"


def readable_page(found: Extraction, url: str) -> str:
    """A small page with the content of another."""
    metadata = found.metadata
    content = found.render("html")
    title = _text(metadata.title) or urlsplit(url).hostname or "A page"
    # Most articles begin with their title.
    has_heading = _HEADING.match(content) is not None
    return _PAGE.format(
        language=_language(_text(metadata.language)),
        title=escape(title),
        canonical=f'<link rel="canonical" href="{escape(url)}">\n',
        style=STYLE,
        original=escape(original_address(url)),
        heading="" if has_heading else f"<h1>{escape(title)}</h1>\n",
        about=escape(" · ".join(_about(found, url))),
        content=content,
    )


def _about(found: Extraction, url: str) -> list[str]:
    metadata = found.metadata
    authors = ", ".join(each.value for each in metadata.authors)
    site = _text(metadata.site_name) or urlsplit(url).hostname or ""
    return [each for each in (site, authors, _text(metadata.published)[:10]) if each]


def _language(code: str) -> str:
    """The attributes for a language, if it is known."""
    if not _LANGUAGE.fullmatch(code):
        return ""
    direction = ' dir="rtl"' if code.split("-")[0].lower() in _RIGHT_TO_LEFT else ""
    return f' lang="{code}"{direction}'


def _text(fact: Fact | None) -> str:
    return "" if fact is None else fact.value
