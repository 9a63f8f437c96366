"""The pages of the API: made from its schema, and loading nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.service.running import Running, running
from tests.tools import needs_curl

OUTSIDE = re.compile(
    r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//|url\(|@import|<script|<link|<iframe""", re.I
)


def test_nothing_is_loaded_from_anywhere(service: Running) -> None:
    answer = service.get("/docs")
    assert answer.status_code == 200
    assert not OUTSIDE.search(answer.text)
    assert "default-src 'none'; style-src 'sha256-" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_every_operation_of_the_schema_is_described(service: Running) -> None:
    schema = service.get("/openapi.json").json()
    page = service.get("/docs").text
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            assert f"<code>{method.upper()} {path}</code>" in page
            assert about["description"].splitlines()[0][:20] in page
    for name in schema["components"]["schemas"]["ExtractRequest"]["properties"]:
        assert f"<td><code>{name}</code></td>" in page


def test_what_is_in_backticks_is_shown_as_code(service: Running) -> None:
    page = service.get("/docs").text
    assert "<code>Authorization: Bearer TOKEN</code>" in page
    assert "`" not in page


@needs_curl
def test_the_commands_that_are_shown_work(service: Running) -> None:
    page = service.get("/docs").text
    shown = [
        each.replace("&#39;", "'").replace("&#34;", '"').replace("&lt;", "<").replace("&gt;", ">")
        for each in re.findall('<pre tabindex="0">(curl[^<]*)</pre>', page)
    ]
    tried = 0
    for command in shown:
        if "{" in command.rpartition("/")[2] or "evaluate" in command or "packages" in command:
            continue
        command = command.replace("TOKEN", service.settings.token)
        found = subprocess.run(
            ["bash", "-c", f"{command} -s -f --noproxy '*'"], capture_output=True, check=False
        )
        assert found.returncode == 0, command
        tried += 1
    assert tried >= 7


@needs_curl
def test_the_commands_of_the_documentation_work(corpus: Path, tmp_path: Path) -> None:
    text = (corpus.parent / "docs" / "SERVICE.md").read_text("utf-8")
    commands = re.findall("^    (curl .*)$", text, re.MULTILINE)
    packages = tmp_path / "packages"
    shutil.copytree(corpus / "wiki", packages / "wiki")
    with running(tmp_path / "service", packages=packages) as service:
        tried = 0
        for command in commands:
            if "https://example.org" in command:  # there may be no network
                continue
            made = command.replace("http://127.0.0.1:8642", service.url)
            found = subprocess.run(
                ["bash", "-c", f"{made} -s -f --noproxy '*'"],
                cwd=corpus.parent,
                env={**os.environ, "TOKEN": service.settings.token},
                capture_output=True,
                check=False,
            )
            assert found.returncode == 0, command
            tried += 1
        assert tried >= 12
