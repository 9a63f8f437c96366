"""The addresses of the views. Each has the same with `.json`, which gives its data."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, FastAPI, Form, Query, Request, UploadFile
from mainspan.service.access import access_of
from mainspan.service.context import Context, context_of
from mainspan.service.errors import invalid
from mainspan.service.packages import overview
from mainspan.service.sources import samples
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

from mainspan import __version__
from mainspan.algorithms import ALGORITHMS, DEFAULT, algorithm, describe
from mainspan.evaluation.contestants.peers import PEERS
from mainspan.evaluation.packages import Document
from mainspan.fetch import Fetched
from mainspan.fetch.addresses import is_on_the_web
from mainspan.forms import FORMS
from mainspan.page.decode import encode
from mainspan.service.workbench import frame
from mainspan.service.workbench.comparison import PEER, CompareJob, DifferenceJob
from mainspan.service.workbench.inspection import ContentJob, FrameJob, InspectJob, ReasonsJob
from mainspan.service.workbench.pages import ShownPages
from mainspan.service.workbench.results import ResultFolders, ResultsView

FOLDER: Final = Path(__file__).parent
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
VIEWS: Final = (("Inspect", "/inspect"), ("Compare", "/compare"), ("Results", "/results"))
# What is compared if nothing is chosen: the default, and one method of each kind.
COMPARED: Final = (DEFAULT, "bte", "dsc", "accb", "lqf", "density", "wlr")
TABS: Final = (
    ("text", "Text"),
    ("rendered", "Rendered"),
    ("markdown", "Markdown"),
    ("html", "HTML"),
    ("json", "JSON"),
    ("metadata", "Metadata"),
)

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(FOLDER / "templates")
Source = Annotated[str, Query(max_length=8000)]
Method = Annotated[str, Query(max_length=1000)]


def add_workbench(app: FastAPI, context: Context) -> None:
    """Add the views to the application."""
    app.state.shown_pages = ShownPages(context)
    app.state.result_folders = ResultFolders(context.settings.results_folder)
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")


def show(request: Request, template: str, view: str = "", **values: Any) -> Response:
    """A view as a page."""
    shared = {"views": VIEWS, "view": view, "version": __version__, "source": "", **values}
    return templates.TemplateResponse(request, template, shared, headers={"Content-Security-Policy": POLICY})


def as_data(value: Any) -> str:
    """Data to be put into a script element of a page: nothing in it can end that element."""
    text = value.decode() if isinstance(value, bytes) else json.dumps(value)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@router.get("/")
async def start(request: Request) -> Response:
    """Bring a page."""
    packages = context_of(request).packages
    found = [overview(name, folder) for name, folder in packages.folders().items()]
    return show(request, "start.html", samples=samples(), packages=found)


@router.post("/pages")
async def bring_page(
    request: Request,
    html: Annotated[str, Form()] = "",
    url: Annotated[str, Form(max_length=8000)] = "",
    file: UploadFile | None = None,
) -> Response:
    """Keep a pasted or uploaded page, and show it."""
    access_of(request).require_token("keeping a page")
    if url and not is_on_the_web(url):
        raise invalid(
            f"{url[:200]!r} is no address", advice="Write it as https://host/path, or leave it out."
        )
    body = await file.read() if file is not None and file.filename else b""
    page = Fetched(body, url, None) if body else Fetched(encode(html), url, "utf-8")
    if not page.body.strip():
        raise invalid("there is no page", advice="Paste HTML, or choose a file that is not empty.")
    digest = context_of(request).store.keep(page)
    return RedirectResponse(f"/inspect?source=page:{digest}", HTTPStatus.SEE_OTHER)


@router.get("/packages/{package}/open")
async def open_package(request: Request, package: str) -> Response:
    """The pages of a package."""
    packages = context_of(request).packages
    names = packages.documents(packages.folder(package))
    return show(request, "package.html", package=package, documents=names)


@router.get("/inspect")
async def inspect(
    request: Request, source: Source = "", a: Method = DEFAULT, fresh: bool = False, pictures: bool = False
) -> Response:
    """One page and one method."""
    if not source:
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)
    method = algorithm(a)
    page = await _page(request, source, fresh=fresh)
    data = await context_of(request).pool.do(InspectJob(page, repr(method)))
    methods = [describe(each) for each in ALGORITHMS.values()]
    address = {"source": source} | ({"pictures": "1"} if pictures else {})
    return show(
        request,
        "inspect.html",
        "Inspect",
        source=source,
        data=json.loads(data),
        data_json=as_data(data),
        method=method,
        method_about=describe(type(method))["about"],
        methods=methods,
        methods_json=as_data(methods),
        methods_shown=[repr(method)],
        frame_address=f"/frame?{urlencode(address, quote_via=quote)}",
        pictures=pictures,
        tabs=TABS,
    )


@router.get("/inspect.json")
async def inspect_data(request: Request, source: Source, a: Method = DEFAULT) -> Response:
    """What a method kept of a page, as data."""
    return await _do(request, InspectJob(await _page(request, source), repr(algorithm(a))))


@router.get("/reasons.json")
async def reasons(request: Request, source: Source, a: Method = DEFAULT) -> Response:
    """Why each block was kept or not."""
    return await _do(request, ReasonsJob(await _page(request, source), repr(algorithm(a))))


@router.get("/content.json")
async def content(request: Request, source: Source, a: Method = DEFAULT, form: str = "text") -> Response:
    """The answer in one of the forms."""
    if form not in FORMS:
        raise invalid(f"{form[:100]!r} is no form", advice=f"The forms are {', '.join(FORMS)}.")
    return await _do(request, ContentJob(await _page(request, source), repr(algorithm(a)), form))


@router.get("/compare")
async def compare(
    request: Request,
    source: Source = "",
    a: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006 - the framework copies it
    one: Method = "",
    other: Method = "",
) -> Response:
    """Several methods and other libraries on one page."""
    if not source:
        return RedirectResponse("/", HTTPStatus.SEE_OTHER)
    chosen = _contestants(a) or list(COMPARED)
    job = CompareJob(await _page(request, source), tuple(chosen), _gold(request, source))
    data = await context_of(request).pool.do(job)
    return show(
        request,
        "compare.html",
        "Compare",
        view_path="/compare",
        source=source,
        data=json.loads(data),
        data_json=as_data(data),
        chosen=chosen,
        methods=list(ALGORITHMS),
        peers=[f"{PEER}{name}" for name in PEERS],
        methods_shown=chosen,
        one=one,
        other=other,
    )


@router.get("/compare.json")
async def compare_data(
    request: Request,
    source: Source,
    a: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006 - the framework copies it
) -> Response:
    """The same as data."""
    chosen = _contestants(a) or list(COMPARED)
    return await _do(request, CompareJob(await _page(request, source), tuple(chosen), _gold(request, source)))


@router.get("/difference.json")
async def difference(request: Request, source: Source, one: Method, other: Method) -> Response:
    """Where two answers differ, word by word."""
    page, gold = await _page(request, source), _gold(request, source)
    return await _do(request, DifferenceJob(page, one, other, gold))


@router.get("/results")
async def list_results(request: Request) -> Response:
    """The evaluations that were run."""
    folders: ResultFolders = request.app.state.result_folders
    return show(request, "runs.html", "Results", runs=list(folders.folders()), folder=folders.root)


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
        parts=view.broken_down(chosen) if chosen else None,
    )


@router.get("/results/{run}/documents")
async def show_documents(
    request: Request, run: str, package: str, contestant: str, measure: str = ""
) -> Response:
    """The documents of a package, the worst first."""
    view = await _results(request, run, measure)
    found = view.documents(package, contestant)
    shown = {"run": run, "package": package, "contestant": contestant, "view_of": view}
    return show(request, "documents.html", "Results", documents=found, **shown)


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
        page=await _source_of(request, view, package, document),
        others=list(dict.fromkeys(row.contestant for row in view.results.rows if row.package == package)),
    )


@router.get("/frame")
async def show_frame(request: Request, source: Source, pictures: bool = False) -> Response:
    """The page itself, for the frame of a view."""
    nonce = frame.make_nonce()
    job = FrameJob(await _page(request, source), frame.own_elements(nonce))
    body = await context_of(request).pool.do(job)
    return Response(
        body, media_type="text/html; charset=utf-8", headers=frame.headers(nonce, from_web=pictures)
    )


async def _page(request: Request, source: str, *, fresh: bool = False) -> Fetched:
    shown: ShownPages = request.app.state.shown_pages
    return await shown.read(source, access_of(request), fresh=fresh)


async def _do(request: Request, job: Any) -> Response:
    return Response(await context_of(request).pool.do(job), media_type="application/json")


def _contestants(names: list[str]) -> list[str]:
    """Checked names, each once: methods as they write themselves, and other libraries."""
    found = []
    for name in filter(None, map(str.strip, names)):
        is_peer = name.startswith(PEER)
        if is_peer and name.removeprefix(PEER) not in PEERS:
            raise invalid(f"{name[:100]!r} is no library", advice=f"They are {', '.join(PEERS)}.")
        found.append(name if is_peer else repr(algorithm(name)))
    return list(dict.fromkeys(found))


def _gold(request: Request, source: str) -> str | None:
    """The gold text of a page of a package."""
    kind, _, name = source.partition(":")
    if kind != "package":
        return None
    package, _, document = name.partition("/")
    return context_of(request).packages.document(package, document).read_gold()


async def _results(request: Request, run: str, measure: str) -> ResultsView:
    folders: ResultFolders = request.app.state.result_folders
    found = await asyncio.to_thread(folders.read, run)
    view = ResultsView(found, measure)
    return view if measure in view.measures else ResultsView(found, next(iter(view.measures), "words"))


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
