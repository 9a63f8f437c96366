"""The header of a TEI document: what is known of the page, and what found its content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mainspan import __version__
from mainspan.render.tei.phrases import clean_date
from mainspan.render.tei.xml import clean_address, clean_language, escape, write_attributes


def write_header(metadata: Mapping[str, Any], algorithm: str) -> str:
    """The element `teiHeader`."""
    return (
        "<teiHeader>\n"
        f"<fileDesc>\n{_title(metadata)}{_publication(metadata)}{_source(metadata)}</fileDesc>\n"
        f"<encodingDesc>\n{_application(algorithm)}</encodingDesc>\n"
        f"<profileDesc>\n{_profile(metadata)}</profileDesc>\n"
        "</teiHeader>\n"
    )


def _value(metadata: Mapping[str, Any], name: str) -> str:
    """The value of a fact, as text; empty if it is missing."""
    fact = metadata.get(name)
    value = fact.get("value") if isinstance(fact, Mapping) else fact
    return " ".join(value.split()) if isinstance(value, str) else ""


def _values(metadata: Mapping[str, Any], name: str) -> Iterator[str]:
    """The values of a list of facts."""
    facts = metadata.get(name)
    for fact in facts if isinstance(facts, (list, tuple)) else ():
        value = _value({name: fact}, name)
        if value:
            yield value


def _element(name: str, text: str, **attributes: str) -> str:
    """An element with text alone; nothing if it has neither text nor attributes."""
    written = write_attributes(attributes)
    if not text:
        return f"<{name}{written}/>\n" if written else ""
    return f"<{name}{written}>{escape(text)}</{name}>\n"


def _people(metadata: Mapping[str, Any]) -> str:
    return "".join(_element("author", author) for author in _values(metadata, "authors"))


def _title(metadata: Mapping[str, Any]) -> str:
    title = escape(_value(metadata, "title"))
    return f'<titleStmt>\n<title type="main">{title}</title>\n{_people(metadata)}</titleStmt>\n'


def _publication(metadata: Mapping[str, Any]) -> str:
    publisher, licence = escape(_value(metadata, "site_name")), _value(metadata, "licence")
    if not publisher and not licence:
        return "<publicationStmt>\n<p/>\n</publicationStmt>\n"
    parts = [f"<publisher>{publisher}</publisher>\n"]
    if licence:
        target = clean_address(licence) if "://" in licence else ""
        parts += ["<availability>\n", _element("licence", licence, target=target), "</availability>\n"]
    return f"<publicationStmt>\n{''.join(parts)}</publicationStmt>\n"


def _source(metadata: Mapping[str, Any]) -> str:
    parts = [
        _element("title", _value(metadata, "title")),
        _people(metadata),
        _element("publisher", _value(metadata, "site_name")),
        *(_date(metadata, kind) for kind in ("published", "modified")),
        _pointer(metadata, "url"),
        _pointer(metadata, "image"),
    ]
    return f"<sourceDesc>\n<bibl>\n{''.join(parts)}</bibl>\n</sourceDesc>\n"


def _date(metadata: Mapping[str, Any], kind: str) -> str:
    date = _value(metadata, kind)
    return _element("date", date, type=kind, when=clean_date(date)) if date else ""


def _pointer(metadata: Mapping[str, Any], kind: str) -> str:
    target = clean_address(_value(metadata, kind))
    return _element("ptr", "", type=kind, target=target) if target else ""


def _application(algorithm: str) -> str:
    method = _element("desc", algorithm)
    return (
        f'<appInfo>\n<application ident="mainspan" version="{__version__}">\n'
        f"<label>Mainspan</label>\n{method}</application>\n</appInfo>\n"
    )


def _profile(metadata: Mapping[str, Any]) -> str:
    description = _element("p", _value(metadata, "description"))
    abstract = f"<abstract>\n{description}</abstract>\n" if description else ""
    return f"{abstract}{_languages(metadata)}{_classes(metadata)}"


def _languages(metadata: Mapping[str, Any]) -> str:
    """The language that the text is in, or else the one that the page declares."""
    names = (clean_language(_value(metadata, kind)) for kind in ("language", "language_declared"))
    name = next(filter(None, names), "")
    return f"<langUsage>\n{_element('language', name, ident=name)}</langUsage>\n" if name else ""


def _classes(metadata: Mapping[str, Any]) -> str:
    terms = [_element("term", word, type="keyword") for word in _values(metadata, "keywords")]
    kind = _value(metadata, "page_type")
    terms += [_element("term", kind, type="page_type")] if kind else []
    return f"<textClass>\n<keywords>\n{''.join(terms)}</keywords>\n</textClass>\n" if terms else ""
