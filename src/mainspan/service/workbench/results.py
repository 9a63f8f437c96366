"""The views of an evaluation: packages and contestants, documents, and one document."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from mainspan.algorithms import ALGORITHMS
from mainspan.evaluation.contestants.peers import PEERS
from mainspan.evaluation.packages import Document
from mainspan.fetch import Fetched
from mainspan.service.context import context_of
from mainspan.service.packages import overview
from mainspan.service.workbench.common import show
from mainspan.service.workbench.compare import COMPARED
from mainspan.service.workbench.comparison import PEER
from mainspan.service.workbench.result_tables import ResultFolders, ResultsView

# The measure that is shown if none is chosen.
USUAL: Final = "words"

router = APIRouter(include_in_schema=False)


@router.get("/results")
async def list_results(request: Request) -> Response:
    """The evaluations that were run."""
    folders: ResultFolders = request.app.state.result_folders
    packages = context_of(request).packages

    def read() -> tuple[list[str], list[dict[str, Any]]]:
        return list(folders.folders()), [overview(name, path) for name, path in packages.folders().items()]

    runs, found = await asyncio.to_thread(read)
    contestants = [*ALGORITHMS, *(f"{PEER}{name}" for name in PEERS)]
    return show(
        request, "runs.html", "Results", runs=runs, packages=found, contestants=contestants, usual=COMPARED
    )


@router.get("/results/{run}")
async def show_results(request: Request, run: str, measure: str = "", flag: str = "") -> Response:
    """Packages and contestants of one run."""
    view = await _results(request, run, measure)
    flags = view.flags()
    chosen = flag if flag in flags else ""
    return show(
        request,
        "results.html",
        "Results",
        run=run,
        view_of=view,
        table=view.table(),
        flags=flags,
        flag=chosen,
        parts=view.broken_down(chosen) if chosen else [],
    )


@router.get("/results/{run}/documents")
async def show_documents(
    request: Request, run: str, package: str, contestant: str, measure: str = ""
) -> Response:
    """The documents of a package, the worst first."""
    view = await _results(request, run, measure)
    found = view.documents(package, contestant)
    return show(
        request,
        "documents.html",
        "Results",
        documents=found,
        run=run,
        package=package,
        contestant=contestant,
        view_of=view,
    )


@router.get("/results/{run}/document")
async def show_document(
    request: Request, run: str, package: str, document: str, contestant: str, measure: str = ""
) -> Response:
    """One document: gold and answer as one text."""
    view = await _results(request, run, measure)
    found = view.difference(package, document, contestant)
    return show(
        request,
        "document.html",
        "Results",
        run=run,
        package=package,
        contestant=contestant,
        view_of=view,
        found=found,
        source=await _source_of(request, view, package, document),
        others=list(dict.fromkeys(row.contestant for row in view.results.rows if row.package == package)),
    )


async def _results(request: Request, run: str, measure: str) -> ResultsView:
    folders: ResultFolders = request.app.state.result_folders
    found = await asyncio.to_thread(folders.read, run)
    view = ResultsView(found, measure)
    if measure in view.measures:
        return view
    return ResultsView(found, USUAL if USUAL in view.measures else next(iter(view.measures), USUAL))


async def _source_of(request: Request, view: ResultsView, package: str, document: str) -> str:
    """The source under which the page of a document can be opened; empty if the page is gone."""
    context = context_of(request)
    if package in context.packages.folders():
        return f"package:{package}/{document}"
    folder = view.results.package_folder(package)
    found = None if folder is None else Document(folder, document)
    if found is None or not found.page.is_file():
        return ""
    digest = context.store.keep(Fetched(found.read_page(), found.url or "", None))
    return f"page:{digest}"
