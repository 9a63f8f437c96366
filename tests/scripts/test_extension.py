"""scripts/extension with the real Node.js, which may claim another version; stand-ins play the rest."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CLAIM = "Object.defineProperty(process, 'versions', {{value: {{...process.versions, node: '{}'}}}});"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")


def make(folder: Path, version: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a folder where its steps say that they run."""
    for name, text in {
        "scripts/extension-tools": "#!/bin/sh\n",
        "bin/npm": '#!/bin/sh\necho "npm $*"\n',
        "bin/node": f'#!/bin/sh\nexec {shutil.which("node")} -r {folder}/claim.js "$@"\n',
        "claim.js": CLAIM.format(version),
        "extension/build.js": "console.log('built');",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    shutil.copy(ROOT / "scripts" / "extension", folder / "scripts" / "extension")
    return subprocess.run(
        [folder / "scripts" / "extension"],
        cwd=folder,
        env=os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("version", "last"),
    [
        ("18.20.8", "It is made, but not linted: web-ext needs Node.js 20 or newer."),
        ("20.0.0", "npm run --silent lint"),
    ],
)
def test_it_is_linted_with_node_20_or_newer(tmp_path: Path, version: str, last: str) -> None:
    done = make(tmp_path, version)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["npm run --silent types", "built", last]
