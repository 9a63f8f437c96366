"""What all tests share: reproducible property tests, and the pages of our own."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Deadlines would measure the machine; the same examples each time keep a failure a failure.
settings.register_profile(
    "mainspan",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100,
)
settings.register_profile(
    "long", parent=settings.get_profile("mainspan"), derandomize=False, max_examples=2000
)
settings.load_profile("long" if os.environ.get("MAINSPAN_LONG") else "mainspan")


def pytest_collection_finish() -> None:
    """Keep what was imported from the garbage collector, which would go through all of it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with the test packages that were written for this project."""
    return Path(__file__).parent.parent / "corpus"
