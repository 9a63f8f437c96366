"""What is wrong with a command is reported in one sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from training.__main__ import main
from training.settings import FURTHER, PACKAGES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "python -m training data"),
        ("fit", "python -m training data"),
        ("data {0}/nowhere {0}/data", "no such folder"),
        ("judge {0}/nowhere {0}", "no such folder"),
        ("judge {0} {0} nobody", "no peer is called"),
        ("fit {0} {0}/out all", "torch|cleaneval.npz is missing"),
        ("fit {0} {0}/out --seed 2 all", "torch|cleaneval.npz is missing"),
        ("fit {0} {0}/out all --seed 2", "torch|cleaneval.npz is missing"),
        ("fit {0} {0}/out all --seed x", "--seed needs a whole number"),
        ("fit {0} {0}/out --seed", "--seed needs a whole number"),
        ("fit {0} {0}/out fold-9", "no split is called fold-9"),
        ("fit {0} {0}/out without-nobody", "no split is called without-nobody"),
        ("data {0}/packages {0}/data --labelled", "is not a complete command"),
        ("sheet {0}/nowhere.html", "nowhere.html"),
        ("make coffee", "`make coffee` is not a complete command"),
        ("data {0}/packages {0}/file", "not a folder"),
    ],
)
def test_wrong_use_is_reported(command: str, message: str, tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in (*PACKAGES, *FURTHER):
        shutil.copytree(corpus / "arabic-script-news", tmp_path / "packages" / name)
    with pytest.raises(SystemExit, match=message):
        main(command.format(tmp_path).split())
    assert not (tmp_path / "data").exists(), "nothing is left behind"


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("mainspan.errors", ["-h"]),
        ("mainspan.algorithms.learned.describe", ["data", ".", "x"]),
        ("torch", ["fit", ".", "x"]),
    ],
)
def test_a_missing_module_is_reported(module: str, command: list[str]) -> None:
    code = f"import sys; sys.modules[{module!r}] = None; from training.__main__ import main; main({command})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stderr.startswith(f"{module} is missing. Training needs the compiled library and torch:")
