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

_FORMATS = "\n\n".join(["The output format.", *(f"{form.name}: {form.help}" for form in FORMS.values())])
_FIELDS = ", ".join(form.name for form in FORMS.values() if form.is_field)
_SOURCES = "Files, folders, addresses, feeds, sitemaps, or - for standard input."

Sources = Annotated[list[str] | None, typer.Argument(metavar="SOURCE", help=_SOURCES, show_default=False)]
Format = Annotated[FormName, typer.Option("-f", "--format", metavar="FORM", help=_FORMATS)]
Output = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="PATH", help="A file for one page or -f jsonl, else a folder."),
]
Keep = Annotated[
    list[str] | None, typer.Option(metavar="CSS", help="Always keep these elements; repeatable.")
]
Drop = Annotated[list[str] | None, typer.Option(metavar="CSS", help="Never keep these elements; repeatable.")]
Also = Annotated[
    list[FieldName] | None,
    typer.Option(
        "--also",
        metavar="FORM",
        help=f"With json and jsonl: add a field with this form ({_FIELDS}); repeatable.",
    ),
]
NoLinks = Annotated[bool, typer.Option("--no-links", help="Write the text of links, not the links.")]
NoImages = Annotated[bool, typer.Option("--no-images", help="Write no images.")]
NoTables = Annotated[bool, typer.Option("--no-tables", help="Write the text of tables, not the tables.")]
FrontMatter = Annotated[
    bool, typer.Option("--front-matter", help="Begin Markdown with title, authors, dates and more, as YAML.")
]
Url = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The address of a page in a file, to resolve its links.")
]
Site = Annotated[
    bool, typer.Option("--site", help="Compare the pages of each folder or host, and drop what they share.")
]
Render = Annotated[
    bool, typer.Option("--render", help="Run the pages' scripts first, in an installed Chromium.")
]
List = Annotated[
    str | None,
    typer.Option("--list", metavar="FILE", help="A file with a source on each line; # begins a comment."),
]
Most = Annotated[
    int, typer.Option(metavar="N", min=1, help="Take at most N pages from each feed or sitemap.")
]
Delay = Annotated[
    float, typer.Option(metavar="SECONDS", min=0, help="The pause between requests to one host.")
]
MinConfidence = Annotated[
    float,
    typer.Option(
        metavar="SHARE",
        min=0,
        max=1,
        help="Leave out what is found with less confidence than this, from 0 to 1.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="The time limit for reading and for extracting a page."),
]
Jobs = Annotated[
    int | None,
    typer.Option("-j", "--jobs", metavar="N", min=0, help="Extract in N processes; 0 for one per core."),
]
Retry = Annotated[
    bool, typer.Option("--retry", help="With -f jsonl: extract failed pages again, at the end.")
]
Again = Annotated[
    bool, typer.Option("--again", help="With -f jsonl: overwrite the file, do not continue it.")
]
