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
        metavar="SOURCE...",
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
        help="A file or a folder; for several pages a folder, or a file of JSON Lines.",
    ),
]
Keep = Annotated[list[str] | None, typer.Option(metavar="CSS", help="Elements to keep always; repeatable.")]
Drop = Annotated[list[str] | None, typer.Option(metavar="CSS", help="Elements to leave out; repeatable.")]


Also = Annotated[
    list[FieldName] | None,
    typer.Option("--also", help="With json and jsonl: a further field with this form; repeatable."),
]
NoLinks = Annotated[bool, typer.Option("--no-links", help="Write the text of links, not the links.")]
NoImages = Annotated[bool, typer.Option("--no-images", help="Write no images.")]
NoTables = Annotated[bool, typer.Option("--no-tables", help="Write the text of tables, not the tables.")]
Url = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Where a page or a feed comes from that is a file, so that links become absolute.",
    ),
]
Site = Annotated[
    bool,
    typer.Option("--site", help="Compare the pages of each folder or host: what they share is dropped."),
]
Render = Annotated[
    bool, typer.Option("--render", help="Let an installed Chromium run the pages' scripts first.")
]
List = Annotated[
    str | None,
    typer.Option(
        "--list", metavar="FILE", help="A file with more sources, one on each line; # is for comments."
    ),
]
Most = Annotated[int, typer.Option(metavar="N", min=1, help="The most pages of each feed or sitemap.")]
Delay = Annotated[
    float, typer.Option(metavar="SECONDS", min=0, help="The pause between two pages of one host.")
]
Seconds = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", help="What reading a page and extracting it may each take; beyond, it has failed."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        metavar="N",
        min=0,
        help="So many processes, and one page that kills its own harms no other; 0: one for each core.",
    ),
]
Retry = Annotated[
    bool,
    typer.Option("--retry", help="Do the pages again that JSON Lines have failures of, at their end."),
]
Again = Annotated[
    bool, typer.Option("--again", help="Write JSON Lines anew, instead of going on where they end.")
]
