"""WCXB, the web content extraction benchmark: pages of seven types, of 2025 and 2026.

    dev/ground-truth/ID.json    {"url", "_internal": {"page_type": {"primary"}}, "ground_truth":
                                {"main_content", "title", "author", "publish_date", "with", "without"}}
    dev/html/ID.html.gz

The held-out pages are in test/, in the same form. Its first edition had ground-truth.json and html/ID.html.gz
as Scrapinghub's benchmark has them, but with titles and segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus, Found, Record, github, known_of, text_in, texts_in
from mainspan.evaluation.importers.files import Files

# The folders of the benchmark, and the keys of a ground truth that become metadata.
SPLITS: Final = ("dev", "test")
_TEXTS: Final = ("title", "author", "publish_date")
_SEGMENTS: Final = ("with", "without")
GROUND_TRUTH: Final = (*_TEXTS, *_SEGMENTS)


def _documents(files: Files) -> Iterator[Found]:
    found = files.matching(rf"(?P<split>{'|'.join(SPLITS)})/ground-truth/(?P<id>[^/]+)\.json")
    for each in found:
        folder = each.group()[: -len(f"ground-truth/{each['id']}.json")]
        page = f"{folder}html/{each['id']}.html"
        yield f"{each['split']}-{each['id']}", partial(_read, files, each.group(), page, each["split"])
    if not found:
        yield from _first_edition(files)


def _first_edition(files: Files) -> Iterator[Found]:
    for each in files.matching(r"ground-truth\.json")[:1]:
        folder = each.group()[: -len("ground-truth.json")]
        for name, known in files.read_object(each.group()).items():
            # Scrapinghub's benchmark has the same form, but nothing besides the text and its address.
            if isinstance(known, dict) and {"with", "title"} & known.keys():
                yield name, partial(_record, files, f"{folder}html/{name}.html", known, "articleBody", {})


def _read(files: Files, truth: str, page: str, split: str) -> Record:
    about = files.read_object(truth)
    known = about.get("ground_truth")
    if not isinstance(known, dict):
        raise SourceError(f"{truth}: no ground_truth")
    meta = known_of(about, "url") | {"page_type": _page_type(about), "split": split} | _exported(about)
    return _record(files, page, known, "main_content", meta)


def _record(files: Files, page: str, known: dict[str, Any], gold: str, meta: dict[str, Any]) -> Record:
    meta = meta | known_of(known, "url", *_TEXTS)
    meta |= {key: found for key in _SEGMENTS if (found := texts_in(known, key))}
    return Record(files.read_page(page), text_in(known, gold), meta)


def _exported(about: dict[str, Any]) -> dict[str, Any]:
    """Metadata that the benchmark has no key for, in packages that mainspan exported in its form."""
    internal = about.get("_internal")
    found = internal.get("mainspan") if isinstance(internal, dict) else None
    return found if isinstance(found, dict) else {}


def _page_type(about: dict[str, Any]) -> str | None:
    internal = about.get("_internal")
    found = internal.get("page_type") if isinstance(internal, dict) else None
    found = found.get("primary") if isinstance(found, dict) else found
    # Two words for one thing, as in the benchmark's own evaluation.
    return {"category": "collection"}.get(found, found) if isinstance(found, str) else None


CORPUS = Corpus(
    name="wcxb",
    title="WCXB, the web content extraction benchmark",
    source="Murrough-Foley/web-content-extraction-benchmark",
    licence="CC-BY-4.0",
    citation="Murrough Foley: WCXB: A Multi-Type Web Content Extraction Benchmark. arXiv:2605.21097, 2026.",
    documents=2008,
    languages=("en",),
    gold="main content drafted by a language model and reviewed by people; segments",
    layout="dev/ground-truth/ID.json and dev/html/ID.html.gz, the same in test/",
    reader=_documents,
    addresses=github("Murrough-Foley/web-content-extraction-benchmark"),
)
