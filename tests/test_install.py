"""What users install: a source distribution that builds, and a wheel that needs no compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KERNELS = [path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("*.pyx")]
PIP = ["-m", "pip", "--disable-pip-version-check", "--quiet"]


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=1200, check=False
    )


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Source distribution and wheel, as `make wheel` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    # What the wheel does matters here, not how fast.
    made = run(ROOT / "scripts" / "wheel", sys.executable, folder, CFLAGS="-O0 -w")
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


def test_the_source_distribution_holds_sources_and_nothing_made(dist: Path) -> None:
    (packed,) = dist.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{path}" for path in KERNELS} < names
    assert {f"src/{path.with_suffix('.pyi')}" for path in KERNELS} < names
    assert not [name for name in names if name.endswith((".c", ".so", ".pyc")) or name.startswith("tests/")]


def test_the_wheel_holds_compiled_modules_and_no_sources_of_them(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    compiled = [name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))]
    assert {str(path.with_suffix("")) for path in KERNELS} <= set(compiled)
    assert {"mainspan/py.typed", "mainspan/schema.json", "mainspan/algorithms/cues.txt"} < set(names)
    assert {f"mainspan/algorithms/learned/{name}" for name in ("labels.txt", "weights.npz")} < set(names)
    assert not [name for name in names if name.endswith((".pyx", ".pxd", ".c"))]


def test_the_wheel_installs_without_a_compiler_and_extracts_a_page(
    wheel: Path, tmp_path: Path, corpus: Path
) -> None:
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    bare = {"PATH": str(nowhere), "CC": "/nonexistent", "PYTHONPATH": "", "PYTHONWARNINGS": "default"}
    # The pip from here: to install another one takes longer than the wheel.
    assert run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv", **bare).returncode == 0
    programs = tmp_path / "venv" / "bin"
    pip = [sys.executable, *PIP, "--python", str(programs / "python")]
    asked = run(*pip, "download", "--no-deps", "--dest", nowhere, "webencodings", **bare)
    if asked.returncode:
        pytest.skip(f"pip reaches no package registry here: {asked.stderr.strip()[-200:]}")
    installed = run(*pip, "install", "--no-compile", wheel, **bare)
    assert installed.returncode == 0, installed.stderr
    found = run(programs / "mainspan", "extract", corpus / "styles" / "en-news-ferry.html", **bare)
    assert (found.returncode, found.stderr) == (0, "")
    assert len(found.stdout.split()) > 100
