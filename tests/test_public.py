"""What the package promises from outside: few names, a light import, types, a safe installation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mainspan

ROOT = Path(__file__).parent.parent


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_the_public_names_are_few_and_known() -> None:
    assert sorted(mainspan.__all__) == [
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
    assert all(hasattr(mainspan, name) for name in mainspan.__all__)


def test_the_package_is_typed() -> None:
    assert (Path(mainspan.__file__).parent / "py.typed").exists()


def test_every_public_name_is_found_and_others_are_not() -> None:
    code = "import mainspan\nfrom mainspan import *\nprint(Page, extract)\nmainspan.nothing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "class" in done.stdout
    assert "AttributeError: module 'mainspan' has no attribute 'nothing'" in done.stderr


def test_the_import_loads_nothing_heavy() -> None:
    code = "import mainspan, sys; mainspan.extract; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = set(run(code).stdout.split())
    assert not loaded & {"typer", "rich", "resiliparse", "trafilatura", "urllib3", "scipy", "lxml", "http"}


def test_the_version_is_one_everywhere() -> None:
    assert f'version = "{mainspan.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
