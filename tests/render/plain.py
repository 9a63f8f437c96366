"""Pages as plain text. Most cases are rendered under `plain`, which keeps all text."""

from __future__ import annotations

import numpy as np

from mainspan import Page, Spans, extract
from mainspan.render.text import render_text


def plain(html: str) -> str:
    return extract(html, algorithm="plain").text


def rendered_words(html: str, chosen: list[int]) -> str:
    page = Page(html)
    return render_text(page, Spans.of_words(page, np.array(chosen)))
