"""The button: it hides all but the main content, and shows it again."""

from __future__ import annotations

import pytest

from tests.extension.conftest import Window
from tests.extension.notice import NOTICE, choose, extract, is_seen, wait_for
from tests.extension.site import PARAGRAPH, Site

TEXT = "".join(f"<p>{PARAGRAPH * 4}</p>" for _ in range(5))
PAGE = f"""<!DOCTYPE html><html lang=en><title>Ferry</title><style>body {{ margin: 0; background: #fff }}
nav {{ height: 100px; background: #f00 }} article {{ background: #0f0; margin: 0 }}
.again {{ visibility: visible !important }}</style>
<body><nav style="color: blue; width: 100%"><a href=/a>Home</a> <a href=/b class=again>News</a></nav>
<article id=main><h1>The ferry</h1>{TEXT}</article>
<footer style="">Imprint <b style="visibility: visible !important; color: red">2026</b></footer>
</body></html>"""
DOM = "return document.documentElement.outerHTML"


def by(selector: str) -> str:
    return f"document.querySelector('{selector}')"


def test_the_button_hides_the_rest_and_shows_it_again(window: Window, site: Site) -> None:
    window.open(site.serve("/ferry", PAGE))
    before, shot = window.run(DOM), window.shot()
    extract(window)
    assert is_seen(window, by("#main p"))
    assert [is_seen(window, by(each)) for each in ("nav", "nav .again", "footer", "footer b")] == [False] * 4
    hidden = window.shot()
    assert shot.getpixel((500, 50)) == (255, 0, 0)
    assert hidden.getpixel((500, 50)) == (255, 255, 255)
    # The layout stays.
    assert hidden.getpixel((990, 300)) == shot.getpixel((990, 300)) == (0, 255, 0)
    window.press()
    window.wait(f"!{NOTICE}")
    assert window.run(DOM) == before
    assert window.shot().tobytes() == shot.tobytes()


def test_what_the_page_changes_meanwhile_stays(window: Window, site: Site) -> None:
    window.open(site.serve("/running", PAGE))
    extract(window)
    window.run(
        "document.querySelector('nav').style.width = '50%';"
        "document.querySelector('footer').setAttribute('style', 'margin: 1px');"
        "document.querySelector('#main').className = 'read';"
    )
    window.press()
    window.wait(f"!{NOTICE}")
    nav, footer = (window.run(f"return {by(each)}.getAttribute('style')") for each in ("nav", "footer"))
    assert nav.replace(" ", "") in ("color:blue;width:50%;", "width:50%;color:blue;")
    assert footer == "margin: 1px"
    assert window.run(f"return {by('#main')}.className") == "read"
    assert is_seen(window, by("footer"))


def test_collapsed_parts_take_no_room(window: Window, site: Site) -> None:
    window.open(site.serve("/collapse", PAGE))
    before = window.run(DOM)
    extract(window)
    choose(window, "collapse")
    window.wait(f"getComputedStyle({by('nav')}).display === 'none'")
    assert is_seen(window, by("#main p"))
    assert window.run(f"return {by('#main')}.getBoundingClientRect().top < 50")
    choose(window, "showAll")
    window.wait(f"!{NOTICE}")
    assert window.run(DOM) == before


@pytest.mark.parametrize("method", ["clr", "wnr", "cnr"])
def test_other_methods(window: Window, site: Site, method: str) -> None:
    window.open(site.serve("/methods", PAGE))
    extract(window)
    window.run(
        f"const select = {NOTICE}.shadowRoot.querySelector('select'); select.value = a;"
        "select.dispatchEvent(new Event('change'))",
        method,
    )
    wait_for(window, f"({method})")
    assert not is_seen(window, by("footer"))


def test_what_is_not_displayed_is_no_content(window: Window, site: Site) -> None:
    style = "<style>.off {display: none} .out {visibility: hidden}</style>"
    hidden = f"<div class=off>{TEXT * 3}</div><div class=out>{TEXT * 3}</div>"
    window.open(site.serve("/styles", f"<!DOCTYPE html>{style}<body><i>Menu</i>{hidden}<main>{TEXT}</main>"))
    extract(window)
    wait_for(window, "360 of 361 words")


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("height: 0; overflow: hidden", "360 of 361"),
        ("height: 0", "1,080 of 1,081"),
        ("height: 1px; overflow: auto", "360 of 361"),
        ("height: 2px; overflow: hidden", "1,080 of 1,081"),
        ("width: 1px; overflow: hidden; white-space: nowrap", "360 of 361"),
        ("width: 2px; overflow: hidden; white-space: nowrap", "1,080 of 1,081"),
        ("height: 0; overflow: hidden; position: absolute", "360 of 361"),
    ],
)
def test_what_a_box_cuts_off_is_no_content(window: Window, site: Site, style: str, kept: str) -> None:
    cut = f"<section style='{style}'>{TEXT * 2}</section>"
    window.open(site.serve("/cut", f"<!DOCTYPE html><body><i>Menu</i><main>{cut}{TEXT}</main>"))
    extract(window)
    wait_for(window, f"{kept} words")


def test_what_is_positioned_out_of_a_box_is_content(window: Window, site: Site) -> None:
    inner = f"<div style='position: absolute; top: 50px'>{TEXT}</div>"
    box = f"<section style='height: 0; overflow: hidden'>{inner}</section>"
    window.open(site.serve("/out", f"<!DOCTYPE html><body><i>Menu</i>{box}"))
    extract(window)
    wait_for(window, "360 of 361 words")
    assert is_seen(window, by("section p"))


def test_shadow_roots(window: Window, site: Site) -> None:
    page = f"""<!DOCTYPE html><body><header>Menu</header><x-page><h1>The ferry</h1></x-page><script>
    const root = document.querySelector('x-page').attachShadow({{mode: 'open'}});
    root.innerHTML = '<aside>Also read</aside><div id=text><slot></slot>{TEXT}</div>';</script>"""
    window.open(site.serve("/shadow", page))
    before = window.run("return document.querySelector('x-page').shadowRoot.innerHTML")
    extract(window)
    inner = "document.querySelector('x-page').shadowRoot.querySelector"
    assert is_seen(window, f"{inner}('p')")
    assert is_seen(window, by("h1"))
    assert not is_seen(window, f"{inner}('aside')")
    assert not is_seen(window, by("header"))
    window.press()
    window.wait(f"!{NOTICE}")
    assert window.run("return document.querySelector('x-page').shadowRoot.innerHTML") == before
    assert is_seen(window, f"{inner}('aside')")


def test_frames_of_the_same_origin(window: Window, site: Site) -> None:
    site.serve("/inner", f"<!DOCTYPE html><nav>Inner menu</nav><main>{TEXT}</main>")
    page = "<!DOCTYPE html><body><header>Menu</header><iframe src=/inner width=800 height=600></iframe>"
    window.open(site.serve("/outer", page))
    window.wait(f"{by('iframe')}.contentDocument.querySelector('main p')")
    extract(window)
    inner = f"{by('iframe')}.contentDocument.querySelector"
    assert is_seen(window, f"{inner}('p')")
    assert is_seen(window, by("iframe"))
    assert not is_seen(window, f"{inner}('nav')")
    assert not is_seen(window, by("header"))
    window.press()
    window.wait(f"!{NOTICE}")
    assert is_seen(window, f"{inner}('nav')")
    assert window.run(f"return {inner}('[style]')") is None


def test_content_that_arrives_later(window: Window, site: Site) -> None:
    loading = "<p>Loading the text of this page.</p>"
    start = f"<!DOCTYPE html><body><nav>Menu</nav><main>{loading}</main><footer>End</footer>"
    window.open(site.serve("/later", start))
    before = window.run(DOM)
    extract(window)
    window.run("document.querySelector('main').innerHTML = a", TEXT)
    wait_for(window, "360 of 362 words")
    assert is_seen(window, by("main p"))
    assert not is_seen(window, by("nav"))
    window.press()
    window.wait(f"!{NOTICE}")
    assert window.run(DOM) == before.replace(loading, TEXT)


def test_right_to_left_text(window: Window, site: Site) -> None:
    text = "تعبر العبارة المضيق أربع مرات في اليوم، وفي الشتاء حين يسمح الجليد فقط. " * 5
    page = f"<!DOCTYPE html><html dir=rtl lang=ar><body><nav>القائمة</nav><article><p>{text}</p></article>"
    window.open(site.serve("/rtl", page))
    extract(window)
    wait_for(window, "65 of 66 words")
    assert is_seen(window, by("p"))
    assert not is_seen(window, by("nav"))


def test_a_page_without_text(window: Window, site: Site) -> None:
    window.open(site.serve("/none", "<!DOCTYPE html><body><img alt=x><p hidden>Not seen</p>"))
    before = window.run("return document.body.outerHTML")
    window.press()
    wait_for(window, "No main content found")
    assert window.run("return document.body.outerHTML") == before
    tab = window.tab_id()
    badge = f"chrome.action.getBadgeText({{tabId: {tab}}})"
    assert window.background(badge) == "!"
    assert "No main content" in window.background(f"chrome.action.getTitle({{tabId: {tab}}})")


def test_a_policy_that_forbids_all_scripts_and_styles_is_no_hindrance(window: Window, site: Site) -> None:
    policy = "default-src 'none'; sandbox"
    window.open(site.serve("/policy", PAGE, Content_Security_Policy=policy))
    before = window.run(DOM)
    extract(window)
    assert not is_seen(window, by("footer"))
    choose(window, "showAll")
    window.wait(f"!{NOTICE}")
    assert window.run(DOM) == before


def test_a_page_that_forbids_scripts(window: Window, site: Site) -> None:
    # In a tab of its own, and the last test: in Firefox, what the button opens takes the next press of it.
    with window.another():
        window.open("chrome://version" if window.name == "chromium" else "about:support")
        window.press()
        tab = window.tab_id()
        window.wait_background(f"chrome.action.getBadgeText({{tabId: {tab}}})", "!")
        assert "no extension" in window.background(f"chrome.action.getTitle({{tabId: {tab}}})")
        assert "says.html?forbidden" in window.background(f"chrome.action.getPopup({{tabId: {tab}}})")
