"""How long the button takes on a page of 20,000 elements, in the browser itself.

    python -m benchmarks.extension.speed [--elements N] [--runs N]

Prints milliseconds for reading the page with its computed style, for the method, for hiding what is not kept,
and for all of it: the median of all runs, and the fastest one. The last column is the CPU time of the page's
thread for all of it, which other programs disturb least.
"""

from __future__ import annotations

import argparse
from statistics import median

from playwright.sync_api import CDPSession, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.extension.trees import Reader, launch

_STEPS = ("read", "choose", "hide")
_TIME = """() => {
  const { readTree, AS_SHOWN } = mainspan["core/tree.js"];
  const { computeFigures } = mainspan["core/ratio.js"];
  const { Selection } = mainspan["core/selection.js"];
  const { Patches } = mainspan["core/patches.js"];
  const { hideOthers } = mainspan["core/hide.js"];
  const patches = new Patches();
  const times = [performance.now()];
  const tree = readTree(document, AS_SHOWN);
  times.push(performance.now());
  const selection = Selection.ofRows(tree, [computeFigures(tree).best]);
  times.push(performance.now());
  hideOthers(document, selection, patches);
  document.body.getBoundingClientRect();
  times.push(performance.now());
  return [document.querySelectorAll("*").length, ...times.slice(1).map((time, i) => time - times[i])];
}"""


def page_of(elements: int) -> str:
    """A page with menus, an article and comments, of about this many elements."""
    sentence = "The <b>ferry</b> crosses the <i>sound</i> four times a <a href=/day>day</a>, in winter too. "
    menu = "<ul>" + "<li><a href=/x>One</a></li>" * 50 + "</ul>"
    article = f"<article><h1>The ferry</h1>{f'<p>{sentence * 3}</p>' * (elements // 40)}</article>"
    comment = f"<div class=comment><div><span>Anna</span></div><div><p>{sentence}</p></div></div>"
    rest = elements - elements // 4 - 8 * 101
    return (
        "<!DOCTYPE html><style>.comment { visibility: visible } nav { position: fixed }</style><body>"
        f"<nav>{menu * 8}</nav>{article}<section>{comment * (rest // 8)}</section></body>"
    )


def cpu_seconds(protocol: CDPSession) -> float:
    """The CPU time of the page's thread so far."""
    metrics = protocol.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in metrics if each["name"] == "ThreadTime"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--elements", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        reader = Reader(launch(playwright))
        protocol = reader.tab.context.new_cdp_session(reader.tab)
        protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        runs = []
        for _ in range(options.runs):
            reader.open(page_of(options.elements).encode())
            reader.tab.evaluate("document.body.getBoundingClientRect().height")
            before = cpu_seconds(protocol)
            times = reader.tab.evaluate(_TIME)
            runs.append([*times, 1000 * (cpu_seconds(protocol) - before)])
    table = Table("elements", "", *_STEPS, "all", "CPU", box=None)
    for name, choose in (("median", median), ("fastest", min)):
        values = [choose(run[i + 1] for run in runs) for i in range(len(_STEPS))]
        button = choose(sum(run[1:4]) for run in runs)
        cpu = choose(run[4] for run in runs)
        table.add_row(f"{runs[0][0]:,}", name, *(f"{each:.0f} ms" for each in (*values, button, cpu)))
    Console().print(table)


if __name__ == "__main__":
    main()
