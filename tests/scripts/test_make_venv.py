"""scripts/make-venv on machines without a compiler or parts of Python; stand-ins play the system programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
APT_GET = """#!/bin/sh
echo "$@" >> calls
case "$1" in install) touch installed ;; esac
"""
# A Python whose headers and venv module are there when they are installed.
PYTHON = f"""#!/bin/sh
case "$2" in
*Python.h* | *ensurepip*) test -e installed ;;
*get_config_var*) echo x86_64-linux-gnu-gcc -pthread ;;
venv) mkdir -p .venv/bin && touch .venv/bin/python && chmod +x .venv/bin/python ;;
*) exec {sys.executable} "$@" ;;
esac
"""
COMPILER = """#!/bin/sh
test -e installed
"""
INSTALL = "install -y -qq --no-install-recommends gcc libc6-dev python{0}.{1}-dev python{0}.{1}-venv".format(
    *sys.version_info
)

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def make_venv(folder: Path, programs: dict[str, str], user: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the script in a folder where only these programs exist."""
    path = folder / "bin"
    path.mkdir()
    for name in ("bash", "mkdir", "touch", "chmod"):
        (path / name).symlink_to(shutil.which(name) or name)
    for name, text in {"id": f"#!/bin/sh\necho {user}", **programs}.items():
        (path / name).write_text(text)
        (path / name).chmod(0o755)
    environment = {key: value for key, value in os.environ.items() if key != "CC"} | {"PATH": str(path)}
    return subprocess.run(
        [path / "bash", ROOT / "scripts" / "make-venv", "python3"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def bare_debian(apt_get: str = APT_GET) -> dict[str, str]:
    return {"apt-get": apt_get, "python3": PYTHON, "x86_64-linux-gnu-gcc": COMPILER}


def test_what_a_bare_debian_lacks_is_installed_by_root(tmp_path: Path) -> None:
    done = make_venv(tmp_path, bare_debian())
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "calls").read_text().splitlines() == ["update -qq", INSTALL]
    assert (tmp_path / ".venv/bin/python").exists()


def test_nothing_is_installed_where_nothing_is_missing(tmp_path: Path) -> None:
    (tmp_path / "installed").touch()
    assert make_venv(tmp_path, bare_debian()).returncode == 0
    assert not (tmp_path / "calls").exists()


@pytest.mark.parametrize(
    ("user", "apt_get"), [(1000, APT_GET), (0, "#!/bin/sh\ntrue"), (0, "#!/bin/sh\nexit 100")]
)
def test_what_cannot_be_installed_is_named(tmp_path: Path, user: int, apt_get: str) -> None:
    done = make_venv(tmp_path, bare_debian(apt_get), user)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(": " + INSTALL.split("recommends ")[1])
    assert not (tmp_path / ".venv").exists()
