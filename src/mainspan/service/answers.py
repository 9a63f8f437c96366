"""Answers in JSON, whatever is in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from math import isfinite
from typing import Any

from starlette.responses import Response


def answer(
    record: Mapping[str, Any], status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """A record as JSON. Lone surrogates are escaped, since UTF-8 has none; NaN and infinity become null."""
    try:
        body = json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        body = json.dumps(_finite(record)).encode()
    except ValueError:
        return answer(_finite(record), status, headers)
    return Response(body, status, headers, "application/json")


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
