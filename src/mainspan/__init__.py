"""Mainspan finds the main content of a web page.

>>> import mainspan
>>> mainspan.extract("<h1>Title</h1><p>Some text.</p>", algorithm="plain").text
'Title\\n\\nSome text.\\n'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mainspan.algorithms import ALGORITHMS, algorithm
    from mainspan.batch.many import extract_many
    from mainspan.errors import MainspanError
    from mainspan.evaluation.run import evaluate
    from mainspan.extraction import Extraction, extract
    from mainspan.page import Page
    from mainspan.site import extract_site
    from mainspan.spans import Spans

__all__ = [
    "ALGORITHMS",
    "Extraction",
    "MainspanError",
    "Page",
    "Spans",
    "algorithm",
    "evaluate",
    "extract",
    "extract_many",
    "extract_site",
]
__version__ = "0.1.0"

# Loaded when first used, so that the import itself costs nothing.
_HOMES = {
    "ALGORITHMS": "algorithms",
    "Extraction": "extraction",
    "MainspanError": "errors",
    "Page": "page",
    "Spans": "spans",
    "algorithm": "algorithms",
    "evaluate": "evaluation.run",
    "extract": "extraction",
    "extract_many": "batch.many",
    "extract_site": "site",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mainspan' has no attribute {name!r}")
    value = getattr(import_module(f"mainspan.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
