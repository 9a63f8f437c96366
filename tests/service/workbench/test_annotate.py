"""The views for annotators, as a browser calls them: what they save, and what they keep from whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import httpx
import pytest

from mainspan.annotation import read_answer as stored_answer
from mainspan.evaluation.packages import Document
from tests.service.running import BEARER, Running

PAGE = (
    "<html lang=en><title>Boats</title><nav><a href=/>Home</a></nav><h1>Boats</h1>"
    "<p>A boat is built from <b>old</b> wood, with patience &amp; glue.</p><p>It floats on water.</p>"
    "<footer>All rights reserved</footer></html>"
)
NUMBERS = count(1)


class Marking:
    """A document of a new package, as annotators call it."""

    def __init__(self, service: Running, package: str, document: str) -> None:
        self.service = service
        self.package, self.name = package, document
        self.document = Document(service.settings.packages_folder / package, document)
        self.address = f"/annotate/{package}/{document}"

    def open(self, who: str, start: str = "") -> dict[str, Any]:
        answer = self.service.get(f"{self.address}/answer", params={"as": who, "from": start})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def save(self, who: str, **change: Any) -> httpx.Response:
        return self.put("answer", who, {"version": 0, "spans": [], **change})

    def put(self, what: str, who: str, body: dict[str, Any]) -> httpx.Response:
        return self.service.client.put(
            f"{self.address}/{what}", params={"as": who}, json=body, headers=BEARER
        )

    def finish(self, who: str, *words: str) -> dict[str, Any]:
        """Mark the blocks that have these words, and finish."""
        blocks = self.open(who, "nothing")["blocks"]
        spans = [
            [start, end]
            for start, end, text in zip(blocks["start"], blocks["end"], blocks["text"], strict=True)
            if any(word in text for word in words)
        ]
        answer = self.save(who, spans=spans, finished=True)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def bring(service: Running, html: str = PAGE) -> str:
    kept = service.client.post("/bring", data={"html": html}, headers=BEARER)
    return parse_qs(urlsplit(kept.headers["location"]).query)["source"][0]


@pytest.fixture
def marking(service: Running) -> Iterator[Marking]:
    package = f"boats-{next(NUMBERS)}"
    form = {"source": bring(service), "new_package": package, "name": "Anna"}
    answer = service.client.post("/annotate", data=form, headers=BEARER)
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"] == f"/annotate/{package}/boats?as=anna"
    yield Marking(service, package, "boats")
    service.client.cookies.clear()


def test_a_page_is_added_to_a_package_once(marking: Marking, service: Running) -> None:
    form = {"source": bring(service), "package": marking.package, "name": "Ben"}
    again = service.client.post("/annotate", data=form, headers=BEARER)
    assert again.headers["location"] == f"{marking.address}?as=ben"
    other = form | {"source": bring(service, PAGE.replace("water", "the sea"))}
    added = service.client.post("/annotate", data=other, headers=BEARER)
    assert added.headers["location"] == f"/annotate/{marking.package}/boats-2?as=ben"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": "../x"}, "no name for an annotator"),
        ({"name": "gold"}, "no annotator can be called"),
        ({"new_package": "../x"}, "no name for a package"),
        ({"new_package": ".x"}, "no name for a package"),
        ({"source": "page:00"}, "is not kept"),
    ],
)
def test_what_cannot_be_added(service: Running, more: dict[str, str], message: str) -> None:
    form = {"source": "sample:article", "new_package": "nothing-of-it", "name": "Anna", **more}
    answer = service.client.post("/annotate", data=form, headers=BEARER)
    assert answer.status_code in (404, 422)
    assert message in answer.json()["error"]["message"]
    assert not (service.settings.packages_folder / "nothing-of-it").exists()


def test_an_answer_begins_from_the_default_from_nothing_or_from_the_gold(marking: Marking) -> None:
    assert marking.open("anna")["words"] > 0
    assert marking.open("anna", "nothing")["words"] == 0
    marking.document.gold.write_text("It floats on water.\n")
    found = marking.open("anna", "gold")
    assert found["answer"]["text"] == "It floats on water.\n"
    assert sum(found["blocks"]["verdict"]) == 1


def test_an_answer_is_saved_with_offsets_and_xpaths(marking: Marking) -> None:
    found = marking.finish("anna", "old wood")
    assert found["answer"]["text"] == "A boat is built from old wood, with patience & glue.\n"
    stored = stored_answer(marking.document, "anna")
    assert stored is not None
    assert [mark.first.xpath for mark in stored.marks] == [
        "/html[1]/body[1]/p[1]/text()[normalize-space()][1]"
    ]
    assert stored.language == ""
    assert stored.finished


def test_characters_of_a_block_can_be_marked(marking: Marking) -> None:
    blocks = marking.open("anna")["blocks"]
    number = next(i for i, text in enumerate(blocks["text"]) if "wood" in text)
    get = marking.service.get
    text = get(f"{marking.address}/block", params={"block": number}).json()["text"]
    first = text.index("old wood")
    wanted = {"block": number, "first": first, "last": first + len("old wo")}
    spans = get(f"{marking.address}/part", params=wanted).json()["spans"]
    saved = marking.save("anna", spans=spans).json()
    assert saved["answer"]["text"] == "old wo\n"
    assert saved["blocks"]["verdict"][number] == 2
    assert saved["blocks"]["partly"][str(number)] == saved["spans"]


def test_a_text_edited_by_hand_is_kept_as_it_is(marking: Marking) -> None:
    saved = marking.save("anna", spans=marking.open("anna")["spans"], text="Mine.").json()
    assert (saved["answer"]["text"], saved["answer"]["edited"]) == ("Mine.\n", True)
    assert marking.open("anna")["answer"]["text"] == "Mine.\n"


def test_an_answer_over_a_newer_one_is_refused_with_both(marking: Marking) -> None:
    marking.finish("anna", "floats")
    answer = marking.save("anna", spans=[], language="en")
    assert answer.status_code == 409
    found = answer.json()
    assert found["error"]["code"] == "conflict"
    assert found["theirs"]["answer"]["text"] == "It floats on water.\n"
    assert found["yours"]["language"] == "en"
    assert [kind for kind, _ in found["pieces"]] == ["superfluous"]
    over = marking.save("anna", version=found["theirs"]["answer"]["version"], spans=[], finished=True)
    assert over.status_code == 200


def test_what_is_wrong_is_refused_and_nothing_is_written(marking: Marking) -> None:
    for change in ({"language": "English!"}, {"flags": {"odd": True}}, {"spans": [[-1, 5]]}, {"odd": 1}):
        assert marking.save("anna", **change).status_code == 422
    assert (
        marking.service.client.put(
            f"{marking.address}/answer", json={"version": 0, "spans": []}, headers=BEARER
        ).status_code
        == 422
    )
    assert stored_answer(marking.document, "anna") is None


def test_saving_needs_the_token(marking: Marking) -> None:
    for what in ("answer", "merged", "gold"):
        answer = marking.service.client.put(f"{marking.address}/{what}", params={"as": "anna"}, json={})
        assert answer.status_code == 401


def test_gold_is_saved_once_the_answer_is_finished(marking: Marking) -> None:
    marking.save("anna", spans=marking.open("anna")["spans"])
    assert marking.put("gold", "anna", {"over": 0}).status_code == 422
    marking.save("anna", version=1, spans=marking.open("anna")["spans"], finished=True, page_type="article")
    assert marking.put("gold", "anna", {"over": 0}).json()["version"] == 1
    assert "floats" in marking.document.gold.read_text()
    assert json.loads(marking.document.meta.read_text())["page_type"] == "article"
    marking.save("anna", version=2, spans=marking.open("anna")["spans"], text="It floats.", finished=True)
    again = marking.put("gold", "anna", {"over": 0})
    assert again.status_code == 409, again.text
    assert "floats" in again.json()["theirs"]["answer"]["text"]


def test_nobody_sees_the_answers_of_others_before_their_own_is_finished(marking: Marking) -> None:
    marking.finish("anna", "floats")
    marking.put("gold", "anna", {"over": 0})
    page = marking.service.get(f"{marking.address}/compare", params={"as": "ben"})
    assert page.status_code == 422
    assert "has not finished yet" in page.json()["error"]["message"]
    seen = marking.open("ben")
    assert (seen["others"], seen["may_see_gold"]) == (1, False)
    start = marking.service.get(f"{marking.address}/answer", params={"as": "ben", "from": "gold"})
    assert start.status_code == 422


def compared(marking: Marking) -> dict[str, Any]:
    page = marking.service.get(f"{marking.address}/compare", params={"as": "anna"}).text
    found: dict[str, Any] = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    return found


def test_differences_are_decided_and_become_gold(marking: Marking) -> None:
    marking.finish("anna", "floats", "rights")
    marking.finish("ben", "floats", "old wood")
    found = compared(marking)
    kept_by = {each["text"]: each["kept_by"] for each in found["differences"]}
    assert kept_by == {
        "A boat is built from old wood, with patience & glue.": ["ben"],
        "All rights reserved": ["anna"],
    }
    decisions = [
        {"start": each["start"], "end": each["end"], "keep": "boat" in each["text"]}
        for each in found["differences"]
    ]
    begun = marking.put("merged", "anna", {"version": 0, "decisions": decisions[:1]}).json()
    assert begun["merged"]["state"] == "begun"
    assert marking.put("gold", "anna", {"over": 0, "merged": True}).status_code == 422
    done = marking.put("merged", "anna", {"version": 1, "decisions": decisions}).json()
    assert done["merged"]["state"] == "finished"
    assert done["text"] == "A boat is built from old wood, with patience & glue.\n\nIt floats on water.\n"
    assert marking.put("gold", "anna", {"over": 0, "merged": True}).status_code == 200
    assert marking.document.gold.read_text() == done["text"]
    late = marking.put("merged", "ben", {"version": 0, "decisions": []})
    assert late.status_code == 409, late.text


def test_agreement_and_queue_are_shown(marking: Marking) -> None:
    get = marking.service.get
    assert "No page has" in get(f"/agreement/{marking.package}").text
    marking.finish("anna", "floats")
    marking.finish("ben", "floats")
    assert "Words-F1 1.000" in get(f"/agreement/{marking.package}").text
    queue = get(f"/queue/{marking.package}", params={"as": "carl"}).json()
    assert queue == {"documents": [["boats", "open"]], "next": "boats", "finished": 0}
    page = get(f"/annotate/{marking.package}", params={"as": "anna"})
    assert "1 of 1 pages finished" in page.text
    assert "compare" in page.text


def test_the_name_is_remembered(marking: Marking) -> None:
    client = marking.service.client
    assert client.get(f"{marking.address}").headers["location"] == f"/annotate/{marking.package}"
    client.get(f"/annotate/{marking.package}", params={"as": "Müller"})
    page = client.get(marking.address)
    assert page.status_code == 200
    assert "as müller" in page.text


@pytest.mark.parametrize("form", ["package", "wcxb"])
def test_a_package_is_exported_and_imported_again(marking: Marking, form: str) -> None:
    marking.finish("anna", "floats")
    marking.put("gold", "anna", {"over": 0})
    client = marking.service.client
    exported = client.get(f"/export/{marking.package}", params={"form": form, "answers": "true"})
    assert exported.headers["content-type"] == "application/zip"
    names = ZipFile(BytesIO(exported.content)).namelist()
    assert ("annotations/boats/anna.json" in names) == (form == "package")
    name = f"{marking.package}-{form}"
    sent = {"file": ("any.zip", exported.content)}
    for expected in (303, 422):
        answer = client.post("/import", files=sent, data={"name": name}, headers=BEARER)
        assert answer.status_code == expected, answer.text
    golds = [path.read_text() for path in (marking.document.folder.parent / name).glob("*.txt")]
    assert golds == ["It floats on water.\n"]


def test_what_is_no_package_is_not_imported(service: Running) -> None:
    for data in (b"no archive", b""):
        answer = service.client.post("/import", files={"file": ("bad.zip", data)}, headers=BEARER)
        assert answer.status_code == 422
        assert str(service.settings.folder) not in answer.text
    assert not (service.settings.packages_folder / "bad").exists()


def test_answers_are_not_written_through_a_link(marking: Marking, tmp_path: Path) -> None:
    (marking.document.folder / "annotations").symlink_to(tmp_path, target_is_directory=True)
    assert marking.save("anna").status_code == 422
    assert list(tmp_path.iterdir()) == []


def test_names_lead_to_no_other_file(service: Running) -> None:
    for path in (
        "/annotate/..%2f..%2fetc/x",
        "/annotate/boats/..%2f..%2fx/answer",
        "/export/%2e%2e%2fx",
        "/queue/%00",
    ):
        assert service.get(path, params={"as": "anna"}).status_code in (307, 404)
