"""The API is as its OpenAPI schema says: schemathesis sends what the schema allows, and what it does not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import positive_data_acceptance

from mainspan.service.app import create_app
from mainspan.service.settings import Settings
from tests.service.running import BEARER, Running, running

SCHEMA = create_app(Settings()).openapi()
OPERATIONS = [(path, method) for path, methods in SCHEMA["paths"].items() for method in methods]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Iterator[Running]:
    """A service with packages."""
    packages = tmp_path_factory.mktemp("packages")
    shutil.copytree(corpus / "wiki", packages / "wiki")
    with running(tmp_path_factory.mktemp("whole"), packages=packages, seconds=20) as found:
        yield found


@pytest.fixture(scope="module")
def api(whole: Running) -> schemathesis.BaseSchema:
    found = schemathesis.openapi.from_url(f"{whole.url}/openapi.json")
    found.config.generation.update(with_security_parameters=False)
    return found


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_what_the_schema_allows_is_answered_as_it_says(
    api: schemathesis.BaseSchema, path: str, method: str
) -> None:
    # No schema can say which methods, selectors and addresses there are, so some of it is refused.
    send(api[path][method], GenerationMode.POSITIVE, [positive_data_acceptance])


@pytest.mark.parametrize(("path", "method"), [each for each in OPERATIONS if each[1] in ("post", "put")])
def test_what_the_schema_does_not_allow_is_refused(
    api: schemathesis.BaseSchema, path: str, method: str
) -> None:
    send(api[path][method], GenerationMode.NEGATIVE, [])


def test_an_evaluation_from_its_start_to_its_end_is_as_the_schema_says(api: schemathesis.BaseSchema) -> None:
    def call(path: str, method: str, **parts: Any) -> Any:
        return api[path][method].Case(**parts).call_and_validate(headers=BEARER, timeout=120)

    wanted = {"packages": ["wiki"], "contestants": ["plain"], "measures": ["words"], "limit": 2}
    begun = call("/evaluate", "POST", body=wanted, media_type="application/json")
    assert begun.status_code == 202
    place = {"path_parameters": {"id": begun.json()["id"]}}
    # The events end when the evaluation does.
    assert "event: done" in call("/evaluate/{id}/events", "GET", **place).text
    assert call("/evaluate/{id}", "GET", **place).json()["state"] == "done"
    assert call("/evaluate/{id}", "DELETE", **place).json()["state"] == "done"
    assert [each["state"] for each in call("/evaluate", "GET").json()["evaluations"]] == ["done"]


def send(operation: Any, mode: GenerationMode, excluded: list[Any]) -> None:
    cases = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=20,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def run(data: st.DataObject) -> None:
        case = data.draw(cases)
        answer = case.call_and_validate(
            headers=BEARER, timeout=120, excluded_checks=[not_a_server_error, *excluded]
        )
        # An address may be one that nobody has.
        assert answer.status_code < 500 or answer.status_code == 502

    run()
