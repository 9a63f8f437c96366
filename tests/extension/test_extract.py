"""The button: it hides all but the main content, and shows it again."""

from __future__ import annotations

from tests.extension.conftest import Window
from tests.extension.site import PARAGRAPH, Site

PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><style>body {{ margin: 0; background: #fff }}
nav {{ height: 100px; background: #f00 }} article {{ background: #0f0; margin: 0 }}</style>
<body><nav style="color: blue; width: 100%"><a href=/a>Home</a> <a href=/b>News</a></nav>
<article id=main><h1>The ferry</h1>{"".join(f"<p>{PARAGRAPH * 4}</p>" for _ in range(5))}</article>
<footer style="">Imprint</footer></body></html>"""
NOTICE = "document.querySelector('mainspan-notice')"
DOM = "return document.documentElement.outerHTML"


def is_seen(selector: str) -> str:
    return f"getComputedStyle(document.querySelector('{selector}')).visibility === 'visible'"


def test_the_button_hides_the_rest_and_shows_it_again(window: Window, site: Site) -> None:
    window.open(site.serve("/ferry", PAGE))
    before, shot = window.run(DOM), window.shot()
    window.press()
    window.wait(NOTICE)
    assert window.run(f"return {is_seen('#main p')}")
    assert not window.run(f"return {is_seen('nav a')}")
    assert not window.run(f"return {is_seen('footer')}")
    hidden = window.shot()
    assert shot.getpixel((500, 50)) == (255, 0, 0)
    assert hidden.getpixel((500, 50)) == (255, 255, 255)
    # The layout stays.
    assert hidden.getpixel((990, 300)) == shot.getpixel((990, 300)) == (0, 255, 0)
    window.press()
    window.wait(f"!{NOTICE}")
    assert window.run(DOM) == before
    assert window.shot().tobytes() == shot.tobytes()
