"""The reader view: the main content alone, to read, to copy and to save."""

from __future__ import annotations

from tests.extension.conftest import Window
from tests.extension.notice import choose, click, extract
from tests.extension.site import PARAGRAPH, Site

TEXT = f"<p>{PARAGRAPH}</p>" * 60
PAGE = f"""<!DOCTYPE html><html lang=en><title>The ferry | Courier</title><body><nav>Menu</nav><article>
<h1>The ferry</h1><p>{PARAGRAPH}
<b>Twice</b> on <a href="/sunday" onclick="globalThis.ran = 2">Sundays</a>.</p>
<ul><li>One <i>boat</i><ul><li>small</li></ul></li><li>Two</li></ul>
<pre>for boat in boats:\n    go(boat)</pre><img src="/boat.png" alt="A boat">
<table><tr><th>Day<th>Boats<tr><td>Monday<td>4</table><script>globalThis.ran = 1</script><iframe src="https://a.example"></iframe>
{TEXT}</article></body></html>"""
MARKDOWN = f"""# The ferry

{PARAGRAPH.strip()} **Twice** on [Sundays](URL/sunday).

- One *boat*
  - small
- Two

```
for boat in boats:
    go(boat)
```

![A boat](URL/boat.png)

| Day | Boats |
| --- | --- |
| Monday | 4 |

{(PARAGRAPH.strip() + chr(10) * 2) * 60}"""
READER = "reader/reader.html"


def read(window: Window, site: Site) -> None:
    window.open(site.serve("/sailing", PAGE))
    extract(window)
    choose(window, "read")


def ready(window: Window) -> None:
    window.wait("document.querySelector('#article h1') && document.getElementById('time').textContent")


def test_the_content_alone_without_anything_that_runs_or_loads(window: Window, site: Site) -> None:
    read(window, site)
    with window.opened(READER):
        ready(window)
        assert window.run("return document.title") == "The ferry"
        article = "document.getElementById('article')"
        assert window.run(f"return {article}.querySelectorAll('script, iframe, nav, [onclick]').length") == 0
        assert window.run(f"return {article}.querySelector('a').href") == f"{site.url}/sunday"
        assert "5 min to read" in window.run("return document.getElementById('time').textContent")
        assert window.run("return document.querySelectorAll('h1:not([hidden])').length") == 1
        # Pictures are loaded when they are wanted.
        assert not window.run(f"return {article}.querySelector('img').hasAttribute('src')")
        window.run("document.getElementById('pictures').click()")
        assert window.run(f"return {article}.querySelector('img').src") == f"{site.url}/boat.png"
        window.run("document.getElementById('pictures').click()")


def test_the_look_is_remembered(window: Window, site: Site) -> None:
    read(window, site)
    with window.opened(READER):
        ready(window)
        window.run(
            "document.querySelector('[name=theme][value=sepia]').click();"
            "const size = document.getElementById('size'); size.value = 26;"
            "size.dispatchEvent(new Event('input'));"
        )
        assert window.shot().getpixel((5, 400)) == (246, 236, 217)
        assert window.run("return getComputedStyle(document.querySelector('main')).fontSize") == "26px"
    choose(window, "read")
    with window.opened(READER):
        ready(window)
        assert window.shot().getpixel((5, 400)) == (246, 236, 217)
        window.run("document.querySelector('[name=theme][value=auto]').click()")


def test_saving_as_markdown_and_html(window: Window, site: Site) -> None:
    read(window, site)
    with window.opened(READER):
        ready(window)
        click(window, "document.getElementById('markdown')")
        markdown = window.downloaded("the-ferry.md").read_text()
        click(window, "document.getElementById('html')")
        html = window.downloaded("the-ferry.html").read_text()
    assert markdown.rstrip() == MARKDOWN.replace("URL", site.url).rstrip()
    assert html.startswith('<!doctype html>\n<html lang="en" dir="ltr">')
    assert "<script" not in html
    assert f'<a href="{site.url}/sunday">Sundays</a>' in html


def test_copying_as_markdown(window: Window, site: Site) -> None:
    read(window, site)
    with window.opened(READER):
        ready(window)
        click(window, "document.getElementById('copy')")
        window.wait("document.getElementById('status').textContent === 'Copied'")
        copied = window.clipboard()
    assert copied.rstrip() == MARKDOWN.replace("URL", site.url).rstrip()
