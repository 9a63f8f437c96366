"""Small corpora in the layouts of the published ones, of three documents each."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path
from typing import Any

Tree = dict[str, bytes]

NUMBERS = ("one", "two", "three")
UUIDS = tuple(f"0000000{i}-aaaa-bbbb-cccc-123456789abc" for i in range(3))


def page(number: str) -> bytes:
    """A page that has all that is marked as gold in any of the corpora."""
    text = f"<h1>Title {number}</h1><p>Text {number} of the day.</p><p>Caption</p><ul><li>List’s end</ul>"
    return f'<html><meta charset="utf-8"><ul><li>Menu</ul>{text}</html>'.encode()


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def as_json(known: Any) -> bytes:
    return json.dumps(known).encode()


def tar(tree: Tree, mode: str = "w:gz") -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in tree.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def zipped(tree: Tree) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in tree.items():
            archive.writestr(name, content)
    return data.getvalue()


def lay(folder: Path, tree: Tree) -> Path:
    """Write the files of a corpus."""
    for name, content in tree.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def scrapinghub() -> Tree:
    truth = {n: {"articleBody": f"Text {n} of the day.", "url": f"http://a.example/{n}"} for n in NUMBERS}
    return {
        "README.rst": b"",
        "ground-truth.json": as_json(truth),
        "output/some/ground-truth.json": as_json({"other": {"articleBody": "not this one"}}),
        **{f"html/{n}.html.gz": packed(page(n)) for n in NUMBERS},
    }


def wrapped(number: str) -> bytes:
    head = f'<text id="http://a.example/{number}" title="<b>T</b> {number}" encoding="unset">\n'
    return head.encode() + page(number) + b"\n</text>\n"


def marked(number: str) -> bytes:
    text = f"<h>Title {number}\n\n<p>Text {number}\n of the day.\n<l>List&#8217;s end"
    return f"\nURL: http://a.example/{number}\n\n{text}".encode()


def cleaneval() -> Tree:
    return {
        **{f"GoldStandard/{n}.txt": marked(n) for n in NUMBERS[:2]},
        **{f"finalrun-input/{n}.html": wrapped(n) for n in NUMBERS[:2]},
        "finalrun-input/4.html": wrapped("without gold"),
        "en_cleaned/three-cleaned.txt": marked("three"),
        "en_original/three.html": wrapped("three"),
    }


def annotated(number: str) -> bytes:
    return (
        f"<html><ul><li>Menu</ul><h1><SPAN class=x-nc-sel1>Title {number}</SPAN></h1>"
        f'<p><span class="x-nc-sel2">Text {number} <span class="x-nc-sel0">advert</span> of the day.'
        f'<i class="x-nc-invisible">unseen</i></span></p><p><span class="x-nc-sel3">Caption</span></p>'
        f'<p><span class="x-nc-sel4">Related</span> <span class="x-nc-sel5">Comment</span></p></html>'
    ).encode()


def l3s_gn1() -> Tree:
    numbers = dict(zip(UUIDS, NUMBERS, strict=True))
    urls = "".join(f"<urn:uuid:{u}>\thttp://a.example/{n}\n" for u, n in numbers.items())
    return {
        "L3S/url-mapping.txt": urls.encode(),
        **{f"L3S/original/{u}.html": page(n) for u, n in numbers.items()},
        **{f"L3S/annotated/{u}.html": annotated(n) for u, n in numbers.items()},
    }


def record(kind: str, content: bytes, **fields: str) -> bytes:
    head = {"WARC-Type": kind, **{key.replace("_", "-"): value for key, value in fields.items()}}
    lines = "".join(f"{key}: {value}\r\n" for key, value in head.items())
    return f"WARC/1.0\r\n{lines}Content-Length: {len(content)}\r\n\r\n".encode() + content + b"\r\n\r\n"


def l3s_warc() -> Tree:
    """The official form of L3S-GN1, each record packed by itself."""
    records = [record("warcinfo", b"software: none")]
    for u, n in zip(UUIDS, NUMBERS, strict=True):
        url = f"http://a.example/{n}"
        records += (
            record("resource", page(n), WARC_Record_ID=f"<urn:uuid:{u}>", WARC_Target_URI=url),
            record("conversion", annotated(n), WARC_Refers_To=f"<urn:uuid:{u}>", WARC_Target_URI=url),
        )
    return {"L3S-GN1-20100130203947-00001.warc.gz": b"".join(map(packed, records))}


def labelled(number: str) -> bytes:
    return (
        '<html>\n <li>\n  <span __boilernet_label="0">\n   Menu\n  </span>\n </li>\n <h1>\n'
        f'  <span __boilernet_label="1">\n   Title {number}\n  </span>\n </h1>\n <p>\n'
        f'  <span __boilernet_label="1">\n   Text {number} of the day.\n  </span>\n </p>\n</html>'
    ).encode()


def googletrends() -> Tree:
    folder = "datasets/googletrends"
    return {
        **{f"{folder}/prepared_html/{n}.html": labelled(n) for n in NUMBERS},
        **{f"{folder}/raw_html/{n}.html": page(n) for n in NUMBERS},
        "datasets/cleaneval/prepared_html/other.html": labelled("other"),
    }


def dragnet() -> Tree:
    comments = b"\n\n!@#$%^&*()  COMMENTS\n\nNice.\n"
    return {
        "dragnet_HTML.tar.gz": tar({f"HTML/{n}.html": page(n) for n in NUMBERS}),
        "dragnet_Corrected.tar.gz": tar(
            {
                f"Corrected/{n}.html.corrected.txt": f"Title {n}\r\n\r\nText {n} of the day.".encode()
                + comments
                for n in NUMBERS
            }
        ),
        "training.txt": b"one\nthree\n",
        "test.txt": b"two",
    }


def wcxb() -> Tree:
    tree = {}
    for split, n in zip(("dev", "dev", "test"), NUMBERS, strict=True):
        truth = {
            "url": f"http://a.example/{n}",
            "file_id": n,
            "_internal": {"page_type": {"primary": "category" if n == "two" else "forum"}},
            "ground_truth": {
                "title": f"Title {n}",
                "author": None,
                "main_content": f"Text {n} of the day.",
                "with": [f"Text {n}"],
                "without": ["Menu", " "],
            },
        }
        tree[f"{split}/ground-truth/{n}.json"] = as_json(truth)
        tree[f"{split}/html/{n}.html.gz"] = packed(page(n))
    return tree


def cetd() -> Tree:
    sites = ("BBC", "Chaos", "YAHOO!")
    return {
        **{f"{site}/original/{n}.htm": page(n) for site, n in zip(sites, NUMBERS, strict=True)},
        **{
            f"{site}/gold/{n}.txt": f"Text {n} of the day.".encode()
            for site, n in zip(sites, NUMBERS, strict=True)
        },
    }


def readability() -> Tree:
    tree = {}
    for n in NUMBERS:
        folder = f"test/test-pages/{n}"
        expected = (
            f'<div id="readability-page-1" class="page"><p>Text {n}</p><ol><li>of the day.</li></ol></div>'
        )
        tree[f"{folder}/source.html"] = page(n)
        tree[f"{folder}/expected.html"] = expected.encode()
        tree[f"{folder}/expected-metadata.json"] = as_json(
            {"title": f"Title {n}", "lang": "en_US", "byline": None}
        )
    return tree


def segments() -> dict[str, Any]:
    return {
        f"http://a.example/{n}": {
            "file": f"{n}.größe.html",
            "with": [f"Text {n}", "of the day."],
            "without": ["Menu"],
            "comments": ["Nice."],
        }
        for n in NUMBERS
    }


def trafilatura() -> Tree:
    return {
        "tests/evaldata.json": as_json(segments()),
        "tests/cache/one.größe.html": page("one"),
        "tests/eval/one.größe.html": b"the one in cache counts",
        **{f"tests/eval/{n}.größe.html": page(n) for n in NUMBERS[1:]},
    }


SMALL = {
    "scrapinghub": scrapinghub,
    "cleaneval": cleaneval,
    "l3s-gn1": l3s_gn1,
    "googletrends": googletrends,
    "dragnet": dragnet,
    "wcxb": wcxb,
    "cetd": cetd,
    "readability": readability,
    "trafilatura": trafilatura,
}
