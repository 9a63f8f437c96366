"""Pages whose text is in their data."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from mainspan.embedded import Embedded, find_embedded
from mainspan.page import Page
from mainspan.render.text import render_text
from mainspan.spans import Spans

SENTENCE = "The ferry to the island leaves at nine, and nobody on the quay is in a hurry."
TITLE = "Morning ferries of the bay"
TEXTS = [f"{number} {SENTENCE}" for number in ("One.", "Two.", "Three.", "Four.", "Five.")]
LABELS = {f"label{number}": f"Press the button number {number} to go on." for number in range(60)}


def page_with(*scripts: str, body: str = "") -> Page:
    return Page(f"<title>{TITLE} | The Port</title><body>{body}{''.join(scripts)}")


def json_script(value: object, attributes: str = 'type="application/json"') -> str:
    return f"<script {attributes}>{json.dumps(value)}</script>"


def linked(**values: object) -> Page:
    return page_with(json_script({"@context": "https://schema.org", **values}, 'type="application/ld+json"'))


def text_of(found: Embedded | None) -> str:
    assert found is not None
    return plain_text(Page(found.html))


def plain_text(page: Page) -> str:
    return render_text(page, Spans.of_tokens(page, page.tokens.words > 0))


def paragraphs(texts: list[str] = TEXTS) -> str:
    return "\n\n".join(texts) + "\n"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=30)
    | st.sampled_from([SENTENCE, f"<p>{SENTENCE}"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "type text children content data items @type articleBody title level tag step".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def words(count: int) -> str:
    """A sentence with this number of words."""
    return " ".join(["word"] * (count - 1)) + " end."


def state(value: object) -> Embedded | None:
    return find_embedded(page_with(json_script(value)))
