"""The extension's notice on a page, as a person uses it."""

from __future__ import annotations

from typing import Any

from tests.extension.conftest import Window

NOTICE = "document.querySelector('mainspan-notice')"
_TEXT = f"{NOTICE}?.shadowRoot.querySelector('section').innerText"


def button(name: str) -> str:
    return f"{NOTICE}?.shadowRoot.querySelector('[data-name={name}]')"


def wait_for(window: Window, text: str) -> None:
    """Wait until the notice says something."""
    window.wait(f"({_TEXT} ?? '').includes(a)", text)


def choose(window: Window, name: str) -> None:
    """Click a button of the notice."""
    window.wait(button(name))
    click(window, button(name))


def click(window: Window, expression: str) -> None:
    """Click the middle of an element."""
    window.click(*middle(window, expression))


def middle(window: Window, expression: str) -> Any:
    script = (
        f"const element = {expression}; element.scrollIntoView({{block: 'nearest', behavior: 'instant'}});"
    )
    script += "const box = element.getBoundingClientRect();"
    return window.run(f"{script} return [box.x + box.width / 2, box.y + box.height / 2]")


def extract(window: Window) -> None:
    """Press the button, and wait until the rest is hidden."""
    window.press()
    window.wait(button("showAll"))


def is_seen(window: Window, expression: str) -> bool:
    found = window.run(
        f"const element = {expression}; const {{ visibility }} = "
        "element.ownerDocument.defaultView.getComputedStyle(element);"
        "return visibility === 'visible' && element.getClientRects().length > 0"
    )
    return bool(found)
