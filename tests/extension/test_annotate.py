"""Annotating: several parts of a page become a document of a test package."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.cli.extracting import SCRIPT
from tests.extension.conftest import Window
from tests.extension.notice import click, extract
from tests.extension.site import PARAGRAPH, Site

PAGE = f"""<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><html lang=de><title>Die Fähre</title><body>
<nav style="color: red">Menü</nav><p class=lead>Die Fähre kam zu spät.</p>
<article>{f"<p>{PARAGRAPH}</p>" * 6}<p class=advert>Werbung &amp; Reklame</p></article>
<div id=shadow></div><footer>Impressum <span>und mehr Wörter</span></footer>
<script>const root = document.getElementById('shadow').attachShadow({{mode: 'open'}});
root.innerHTML = '<p>Im Schatten</p>'</script>
</body></html>"""


def run(*arguments: object) -> str:
    """Run `mainspan package` as it is installed."""
    command = [str(SCRIPT), "package", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def test_an_annotated_page_is_a_document_without_defects(window: Window, site: Site, tmp_path: Path) -> None:
    window.open(site.serve("/annotate", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        window.wait("!document.getElementById('inspect').hidden")
        window.run("document.getElementById('tab-annotate').click()")
        window.wait("document.getElementById('gold').value.includes('The ferry')")
        with window.back_to_first():
            click(window, "document.querySelector('.lead')")
            click(window, "document.querySelector('.advert')")
            # A part of a line: what is selected is added as it is.
            window.run(
                "const range = document.createRange();"
                "range.setStart(document.querySelector('footer span').firstChild, 4); "
                "range.setEnd(document.querySelector('footer span').firstChild, 8);"
                "getSelection().removeAllRanges(); getSelection().addRange(range);"
                "document.querySelector('footer').dispatchEvent(new MouseEvent('mouseup', {bubbles: true}))"
            )
        window.wait("document.getElementById('gold').value.includes('mehr')")
        assert window.run("return document.getElementById('language').value") == "de"
        assert window.run("return document.getElementById('name').value") == "die-fähre"
        window.run(
            "document.getElementById('name').value = 'ferry';"
            "document.getElementById('page-type').value = 'article';"
            "document.getElementById('fragmented').click()"
        )
        click(window, "document.getElementById('save')")
        archive = window.downloaded("ferry.zip").rename(tmp_path / "ferry.zip")
        window.wait("document.getElementById('status').textContent.includes('mainspan package add')")

    package = tmp_path / "mine"
    run("new", package, "--description", "Annotated in the browser", "--license", "MIT")
    run("add", package, archive)
    assert "no defects" in run("check", package)
    assert (package / "ferry.txt").read_text() == "\n\n".join(
        ["Die Fähre kam zu spät.", *[PARAGRAPH.strip()] * 6, "mehr\n"]
    )
    about = json.loads((package / "ferry.json").read_text())
    assert about == {
        "url": f"{site.url}/annotate",
        "title": "Die Fähre",
        "language": "de",
        "page_type": "article",
        "fragmented": True,
        "multiple_articles": False,
    }
    html = (package / "ferry.html").read_text(encoding="utf-8-sig")
    # The page as it was, with what is in its shadow roots, and without what we added.
    assert html.startswith('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"')
    assert '<nav style="color: red">Menü</nav>' in html
    assert "<p>Im Schatten</p>" in html
    assert "mainspan" not in html


def test_what_is_wrong_is_named(window: Window, site: Site) -> None:
    window.open(site.serve("/wrong", PAGE))
    extract(window)
    tab = window.tab_id()
    with window.another():
        window.open_own(f"panel/panel.html?tab={tab}")
        window.wait("!document.getElementById('inspect').hidden")
        window.run("document.getElementById('tab-annotate').click()")
        window.wait("document.getElementById('gold').value.includes('The ferry')")
        window.run(
            "document.getElementById('language').value = 'German'; document.getElementById('save').click()"
        )
        window.wait("document.getElementById('status').textContent.includes('such as en')")
        window.run("document.getElementById('from-nothing').click()")
        window.wait(
            "document.getElementById('gold').value === '' && document.getElementById('save').disabled"
        )
