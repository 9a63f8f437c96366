"""POST /extract, /explain, /compare, /signals, and GET /algorithms, over the network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

import mainspan
from mainspan import Page, Spans
from mainspan.annotation import Point, find_ranges
from mainspan.annotation.marks import tidy
from mainspan.forms import FORMS
from tests.service.running import Running

URL = "https://courier.example/news/ferry"


@pytest.fixture(scope="module")
def ferry(corpus: Path) -> bytes:
    return (corpus / "styles" / "en-news-ferry.html").read_bytes()


def extract(service: Running, html: bytes, **options: Any) -> dict[str, Any]:
    answer = service.post("/extract", {"html": html.decode(), "url": URL, **options})
    assert answer.status_code == 200, answer.text
    record: dict[str, Any] = answer.json()
    return record


def test_the_answer_has_what_such_services_give(service: Running, ferry: bytes) -> None:
    record = extract(service, ferry)
    found = mainspan.extract(ferry, url=URL)
    assert record["content"] == found.text
    assert record["title"] == "Last diesel ferry leaves Salter’s Reach as battery boat takes over"
    assert (record["author"], record["published"]) == ("Rosalind Kemp", "2024-11-19T09:12:00Z")
    assert (record["site"], record["language"]) == ("Tidewater Courier", "en")
    assert record["image"].startswith("https://")
    assert record["description"].startswith("A battery catamaran")
    assert (record["page_type"], record["confidence"]) == ("article", found.confidence)
    assert (record["word_count"], record["page_word_count"]) == (found.words, len(found.page.words))
    assert (record["url"], record["algorithm"], record["format"]) == (URL, "mainspan", "text")
    assert record["metadata"] == found.metadata.to_dict()
    assert record["time"] > 0
    assert (record["reason"], record["warnings"]) == ("", [])
    assert {"blocks", "also"}.isdisjoint(record)


@pytest.mark.parametrize("form", FORMS)
def test_every_form(service: Running, ferry: bytes, form: str) -> None:
    record = extract(service, ferry, format=form)
    found = mainspan.extract(ferry, url=URL)
    assert record["format"] == form
    if form in ("json", "jsonl"):
        assert record["content"] == found.to_dict()
    elif form == "spans":
        assert record["content"] == [list(pair) for pair in found.spans]
    else:
        assert record["content"] == found.render(form)


def test_options_of_the_form(service: Running) -> None:
    page = (
        b"<p>See <a href=/x>the link</a> and <img src=/i.png alt=it> this.<table><tr><td>a<td>b<tr><td>c<td>d"
    )
    options = {"links": False, "images": False, "tables": False, "algorithm": "plain", "format": "markdown"}
    record = extract(service, page, **options)
    assert record["content"] == mainspan.extract(page, url=URL, algorithm="plain").render(
        "markdown", links=False, images=False, tables=False
    )
    assert "](" not in record["content"]


def test_further_forms(service: Running, ferry: bytes) -> None:
    record = extract(service, ferry, also=["markdown", "tei"])
    found = mainspan.extract(ferry, url=URL)
    assert record["also"] == {"markdown": found.markdown, "tei": found.render("tei")}


def test_methods_and_selectors(service: Running) -> None:
    page = b"<h1>Title</h1><p>One.</p><p class=ad>Two.</p><footer>Three.</footer>"
    record = extract(service, page, algorithm="PLAIN", drop=[".ad"], keep=["footer", "#none"])
    assert (record["algorithm"], record["content"]) == ("plain", "Title\n\nOne.\n\nThree.\n")
    assert record["warnings"] == ["no element matches '#none'"]


def test_nothing_found_has_a_reason(service: Running) -> None:
    for html in ("", "<p></p>", "<script>x</script>"):
        answer = service.post("/extract", {"html": html}).json()
        assert answer["content"] == ""
        assert answer["reason"]
    pdf = service.client.post("/extract", content=b"%PDF-1.7", headers={"Content-Type": "text/html"}).json()
    assert "PDF" in pdf["reason"]


def test_a_page_that_scripts_make_is_marked(service: Running) -> None:
    page = (
        b"<title>App</title><div id=r></div><noscript>It needs JavaScript.</noscript><script src=a></script>"
    )
    assert extract(service, page)["warnings"] == ["the page seems to be made by scripts, which were not run"]


def test_marks_say_where_the_content_is_in_a_browser(service: Running, ferry: bytes) -> None:
    found = extract(service, ferry, format="spans", marks=True)
    page = Page(ferry)
    marks = [(Point(*each["first"]), Point(*each["last"])) for each in found["marks"]]
    assert found["marks"][0]["first"][0].startswith("/html[1]/body[1]/")
    assert find_ranges(page, marks) == tidy(page, Spans([tuple(pair) for pair in found["content"]]))
    assert "marks" not in extract(service, ferry)


def test_content_that_is_only_in_the_data_has_no_marks(service: Running) -> None:
    text = "The harbour was quiet in the morning, and the boats lay in rows along the wall. " * 20
    data = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": text})
    html = f'<title>A</title><script type="application/ld+json">{data}</script><div id=app></div>'
    found = extract(service, html.encode(), marks=True)
    assert found["origin"] == "json-ld"
    assert found["word_count"]
    assert found["marks"] == []


def test_debugging_gives_the_blocks(service: Running, ferry: bytes) -> None:
    blocks = extract(service, ferry, debug=True)["blocks"]
    found = mainspan.extract(ferry, url=URL).blocks
    assert [each["number"] for each in blocks] == list(range(1, len(found) + 1))
    for given, block in zip(blocks, found, strict=True):
        assert (given["score"], given["verdict"], given["reason"]) == (
            block.score,
            block.verdict,
            block.reason,
        )
        assert (given["start"], given["end"]) == (block.start, block.end)


def test_a_page_as_bytes_with_options_in_the_query(service: Running) -> None:
    page = "<p>Grüße, Überlänge</p><p class=a>b</p><p class=c>d</p>".encode("latin-1")

    def send(kind: str, **query: Any) -> httpx.Response:
        return service.client.post("/extract", content=page, headers={"Content-Type": kind}, params=query)

    options = {"algorithm": "plain", "drop": [".a", ".c"], "links": "false", "url": URL}
    for kind in (
        "text/html; charset=iso-8859-1",
        'text/html; x=y; charset="latin1"',
        "application/octet-stream",
    ):
        record = send(kind, **options).json()
        assert (record["content"], record["url"]) == ("Grüße, Überlänge\n", URL)
    assert send("text/html", encoding="windows-1251", **options).json()["encoding"] == "windows-1251"
    assert service.error(send("text/html", html="x")) == (422, "invalid_request")
    assert service.error(send("text/html", source="sample:article")) == (422, "invalid_request")
    assert service.error(send("text/html", formt="x")) == (422, "invalid_request")


def test_our_own_pages(service: Running) -> None:
    for name in ("article", "forum", "product"):
        record = service.post("/extract", {"source": f"sample:{name}"}).json()
        assert record["word_count"] > 80
    assert service.error(service.post("/extract", {"source": "sample:none"})) == (404, "not_found")


@pytest.mark.parametrize("source", ["nothing", "file:///etc/passwd", "ftp://a.example/", "", "sample", "x:y"])
def test_what_is_no_source(service: Running, source: str) -> None:
    assert service.error(service.post("/extract", {"source": source})) == (422, "invalid_request")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "page:00", "sample:article", "example.org", "https://", "http:/x"]
)
def test_what_is_no_address(service: Running, url: str) -> None:
    assert service.error(service.post("/extract", {"url": url})) == (422, "invalid_request")


@pytest.mark.parametrize("name", ["../article", "article.html", "..", "a/b", "/etc/passwd", "\0"])
def test_no_name_of_a_sample_leads_to_other_files(service: Running, name: str) -> None:
    assert service.error(service.post("/extract", {"source": f"sample:{name}"})) == (404, "not_found")


def test_a_request_may_have_a_shorter_time_limit(service: Running) -> None:
    answer = service.post("/extract", {"html": "<p>x" * 100_000, "seconds": 1e-9})
    assert service.error(answer) == (422, "time_limit")


def test_rendering_must_be_allowed(service: Running) -> None:
    assert service.error(service.post("/extract", {"html": "<p>x", "render": True}))[0] == 401
    bearer = {"Authorization": f"Bearer {service.settings.token}"}
    answer = service.post("/extract", {"html": "<p>x", "render": True}, headers=bearer)
    assert service.error(answer) == (403, "render_not_allowed")


def test_explain(service: Running, ferry: bytes) -> None:
    body = {"html": ferry.decode(), "url": URL}
    record = service.post("/explain", body).json()
    found = mainspan.extract(ferry, url=URL)
    assert [each["text"] for each in record["blocks"]] == [each.text for each in found.blocks]
    assert record["types"]["article"] > 0.5
    kept = service.post("/explain", body | {"kept": True, "reasons": False}).json()["blocks"]
    assert {each["verdict"] for each in kept} == {"content"}
    assert not any("reason" in each for each in kept)
    around = service.post("/explain", body | {"around": "ANNIE   dobbs"}).json()["blocks"]
    assert 0 < len(around) < len(record["blocks"])
    nothing = service.post("/explain", body | {"around": "not in the page"}).json()
    assert (nothing["blocks"], nothing["reason"]) == ([], "no block holds this text")


def test_the_tree_of_a_method_that_has_one(service: Running) -> None:
    body = {"html": "<h1>One</h1><p>Two three <b>four</b></p>", "tree": True}
    tree = service.post("/explain", body | {"algorithm": "wlr"}).json()["tree"]
    assert [node["element"] for node in tree["nodes"] if not node["text"]] == ["body", "h1", "p", "b"]
    answer = service.post("/explain", body)
    assert service.error(answer) == (422, "invalid_request")
    assert "has no tree of ratios" in answer.json()["error"]["message"]


def test_compare(service: Running, ferry: bytes) -> None:
    body = {"html": ferry.decode()}
    record = service.post(
        "/compare", body | {"algorithms": ["plain", "accb", "accb:range=60", "plain"]}
    ).json()
    assert [each["algorithm"] for each in record["methods"]] == ["plain", "accb", "accb:range=60"]
    assert record["methods"][0]["words"] == record["page_words"] > 1000
    everything = service.post("/compare", {"html": "<p>Some words."}).json()["methods"]
    assert [each["algorithm"] for each in everything] == list(mainspan.ALGORITHMS)
    assert service.error(service.post("/compare", body | {"algorithms": []})) == (422, "invalid_request")


def test_signals(service: Running, ferry: bytes) -> None:
    body = {"html": ferry.decode(), "algorithm": "density"}
    record = service.post("/signals", body).json()
    found = mainspan.algorithm("density").signals(mainspan.Page(ferry))
    assert record["start"] == found["start"].tolist()
    assert set(record["signals"]) == set(found) - {"start"}
    assert (record["units"], record["units_per_point"], record["figure"]) == (len(found["start"]), 1, "bars")
    assert {0, 1} <= set(record["kept"])
    few = service.post("/signals", body | {"points": 10}).json()
    assert len(few["start"]) == len(few["kept"]) == len(next(iter(few["signals"].values()))) == 10
    assert few["units_per_point"] > 1


def test_signals_of_a_long_page_are_bounded(service: Running) -> None:
    page = "<p>" + "word " * 20_000
    record = service.post("/signals", {"html": page, "algorithm": "ccb"}).json()
    assert record["units"] > 90_000
    assert len(record["start"]) == 10_000


def test_a_method_without_signals_says_so(service: Running) -> None:
    answer = service.post("/signals", {"html": "<p>x", "algorithm": "plain"})
    assert service.error(answer) == (422, "invalid_request")
    assert "plain has no curve" in answer.json()["error"]["message"]


def test_the_methods_have_all_that_a_form_needs(service: Running) -> None:
    record = service.get("/algorithms").json()
    assert [each["name"] for each in record["algorithms"]] == list(mainspan.ALGORITHMS)
    assert [each["name"] for each in record["algorithms"] if each["default"]] == ["mainspan"]
    assert record["formats"].keys() == FORMS.keys()
    [accb] = [each for each in record["algorithms"] if each["name"] == "accb"]
    [wide] = [each for each in accb["parameters"] if each["name"] == "range"]
    assert (wide["type"], wide["low"]) == ("integer", 1)
    assert wide["about"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/extract", {"html": "<p>Some words of a page.", "debug": True, "also": ["html"]}),
        ("/explain", {"html": "<p>Some words of a page."}),
        ("/compare", {"html": "<p>Some words of a page."}),
        ("/signals", {"html": "<p>Some words of a page.", "algorithm": "dsc"}),
        ("/algorithms", None),
        ("/health", None),
    ],
)
def test_answers_are_as_the_schema_says(service: Running, path: str, body: Any) -> None:
    schema = service.get("/openapi.json").json()
    answer = service.get(path) if body is None else service.post(path, body)
    told = schema["paths"][path]["get" if body is None else "post"]["responses"]["200"]
    wanted = told["content"]["application/json"]["schema"] | {"components": schema["components"]}
    jsonschema.validate(answer.json(), wanted)


@pytest.mark.parametrize(
    "method", ["cues:words={}", "CUES: words = {}", "cues:add=true,words={}", "cues:method=wlr,words={}"]
)
def test_no_parameter_of_a_method_leads_to_a_file(service: Running, tmp_path: Path, method: str) -> None:
    (tmp_path / "list.txt").write_text("secret 1.0\n")
    for path in (tmp_path / "list.txt", "/etc/passwd", "nowhere"):
        for address in ("/extract", "/explain", "/signals"):
            answer = service.post(address, {"html": "<p>x", "algorithm": method.format(path)})
            assert service.error(answer) == (422, "invalid_request")
            assert "words names a file, which a request cannot" in answer.json()["error"]["message"]
    answer = service.post("/compare", {"html": "<p>x", "algorithms": [method.format("/etc/passwd")]})
    assert service.error(answer) == (422, "invalid_request")


def test_parameters_that_requests_cannot_set_are_not_offered(service: Running) -> None:
    [cues] = [each for each in service.get("/algorithms").json()["algorithms"] if each["name"] == "cues"]
    assert [each["name"] for each in cues["parameters"]] == ["method", "threshold", "add"]
    assert service.post("/extract", {"html": "<p>x", "algorithm": "cues:method=wlr"}).status_code == 200
