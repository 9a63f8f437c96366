"""XML-TEI (P5), as corpus builders read it: a header with what is known of the page, and its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mainspan.render.events import Flow
from mainspan.render.tei.body import write_body
from mainspan.render.tei.header import write_header
from mainspan.render.tei.xml import without_forbidden

if TYPE_CHECKING:
    from mainspan.extraction import Extraction

__all__ = ["render_tei", "write_tei"]


def render_tei(flow: Flow, found: Extraction) -> str:
    """A result as TEI, with what is known about its page."""
    return write_tei(flow, found.metadata.to_dict(), algorithm=repr(found.algorithm))


def write_tei(flow: Flow, metadata: Mapping[str, Any], *, algorithm: str = "") -> str:
    """The content as a TEI document: well-formed for every flow.

    metadata: what is known of the page, as `Metadata.to_dict()` gives it; any of it may be missing.
    algorithm: the method that found the content, as its repr.
    """
    document = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{write_header(metadata, algorithm)}"
        f"<text>\n<body>\n{write_body(flow)}</body>\n</text>\n"
        "</TEI>\n"
    )
    return without_forbidden(document)
