"""What everybody can use: rules of axe-core, and what the keyboard reaches."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# What the keyboard reaches must be in the order of the page, and must show that it has the focus.
FOCUS_FAULTS = """() => {
  const dialog = document.querySelector("dialog[open]");
  const fault = (what, each) => `${what}: ${each.outerHTML.slice(0, 200)}`;
  const faults = [];
  for (const each of (dialog || document).querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")) {
    if (each.tabIndex < 0 || each.disabled || !each.checkVisibility({ visibilityProperty: true })) continue;
    if (each.tabIndex > 0) faults.push(fault("out of order", each));
    each.focus({ focusVisible: true, preventScroll: true });
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    if (document.activeElement !== each) faults.push(fault("takes no focus", each));
    else if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) faults.push(fault("shows no focus", each));
  }
  return faults;
}"""  # noqa: E501
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, **options: Any) -> list[str]:
    """What axe-core finds, one line for each element. Pages in frames are not ours, and are left out."""
    from axe_playwright_python.sync_playwright import Axe

    wanted = {"resultTypes": ["violations"], "iframes": False, "runOnly": RULES, **options}
    found = Axe().run(page, options=wanted).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]
    ]
