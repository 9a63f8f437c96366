"""The views as the server writes them: what they show, and that they show it to nobody else."""

from __future__ import annotations

import json
import re

import pytest

from mainspan import extract
from mainspan.algorithms import ALGORITHMS
from tests.service.running import BEARER, Running

SAMPLE = "sample:article"
OUTSIDE = re.compile(r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//""", re.I)


def data_of(service: Running, method: str) -> dict[str, object]:
    found = service.get("/inspect.json", params={"source": SAMPLE, "a": method})
    assert found.status_code == 200, found.text
    data: dict[str, object] = found.json()
    return data


def test_without_scripts_one_can_read_the_answer(service: Running) -> None:
    page = service.get("/inspect", params={"source": SAMPLE}).text
    assert "The answer was counted in sleepers." in page.partition('<script type="application/json"')[0]


@pytest.mark.parametrize("path", ["/", f"/inspect?source={SAMPLE}", f"/compare?source={SAMPLE}", "/results"])
def test_views_load_nothing_from_outside(service: Running, path: str) -> None:
    answer = service.get(path)
    assert answer.status_code == 200
    assert not OUTSIDE.search(answer.text.partition('id="data"')[0])
    assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("method", ALGORITHMS)
def test_every_method_has_verdicts_on_all_blocks(service: Running, method: str) -> None:
    data = data_of(service, method)
    blocks = data["blocks"]
    assert isinstance(blocks, dict)
    assert data["algorithm"] == method
    sizes = {len(column) for name, column in blocks.items() if name != "partly"}
    assert len(sizes) == 1
    assert set(map(int, blocks["partly"])) == {
        i for i, verdict in enumerate(blocks["verdict"]) if verdict == 2
    }
    assert sum(blocks["kept"]) == data["words"]


def test_the_reasons_are_those_of_the_method(service: Running) -> None:
    blocks = data_of(service, "mainspan")["blocks"]
    assert isinstance(blocks, dict)
    reasons = service.get("/reasons.json", params={"source": SAMPLE}).json()["reasons"]
    assert len(reasons) == len(blocks["start"])
    assert all(reason["text"] for reason in reasons)
    assert any(reason["signals"] for reason in reasons)


def test_data_in_a_page_cannot_end_its_element(service: Running) -> None:
    html = "<title></script><script>alert(1)</script></title><p>Some words &lt;/script> of a page."
    kept = service.client.post("/bring", data={"html": html}, headers=BEARER, follow_redirects=True)
    assert kept.status_code == 200
    scripts = re.findall("<script([^>]*)>(.*?)</script>", kept.text, re.S)
    assert len(scripts) == 3
    [data] = [text for attributes, text in scripts if 'id="data"' in attributes]
    assert json.loads(data)["words"] >= 0


def test_a_pasted_page_has_an_address_of_its_own(service: Running) -> None:
    answer = service.client.post("/bring", data={"html": "<p>Some words."}, headers=BEARER)
    assert answer.status_code == 303
    assert re.fullmatch(r"/inspect\?source=page:[0-9a-f]{32}", answer.headers["location"])


def test_an_uploaded_page_is_read_as_bytes(service: Running) -> None:
    page = "<meta charset=latin1><p>Grüße aus dem Norden".encode("latin1")
    answer = service.client.post(
        "/bring", files={"file": ("page.html", page)}, headers=BEARER, follow_redirects=True
    )
    assert "Grüße aus dem Norden" in answer.text


@pytest.mark.parametrize("as_file", [False, True])
def test_a_large_page_is_kept(service: Running, as_file: bool) -> None:
    html = "<p>Some words &amp; more.</p>" * 80_000
    sent = {"files": {"file": ("page.html", html)}} if as_file else {"files": {"html": (None, html)}}
    answer = service.client.post("/bring", headers=BEARER, **sent)
    assert answer.status_code == 303, answer.text


def test_keeping_a_page_needs_the_token(service: Running) -> None:
    assert service.client.post("/bring", data={"html": "<p>Some words."}).status_code == 401


def test_the_frame_can_do_nothing(service: Running) -> None:
    answer = service.get("/frame", params={"source": SAMPLE})
    policy = answer.headers["content-security-policy"]
    nonce = re.search(r"script-src 'nonce-([^']+)'", policy)
    assert nonce is not None
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "http:" not in policy
    assert answer.text.count("<script") == 1
    assert f'nonce="{nonce[1]}"' in answer.text
    assert (
        "http:"
        in service.get("/frame", params={"source": SAMPLE, "pictures": "1"}).headers[
            "content-security-policy"
        ]
    )


def test_the_frame_locates_what_the_verdicts_are_on(service: Running) -> None:
    blocks = data_of(service, "mainspan")["blocks"]
    assert isinstance(blocks, dict)
    places = map(
        int, re.findall('data-start="([0-9]+)"', service.get("/frame", params={"source": SAMPLE}).text)
    )
    assert set(blocks["start"]) <= set(places)


def test_other_forms_are_those_of_the_library(service: Running) -> None:
    html = "<article><h1>Title</h1><p>Some words of <b>a</b> page, and some more of them.</p></article>"
    place = (
        service.client.post("/bring", data={"html": html}, headers=BEARER)
        .headers["location"]
        .partition("source=")[2]
    )
    found = service.get("/content.json", params={"source": place, "form": "markdown"}).json()
    assert found["content"] == extract(html).markdown


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/inspect?source=page:00", "is not kept"),
        (f"/inspect?source={SAMPLE}&a=nothing", "nothing"),
        ("/inspect?source=sample:nothing", "no page of our own"),
        ("/results/nothing", "no results are called"),
        (f"/content.json?source={SAMPLE}&form=nothing", "is no form"),
    ],
)
def test_errors_are_pages_for_people_and_data_for_programs(service: Running, path: str, message: str) -> None:
    page = service.get(path, headers={"Accept": "text/html"})
    data = service.get(path)
    assert page.status_code == data.status_code >= 400
    assert "That did not work" in page.text
    assert message in data.json()["error"]["message"]


def test_methods_are_compared_with_each_other_and_with_libraries(service: Running) -> None:
    wanted = {"source": SAMPLE, "a": ["mainspan", "plain", "peer:trafilatura"]}
    found = service.get("/compare.json", params=wanted).json()
    names = [each["name"] for each in found["contestants"]]
    assert names == wanted["a"]
    assert all(0 <= each["agreement"] <= 1 for each in found["contestants"])
    assert found["contestants"][1]["share"] == 1
    assert len(found["blocks"]["shares"]) == 3


def test_a_difference_is_word_by_word(service: Running) -> None:
    wanted = {"source": SAMPLE, "one": "mainspan", "other": "plain"}
    pieces = service.get("/difference.json", params=wanted).json()["pieces"]
    kinds = {kind for kind, _ in pieces}
    assert kinds == {"common", "superfluous"}


def test_a_page_that_cannot_be_shown_says_so_in_the_frame(service: Running) -> None:
    answer = service.get("/frame", params={"source": "page:0123456789abcdef"})
    assert answer.status_code == 404
    assert "The page cannot be shown: the page" in answer.text
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert "sandbox allow-scripts" in answer.headers["content-security-policy"]
    # A frame is no way around what a request may do.
    assert service.get("/frame", params={"source": "https://example.org/"}).status_code == 401
