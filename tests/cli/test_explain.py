"""mainspan explain: a page block by block, for people and for machines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from rich.cells import cell_len

from mainspan import Page, extract
from mainspan.algorithms import ALGORITHMS
from mainspan.algorithms.base import Algorithm, Judgement, Reason
from mainspan.cli.explain import _gather
from mainspan.cli.explanation_lines import beginning
from mainspan.explain import Row
from mainspan.spans import Spans

Run = Callable[..., str]

SENTENCE = "Some ordinary words of an article about a town and its harbour, which nobody had asked for. "
PAGE = (
    "<title>The harbour</title><nav><ul><li><a href=a>Home</a><li><a href=b>News</a><li><a href=c>Sport</a>"
    f"<li><a href=d>Weather</a></ul></nav><main><h1>The harbour</h1><p>{SENTENCE * 3}</p>"
    f"<p>Second, {SENTENCE}</p></main><aside><p>Read <a href=e>more of this</a></p></aside>"
    "<footer><p>Imprint</p></footer>"
)


class Fake(Judgement):
    """Keeps all blocks, is sure of those with more than nine words, and half sure of itself."""

    def __init__(self, page: Page) -> None:
        self.words = page.blocks.words
        self.page_spans = Spans([(0, len(page.source))])

    @property
    def spans(self) -> Spans:
        return self.page_spans

    @property
    def kept(self) -> NDArray[np.bool_]:
        return np.ones(len(self.words), dtype=np.bool_)

    @property
    def scores(self) -> NDArray[np.float64]:
        return np.where(self.words > 9, 0.97, 0.02)

    @property
    def confidence(self) -> float:
        return 0.5

    @property
    def doubt(self) -> str:
        return "it may need a browser"

    def reason(self, block: int) -> Reason:
        words = int(self.words[block])
        return Reason(True, (), ((f"{words} words", words / 10), ("a strange sort of page", -0.5)))


@pytest.fixture(autouse=True)
def _page() -> None:
    Path("page.html").write_text(PAGE)


@pytest.fixture
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A method that judges, whatever the shipped one thinks today."""

    def judge(self: Algorithm, page: Page) -> Judgement:
        return Fake(page)

    monkeypatch.setattr(ALGORITHMS["plain"], "judge", judge)


judged = pytest.mark.usefixtures("_judged")


def narrow(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))


def numbers(written: str) -> list[str]:
    """The numbers of the blocks that are shown."""
    return re.findall(r"^[ >]*([0-9-]+)  [+-] ", written, re.MULTILINE)


# --- lines for people -------------------------------------------------------------------------------------


def test_the_first_line_tells_of_the_whole_page(out: Run) -> None:
    first = out("explain", "page.html").splitlines()[0]
    found = extract(PAGE)
    kept = sum(block.verdict == "content" for block in found.blocks)
    assert first.startswith(
        f"page.html: kept {kept} of 9 blocks, {found.words} of {len(found.page.words)} words"
    )
    assert re.search(r"; confidence [0-9]+%", first)


@judged
def test_doubts_stand_in_the_first_line(out: Run) -> None:
    first = out("explain", "page.html", "-a", "plain").splitlines()[0]
    assert first.endswith("; confidence 50%; it may need a browser")


def test_nothing_kept_has_its_reason_in_the_first_line(out: Run) -> None:
    written = out("explain", "-", "-a", "accb", stdin=b"<p>one two")
    assert written.startswith("-: kept 0 of 1 blocks, 0 of 2 words; no text is far enough from markup\n")
    assert numbers(written) == ["1"]


def test_a_page_without_text_is_one_line(out: Run) -> None:
    assert out("explain", "-", stdin=b"<p></p>") == (
        "-: kept 0 of 0 blocks, 0 of 0 words; the page has no text\n"
    )


@judged
def test_a_line_has_figures_and_the_text_and_reasons_follow(out: Run) -> None:
    lines = out("explain", "page.html", "-a", "plain", "--all").splitlines()
    assert lines[2].split() == ["verdict", "score", "tag", "words", "text"]
    place = next(i for i, line in enumerate(lines) if "Some ordinary" in line)
    assert lines[place].split()[:9] == ["6", "+", "kept", "97%", "#####", "p", "51", "Some", "ordinary"]
    assert lines[place + 1].strip() == "for: 51 words +5.1; against: a strange sort of page -0.5"
    assert lines[-2].split() == ["9", "+", "kept", "2%", ".....", "p", "1", "Imprint"]


def test_every_block_of_any_method_has_a_line_and_a_reason(out: Run) -> None:
    written = out("explain", "page.html", "-a", "lqf", "--all")
    assert numbers(written) == [str(i) for i in range(1, 10)]
    assert "lqf kept 0 of 1 words" in written
    assert "confidence" not in written


def test_short_unlikely_texts_share_a_line_and_a_reason(out: Run) -> None:
    written = out("explain", "page.html", "-a", "lqf")
    assert numbers(written)[0] == "1-4"
    assert "Home / News / Sport / Weather" in written
    assert "4 blocks, such as 1; lqf kept 0 of 1 words" in written


@pytest.mark.parametrize(
    ("blocks", "words", "shown"),
    [(2, 1, ["1", "2"]), (3, 1, ["1-3"]), (3, 14, ["1-3"]), (3, 15, ["1", "2", "3"])],
)
def test_three_blocks_of_a_few_words_share_a_line(
    out: Run, blocks: int, words: int, shown: list[str]
) -> None:
    page = f"<p>{'word ' * words}</p>" * blocks
    assert numbers(out("explain", "-", "-a", "accb:threshold=1", stdin=page.encode())) == shown


@pytest.mark.parametrize(("score", "lines"), [(0.05, 1), (0.09, 1), (0.11, 3), (0.25, 3)])
def test_only_unlikely_blocks_share_a_line(score: float, lines: int) -> None:
    block = replace(extract("<p>word", algorithm="accb:threshold=1").blocks[0], score=score)
    assert len(list(_gather([Row(number, block) for number in (1, 2, 3)]))) == lines


def test_a_dropped_paragraph_always_has_a_line_of_its_own(out: Run) -> None:
    page = f"<p>{SENTENCE}</p>" * 5
    written = out("explain", "-", "-a", "accb:threshold=1", stdin=page.encode())
    assert numbers(written) == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("width", [60, 80, 120])
@judged
def test_lines_fit_the_terminal(out: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    narrow(monkeypatch, width)
    japanese = f"<h1>港</h1><p>{'大浜港と鹿ノ島を結ぶ定期航路に、来年から新造船が就航する。' * 9}</p>"
    for page in (PAGE, japanese):
        lines = out("explain", "-", "-a", "plain", stdin=page.encode()).splitlines()[1:]
        assert max(map(cell_len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)


@judged
def test_words_and_figures_are_not_torn_apart(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow(monkeypatch, 50)
    lines = out("explain", "page.html", "-a", "plain").splitlines()
    shown = next(line for line in lines if "Some ordinary" in line)
    assert SENTENCE.startswith(shown[shown.index("Some") :].removesuffix("…"))
    assert {"for: 51 words +5.1", "against: a strange sort of page -0.5"} <= {line.strip() for line in lines}


def test_a_pipe_gets_no_colours_and_whole_lines(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    written = out("explain", "page.html", "--all")
    assert "\x1b" not in written
    # A line for each block and one for its reasons, and three above them all.
    assert len(written.splitlines()) == 3 + 2 * 9


def test_reasons_can_be_left_out(out: Run) -> None:
    written = out("explain", "page.html", "--all", "--no-reasons")
    assert len(written.splitlines()) == 3 + 9


def test_control_characters_of_a_page_never_reach_the_terminal(out: Run) -> None:
    page = b"<p>one\x1b[31m two \xc2\x9b3 [bold]three[/bold]</p><x\xc2\x9b-y>four"
    for form in ("text", "json"):
        written = out("explain", "-", "-a", "plain", "-f", form, stdin=page)
        assert "one[31m two 3 [bold]three[/bold]" in written
        assert not {"\x1b", "\x9b"} & set(written)


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("one two", 7, "one two"),
        ("one two three", 8, "one two…"),
        ("one two three", 9, "one two…"),
        ("one  two\nthree", 99, "one two three"),
        ("大浜港と鹿ノ島", 9, "大浜港と…"),
        ("x" * 50, 10, "x" * 9 + "…"),
        ("", 5, ""),
    ],
)
def test_a_text_begins_with_whole_words(text: str, room: int, shown: str) -> None:
    assert beginning(text, room) == shown


# --- which blocks -----------------------------------------------------------------------------------------


def test_kept_and_dropped_are_parts_of_the_whole(out: Run) -> None:
    every, kept, dropped = (
        numbers(out("explain", "page.html", "-a", "lqf", "--all", *options))
        for options in ([], ["--kept"], ["--dropped"])
    )
    assert sorted(kept + dropped, key=int) == every
    assert kept
    assert dropped


@judged
@pytest.mark.parametrize("text", ["Second, some", "second,  SOME\nordinary"])
def test_around_a_text_stand_its_neighbours(out: Run, text: str) -> None:
    written = out("explain", "page.html", "-a", "plain", "--around", text)
    assert numbers(written) == ["5", "6", "7", "8", "9"]
    assert re.findall(r"^> (\d+)", written, re.MULTILINE) == ["7"]


def test_around_finds_a_text_across_blocks_and_tells_where_others_are_left_out(out: Run) -> None:
    page = "".join(f"<p>number {i}" for i in range(30)).encode()
    written = out("explain", "-", "-a", "plain", "--around", "3 number 4", stdin=page)
    assert numbers(written) == ["2", "3", "4", "5", "6", "7"]
    written = out("explain", "-", "-a", "plain", "--around", "number 1", stdin=page)
    assert numbers(written) == [str(i) for i in [*range(1, 5), *range(9, 23)]]
    assert written.count("\n...\n") == 1


def test_a_text_that_no_block_holds_is_told(failed: Run) -> None:
    assert failed("explain", "page.html", "--around", "lighthouse") == (
        "page.html: no block holds this text\n"
    )
    assert failed("explain", "page.html", "--around", "") == "page.html: no block holds this text\n"
    page = b"<script>let x = 'lighthouse'</script><p>one"
    said = failed("explain", "-", "--around", "lighthouse", stdin=page)
    assert said.startswith("-: no block holds this text: it is in code")
    said = failed("explain", "page.html", "-a", "plain", "--around", "Imprint", "--dropped")
    assert said == "page.html: the text is only in blocks with the other verdict\n"


# --- for machines -----------------------------------------------------------------------------------------


def test_json_holds_all_of_it(out: Run) -> None:
    record = json.loads(out("explain", "page.html", "-f", "json"))
    found = extract(PAGE)
    assert (record["source"], record["algorithm"], record["doubt"]) == ("page.html", "mainspan", "")
    assert (record["confidence"], record["words"]) == (found.confidence, found.words)
    assert [block["number"] for block in record["blocks"]] == list(range(1, 10))
    assert [block["text"] for block in record["blocks"]] == [block.text for block in found.blocks]
    assert set(record["blocks"][0]) == {
        *("number", "text", "start", "end", "container", "words"),
        *("link_share", "score", "verdict", "reason"),
    }


def test_json_takes_the_same_options(out: Run) -> None:
    record = json.loads(out("explain", "page.html", "-a", "plain", "-f", "json", "--around", "imprint"))
    assert [block["number"] for block in record["blocks"]] == [7, 8, 9]
    assert record["confidence"] is None
    record = json.loads(out("explain", "page.html", "-f", "json", "--kept", "--no-reasons"))
    assert {block["verdict"] for block in record["blocks"]} == {"content"}
    assert all("reason" not in block for block in record["blocks"])


# --- use --------------------------------------------------------------------------------------------------


def test_wrong_use_is_refused(refused: Run) -> None:
    assert refused("explain", "page.html", "-a", "acb").startswith("mainspan: no method is called 'acb'")
    assert refused("explain", "none.html") == "mainspan: none.html: no such file or folder\n"
    assert "utf-99" in refused("explain", "page.html", "--encoding", "utf-99")


def test_the_encoding_can_be_given(out: Run) -> None:
    page = "<p>Größe".encode("cp1252")
    assert "Größe" in out("explain", "-", "-a", "plain", "--encoding", "latin1", stdin=page)


def test_the_help_has_examples(out: Run) -> None:
    assert 'mainspan explain page.html --around "the paragraph I miss"' in out("explain", "--help")
