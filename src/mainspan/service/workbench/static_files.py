"""Style and scripts of the views. Their addresses change with their content: browsers may keep them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

FOLDER: Final = Path(__file__).parent / "static"
_FOREVER: Final = "public, max-age=31536000, immutable"
_IMPORT: Final = re.compile(r'^import .* from "\./([a-z_]+\.js)";$', re.MULTILINE)
_DIGEST_LENGTH: Final = 12  # no rule: enough to tell versions apart


def _digest() -> str:
    total = sha256()
    for path in sorted(FOLDER.iterdir()):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:_DIGEST_LENGTH]


ADDRESS: Final = f"/static/{_digest()}"


class KeptFiles(StaticFiles):
    """The files, with leave to keep them."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        """A file, or that it did not change."""
        response = super().file_response(*arguments, **options)
        response.headers["Cache-Control"] = _FOREVER
        return response


def module(name: str) -> Markup:
    """A script with its modules, which the browser loads at once instead of one after the other."""
    links = "".join(f'<link rel="modulepreload" href="{ADDRESS}/{each}">' for each in modules_of(name))
    return Markup(f'{links}<script type="module" src="{ADDRESS}/{name}"></script>')


def modules_of(name: str) -> list[str]:
    """The modules that a script imports, and those that they import."""
    found: dict[str, None] = {}

    def follow(script: str) -> Iterator[str]:
        for each in _IMPORT.findall((FOLDER / script).read_text("utf-8")):
            if each not in found:
                found[each] = None
                yield each
                yield from follow(each)

    return list(follow(name))
