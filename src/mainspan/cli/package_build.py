"""mainspan package new, add, harvest: make test packages."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from mainspan.cli.app import errors
from mainspan.cli.options import Encoding, failure, find_page
from mainspan.cli.package import package
from mainspan.cli.progress import count_pages
from mainspan.errors import PackageError, SourceError
from mainspan.render.pieces import without_controls

if TYPE_CHECKING:
    from mainspan.evaluation.build import Added

Meta = Annotated[
    list[str] | None,
    typer.Option("--meta", metavar="KEY=VALUE", help="A further field; repeatable. The value may be JSON."),
]


@package.command(name="new")
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The package's folder.")],
    description: Annotated[str, typer.Option(metavar="TEXT", help="A description of the pages.")],
    license: Annotated[
        str,
        typer.Option("--license", "--licence", metavar="NAME", help="The licence of the pages, such as MIT."),
    ],
    meta: Meta = None,
) -> None:
    """Make an empty package: a folder with package.json. Nothing is overwritten.

    \b
    Examples:
    mainspan package new my-pages --description "News of 2026, gold by hand" --license CC-BY-4.0
    mainspan package new my-pages --description "Recipes" --license MIT --meta gold_note="with captions"
    """
    from mainspan.evaluation.build import new_package

    more = _parse_meta(meta)
    for key in ("name", "description", "license"):
        if key in more:
            raise PackageError(f"--meta {key}: has its own place")
    path = new_package(folder, description=description, license=license, **more)
    _say(f"made {path}; now add documents: mainspan package add {folder} page.html --text gold.txt")


@package.command(name="add")
def add(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The package's folder.")],
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A file, an address, or - for standard input.")],
    text: Annotated[
        str | None, typer.Option(metavar="FILE", help="The page's main text, in UTF-8; - for standard input.")
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(metavar="CSS", help="Elements that are its main text; repeatable.")
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option(metavar="CSS", help="Elements inside these to leave out; repeatable.")
    ] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="The page's address.")] = None,
    language: Annotated[str | None, typer.Option(metavar="CODE", help="Its language, such as en.")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The name of its files.")] = None,
    meta: Meta = None,
    encoding: Encoding = None,
    force: Annotated[bool, typer.Option("--force", help="Add gold text that is not in the page.")] = False,
) -> None:
    """Add a page to a package, with its text or with CSS selectors of its text.

    Gold text that is not in the page is refused, and so is a name that exists.
    Without --url and --language, they are read from the page.
    An archive that the browser extension saved has page, text and metadata: give it as PAGE, alone.

    \b
    Examples:
    mainspan package add my-pages page.html --text gold.txt --url https://example.org/a --language en
    mainspan package add my-pages https://example.org/a --select article --leave-out .share --name a
    mainspan package add my-pages page.html --text gold.txt --meta fragmented=true --meta page_type=forum
    mainspan package add my-pages annotated-page.zip
    """
    from mainspan.evaluation.build import add_page

    known = {"url": url, "language": language}
    about = {key: value for key, value in known.items() if value is not None} | _parse_meta(meta)
    if page.lower().endswith(".zip") and text is None and not select:
        _add_archive(folder, Path(page), name, about, force)
        return
    if (text is None) == (not select):
        raise PackageError(
            "give the page's text (--text FILE) or selectors of it (--select CSS), one of them"
        )
    if leave_out and not select:
        raise PackageError("--leave-out goes with --select")
    if text == page == "-":
        raise PackageError("only one of page and text can come from standard input")
    source = find_page(page)
    gold = _read_gold(text)
    try:
        added = add_page(
            folder,
            source,
            name=name,
            gold=gold,
            select=select or (),
            leave_out=leave_out or (),
            about=about,
            encoding=encoding,
            force=force,
        )
    except SourceError as error:
        raise failure(str(error)) from None
    _say_added(added)


@package.command(name="harvest")
def harvest_pages(
    pages: Annotated[
        list[str],
        typer.Argument(metavar="PAGES", help="Files, folders or addresses of pages of one site."),
    ],
    rules: Annotated[
        Path, typer.Option("--rules", metavar="FILE", help="The selectors of the text, in a TOML file.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The package's folder.")],
    description: Annotated[str, typer.Option(metavar="TEXT", help="A description of the pages.")] = "",
    license: Annotated[
        str, typer.Option("--license", "--licence", metavar="NAME", help="The licence of the pages.")
    ] = "",
) -> None:
    """Make a package from the pages of one site, by CSS selectors.

    A page where the selectors match nothing is left out, and the reason is printed.
    An existing package gets more documents. Nothing is overwritten.

    An example of a file of rules, of which only content is required:

    \b
    content = ["article h1", "article .body"]
    leave_out = \\[".share", "aside"]
    require = ["article .body"]
    title = "h1"
    language = "en"
    domain = "news.example"
    meta = { page_type = "article" }

    \b
    Examples:
    mainspan package harvest --rules site.toml crawl/news.example/ -o packages/news
    """
    from mainspan.evaluation.site_rules import SiteRules, build_from_rules
    from mainspan.sources import find_sources

    read = SiteRules.read(rules)
    sources = find_sources(pages)
    added = skipped = failed = 0
    with count_pages() as progress:
        for each in build_from_rules(
            read, sources, output, by=rules.name, description=description, license=license
        ):
            progress(each.source, len(sources))
            added += bool(each.document)
            skipped += not each.document and each.skipped
            failed += not each.document and not each.skipped
            if not each.document:
                line = f"{each.source}: {'skipped' if each.skipped else 'failed'}: {each.reason}"
                errors.print(without_controls(line), style="yellow" if each.skipped else "red", markup=False)
    told = f"{added:,} of {len(sources):,} pages added"
    _say(f"{output}: {told}, {skipped:,} skipped by the rules, {failed:,} failed")
    raise typer.Exit(1 if failed or not added else 0)


def _add_archive(folder: Path, path: Path, name: str | None, about: dict[str, Any], force: bool) -> None:
    """Add the documents of an archive."""
    from mainspan.evaluation.archive import add_archive

    try:
        found = add_archive(folder, path, name=name, about=about, force=force)
    except SourceError as error:
        raise failure(str(error)) from None
    for added in found:
        _say_added(added)


def _say_added(added: Added) -> None:
    share = added.words / max(added.page_words, 1)
    told = f"{added.words:,} words of gold, {share:.0%} of the page's {added.page_words:,}"
    _say(f"added {added.document}: {told}")
    line = " ".join(added.gold.split())
    _say(f"    {line if len(line) <= 150 else f'{line[:70]} ... {line[-70:]}'}")


def _read_gold(text: str | None) -> str | None:
    from mainspan.evaluation.build import gold_from, read_gold

    if text == "-":
        return gold_from(sys.stdin.buffer.read(), "standard input")
    return None if text is None else read_gold(Path(text))


def _parse_meta(given: list[str] | None) -> dict[str, Any]:
    """Names and values: JSON where a value is that (true, 3, null), else text."""
    found: dict[str, Any] = {}
    for each in given or []:
        key, sign, value = each.partition("=")
        if not sign or not key.strip():
            raise PackageError(f"--meta {each}: write it as KEY=VALUE, such as fragmented=true")
        try:
            found[key.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            found[key.strip()] = value
    return found


def _say(line: str) -> None:
    Console(highlight=False, soft_wrap=True).print(without_controls(line), markup=False)
