"""Test packages from the pages of one site, by rules that a person wrote for the site's template.

The pages of a site share a template, so a few CSS selectors find the main text of all of them. The paper of
2007 made most of its packages with such site-specific extractors (wrappers).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from mainspan import __version__
from mainspan.errors import MainspanError, OutputError, PackageError, SelectorError
from mainspan.evaluation.build import add_document, new_package, prepare, select_text
from mainspan.evaluation.meta import faults_of, merge_meta
from mainspan.evaluation.packages import DESCRIPTION, unused
from mainspan.page import Page
from mainspan.render.text import render_text
from mainspan.site import host_of
from mainspan.sources import Source, read_file
from mainspan.spans import Spans

EXAMPLE: Final = """\
content = ["article h1", "article .body"]   # the gold text
leave_out = [".share", "aside"]             # parts of it that are not gold
require = ["article .body"]                 # pages without these are skipped
title = "h1"
language = "en"
domain = "news.example"                     # pages of other sites are skipped
meta = { page_type = "article" }            # anything else that is true of all pages
"""


@dataclass(frozen=True, slots=True)
class SiteRules:
    """CSS selectors for the main text of a site's pages. Only `content` is required."""

    content: list[str]
    leave_out: list[str] = field(default_factory=list)
    require: list[str] = field(default_factory=list)
    title: str = ""
    language: str = ""
    domain: str = ""
    meta: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> SiteRules:
        """Read rules from a TOML file, or raise a PackageError that shows an example."""
        try:
            found = tomllib.loads(read_file(path).decode("utf-8-sig"))
            return cls.of(found)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, PackageError) as error:
            raise PackageError(f"{path}: {error}\nRules look like this:\n\n{EXAMPLE}") from None

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> SiteRules:
        """SiteRules from plain data, or a PackageError."""
        names = [each.name for each in fields(cls)]
        for name in found:
            if name not in names:
                raise PackageError(f"there is no rule {name!r}; there are {', '.join(names)}")
        rules = cls(
            content=_selectors("content", found.get("content", [])),
            leave_out=_selectors("leave_out", found.get("leave_out", [])),
            require=_selectors("require", found.get("require", [])),
            title=_text("title", found.get("title", "")),
            language=_text("language", found.get("language", "")),
            domain=_text("domain", found.get("domain", "")),
            meta=found.get("meta", {}),
        )
        rules.check()
        return rules

    def check(self) -> None:
        """Raise a PackageError for rules that cannot work."""
        if not self.content:
            raise PackageError("content is missing: the selectors of the gold text")
        if self.title:
            _selectors("title", self.title)
        if not isinstance(self.meta, dict):
            raise PackageError("meta is not a table of names and values")
        for fault in faults_of({"language": self.language or None, **self.meta}):
            raise PackageError(f"{fault.message}; {fault.fix}")


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What became of a page: the document that was added, or the reason why none was.

    `skipped` is true where the rules say to skip the page, and false where adding it failed.
    """

    source: str
    document: str = ""
    words: int = 0
    reason: str = ""
    skipped: bool = False


class _SkippedError(PackageError):
    """A page that the rules skip."""


def build_from_rules(
    rules: SiteRules,
    sources: Iterable[Source],
    folder: Path,
    *,
    by: str,
    description: str = "",
    license: str = "",
) -> Iterator[RuleResult]:
    """Add the pages of a site to a package, which is created with the first page if it does not exist.

    by: the name of the rules, which the documents' metadata records.
    """
    is_new = not (folder / DESCRIPTION).exists()
    if is_new and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder}: is no package; name a new folder, or one with {DESCRIPTION}")
    used: set[str] = set()
    for source in sources:
        name = _name(source, used)
        try:
            page, html, about = prepare(source.read_bytes())
            gold, about = _apply(rules, page, about, by)
            if is_new:
                _describe(folder, rules, description, license)
                is_new = False
            added = add_document(folder, name, page, html, gold, about)
        except MainspanError as error:
            reason = str(error).removeprefix(f"{source.name}: ")
            yield RuleResult(source.name, reason=reason, skipped=isinstance(error, _SkippedError))
        else:
            yield RuleResult(source.name, added.document, added.words)


def _apply(rules: SiteRules, page: Page, about: dict[str, Any], by: str) -> tuple[str, dict[str, Any]]:
    """The gold text of a page, and what is known of it."""
    host = host_of(about.get("url"))
    if rules.domain and host and host != rules.domain and not host.endswith(f".{rules.domain}"):
        raise _SkippedError(f"its address is on {host}, not on {rules.domain}")
    for selector in rules.require:
        # In a page that is too hostile for selectors none matches; select_text reports that.
        if not page.salvaged and not page.select(selector).any():
            raise _SkippedError(f"it has no {selector}, which the rules require")
    gold = select_text(page, rules.content, rules.leave_out)
    given = {"language": rules.language, "domain": rules.domain, "title": _title(page, rules.title)}
    given = {key: value for key, value in given.items() if value} | rules.meta
    return gold, merge_meta(about, given) | {"harvested_by": f"mainspan {__version__} with {by}"}


def _title(page: Page, selector: str) -> str:
    if not selector:
        return ""
    first = np.flatnonzero(page.select(selector))[:1]
    return " ".join(render_text(page, Spans.of_elements(page, first)).split())


def _describe(folder: Path, rules: SiteRules, description: str, license: str) -> None:
    """Write the description of a package made by rules, with the rules."""
    used = {key: value for key, value in asdict(rules).items() if value}
    new_package(
        folder,
        description=description
        or f"Pages of {rules.domain or 'one site'}, gold text by rules for its template",
        license=license or "none stated",
        gold_note="by CSS selectors that were written for the site, see rules",
        rules=used,
    )


def _name(source: Source, used: set[str]) -> str:
    """A name for the document that no other page of this run has."""
    name = unused("-".join(source.key.parts)[-100:].strip("-. ") or "page", used)
    used.add(name.lower())
    return name


def _selectors(key: str, found: Any) -> list[str]:
    if isinstance(found, str):
        found = [found]
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise PackageError(f'{key} is not a list of selectors: write {key} = ["css", ...]')
    for selector in found:
        try:
            Page("").select(selector)
        except SelectorError as error:
            raise PackageError(f"{key}: {error}") from None
    return found


def _text(key: str, found: Any) -> str:
    if not isinstance(found, str):
        raise PackageError(f'{key} is not a text: write {key} = "..."')
    return found
