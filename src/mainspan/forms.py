"""All forms that a result can be written in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mainspan.errors import ParameterError
from mainspan.render.flow import Switches, make_flow
from mainspan.render.html import render_html
from mainspan.render.text import render_text

if TYPE_CHECKING:
    from mainspan.extraction import Extraction


def write(found: Extraction, form: str, switches: Switches) -> str:
    """A result in one of the forms."""
    if form not in FORMS:
        raise ParameterError(f"there is no form {form!r}: it is one of {', '.join(FORMS)}")
    return FORMS[form](found, switches)


def _markdown(found: Extraction, switches: Switches) -> str:
    from mainspan.render.markdown import write_markdown

    return write_markdown(make_flow(found.page, found.spans, switches))


def _tei(found: Extraction, switches: Switches) -> str:
    from mainspan.render.tei import write_tei

    flow = make_flow(found.page, found.spans, switches)
    return write_tei(flow, found.metadata.to_dict(), algorithm=repr(found.algorithm))


def _json(found: Extraction, switches: Switches) -> str:
    return json.dumps(found.to_dict(), ensure_ascii=False, indent=2) + "\n"


def _jsonl(found: Extraction, switches: Switches) -> str:
    return json.dumps(found.to_dict(), ensure_ascii=False) + "\n"


def _whole(name: str) -> Callable[[Extraction, Switches], str]:
    def render(found: Extraction, switches: Switches) -> str:
        from mainspan.render import whole

        written: str = getattr(whole, f"render_{name}")(found.page, found.spans)
        return written

    return render


FORMS: Final[dict[str, Callable[[Extraction, Switches], str]]] = {
    "text": lambda found, switches: render_text(found.page, found.spans),
    "markdown": _markdown,
    "html": lambda found, switches: render_html(found.page, found.spans, switches),
    "json": _json,
    "jsonl": _jsonl,
    "tei": _tei,
    **{name: _whole(name) for name in ("hide", "mark", "comment", "blank", "spans")},
}
