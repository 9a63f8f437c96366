"""The workbench: the views of a page, of methods side by side, of results, and for annotation.

Each view is a module with a router, and is listed in `add_workbench`. Templates go to `templates/`, scripts
and the style sheet to `static/`. What views share with the API is in `request.app.state.context`
(mainspan.service.context): sources, workers, packages, evaluations.
"""

from __future__ import annotations

from fastapi import FastAPI

from mainspan.service.workbench import start


def add_workbench(app: FastAPI) -> None:
    """Add all views."""
    app.include_router(start.router)
