"""What in a rendering could run, load or disguise something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Elements that run, load or send something, that style other elements, or that are read in ways of their own.
_DANGEROUS: Final = frozenset(
    "script style link meta base iframe frame frameset object embed applet form input button select textarea "
    "option keygen isindex svg foreignobject animate set use image template slot portal noscript noembed "
    "noframes xmp plaintext listing title marquee bgsound layer ilayer annotation-xml maction mglyph "
    "malignmark dialog fencedframe".split()
)
_ADDRESS_ATTRIBUTES: Final = frozenset(
    "href src action formaction data background poster cite longdesc lowsrc dynsrc codebase classid code "
    "archive profile manifest usemap ping xlink:href to from by values icon srcset imagesrcset".split()
)
_DANGEROUS_ATTRIBUTES: Final = frozenset(
    "style srcdoc ping formaction background target http-equiv attributename autofocus contenteditable "
    "shadowrootmode is slot part nonce".split()
)
_SCHEMES: Final = frozenset(["http", "https", "mailto", "tel", "ftp"])
_PICTURES: Final = tuple(f"data:image/{kind}" for kind in ("png", "gif", "jpeg", "webp", "avif"))
_IGNORED: Final = re.compile("[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060\ufeff]")
# Names of properties that scripts of whoever shows the output may ask for.
_CLOBBERING: Final = frozenset(
    "attributes body children childnodes cookie createelement documentelement firstchild forms "
    "getelementbyid head images innerhtml lastchild links location name nextsibling nodename "
    "nodetype ownerdocument parentnode queryselector scripts submit action window document self top "
    "parent defaultview currentscript constructor __proto__".split()
)


def dangers(html: str) -> list[str]:
    """What in a fragment could run, load or disguise something, in words; empty if nothing could.

    It is read as by a browser without scripts, and as by one with them, to which noscript is raw text.
    """
    # With a body around it, so that comments at its beginning are found too.
    whole = f"<!DOCTYPE html><body>{html}"
    return [danger for read in (whole, _with_scripts(whole)) for danger in _dangers(read)]


def what_runs(html: str) -> list[str]:
    """What in a whole page could run: less than all dangers, since the page keeps its elements and styles."""
    return [danger for read in (html, _with_scripts(html)) for danger in _what_runs(read)]


def _with_scripts(html: str) -> str:
    """The same for a parser without scripts, such that it takes as raw text what one with scripts would."""
    return re.sub("(</?)noscript(?=[\t\n\f\r />])", r"\1noembed", html, flags=re.I)


def _nodes(html: str) -> Iterator[LexborNode]:
    """All elements and comments, those of templates too."""
    parts: list[LexborHTMLParser | LexborNode] = [LexborHTMLParser(html)]
    for part in parts:
        root = part.root if isinstance(part, LexborHTMLParser) else part
        if root is not None:
            yield from root.traverse(include_text=True)
        parts.extend(part.template_fragments())


def _dangers(html: str) -> Iterator[str]:
    for node in _nodes(html):
        if node.is_comment_node:
            yield f"comment {node.comment_content!r}"
        name = (node.tag or "").lower()
        if not node.is_element_node:
            continue
        if name in _DANGEROUS:
            yield f"element {name}"
        for key, value in _attributes(node):
            if _is_dangerous(name, key, value):
                yield f"{name} {key}={value!r}"
        if name == "img" and {node.attributes.get("width"), node.attributes.get("height")} <= {"0", "1"}:
            yield "img that nobody sees"


def _attributes(node: LexborNode) -> Iterator[tuple[str, str]]:
    return ((key.lower(), value or "") for key, value in node.attributes.items())


def _is_dangerous(name: str, key: str, value: str) -> bool:
    if key.startswith("on") or key in _DANGEROUS_ATTRIBUTES:
        return True
    if key in ("id", "name"):
        return value.lower() in _CLOBBERING
    if key not in _ADDRESS_ATTRIBUTES:
        return False
    parts = value.split(",") if key in ("srcset", "imagesrcset") else [value]
    return any(_scheme(part) not in ("", *_SCHEMES) and not _is_picture(name, part) for part in parts)


def _scheme(address: str) -> str:
    """The scheme of an address, as the most lenient browser would read it; empty if it has none."""
    bare = _IGNORED.sub("", address).casefold()
    before, colon, _ = re.split("[/?#]", bare, maxsplit=1)[0].partition(":")
    return before if colon else ""


def _is_picture(name: str, address: str) -> bool:
    return name == "img" and _IGNORED.sub("", address).casefold().startswith(_PICTURES)


def _what_runs(html: str) -> Iterator[str]:
    for node in _nodes(html):
        name = (node.tag or "").lower()
        if not node.is_element_node:
            continue
        if name == "script":
            yield "element script"
        for key, value in _attributes(node):
            if _runs(name, key, value):
                yield f"{name} {key}={value!r}"


_RUNNING_SCHEMES: Final = ("javascript", "vbscript", "livescript", "view-source")


def _runs(name: str, key: str, value: str) -> bool:
    bare = _IGNORED.sub("", value).casefold()
    if key.startswith("on") or key == "srcdoc":
        return True
    if key == "http-equiv":
        return bare == "refresh"
    if key == "attributename":
        return bare.startswith("on") or bare.endswith("href")
    if key in ("srcset", "imagesrcset") or key not in _ADDRESS_ATTRIBUTES:
        return False  # pictures do not run
    scheme = _scheme(value)
    return scheme in _RUNNING_SCHEMES or (scheme == "data" and name not in ("img", "image", "source", "link"))
