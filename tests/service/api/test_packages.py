"""GET /packages and PUT of gold, over the network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from mainspan.evaluation.check import check_package
from mainspan.output import locked
from tests.service.running import BEARER, Running, running

NAME = "en-news-ferry"


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Iterator[Running]:
    """A service with a copy of a package of ours."""
    root = tmp_path_factory.mktemp("packages")
    shutil.copytree(corpus / "styles", root / "styles")
    with running(tmp_path_factory.mktemp("keeper"), workers=1, packages=root) as found:
        yield found


@pytest.fixture
def folder(keeper: Running) -> Path:
    assert keeper.settings.packages is not None
    return keeper.settings.packages / "styles"


def get(keeper: Running, name: str = NAME) -> dict[str, Any]:
    answer = keeper.get(f"/packages/styles/documents/{name}")
    assert answer.status_code == 200
    record: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{record["version"]}"'
    return record


def put(keeper: Running, body: dict[str, Any], name: str = NAME, **headers: str) -> httpx.Response:
    return keeper.client.put(f"/packages/styles/documents/{name}", json=body, headers=BEARER | headers)


def test_the_packages(keeper: Running, service: Running) -> None:
    [styles] = keeper.get("/packages").json()["packages"]
    assert (styles["name"], styles["documents"] > 10, bool(styles["description"])) == ("styles", True, True)
    nothing = service.get("/packages").json()
    assert (nothing["packages"], "--packages" in nothing["reason"]) == ([], True)


def test_a_package(keeper: Running, folder: Path) -> None:
    record = keeper.get("/packages/styles").json()
    assert {each["name"] for each in record["documents"]} == {path.stem for path in folder.glob("*.html")}
    assert all(each["has_gold"] for each in record["documents"])
    [ferry] = [each for each in record["documents"] if each["name"] == NAME]
    assert (ferry["language"], ferry["url"][:8]) == ("en", "https://")


def test_a_document(keeper: Running, folder: Path) -> None:
    record = get(keeper)
    assert record["html"] == (folder / f"{NAME}.html").read_text("utf-8")
    assert record["gold"] == (folder / f"{NAME}.txt").read_text("utf-8")
    assert record["meta"] == json.loads((folder / f"{NAME}.json").read_text("utf-8"))
    assert (record["package"], record["encoding"]) == ("styles", "utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "/packages/none",
        "/packages/..",
        "/packages/%2e%2e",
        "/packages/..%2f..%2fetc",
        "/packages/%2fetc",
        "/packages/styles%00",
        "/packages/styles/documents/none",
        "/packages/styles/documents/..%2fstyles%2f" + NAME,
        "/packages/styles/documents/%2e%2e",
        "/packages/styles/documents/%2fetc%2fpasswd",
        "/packages/styles/documents/..%5c..%5cetc",
        f"/packages/styles/documents/{NAME}.html",
        f"/packages/styles/documents/{NAME}%00",
        "/packages/styles/../styles",
        "/packages//etc/documents/passwd",
        "/packages/styles/documents/package",
    ],
)
def test_no_address_leads_out_of_the_folder(keeper: Running, folder: Path, path: str) -> None:
    def ask(method: str, body: str = "") -> tuple[int, dict[str, Any]]:
        # As it is written: other clients would tidy it up first.
        connection = HTTPConnection("127.0.0.1", keeper.settings.port)
        with closing(connection):
            connection.request(method, path, body, BEARER | {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    status, record = ask("GET")
    assert (status, record["error"]["code"]) == (404, "not_found")
    before = sorted(folder.parent.rglob("*"))
    status, _ = ask("PUT", '{"gold": "Some text.", "html": "<p>Some text."}')
    after = sorted(folder.parent.rglob("*"))
    if status == 201:  # a new document, in the package and nowhere else
        assert {path.parent for path in after if path not in before} == {folder}
    else:
        assert status in (404, 405, 422)
        assert before == after


def test_gold_is_saved_with_the_version_that_was_edited(keeper: Running, folder: Path) -> None:
    old = get(keeper)
    gold = old["gold"].rpartition("\n\n")[0]
    answer = put(keeper, {"gold": gold}, **{"If-Match": f'"{old["version"]}"'})
    saved = answer.json()
    assert answer.status_code == 200
    assert (folder / f"{NAME}.txt").read_text("utf-8") == f"{gold}\n"
    assert saved["version"] == get(keeper)["version"] != old["version"]
    assert (saved["share"], saved["words"] > 100) == (1.0, True)
    assert get(keeper)["meta"] == old["meta"]
    meta = old["meta"] | {"page_type": "article", "note": "by hand"}
    assert put(keeper, {"gold": gold, "meta": meta, "version": saved["version"]}).status_code == 200
    assert get(keeper)["meta"] == meta


def test_over_a_newer_version_both_are_shown_and_nothing_is_saved(keeper: Running) -> None:
    old = get(keeper)
    first = put(
        keeper,
        {"gold": old["gold"] + "\n", "meta": {"language": "en", "by": "first"}, "version": old["version"]},
    )
    assert first.status_code == 200
    mine = {"gold": "Commuters get a boat every twelve minutes", "version": old["version"]}
    answer = put(keeper, mine)
    assert keeper.error(answer) == (409, "conflict")
    record = answer.json()
    assert (record["yours"]["gold"], record["yours"]["version"]) == (mine["gold"], old["version"])
    assert record["theirs"] == get(keeper)
    assert record["theirs"]["meta"]["by"] == "first"
    # Having seen both, one can decide.
    again = put(keeper, mine | {"version": record["theirs"]["version"]})
    assert again.status_code == 200


def test_of_two_at_once_one_is_told(keeper: Running) -> None:
    old = get(keeper)

    def save(number: int) -> int:
        body = {"gold": old["gold"], "meta": {"language": "en", "by": number}, "version": old["version"]}
        return put(keeper, body).status_code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(save, range(4))) == [200, 409, 409, 409]


def test_annotators_who_save_gold_and_the_api_wait_for_each_other(keeper: Running, folder: Path) -> None:
    old = get(keeper)
    with ThreadPoolExecutor(1) as threads:
        with locked(folder):
            saving = threads.submit(put, keeper, {"gold": old["gold"], "version": old["version"]})
            with pytest.raises(TimeoutError):
                saving.result(timeout=0.5)
            (folder / f"{NAME}.txt").write_text("Somebody else was here.\n")
        assert keeper.error(saving.result()) == (409, "conflict")
    assert get(keeper)["gold"] == "Somebody else was here.\n"
    assert put(keeper, {"gold": old["gold"], "version": "*"}).status_code == 200


def test_an_existing_document_needs_a_version(keeper: Running) -> None:
    old = get(keeper)
    assert keeper.error(put(keeper, {"gold": old["gold"]})) == (428, "version_missing")
    assert put(keeper, {"gold": old["gold"]}, **{"If-Match": "*"}).status_code == 200
    answer = put(keeper, {"gold": old["gold"], "html": "<p>x", "version": "*"})
    assert keeper.error(answer) == (422, "invalid_request")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"gold": ""}, "the gold text has no words"),
        ({"gold": "Nothing of this is in the page at all."}, "of the gold text's words are in the page"),
        ({"gold": "Commuters", "meta": {"language": "English!"}}, "language is not a language code"),
        ({"gold": "Commuters", "meta": {"fragmented": "yes"}}, "neither true nor false"),
    ],
)
def test_what_is_no_gold_is_refused(keeper: Running, body: dict[str, Any], message: str) -> None:
    old = get(keeper)
    answer = put(keeper, body | {"version": old["version"]})
    assert keeper.error(answer) == (422, "not_saved")
    assert message in answer.json()["error"]["message"]
    assert get(keeper) == old


def test_a_new_document(keeper: Running, folder: Path) -> None:
    page = "<html lang=de><p>Ein neuer Text, größer als der alte.</p><footer>Impressum</footer>"
    body = {"gold": "Ein neuer Text, größer als der alte.", "html": page, "url": "https://neu.example/"}
    assert keeper.error(put(keeper, {"gold": "x"}, "neu")) == (404, "not_found")
    answer = put(keeper, body | {"meta": {"page_type": "article"}}, "neu")
    assert (answer.status_code, answer.json()["share"]) == (201, 1.0)
    record = get(keeper, "neu")
    assert record["html"] == page
    assert record["meta"]["language"] == "de"
    assert (record["meta"]["url"], record["meta"]["page_type"]) == ("https://neu.example/", "article")
    assert answer.headers["etag"] == f'"{record["version"]}"'
    assert not [finding for finding in check_package(folder) if "neu" in str(finding)]
    forced = put(keeper, {"gold": "Not there", "force": True, "source": "sample:article"}, "neu-2")
    assert forced.status_code == 201


@pytest.mark.parametrize("name", ["a:b", "con%3F", "x" * 121, ".x", "x.", "a|b", "a*"])
def test_names_that_files_cannot_have(keeper: Running, name: str) -> None:
    body = {"gold": "Some text.", "html": "<p>Some text."}
    assert keeper.error(put(keeper, body, name)) == (422, "not_saved")


def test_saving_needs_the_token(keeper: Running) -> None:
    old = get(keeper)
    body = {"gold": old["gold"], "version": old["version"]}
    path = f"/packages/styles/documents/{NAME}"
    assert keeper.error(keeper.client.put(path, json=body)) == (401, "token_missing")
    foreign = BEARER | {"Origin": "https://evil.example"}
    assert keeper.error(keeper.client.put(path, json=body, headers=foreign)) == (403, "foreign_origin")


def test_what_is_in_metadata_by_mistake_is_shown(keeper: Running, folder: Path) -> None:
    shutil.copy(folder / f"{NAME}.html", folder / "odd.html")
    (folder / "odd.json").write_text('{"a": "\\ud800", "b": NaN, "url": 5, "language": ["x"]}')
    record = get(keeper, "odd")
    assert (record["meta"]["a"], record["meta"]["b"], record["gold"]) == ("\ud800", None, None)
    [entry] = [each for each in keeper.get("/packages/styles").json()["documents"] if each["name"] == "odd"]
    assert (entry["language"], entry["has_gold"]) == (None, False)
