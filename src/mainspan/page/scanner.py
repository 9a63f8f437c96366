"""The scanner that runs here: the compiled one, or the Python one where that could not be built.

The environment variable MAINSPAN_SCANNER (`compiled` or `python`) chooses one, for tests and benchmarks.
"""

from __future__ import annotations

import os
import warnings

from mainspan.errors import MainspanError

_wanted = os.environ.get("MAINSPAN_SCANNER", "")

if _wanted not in ("", "compiled", "python"):
    raise MainspanError(f"MAINSPAN_SCANNER must be compiled or python, not {_wanted!r}")
if _wanted == "python":
    COMPILED = False
else:
    try:
        from mainspan.page.scan import (
            cut,
            describe_blocks,
            describe_elements,
            find_blocks,
            find_elements,
            find_parents,
            find_texts,
            find_words,
            is_utf8,
            survey,
        )

        COMPILED = True
    except ImportError:
        if _wanted == "compiled":
            raise
        COMPILED = False
        # Without a line of source, which would tell nobody anything.
        warnings.warn_explicit(
            "the compiled scanner is not installed: Mainspan works, but reads pages more slowly "
            "(install a C compiler and then Mainspan again)",
            RuntimeWarning,
            filename="mainspan.page.scanner",
            lineno=1,
        )

if not COMPILED:
    from mainspan.page.scan_fallback import (
        cut,
        describe_blocks,
        describe_elements,
        find_blocks,
        find_elements,
        find_parents,
        find_texts,
        find_words,
        is_utf8,
        survey,
    )

__all__ = [
    "COMPILED",
    "cut",
    "describe_blocks",
    "describe_elements",
    "find_blocks",
    "find_elements",
    "find_parents",
    "find_texts",
    "find_words",
    "is_utf8",
    "survey",
]
