"""Programs that some tests need, and that are not everywhere."""

from __future__ import annotations

import shutil

import pytest

needs_curl = pytest.mark.skipif(
    shutil.which("curl") is None, reason="no curl is installed (on Debian: apt-get install curl)"
)
