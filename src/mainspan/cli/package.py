"""mainspan package: make test packages, look at them, and find what is wrong with them."""

from __future__ import annotations

import typer

from mainspan.cli.app import app

package = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Test packages: pages with the main text that a person marked.",
)
app.add_typer(package, name="package")


@package.callback()
def about() -> None:
    """Test packages: pages with the main text that a person marked.

    A package is a folder with package.json and, for each document, NAME.html (the page), NAME.txt (the gold
    text) and NAME.json (url, language, fragmented, multiple_articles, and anything more).
    """
