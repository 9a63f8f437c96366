"""A page with a menu, an article and a foot, which every method but dana reads alike."""

from __future__ import annotations

PARAGRAPH = "Here stands a paragraph of the article, long enough for every method to take it as content. "
PAGE = (
    "<title>Title</title><ul id=menu><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
    f"<div id=article><h1>Headline</h1><p id=first>{PARAGRAPH}Alpha, {PARAGRAPH}</p>"
    f"<p id=second>{PARAGRAPH * 4}</p></div>"
    "<script>code()</script><p id=foot>Imprint <a href=/i>here</a></p>"
)
