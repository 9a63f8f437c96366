"""Services to call: one for all tests of a module, since starting workers takes time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.running import Running, running


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with the default settings, and a folder of its own."""
    with running(tmp_path_factory.mktemp("service")) as found:
        yield found
