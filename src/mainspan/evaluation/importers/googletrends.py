"""GoogleTrends-2017: pages that people searched for most in 2017, labelled for boilernet.

    datasets/googletrends/prepared_html/N.html      each text in a span with __boilernet_label="1" or "0"
    datasets/googletrends/raw_html/N.html           the original pages, if present

Without the raw page, the document's page is the prepared one without the labels. The path of the prepared
pages and the labels are those of the project's own programs; the path of the raw ones is from another reader
of this corpus. We have not seen the files themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from mainspan.errors import SourceError
from mainspan.evaluation.importers.base import Corpus, Found, Record, github
from mainspan.evaluation.importers.files import Files
from mainspan.evaluation.importers.marks import marked_text

_LABEL: Final = re.compile(rb"""\s__boilernet_(?:label|is_content)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?""")
_OTHER: Final = re.compile(r"(?:^|/)(?:cleaneval|gn1|l3s[^/]*)/", re.IGNORECASE)


def _documents(files: Files) -> Iterator[Found]:
    raw = files.matching(r"(?:raw|raw_html|original|original_html)/(?P<id>[^/]+)\.html?")
    pages = {found["id"]: found.group() for found in raw if not _OTHER.search(found.group())}
    for found in files.matching(r"prepared_html/(?P<id>[^/]+)\.html?"):
        # The same repository has other corpora in this form.
        if not _OTHER.search(found.group()):
            yield found["id"], partial(_read, files, found.group(), pages.get(found["id"]))


def _read(files: Files, prepared: str, raw: str | None) -> Record:
    labelled = files.read(prepared)
    gold = marked_text(labelled, '[__boilernet_label="1"]', '[__boilernet_label="0"]')
    if not gold:
        raise SourceError(f"{prepared}: nothing is labelled as content")
    return Record(files.read(raw) if raw else without_labels(labelled), gold, {})


def without_labels(page: bytes) -> bytes:
    """A page without its labels, so that no extractor can use them."""
    return _LABEL.sub(b"", page)


CORPUS = Corpus(
    name="googletrends",
    title="GoogleTrends-2017",
    source="mrjleo/boilernet",
    licence="MIT",
    citation=(
        "Jurek Leonhardt, Avishek Anand, Megha Khosla: Boilerplate Removal using a Neural Sequence Labeling "
        "Model. WWW 2020."
    ),
    documents=180,
    languages=("en",),
    gold="labels by hand for texts; comments are no content",
    layout="datasets/googletrends/prepared_html/N.html",
    reader=_documents,
    addresses=github("mrjleo/boilernet"),
    archives=r"[^/]*(?:google-?trends|datasets)[^/]*\.(?:zip|tar|tgz|tar\.gz|tar\.xz)",
)
