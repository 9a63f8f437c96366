"""Make .venv/proxy: the environment in which tests and benchmarks run the proxy.

mitmproxy and mcp do not install beside each other on Python 3.11 and 3.12 (see pyproject.toml). This
environment has what `pip install mainspan[proxy]` installs, and finds Mainspan itself in src/.
"""

from __future__ import annotations

import subprocess
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Make it, and note that it is complete."""
    folder = ROOT / ".venv" / "proxy"
    if find_spec("mitmproxy") is not None:  # it is beside everything else, as on Python 3.13
        folder.mkdir(exist_ok=True)
        (folder / "ready").touch()
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["proxy"]]
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needed]
    subprocess.run(install, check=True)
    where = [python, "-c", "import site; print(site.getsitepackages()[0])"]
    packages = subprocess.run(where, capture_output=True, check=True, text=True).stdout.strip()
    Path(packages, "mainspan.pth").write_text(f"{ROOT / 'src'}\n", "utf-8")
    (folder / "ready").touch()


if __name__ == "__main__":
    main()
