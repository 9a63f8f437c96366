"""Metadata of a document: the keys with a fixed form, and what can be read from the page itself.

Any key is allowed. These have a fixed form: url, domain, language, page_type, title, encoding (texts),
fragmented (other content is inside the main content) and multiple_articles (true or false), with and without
(lists of segments). A value that is not known is null or left out.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import webencodings

from mainspan.page import Page
from mainspan.site import host_of

_TEXTS: Final = ("url", "domain", "language", "page_type", "title", "encoding")
FLAGS: Final = ("fragmented", "multiple_articles")
_SEGMENTS: Final = ("with", "without")
# The parts of a language code are separated by hyphens, so each character is read once.
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class Fault(NamedTuple):
    """A fault in a document's metadata, and how to fix it."""

    message: str
    fix: str


def faults_of(about: Mapping[str, Any]) -> Iterator[Fault]:
    """All faults in the metadata of a document."""
    known = {name: value for name, value in about.items() if value is not None}
    wrong = {name: fault for name, value in known.items() if (fault := _wrong_type(name, value))}
    yield from wrong.values()
    right = {name: value for name, value in known.items() if name not in wrong}
    if "url" in right and not (_SCHEME.match(right["url"]) and host_of(right["url"])):
        yield Fault(
            f"url has no scheme or no host: {right['url']!r}", "write it as https://host/path, or null"
        )
    if "language" in right and not _LANGUAGE.fullmatch(right["language"]):
        code = right["language"].strip().replace("_", "-").lower()
        example = f"such as {code}" if _LANGUAGE.fullmatch(code) and len(code) < 6 else "such as en or pt-BR"
        yield Fault(
            f"language is not a language code: {right['language']!r}", f"write a code {example}, or null"
        )
    if "encoding" in right and codec_of(right["encoding"]) is None:
        yield Fault(f"unknown encoding {right['encoding']!r}", "write a label such as utf-8 or windows-1252")
    both = sorted(set(right.get("with", ())) & set(right.get("without", ())))
    if both:
        yield Fault(f"in both with and without: {both[0]!r}", "remove it from one of them")


def codec_of(label: str) -> codecs.CodecInfo | None:
    """The codec of an encoding label: as the WHATWG standard has it, or else as Python does."""
    try:
        known = webencodings.lookup(label)
        if known is not None:
            label = known.codec_info.name
        " ".encode(label)  # some codecs of Python do not encode text
        return codecs.lookup(label)
    except (LookupError, ValueError):
        return None


def _wrong_type(name: str, value: Any) -> Fault | None:
    if name in _TEXTS and not isinstance(value, str):
        return Fault(f"{name} is not a text: {value!r}", f'write it as "{name}": "...", or null if not known')
    if name in FLAGS and not isinstance(value, bool):
        return Fault(f"{name} is neither true nor false: {value!r}", "write true or false without quotes")
    if name in _SEGMENTS and not _is_list_of_texts(value):
        return Fault(f"{name} is not a list of texts: {value!r:.60}", f'write it as "{name}": ["...", "..."]')
    return None


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def meta_of(page: Page) -> dict[str, str]:
    """A page's address and language, if known; a `..._source` key marks what comes from the page itself.

    >>> meta_of(Page('<html lang="de"><link rel="canonical" href="https://a.example/x">'))
    {'url': 'https://a.example/x', 'url_source': 'canonical', 'language': 'de', 'language_source': 'page'}
    """
    known: dict[str, str] = {}
    canonical = _attribute(page, 'link[rel~="canonical"]', "href")
    if page.url:
        known["url"] = page.url
    elif _SCHEME.match(canonical) and host_of(canonical):
        known |= {"url": canonical, "url_source": "canonical"}
    language = _attribute(page, "html", "lang")
    if _LANGUAGE.fullmatch(language):
        known |= {"language": language, "language_source": "page"}
    return known


def merge_meta(known: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was read from a page, and what is given, which takes precedence.

    >>> merge_meta({"language": "de", "language_source": "page"}, {"language": "en", "page_type": "forum"})
    {'language': 'en', 'page_type': 'forum'}
    """
    return {key: value for key, value in known.items() if key.removesuffix("_source") not in given} | {
        **given
    }


def _attribute(page: Page, selector: str, name: str) -> str:
    """An attribute of the first element that a selector matches; empty if there is none."""
    found = np.flatnonzero(page.select(selector))
    if not len(found):
        return ""
    return (page.attribute(int(page.elements.open[found[0]]), name) or "").strip()
