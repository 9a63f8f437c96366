"""The workbench: views of a page, of methods side by side, of results, and for annotators, in a browser.

start.py, inspect.py, compare.py, results.py    the views: a router each
annotate.py, exchange.py                        those for annotators
inspection.py, picture.py, tree.py,
comparison.py                                   what they show (runs in a worker)
annotating.py                                   what annotators see and save (runs in a worker)
result_tables.py                                tables of an evaluation
frame.py                                        the page itself, in a frame that can do nothing
pages.py                                        where shown pages are
templates/, static/, static_files.py            what the server writes; style and scripts
"""

from __future__ import annotations

from fastapi import FastAPI

from mainspan.service.context import Context
from mainspan.service.workbench import annotate, compare, exchange, inspect, results, start
from mainspan.service.workbench.common import show_error
from mainspan.service.workbench.pages import ShownPages
from mainspan.service.workbench.result_tables import ResultFolders
from mainspan.service.workbench.static_files import ADDRESS, KeptFiles


def add_workbench(app: FastAPI, context: Context) -> None:
    """Add all views."""
    app.state.show_error = show_error
    app.state.shown_pages = ShownPages(context)
    app.state.result_folders = ResultFolders(context.settings.results_folder)
    for view in (start, inspect, compare, results, annotate, exchange):
        app.include_router(view.router)
    app.mount(ADDRESS, KeptFiles(), name="static")
