"""What the package promises from outside: few names, a light import, types, a safe installation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import mainspan

ROOT = Path(__file__).parent.parent


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key != "MAINSPAN_SCANNER"}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=kept | environment, check=True
    )


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


def test_a_missing_compiled_scanner_is_said_once() -> None:
    code = (
        "import sys; sys.modules['mainspan.page.scan'] = None\n"
        "import mainspan\nmainspan.extract('<p>x')\nmainspan.extract('y')"
    )
    said = run(code).stderr
    assert said.count("the compiled scanner is not installed") == 1
    assert said.count("\n") == 1


def test_a_chosen_scanner_is_used_without_a_word() -> None:
    done = run("import mainspan.page.scanner as s; print(s.COMPILED)", MAINSPAN_SCANNER="python")
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_installing_without_a_compiler_works(tmp_path: Path) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    )
    done = subprocess.run(
        [sys.executable, "setup.py", "build"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"CC": "false", "LDSHARED": "false"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("build/lib*/mainspan/page/parse.py"))
    assert not list(tmp_path.glob("build/**/*.so"))
    assert 'building extension "mainspan.page.scan" failed' in done.stdout + done.stderr


def test_the_version_is_one_everywhere() -> None:
    assert f'version = "{mainspan.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
