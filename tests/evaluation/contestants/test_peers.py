"""Other libraries as contestants. Those that are not installed here are left out."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from mainspan.errors import MissingExtraError
from mainspan.evaluation.contestants import ContestantError, contestant
from mainspan.evaluation.contestants.peers import _STOP_LISTS, PEERS, declared_language
from mainspan.extras import install_command

SENTENCES = (
    "The committee met on Tuesday, and it was the first time in more than a year that all of its members "
    "were there. They talked about the bridge that is to be built over the river, and about what it would "
    "cost. In the end they agreed that the work should begin in the spring, when the water is low. "
)
MENU = "".join(f"<li><a href='/{each}'>Section {each}</a></li>" for each in range(12))


def page(text: str = SENTENCES, language: str = "en") -> str:
    paragraphs = "".join(f"<p>{text}</p>" for _ in range(4))
    return (
        f"<!DOCTYPE html><html lang='{language}'><head><title>The bridge</title></head><body>"
        f"<ul class='menu'>{MENU}</ul><div class='article'><h1>The bridge</h1>"
        f"{paragraphs}</div></body></html>"
    )


@pytest.fixture(params=PEERS)
def peer(request: pytest.FixtureRequest) -> str:
    pytest.importorskip(PEERS[request.param].module)
    return f"peer:{request.param}"


def test_a_peer_finds_the_article_and_leaves_the_menu(peer: str) -> None:
    answer = contestant(peer).extract(page().encode(), url="https://example.org/bridge")
    assert answer.text.count("The committee met on Tuesday") == 4
    assert "Section 7" not in answer.text
    assert "<p>" not in answer.text


def test_a_peer_reads_the_encoding_that_the_page_declares(peer: str) -> None:
    text = SENTENCES.replace("bridge", "brücke")
    html = page(text).replace("<head>", "<head><meta charset='windows-1252'>").encode("windows-1252")
    assert "about the brücke that is" in contestant(peer).extract(html).text


@pytest.mark.parametrize("html", [b"", b" ", b"\0", b"<", b"<html>", b"\xff\xfe\xfd", b"plain words"])
def test_a_page_with_nothing_in_it_gives_little_or_one_line(peer: str, html: bytes) -> None:
    try:
        given = contestant(peer).extract(html).text.strip()
    except ContestantError as error:
        given = str(error).partition(":")[0]
    assert len(given) <= 30
    assert "\n" not in given


def test_peers_are_quiet(peer: str) -> None:
    code = (
        "import sys\nfrom mainspan.evaluation.contestants import ContestantError, contestant\n"
        "for html in (b'', b'<p', sys.stdin.buffer.read()):\n"
        f"    try: contestant('{peer}').extract(html)\n    except ContestantError: pass"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=page().encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_peer_that_is_not_installed_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boilerpy3", None)
    with pytest.raises(MissingExtraError) as caught:
        contestant("peer:boilerpy3")
    assert str(caught.value) == (
        f"evaluations of boilerpy3 need boilerpy3: {install_command('mainspan[peers]')}"
    )


def test_making_a_peer_imports_nothing() -> None:
    pytest.importorskip("justext")
    code = (
        "import sys\nfrom mainspan.evaluation.contestants import contestant\n"
        "contestant('peer:justext')\nprint('justext' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"False\n"


@pytest.mark.parametrize("alias", ["readability", "newspaper", "jusText"])
def test_peers_answer_to_their_other_names(alias: str) -> None:
    wanted = {"readability": "readability-lxml", "newspaper": "newspaper4k", "jusText": "justext"}[alias]
    pytest.importorskip(PEERS[wanted].module)
    assert contestant(f"peer:{alias}").name == wanted


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (b"<html lang=de>", "de"),
        (b"<!DOCTYPE html>\n<HTML class='a' LANG = 'pt-BR'>", "pt"),
        (b'<html xml:lang="fr" lang="en-GB">', "fr"),
        (b"<html lang=''>", None),
        (b"<html><p lang=de>", None),
        (b"<!--" + b" " * 4096 + b"--><html lang=de>", None),
        (b"", None),
    ],
)
def test_the_declared_language(html: bytes, language: str | None) -> None:
    assert declared_language(html) == language


def test_every_stop_list_is_there() -> None:
    justext = pytest.importorskip("justext")
    assert set(_STOP_LISTS.values()) <= justext.get_stoplists()


def test_justext_reads_a_page_by_the_stop_list_of_its_language() -> None:
    pytest.importorskip("justext")
    german = (
        "Der Ausschuss hat sich am Dienstag getroffen, und es war das erste Mal seit mehr als einem Jahr, "
        "dass alle da waren. Sie haben über die Brücke gesprochen, die über den Fluss gebaut wird, und "
        "auch über das, was sie kosten wird. Am Ende waren sie sich einig, dass es im Mai beginnen soll. "
    )
    made = contestant("peer:justext")
    assert "Der Ausschuss" in made.extract(page(german, "de").encode()).text
    assert "Der Ausschuss" not in made.extract(page(german, "en").encode()).text


CHINESE = (
    "委员会星期二开会，这是一年多来第一次所有成员都到场。他们讨论了将要在河上修建的桥梁以及它的费用。" * 6
)


@pytest.mark.parametrize(
    ("peer", "modules"), [("justext", ["justext"]), ("newspaper4k", ["newspaper", "jieba"])]
)
def test_peers_read_chinese_pages_that_say_so(peer: str, modules: list[str]) -> None:
    if not all(map(find_spec, modules)):
        pytest.skip("not installed")
    assert "委员会" in contestant(f"peer:{peer}").extract(page(CHINESE, "zh").encode()).text
