"""Requests and answers of the API, as the OpenAPI schema shows them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from mainspan.algorithms import ALGORITHMS, DEFAULT, algorithm
from mainspan.errors import MainspanError, ParameterError
from mainspan.evaluation.contestants import contestant
from mainspan.evaluation.measures import measure
from mainspan.evaluation.run import LIMIT
from mainspan.evaluation.subset import Subset
from mainspan.forms import FORMS
from mainspan.parameters import parameters_of, read_parameters
from mainspan.service.jobs import MAX_POINTS

FormName = StrEnum("FormName", {name: name for name in FORMS})  # type: ignore[misc]
FieldName = StrEnum(  # type: ignore[misc]
    "FieldName", {name: name for name, form in FORMS.items() if form.is_field}
)
_SOURCE: Final = "Instead of html and url: page:DIGEST, package:NAME/DOCUMENT, sample:NAME, or an address."
_METHOD: Final = "A method, with parameters if you like: accb:range=60. GET /algorithms lists them."


def check_method(written: str) -> str:
    """A method as it can be written again, or a ValueError."""
    name, _, parameters = (part.strip() for part in written.partition(":"))
    try:
        if (cls := ALGORITHMS.get(name.lower())) is not None:
            paths = {each.name for each in parameters_of(cls).values() if each.is_path}
            for given in paths & read_parameters(cls, parameters).keys():
                raise ParameterError(f"{name}: {given} names a file, which a request cannot")
        return repr(algorithm(written))
    except MainspanError as error:
        raise ValueError(str(error)) from None


Method = Annotated[
    str, AfterValidator(check_method), Field(description=_METHOD, examples=["mainspan", "accb:range=60"])
]
Selectors = Annotated[list[str], Field(max_length=100)]


class Request(BaseModel):
    """What a request may say; anything else is an error, so that no misspelt option is ignored."""

    model_config = ConfigDict(extra="forbid")


class PageRequest(Request):
    """A page: its HTML, its address, or the name of one that the service has."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": [name]} for name in ("html", "url", "source")]}
    )
    html: str | None = Field(None, description="The page itself.", examples=["<h1>Title</h1><p>Some text."])
    url: str | None = Field(
        None,
        max_length=8000,
        description="With html, the page's address, to resolve its links. Alone, the address to fetch, "
        "which needs the token.",
    )
    source: str | None = Field(None, max_length=8000, description=_SOURCE)
    encoding: str | None = Field(
        None, max_length=100, description="Decode the page as this, whatever it declares."
    )
    render: bool = Field(
        False, description="Run the page's scripts first, in an installed Chromium (--allow-private only)."
    )
    seconds: float | None = Field(
        None, gt=0, description="A shorter time limit than that of the service, for fetching and for working."
    )

    @model_validator(mode="after")
    def _has_one_page(self) -> Self:
        if self.source is not None and (self.html is not None or self.url is not None):
            raise ValueError("give either a source, or html and url")
        if self.source is None and self.html is None and self.url is None:
            raise ValueError("give the page: html, url or source")
        return self


class ExtractRequest(PageRequest):
    """Extract the main content of a page."""

    algorithm: Method = DEFAULT
    format: FormName = Field(FormName("text"), description="The form of `content`.")
    also: list[FieldName] = Field([], description="Further forms of the content, in `also`.")
    keep: Selectors = Field([], description="CSS selectors of elements to keep in any case.")
    drop: Selectors = Field([], description="CSS selectors of elements to leave out; this wins over keep.")
    links: bool = Field(True, description="Whether links are written as such.")
    images: bool = Field(True, description="Whether images are written.")
    tables: bool = Field(True, description="Whether tables are written as such.")
    debug: bool = Field(False, description="Add all blocks with score, verdict and reasons.")
    marks: bool = Field(False, description="Add where the content is: XPaths of text nodes, as in a browser.")


class ExplainRequest(PageRequest):
    """Explain what was kept of a page and what was not."""

    algorithm: Method = DEFAULT
    kept: bool | None = Field(
        None, description="Only what was kept (true), or only what was dropped (false)."
    )
    around: str | None = Field(None, description="Only the blocks with this text, and their neighbours.")
    reasons: bool = Field(True, description="Whether to give the reasons.")
    tree: bool = Field(False, description="Add the tree of the page with ratios (wlr, clr, wnr, cnr).")


class CompareRequest(PageRequest):
    """Compare methods on a page."""

    algorithms: list[Method] = Field(
        list(ALGORITHMS), min_length=1, max_length=100, description="The methods; without it, all."
    )


class SignalsRequest(PageRequest):
    """The curves that a method decides by."""

    algorithm: Method = DEFAULT
    points: int = Field(
        MAX_POINTS, ge=1, le=MAX_POINTS, description="The most values of each curve; several units share one."
    )


class SaveRequest(Request):
    """Save the gold of a document. A new document needs its page too: html, with its url, or source."""

    gold: str = Field(description="The gold text.")
    meta: dict[str, Any] | None = Field(
        None, description="The metadata (language, page_type, flags, ...); without it, they stay as they are."
    )
    version: str | None = Field(
        None, description="The version that was edited, instead of the If-Match header."
    )
    force: bool = Field(False, description="Save a gold text that is not in the page.")
    html: str | None = Field(None, description="The page of a new document.")
    url: str | None = Field(None, max_length=8000, description="Its address.")
    source: str | None = Field(None, max_length=8000, description=_SOURCE)


def _check_contestant(written: str) -> str:
    kind, colon, name = (part.strip() for part in written.partition(":"))
    match kind.lower() if colon else "":
        case "command" | "proxy":
            raise ValueError(f"{kind} cannot be used here: a request may name methods and peers only")
        case "peer":
            try:
                return f"peer:{contestant(f'peer:{name}').name}"
            except MainspanError as error:
                raise ValueError(str(error)) from None
    return check_method(written)


def _check_measure(written: str) -> str:
    try:
        return repr(measure(written))
    except MainspanError as error:
        raise ValueError(str(error)) from None


Contestant = Annotated[
    str, AfterValidator(_check_contestant), Field(examples=["mainspan", "peer:trafilatura"])
]
Measure = Annotated[str, AfterValidator(_check_measure), Field(examples=["words"])]


class EvaluateRequest(Request):
    """Measure contestants on test packages."""

    packages: list[str] = Field(min_length=1, max_length=100, description="Names of packages.")
    contestants: list[Contestant] = Field(
        list(ALGORITHMS), min_length=1, max_length=100, description="Methods, and peers as peer:NAME."
    )
    measures: list[Measure] | None = Field(
        None, min_length=1, max_length=100, description="The measures; without it, all."
    )
    every: int = Field(1, ge=1, description="Use every N-th document.")
    sites: Literal["all", "tune", "report"] = Field("all", description="Which sites to use.")
    parts: int = Field(2, ge=2, description="One site in this number is for reporting.")
    language: str | None = Field(None, max_length=20, description="Use only pages in this language.")
    limit: float = Field(LIMIT, gt=0, le=600, description="Seconds for one contestant on one document.")
    jobs: int | None = Field(None, ge=1, description="Processes; at most one for each core.")

    def subset(self) -> Subset:
        """The documents to use."""
        return Subset(self.sites, self.parts, self.every, self.language)


class ErrorDetail(BaseModel):
    """What is wrong with one field of a request."""

    where: str
    what: str
    given: str


class ErrorBody(BaseModel):
    """What went wrong, and what to do about it. The id is also in the log of the service."""

    id: str
    code: str
    message: str
    advice: str
    details: list[ErrorDetail] = []


class ErrorAnswer(BaseModel):
    """An error."""

    error: ErrorBody


class FactModel(BaseModel):
    """A value, and where in the page it was found."""

    value: str
    origin: str


class Block(BaseModel):
    """A run of text between structural tags, and what became of it."""

    number: int
    text: str
    start: int = Field(description="Offset in the page's normalised source.")
    end: int
    container: str = Field(description="The element around it.")
    words: int
    link_share: float
    score: float = Field(description="How likely it is content, or the share of its words that were kept.")
    verdict: Literal["content", "boilerplate"]
    reason: str | None = None


class MarkModel(BaseModel):
    """A range of content: its offsets in the page's normalised source, and its ends in a browser's DOM."""

    start: int
    end: int
    first: tuple[str, int] = Field(
        description="The XPath of a text node, and its characters before the place."
    )
    last: tuple[str, int]


class ExtractAnswer(BaseModel):
    """The main content of a page, and what is known about the page."""

    title: str | None
    author: str | None = Field(description="All authors, separated by commas.")
    published: str | None = Field(description="ISO 8601.")
    site: str | None
    description: str | None
    image: str | None
    language: str | None
    page_type: str | None
    url: str | None = Field(description="The page's address, after redirects.")
    confidence: float | None = Field(description="The expected quality of the result, from 0 to 1.")
    word_count: int = Field(description="The words that were kept.")
    page_word_count: int
    algorithm: str
    format: FormName
    content: str | dict[str, Any] | list[Any] = Field(
        description="The main content in the requested form; json is an object, spans a list of pairs."
    )
    reason: str = Field(description="Why the content is empty; empty if it is not.")
    warnings: list[str]
    excerpt: str
    readable: bool = Field(description="Whether there is anything to read.")
    origin: Literal["page", "json-ld", "hydration"] = Field(description="Where the text was in the page.")
    encoding: str
    metadata: dict[str, FactModel | list[FactModel] | None] = Field(description="All metadata with origins.")
    time: float = Field(description="Milliseconds for reading the page and writing the answer.")
    also: dict[str, str] | None = None
    blocks: list[Block] | None = None
    marks: list[MarkModel] | None = None


class KeptPage(BaseModel):
    """A page that is kept."""

    source: str = Field(description="What to write as `source` in other requests.")
    digest: str
    url: str | None
    bytes: int


class ExplainAnswer(BaseModel):
    """A page block by block."""

    url: str | None
    algorithm: str
    confidence: float | None
    types: dict[str, float] = Field(description="How likely the page is of each type.")
    doubt: str = Field(description="Why the page may have no main content.")
    reason: str = Field(description="Why nothing was found, or why there is no block to show.")
    words: int
    page_words: int
    blocks: list[Block]
    tree: dict[str, Any] | None = Field(None, description="The nodes of the tree, if it was requested.")


class Comparison(BaseModel):
    """What one method kept, and how far the others agree."""

    algorithm: str
    words: int
    share: float
    milliseconds: float
    agreement: float | None = Field(description="The mean words-F1 with each of the other methods.")
    beginning: str
    reason: str = Field(description="Why nothing was found.")


class CompareAnswer(BaseModel):
    """Methods side by side."""

    url: str | None
    page_words: int
    methods: list[Comparison]


class SignalsAnswer(BaseModel):
    """The curves of a method. A point is one unit of the method, or several."""

    url: str | None
    algorithm: str
    figure: str = Field(description="How the paper draws it: strip, bars, curve, columns or tree.")
    units: int
    units_per_point: int
    length: int = Field(description="The length of the page's normalised source.")
    start: list[int] = Field(description="Where in the source each point begins.")
    kept: list[float] = Field(description="The share of each point's units that were kept.")
    signals: dict[str, list[float | None]]


class ParameterModel(BaseModel):
    """A parameter of a method."""

    name: str
    type: str
    default: Any
    low: float | None
    high: float | None
    choices: list[str]
    may_be: str = Field(description="The values that it may have, in words.")
    about: str


class AlgorithmModel(BaseModel):
    """A method."""

    name: str
    default: bool
    paper: str
    about: str
    figure: str
    parameters: list[ParameterModel]


class AlgorithmsAnswer(BaseModel):
    """All methods, and all forms that a result can be written in."""

    algorithms: list[AlgorithmModel]
    formats: dict[str, str]


class PackageModel(BaseModel):
    """A test package."""

    name: str
    description: str
    license: str
    documents: int


class PackagesAnswer(BaseModel):
    """All packages."""

    packages: list[PackageModel]
    reason: str = Field(description="Why there are none; empty if there are some.")


class DocumentEntry(BaseModel):
    """A document in the list of its package."""

    name: str
    has_gold: bool
    url: str | None
    language: str | None
    page_type: str | None


class PackageAnswer(BaseModel):
    """A package with all its documents."""

    name: str
    about: dict[str, Any] = Field(description="Its description file.")
    documents: list[DocumentEntry]


class DocumentAnswer(BaseModel):
    """A document: its page, its gold and its metadata."""

    package: str
    name: str
    version: str = Field(description="Changes when gold or metadata change; also in the ETag header.")
    gold: str | None = Field(description="The gold text; null if there is none yet.")
    meta: dict[str, Any]
    html: str
    encoding: str = Field(description="The encoding that the page was read in.")


class SaveAnswer(BaseModel):
    """What was saved."""

    package: str
    name: str
    version: str
    words: int
    page_words: int
    share: float = Field(description="The share of the gold's words that are in the page, in this order.")


class ConflictAnswer(ErrorAnswer):
    """Somebody else saved another version in the meantime."""

    yours: dict[str, Any]
    theirs: DocumentAnswer


class ProgressModel(BaseModel):
    """How far an evaluation is."""

    id: str
    state: Literal["waiting", "running", "done", "failed", "cancelled", "stopped"]
    done: int
    total: int | None
    newest: dict[str, str] | None = Field(description="Package, contestant and document of the newest row.")
    error: str


class EvaluationsAnswer(BaseModel):
    """All evaluations."""

    evaluations: list[ProgressModel]
    reason: str = Field(description="Why there are none.")


class SummaryModel(BaseModel):
    """How a contestant did on a package."""

    package: str
    contestant: str
    documents: int
    errors: int
    seconds: float
    bytes: int
    scores: dict[str, dict[str, float]] = Field(description="Mean precision, recall and F1 by measure.")
    deviations: dict[str, float] = Field(description="The standard deviation of F1 by measure.")


class EvaluationAnswer(ProgressModel):
    """An evaluation, with its results when it is done."""

    packages: list[str]
    contestants: list[str]
    measures: list[str] | None
    begun: str | None
    ended: str | None
    summaries: list[SummaryModel]
    problems: list[str]
    notes: list[str]


class HealthAnswer(BaseModel):
    """Whether the service works."""

    status: Literal["ok", "starting"]
    version: str
    workers: int = Field(description="Worker processes that are running.")
