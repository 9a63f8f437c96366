"""The main content of documentation, by the markup of the program that generated it.

A generator puts the content of all its pages into the same element, and navigation into others. So one rule
labels the pages of all projects that use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.spans import Spans


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator of documentation: how its pages are recognised, and where their content is."""

    name: str
    mark: str  # an element that only its pages have
    content: str
    leave_out: tuple[str, ...] = ()


GENERATORS: Final = (
    Generator(
        "Read the Docs theme",
        "div.rst-content",
        "div.rst-content div[itemprop=articleBody]",
        ("nav.contents", "div.contents.topic", "div.contents.local"),
    ),
    Generator(
        "PyData theme",
        "main.bd-content, main#main-content",
        "main .bd-article, main article, main.bd-content > div > section, #main-content section",
        (".prev-next-area", ".topbar", "nav", ".bd-toc", "footer"),
    ),
    Generator("OpenStack theme", "div.docs-book-wrapper", "div.docs-body", (".docs-actions", "nav")),
    Generator("SQLAlchemy theme", "#docs-body", "#docs-body", ("nav.contents", ".topic.contents", "#toc")),
    Generator("{fmt} theme", "div.tb-container div.content", "div.tb-container div.content > section"),
    Generator(
        "Sphinx",
        "div.documentwrapper div.body",
        "div.documentwrapper div.body",
        ("nav.contents", "div.contents.topic", "div.contents.local", "#indices-and-tables", "#search"),
    ),
    Generator(
        "Doxygen",
        "div.header div.headertitle, meta[content^=Doxygen]",
        "div.headertitle, div.contents",
        ("div.ingroups", "div.toc", "div.dynheader", "div.dyncontent", "div.summary"),
    ),
    Generator(
        "Javadoc",
        "main div.contentContainer",
        "main > div.header, main div.contentContainer",
        ("nav",),
    ),
    Generator(
        "Javadoc 16 and Groovydoc",
        "div.flex-content > main",
        "div.flex-content > main",
        ("nav", ".sub-title"),
    ),
    Generator(
        "publican",
        "meta[content^=publican]",
        "div.chapter, div.preface, div.appendix, body > div.section, div.part",
        ("div.toc", "ul.docnav"),
    ),
    Generator(
        "Modular DocBook",
        "meta[content^='Modular DocBook']",
        "div.SECT1, div.CHAPTER, div.ARTICLE",
        ("div.TOC", "div.NAVHEADER", "div.NAVFOOTER"),
    ),
    Generator(
        "DocBook",
        "meta[content^=DocBook]",
        "div.chapter, div.sect1, body > div.section, div.article, div.appendix, div.preface, div.refentry, "
        "div.part, div.reference",
        ("div.toc", "div.navheader", "div.navfooter", "div.author", "div.authorgroup", "p.copyright"),
    ),
    Generator(
        "LilyPond",
        "#main table.nav_table",
        "#main",
        ("table.nav_table", "table.menu", "#footer", "div.toc", ".nav_table"),
    ),
    Generator(
        "Texinfo",
        "meta[content*=makeinfo], meta[content*=texi2any]",
        "body",
        (
            "div.header",
            "table.header",
            "div.nav-panel",
            "table.menu",
            "ul.menu",
            "ul.section-toc",
            ".mini-toc",
            "div.contents",
            "div.shortcontents",
            "div.Contents_element",
            "[id=SEC_Contents]",
            "body > font",
        ),
    ),
    Generator(
        "AsciiDoc",
        "meta[content^=AsciiDoc]",
        "#header, #content",
        ("#toc", ".toc", "#author", "#email", "#revnumber", "#revdate", "#revremark"),
    ),
    Generator(
        "Asciidoctor", "meta[content^=Asciidoctor]", "#header > h1, #content", ("#toc", ".details", ".toc")
    ),
    Generator("rustdoc", "body.rustdoc", "#main-content", ("button", "#copy-path", ".out-of-band", "nav")),
    Generator("mdBook", "div#content main", "div#content main", ("nav",)),
    Generator("gi-docgen", "section#main.content", "section#main.content", ("nav",)),
    Generator(
        "Haddock", "div#package-header", "div#content", ("#table-of-contents", "#contents-list", "#synopsis")
    ),
    Generator("MkDocs", "div.col-md-9[role=main]", "div.col-md-9[role=main]", ("nav",)),
    Generator("Django REST framework", "#main-content #page-content, div#main-content", "div#main-content"),
    Generator("nimdoc", "#documentId", "#documentId h1.title, #content", ("#toc", ".footer", ".link-seesrc")),
    Generator("Node.js", "#apicontent", "#apicontent"),
    Generator(
        "Apache",
        "#page-content #preamble",
        "#page-content",
        (".toplang", "#quickview", ".top", "#comments_section", ".seealso", ".bottomlang"),
    ),
    Generator("codedoc", "meta[content^=codedoc]", "div.body"),
    Generator(
        "MediaWiki",
        "#mw-content-text",
        "#firstHeading, #mw-content-text",
        (".t-navbar", "#toc", ".editsection", ".catlinks", ".t-nv-begin"),
    ),
    Generator(
        "Exim",
        "#outer #content",
        "#outer #content",
        (".navigation", ".toc", "a.previous_page", "a.next_page", "a.toc_page"),
    ),
    Generator(
        "GAPDoc",
        "meta[content^=GAPDoc]",
        "body",
        (
            ".chlinktop",
            ".chlinkprevnexttop",
            ".chlinkprevnextbot",
            ".chlinkbot",
            ".ContChap",
            ".ChapSects",
            "#mathjaxlink",
            "p.foot",
            ".pcenter",
        ),
    ),
    Generator("ocamldoc", "div.navbar + h1", "body", ("div.navbar",)),
    Generator(
        "LibreOffice help", "#DisplayArea", "#DisplayArea", (".howtoget", ".relatedtopics", ".related")
    ),
    Generator(
        "qdoc", "#qtdocheader, div.content .sidebar", "div.content", (".sidebar", ".toc", ".navigationbar")
    ),
    Generator(
        "Scribble",
        "div.maincolumn div.main",
        "div.maincolumn div.main",
        (".navsettop", ".navsetbottom", ".versionbox"),
    ),
    Generator("RDoc", "main .documentation-section", "main"),
    Generator(
        "Scaladoc",
        "#template #allMembers",
        "#definition, #comment, #template",
        ("#mbrsel", "#inheritedMembers"),
    ),
    Generator(
        "SQLite",
        "div.nosearch div.menu",
        "body",
        ("div.menu", ".tagline", "form", "div.toc", ".searchmenu", ".logo", "table.menubar"),
    ),
    Generator(
        "Bootstrap",
        "main.bd-main",
        "main.bd-main .bd-intro, main.bd-main .bd-content",
        (".bd-toc", "button", ".btn-edit"),
    ),
    Generator("pandoc, Allegro", "div.sidebar + div.content", "div.content", ("nav", ".timestamp")),
    Generator("pod2html", "ul#index", "body", ("ul#index",)),
)


def generator_of(page: Page) -> Generator | None:
    """The first generator whose mark a page has."""
    return next((each for each in GENERATORS if page.select(each.mark).any()), None)


def kept_by_markup(page: Page, generator: Generator) -> NDArray[np.bool_]:
    """For each block whether it is in the content that the generator marked."""
    spans = Spans.of_elements(page, page.select(generator.content))
    for selector in generator.leave_out:
        spans -= Spans.of_elements(page, page.select(selector))
    return spans.hold(page.blocks.start)
