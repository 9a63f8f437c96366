"""The options of mainspan extract."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from mainspan.forms import FORMS

if TYPE_CHECKING:
    FormName = str
    FieldName = str
else:
    # The command line takes names of forms, and completes them.
    FormName = StrEnum("FormName", {name: name for name in FORMS})
    FieldName = StrEnum("FieldName", {name: name for name, form in FORMS.items() if form.is_field})

Sources = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOURCE",
        help="Files, folders, addresses, feeds, sitemaps, or - for standard input.",
        show_default=False,
    ),
]
Format = Annotated[
    FormName,
    typer.Option(
        "-f",
        "--format",
        help="\n\n".join(["What to write.", *(f"{form.name}: {form.help}" for form in FORMS.values())]),
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="PATH",
        help="Where to write: a file for one page, a folder for several, a file with -f jsonl.",
    ),
]
Keep = Annotated[
    list[str] | None, typer.Option(metavar="CSS", help="Always keep these elements; repeatable.")
]
Drop = Annotated[list[str] | None, typer.Option(metavar="CSS", help="Never keep these elements; repeatable.")]


Also = Annotated[
    list[FieldName] | None,
    typer.Option("--also", help="With json and jsonl: add a field with this form; repeatable."),
]
NoLinks = Annotated[bool, typer.Option("--no-links", help="Write the text of links, not the links.")]
NoImages = Annotated[bool, typer.Option("--no-images", help="Write no images.")]
NoTables = Annotated[bool, typer.Option("--no-tables", help="Write the text of tables, not the tables.")]
Url = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The address of a page that is read from a file, so that its links become absolute.",
    ),
]
Site = Annotated[
    bool,
    typer.Option("--site", help="Compare the pages of each folder or host, and drop what they share."),
]
Render = Annotated[
    bool, typer.Option("--render", help="Run the pages' scripts first, in an installed Chromium.")
]
List = Annotated[
    str | None,
    typer.Option(
        "--list",
        metavar="FILE",
        help="A file with more sources, one on each line; lines with # are comments.",
    ),
]
Most = Annotated[
    int, typer.Option(metavar="N", min=1, help="Take at most this number of pages from each feed or sitemap.")
]
Delay = Annotated[
    float, typer.Option(metavar="SECONDS", min=0, help="The pause between two requests to one host.")
]
Seconds = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="The time limit for reading a page, and for extracting it. A page that takes longer fails.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        metavar="N",
        min=0,
        help="The number of processes; 0 for one per core. A page that crashes its process harms no other.",
    ),
]
Retry = Annotated[
    bool,
    typer.Option(
        "--retry", help="With -f jsonl: extract the pages that failed again, and write them at the end."
    ),
]
Again = Annotated[
    bool, typer.Option("--again", help="With -f jsonl: write the file anew instead of continuing it.")
]
