"""The options of mainspan bulk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mainspan.algorithms import ALGORITHMS, DEFAULT
from mainspan.bulk.settings import CONTAINERS, FORMS
from mainspan.cli.options import METHOD, named
from mainspan.errors import ParameterError

if TYPE_CHECKING:
    Container = str
    TextForm = str
else:
    Container = StrEnum("Container", {name: name for name in CONTAINERS})
    TextForm = StrEnum("TextForm", {name: name for name in FORMS})

_INPUTS: Final = (
    "WARC files (also packed), tables of pages (Parquet, JSON Lines), index tables (Parquet, CSV, CDXJ), "
    "folders of any of these or of pages; paths, or addresses such as s3://bucket/file."
)
_METHODS: Final = f"The method; repeatable: further ones become columns of their own. Default: {DEFAULT}."
# Units of sizes.
_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_FILTERS, _LIMITS, _INPUT, _CLUSTER = "Filters", "Limits", "Input", "Cluster"

Names = list[str] | None
Inputs = Annotated[Names, typer.Argument(metavar="INPUT", help=_INPUTS, show_default=False)]
Output = Annotated[
    str,
    typer.Option("-o", "--output", metavar="DIR", help="The folder of the results: a path or an address."),
]
Methods = Annotated[Names, named("-a --algorithm", METHOD, _METHODS, ALGORITHMS)]
Text = Annotated[
    TextForm, typer.Option("--text", metavar="FORM", help=f"The form of the text: {', '.join(FORMS)}.")
]
Containers = Annotated[
    list[Container] | None,
    typer.Option(
        "--container",
        metavar="NAME",
        help="What parts are written as: parquet, jsonl (dolma's names), wet; repeatable. Default: parquet.",
    ),
]
Jobs = Annotated[
    int, typer.Option("-j", "--jobs", metavar="N", min=0, help="The number of workers; 0 for one per core.")
]
Again = Annotated[bool, typer.Option("--again", help="Make everything anew, instead of what is missing.")]
Duplicates = Annotated[
    bool, typer.Option("--duplicates", help="Then find near-duplicates, and write duplicates.parquet.")
]
Similarity = Annotated[
    float,
    typer.Option(metavar="SHARE", min=0.1, max=1.0, help="The share of equal phrases that makes duplicates."),
]

List = Annotated[
    str | None,
    typer.Option(
        "--list",
        metavar="FILE",
        help="A file with an input on each line, also packed; # begins a comment.",
        rich_help_panel=_INPUT,
    ),
]
Prefix = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Goes before the names in --list and in an index, such as https://data.commoncrawl.org/.",
        rich_help_panel=_INPUT,
    ),
]
Storage = Annotated[
    Names,
    typer.Option(
        "--storage-option",
        metavar="KEY=VALUE",
        help="An option of the file system, such as anon=true; repeatable. Values may be JSON.",
        rich_help_panel=_INPUT,
    ),
]
HtmlColumn = Annotated[
    str, typer.Option(metavar="NAME", help="The column of tables with the page.", rich_help_panel=_INPUT)
]
UrlColumn = Annotated[
    str, typer.Option(metavar="NAME", help="The column of tables with the address.", rich_help_panel=_INPUT)
]
Dump = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="The name of the crawl, if the inputs lack it.", rich_help_panel=_INPUT
    ),
]

Languages = Annotated[
    Names,
    typer.Option(
        "--language", metavar="CODE", help="Keep this language; repeatable.", rich_help_panel=_FILTERS
    ),
]
LanguageScore = Annotated[
    float,
    typer.Option(
        "--min-language-score", metavar="SHARE", help="Keep texts from this on.", rich_help_panel=_FILTERS
    ),
]
MimeTypes = Annotated[
    Names,
    typer.Option(
        "--mime-type",
        metavar="TYPE",
        help="Keep this media type (text/html, text/*); repeatable.",
        rich_help_panel=_FILTERS,
    ),
]
Statuses = Annotated[
    list[int] | None,
    typer.Option(
        "--fetch-status", metavar="CODE", help="Keep this HTTP status; repeatable.", rich_help_panel=_FILTERS
    ),
]
MinWords = Annotated[
    int,
    typer.Option("--min-words", metavar="N", help="Keep texts with so many words.", rich_help_panel=_FILTERS),
]
MaxWords = Annotated[
    int,
    typer.Option(
        "--max-words",
        metavar="N",
        help="Keep texts with at most so many; 0 for no bound.",
        rich_help_panel=_FILTERS,
    ),
]
MinConfidence = Annotated[
    float, typer.Option(metavar="SHARE", help="Keep texts from this confidence on.", rich_help_panel=_FILTERS)
]
PageTypes = Annotated[
    Names,
    typer.Option(
        "--page-type",
        metavar="TYPE",
        help="Keep this type of page (article, forum, ...); repeatable.",
        rich_help_panel=_FILTERS,
    ),
]
MinTypeScore = Annotated[
    float,
    typer.Option(
        "--min-page-type-score", metavar="SHARE", help="Keep types from this on.", rich_help_panel=_FILTERS
    ),
]
KeepDropped = Annotated[
    bool,
    typer.Option(
        "--keep-dropped", help="Write what the filters drop too, with the reason.", rich_help_panel=_FILTERS
    ),
]

Seconds = Annotated[
    float, typer.Option(metavar="SECONDS", help="The CPU time that a page may take.", rich_help_panel=_LIMITS)
]
Memory = Annotated[
    str,
    typer.Option(
        metavar="SIZE", help="The memory that a page may take, such as 1G.", rich_help_panel=_LIMITS
    ),
]
MaxPage = Annotated[
    str,
    typer.Option(
        "--max-page", metavar="SIZE", help="Longer pages are cut off here.", rich_help_panel=_LIMITS
    ),
]
ShardSize = Annotated[
    str,
    typer.Option(
        "--shard-size", metavar="SIZE", help="About this much input makes a part.", rich_help_panel=_LIMITS
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run as tasks of this Ray cluster (auto, ray://host:10001), or of one started here (local).",
        rich_help_panel=_CLUSTER,
    ),
]


def size_of(text: str, option: str) -> int:
    """A number of bytes: 1000, 64K, 256M or 1G.

    >>> size_of("64K", "--max-page")
    65536
    """
    number = text.strip().upper().removesuffix("B")
    unit = number[-1:] if number[-1:] in "KMG" else ""
    try:
        size = int(float(number.removesuffix(unit)) * _UNITS[unit])
    except (ValueError, OverflowError):
        size = 0
    if size <= 0:
        raise ParameterError(f"{option} takes a size such as 64K, 256M or 1G, not {text!r}")
    return size


def storage_of(pairs: Iterable[str]) -> dict[str, Any]:
    """The options of a file system; a dot in a key begins a level.

    >>> storage_of(["anon=true", "client_kwargs.region_name=us-east-1"])
    {'anon': True, 'client_kwargs': {'region_name': 'us-east-1'}}
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise ParameterError(f"--storage-option takes KEY=VALUE, not {pair!r}")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        *levels, last = key.split(".")
        place = options
        for level in levels:
            place = place.setdefault(level, {})
        place[last] = value
    return options
