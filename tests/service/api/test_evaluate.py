"""Evaluations in the background, over the network."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from mainspan.batch.family import descendants
from mainspan.evaluation.results import Results
from mainspan.service.evaluations import MAX_UNDER_WAY
from tests.service.running import BEARER, Running, running

SMALL = {"packages": ["small"], "contestants": ["plain", "DENSITY"], "measures": ["words"], "jobs": 1}
# Takes much longer than any test.
LONG = {"packages": ["styles"], "jobs": 1}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    root = tmp_path_factory.mktemp("packages")
    shutil.copytree(corpus / "styles", root / "styles")
    (root / "small").mkdir()
    for path in sorted((corpus / "wiki").glob("*.html"))[:2]:
        for end in (".html", ".txt", ".json"):
            shutil.copy(path.with_suffix(end), root / "small")
    return root


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory, packages: Path) -> Iterator[Running]:
    """A service with packages."""
    with running(tmp_path_factory.mktemp("judge"), workers=1, packages=packages) as found:
        yield found


def start(judge: Running, body: dict[str, Any]) -> dict[str, Any]:
    answer = judge.post("/evaluate", body, headers=BEARER)
    assert answer.status_code == 202, answer.text
    record: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/evaluate/{record['id']}"
    return record


def cancel(judge: Running, id: str) -> dict[str, Any]:
    record: dict[str, Any] = judge.client.delete(f"/evaluate/{id}", headers=BEARER).json()
    return record


def events(judge: Running, id: str) -> list[tuple[str, dict[str, Any]]]:
    """All events of an evaluation, to its end."""
    found = []
    with judge.client.stream("GET", f"/evaluate/{id}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
    return found


def test_an_evaluation_from_its_start_to_its_results(judge: Running) -> None:
    made = start(judge, SMALL)
    assert made["state"] == "waiting"
    assert made["contestants"] == ["plain", "density"]
    seen = events(judge, made["id"])
    assert {name for name, _ in seen[:-1]} <= {"progress"}
    name, last = seen[-1]
    assert (name, last["state"], last["done"], last["total"]) == ("done", "done", 4, 4)
    counts = [each["done"] for _, each in seen]
    assert counts == sorted(counts)
    record = judge.get(f"/evaluate/{made['id']}").json()
    assert {(each["package"], each["contestant"]) for each in record["summaries"]} == {
        ("small", "plain"),
        ("small", "density"),
    }
    for each in record["summaries"]:
        assert (each["documents"], each["errors"]) == (2, 0)
        assert 0 < each["scores"]["words"]["f1"] <= 1
    # A later request gets how it ended; it cannot be cancelled any more.
    assert [name for name, _ in events(judge, made["id"])] == ["done"]
    assert cancel(judge, made["id"])["state"] == "done"
    schema = judge.get("/openapi.json").json()
    model = {"$ref": "#/components/schemas/EvaluationAnswer", "components": schema["components"]}
    jsonschema.validate(record, model)


def test_results_are_in_a_folder_and_a_later_start_finds_them(
    judge: Running, packages: Path, tmp_path: Path
) -> None:
    made = start(judge, SMALL | {"every": 2, "contestants": ["plain"]})
    events(judge, made["id"])
    folder = judge.settings.results_folder / made["id"]
    assert len(Results.read(folder).rows) == 1
    shutil.copytree(folder, tmp_path / "results" / made["id"])
    shutil.copytree(folder, tmp_path / "results" / "20200101-000000-abcdef")
    (tmp_path / "results" / "20200101-000000-abcdef" / "run.json").write_text("{")
    (tmp_path / "results" / "other").mkdir()
    with running(tmp_path, workers=1, packages=packages) as later:
        record = later.get(f"/evaluate/{made['id']}").json()
        assert (record["state"], record["done"], record["total"]) == ("done", 1, 1)
        assert record["summaries"] == judge.get(f"/evaluate/{made['id']}").json()["summaries"]
        listed = later.get("/evaluate").json()["evaluations"]
        assert [(each["id"], each["state"]) for each in listed] == [
            (made["id"], "done"),
            ("20200101-000000-abcdef", "failed"),
        ]
        assert [name for name, _ in events(later, made["id"])] == ["done"]


def is_alive(pid: int) -> bool:
    """Whether a process runs: one that has ended has no command line."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def test_cancelling_ends_all_that_was_started(judge: Running) -> None:
    made = start(judge, LONG)
    with judge.client.stream("GET", f"/evaluate/{made['id']}/events") as answer:
        for line in answer.iter_lines():
            if '"state": "running"' in line and '"done": 0,' not in line:
                break
    supervisor = judge.app.state.context.evaluations.get(made["id"]).supervisor
    pid = supervisor.child.process.pid
    started = descendants(pid)
    record = cancel(judge, made["id"])
    assert (record["state"], record["done"] < record["total"]) == ("cancelled", True)
    assert [name for name, _ in events(judge, made["id"])] == ["cancelled"]
    assert started
    # A process that was killed is there until the system has time for it.
    while any(map(is_alive, (pid, *started))):
        time.sleep(0.01)


def test_one_runs_and_the_others_wait_up_to_a_limit(judge: Running) -> None:
    made = [start(judge, LONG) for _ in range(MAX_UNDER_WAY)]
    try:
        answer = judge.post("/evaluate", SMALL, headers=BEARER)
        assert judge.error(answer) == (429, "busy")
        assert int(answer.headers["retry-after"]) > 0
        while judge.get(f"/evaluate/{made[0]['id']}").json()["state"] == "waiting":
            time.sleep(0.01)
        states = [judge.get(f"/evaluate/{each['id']}").json()["state"] for each in made]
        assert states == ["running"] + ["waiting"] * (MAX_UNDER_WAY - 1)
        assert 'mainspan_evaluations{state="waiting"} 7\n' in judge.get("/metrics").text
        assert cancel(judge, made[1]["id"])["state"] == "cancelled"
    finally:
        for each in reversed(made):
            cancel(judge, each["id"])
    events(judge, start(judge, SMALL)["id"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"contestants": ["command:touch /tmp/x"]}, "command cannot be used here"),
        ({"contestants": [" Command : id"]}, "Command cannot be used here"),
        ({"contestants": ["proxy:http://127.0.0.1:1"]}, "proxy cannot be used here"),
        ({"contestants": ["http://127.0.0.1:1"]}, "no method is called"),
        ({"contestants": ["cues:words=/etc/passwd"]}, "words names a file"),
        ({"contestants": ["nothing"]}, "no method is called 'nothing'"),
        ({"contestants": ["peer:nothing"]}, "nothing"),
        ({"contestants": []}, "at least 1 item"),
        ({"measures": ["nothing"]}, "no measure is called 'nothing'"),
        ({"packages": []}, "at least 1 item"),
        ({"every": 0}, "greater than or equal to 1"),
        ({"sites": "some"}, "sites: Input should be"),
        ({"output": "/tmp/x"}, "there is no such field"),
        ({"limit": 601}, "less than or equal to 600"),
    ],
)
def test_what_cannot_be_evaluated(judge: Running, change: dict[str, Any], message: str) -> None:
    answer = judge.post("/evaluate", SMALL | change, headers=BEARER)
    assert judge.error(answer) == (422, "invalid_request")
    assert message in answer.json()["error"]["message"]


@pytest.mark.parametrize("name", ["none", "..", "../small", "/etc", "small/../small", "small\0"])
def test_packages_that_are_not_there(judge: Running, name: str) -> None:
    answer = judge.post("/evaluate", SMALL | {"packages": [name]}, headers=BEARER)
    assert judge.error(answer) == (404, "not_found")


def test_an_evaluation_that_fails_says_why(judge: Running) -> None:
    made = start(judge, SMALL | {"language": "xx"})
    assert events(judge, made["id"])[-1][0] == "failed"
    record = judge.get(f"/evaluate/{made['id']}").json()
    assert "has no page in the language 'xx'" in record["error"]


@pytest.mark.parametrize("id", ["none", "..", "%2e%2e", "20200101-000000-abcdef", "..%2f..%2fetc", "x%00"])
def test_evaluations_that_are_not_there(judge: Running, id: str) -> None:
    for path in (f"/evaluate/{id}", f"/evaluate/{id}/events"):
        url = httpx.URL(judge.url).copy_with(raw_path=path.encode())
        if id != "..":
            assert judge.error(judge.client.get(url)) == (404, "not_found")
    assert judge.client.delete(f"/evaluate/{id}", headers=BEARER).status_code in (404, 405)


def test_evaluating_and_cancelling_need_the_token(judge: Running, service: Running) -> None:
    assert judge.error(judge.post("/evaluate", SMALL)) == (401, "token_missing")
    assert judge.error(judge.client.delete("/evaluate/x")) == (401, "token_missing")
    nothing = service.get("/evaluate").json()
    assert (nothing["evaluations"], nothing["reason"]) == ([], "no evaluation has been started yet")


def test_stopping_the_service_ends_what_runs(packages: Path, tmp_path: Path) -> None:
    with running(tmp_path, workers=1, packages=packages) as judge:
        made = start(judge, LONG)
        while judge.get(f"/evaluate/{made['id']}").json()["state"] == "waiting":
            time.sleep(0.01)
        evaluation = judge.app.state.context.evaluations.get(made["id"])
    assert evaluation.state == "stopped"
    assert evaluation.supervisor.child is None
