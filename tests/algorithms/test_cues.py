"""Cue words: scores of blocks, what is dropped and added, lists that are read, and how they are learned."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import ALGORITHMS, Page, Spans, algorithm, extract
from mainspan.algorithms.cues import block_words, cue_words, mean_weight, parse_cues, shipped_cues
from mainspan.errors import ParameterError, SourceError
from mainspan.evaluation.packages import Document, is_held_out
from mainspan.learn_cues import cues_in, judged_blocks, learn_cues
from tests.algorithms.paper import kept_words, our_pages, tree_of
from tests.soup import soups

LIST = "# a remark\n-2.0\t9\tcomments\n-4\t9\tclose this window\n1.0\t9\twritten by\n-0.25\tsmall\n"
LONG = "A paragraph that is long enough for the method to take, with no cue in it at all, stands here. " * 3


@pytest.fixture
def words(tmp_path: Path) -> str:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    return str(path)


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("comments", -2.0),
        ("12 Comments", -1.0),
        ("close this window", -4.0),
        ("please close this window", -3.0),
        ("close the window", 0.0),
        ("written by comments", 0.0),
        ("nothing known", 0.0),
        ("", 0.0),
    ],
)
def test_the_score_is_the_mean_weight_of_the_words(text: str, score: float) -> None:
    assert mean_weight(cue_words(text), parse_cues(LIST)) == score


def test_the_longest_cue_over_a_word_counts() -> None:
    weights = {("a",): 9.0, ("a", "b"): 2.0, ("b", "c"): 5.0, ("b", "c", "d"): 1.0}
    assert mean_weight(["a", "b", "c", "d"], weights) == (2 + 1 + 1 + 1) / 4


def test_words_of_cues_are_lower_case_with_numbers_as_0() -> None:
    assert cue_words("Posted 12:30 on_May 4th, by Ünal") == [
        "posted",
        "0",
        "0",
        "on",
        "may",
        "0th",
        "by",
        "ünal",
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<b>two</b> three", ["onetwo", "three"]),
        ("<p>one<button>two</button>", ["one", "two"]),
        ("<p>one<b> </b>two", ["one", "two"]),
        ("<p>a&nbsp;b &amp; c", ["a", "b", "c"]),
        ("<xmp>a &amp; b</xmp>", ["a", "amp", "b"]),
    ],
)
def test_words_of_a_block_are_those_a_reader_sees(html: str, expected: list[str]) -> None:
    assert block_words(Page(html)) == [(0, expected)]


@pytest.mark.parametrize(("count", "number"), [(20, 1), (21, 0)])
def test_only_short_blocks_have_a_score(count: int, number: int) -> None:
    assert len(block_words(Page("<p>" + "comments " * count))) == number


# --- dropped and added ----------------------------------------------------------------------------


def kept(html: str, words: str, **parameters: object) -> str:
    return extract(html, algorithm=algorithm("cues", words=words, **parameters)).text


@pytest.mark.parametrize(("threshold", "dropped"), [(0.0, True), (0.25, True), (0.26, False), (5.0, False)])
def test_a_block_at_the_threshold_is_dropped(words: str, threshold: float, dropped: bool) -> None:
    text = kept("<p>small</p><p>content</p>", words, method="plain", threshold=threshold, add=False)
    assert ("small" not in text) is dropped


def test_a_long_block_with_a_cue_stays(words: str) -> None:
    assert "comments" in kept(f"<p>{LONG} comments</p>", words, method="plain")


@pytest.mark.parametrize(
    ("html", "added"),
    [
        (f"<p>Written by</p><p>{LONG}</p>", True),
        (f"<p>{LONG}</p><p>Written by</p>", True),
        (f"<p>Written by</p><p>other</p><p>{LONG}</p>", False),
        (f"<p>Signed by</p><p>{LONG}</p>", False),
    ],
)
def test_a_block_next_to_content_is_added(words: str, html: str, added: bool) -> None:
    assert ("Written by" in kept(html, words)) is added
    assert "Written by" not in kept(html, words, add=False)


def test_only_blocks_at_the_threshold_are_added(words: str) -> None:
    html = f"<p>Written by</p><p>{LONG}</p>"
    assert "Written" in kept(html, words, threshold=1.0)
    assert "Written" not in kept(html, words, threshold=1.01)


def test_nothing_left_has_a_reason(words: str) -> None:
    found = extract("<p>comments", algorithm=algorithm("cues", words=words, method="plain"))
    assert (found.text, found.reason) == ("", "cue words reject all that plain found")


def test_a_method_that_finds_nothing_keeps_its_reason() -> None:
    assert extract("<p>one", algorithm="cues:method=accb").reason == "no text is far enough from markup"


def test_the_shipped_list_has_common_cue_words() -> None:
    html = f"<p>{LONG}</p><p>Privacy policy</p><p>Skip to content</p>"
    assert extract(html, algorithm="cues:method=plain").text == f"{LONG.strip()}\n"


# --- parameters and lists -------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"cues"}))
def test_every_other_method_can_be_combined_with_cues(name: str) -> None:
    made = algorithm(f"cues:method={name}")
    assert algorithm(repr(made)) == made
    assert isinstance(made(Page(f"<p>{LONG}")), Spans)


def test_the_method_may_have_a_parameter() -> None:
    made = algorithm("cues:method=accb:range=60,threshold=1.5")
    assert (made, algorithm(repr(made))) == (algorithm("cues", method="accb:range=60", threshold=1.5), made)


@pytest.mark.parametrize(
    "method", ["cues", "Cues", "cues:method=plain", "nope", "", "accb:rnge=1", "a,b", " accb"]
)
def test_unknown_methods_and_itself_are_refused(method: str) -> None:
    with pytest.raises(ParameterError, match="cues: method must be "):
        algorithm("cues", method=method)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "it has no cues"),
        ("# only remarks\n", "it has no cues"),
        ("comments\n", "line 1 is not a weight, a tab and a cue"),
        ("# x\nmuch\tcomments\n", "line 2 is not a weight, a tab and a cue"),
        ("nan\tcomments\n", "line 1 is not a weight, a tab and a cue"),
        ("1\t\n", "line 1: a cue is one to 3 words"),
        ("1\tone two three four\n", "line 1: a cue is one to 3 words"),
        ("1\tComments\n", "line 1: a cue is one to 3 words"),
        ("1\t12 comments\n", "line 1: a cue is one to 3 words"),
    ],
)
def test_a_list_that_is_wrong_is_refused_with_its_line(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(ParameterError, match="cues: words must be the name of a list of cue words") as caught:
        algorithm("cues", words=str(path))
    assert str(caught.value).endswith(wrong) or f": {wrong}" in str(caught.value)


def test_files_that_are_no_lists_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, wrong in (("missing", "No such file"), ("", "Is a directory"), ("bytes", "not UTF-8")):
        with pytest.raises(ParameterError, match=wrong):
            algorithm("cues", words=str(tmp_path / name))


def test_a_method_keeps_its_list_when_the_file_changes(words: str) -> None:
    made = algorithm("cues", words=words, method="plain")
    Path(words).write_text("-1\tcontent\n")
    assert made(Page("<p>comments</p><p>content")) != algorithm(repr(made))(Page("<p>comments</p><p>content"))
    assert extract("<p>comments</p><p>content", algorithm=made).text == "content\n"


def test_a_list_of_its_own_is_part_of_the_value(words: str) -> None:
    made = algorithm("cues", words=words)
    assert algorithm(repr(made)) == made == replace(made) != algorithm("cues")
    assert hash(made) == hash(replace(made))


def test_the_shipped_list_is_short_and_names_its_origin() -> None:
    path = Path(algorithm.__code__.co_filename).parent / "cues.txt"
    text = path.read_text("utf-8")
    assert 100 <= len(shipped_cues()) <= 500
    assert all(f"# {key}: " in text for key in ("learned from", "learned on", "by"))
    assert "/" not in text


# --- against a literal transcription --------------------------------------------------------------


def literal_score(words: list[str], weights: dict[tuple[str, ...], float]) -> float:
    total = 0.0
    for place in range(len(words)):
        over = [
            (-size, first)
            for size in (1, 2, 3)
            for first in range(max(0, place - size + 1), place + 1)
            if first + size <= len(words) and tuple(words[first : first + size]) in weights
        ]
        if over:
            size, first = min(over)
            total += weights[tuple(words[first : first - size])]
    return total / len(words) if words else 0.0


@given(
    st.lists(st.sampled_from("abc"), max_size=9),
    st.dictionaries(st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(tuple), st.integers(-4, 4)),
)
def test_scores_equal_the_transcription(words: list[str], weights: dict[tuple[str, ...], int]) -> None:
    floats = {cue: float(weight) for cue, weight in weights.items()}
    assert mean_weight(words, floats) == pytest.approx(literal_score(words, floats))


def literal_answer(page: Page, base: Spans, threshold: float) -> list[bool]:
    """The words of the page that are kept, decided block by block."""
    held, blocks = kept_words(page, base), page.blocks
    texts = {node.number for node in tree_of(page).texts()}
    owner = [max(b for b in range(len(blocks)) if blocks.first[b] <= token) for token in page.words.token]
    assert set(page.words.token.tolist()) == texts
    scores = [0.0] * len(blocks)
    for block, words in block_words(page):
        scores[block] = literal_score(words, shipped_cues())
    held = [each and scores[owner[i]] > -threshold for i, each in enumerate(held)]
    if not any(held):
        return held
    share = [[each for i, each in enumerate(held) if owner[i] == b] for b in range(len(blocks))]
    content = [2 * sum(each) >= len(each) for each in share]
    added = {
        b
        for b in range(len(blocks))
        if not content[b] and scores[b] >= threshold and any(content[max(b - 1, 0) : b + 2])
    }
    return [each or owner[i] in added for i, each in enumerate(held)]


@given(soups)
def test_equals_the_transcription_on_soup(html: str) -> None:
    page = Page(html)
    answer = algorithm("cues:method=plain")(page)
    assert kept_words(page, answer) == literal_answer(page, algorithm("plain")(page), 0.25)


@pytest.mark.parametrize("name", sorted(our_pages())[::6])
@pytest.mark.parametrize("base", ["density", "accb"])
def test_equals_the_transcription_on_our_pages(name: str, base: str) -> None:
    page = our_pages()[name]
    answer = algorithm("cues", method=base)(page)
    assert kept_words(page, answer) == literal_answer(page, algorithm(base)(page), 0.25)


# --- learning -------------------------------------------------------------------------------------

ARTICLE = "the harbour opened again after the long storm of last winter and many came to see it"


def lay(folder: Path, name: str, html: str, gold: str, **known: object) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.html").write_text(html, encoding="utf-8")
    (folder / f"{name}.txt").write_text(gold, encoding="utf-8")
    if known:
        (folder / f"{name}.json").write_text(json.dumps(known), encoding="utf-8")


def package(folder: Path, sites: int, pages: int = 1) -> Path:
    """Pages with a cue for content, a cue against it, and each site's own slogan."""
    for site in range(sites):
        for page in range(pages):
            html = (
                f"<p>written by ann</p><p>{ARTICLE}</p><p>close this window</p><p>slogan{chr(97 + site)}</p>"
            )
            lay(folder, f"{site}-{page}", html, f"Written by Ann\n{ARTICLE}", domain=f"{site}.example")
    return folder


def test_cues_are_learned_from_the_gold(tmp_path: Path) -> None:
    found = {" ".join(each.cue): each for each in learn_cues([package(tmp_path / "p", 8)]).cues}
    assert found["written by"].weight > 0 > found["close this window"].weight
    assert (found["written by"].sites, found["close"].sites) == (8, 8)


def test_a_weight_is_the_smoothed_log_odds_of_the_votes(tmp_path: Path) -> None:
    found = {" ".join(each.cue): each for each in learn_cues([package(tmp_path / "p", 8)]).cues}
    # All eight sites vote the same way. Two of a page's four blocks are content, so the usual odds are 1.
    assert found["written by"].weight == round(math.log(9 / 1), 2)
    assert found["close"].weight == round(math.log(1 / 9), 2)


def test_the_slogan_of_a_site_is_no_cue_however_many_pages_it_has(tmp_path: Path) -> None:
    found = learn_cues([package(tmp_path / "p", 6, pages=9)]).cues
    assert not [each for each in found if each.cue[0].startswith("slogan")]


@pytest.mark.parametrize(("sites", "learned"), [(5, False), (6, True)])
def test_a_cue_must_occur_on_six_sites(tmp_path: Path, sites: int, learned: bool) -> None:
    assert bool(learn_cues([package(tmp_path / "p", sites)]).cues) is learned


def test_the_pages_of_a_site_have_one_vote(tmp_path: Path) -> None:
    """One site with many pages that speak for a cue changes its weight no more than one page does."""
    one, many = package(tmp_path / "one", 8), package(tmp_path / "many", 8)
    for page in range(9):
        lay(many, f"0-more{page}", "<p>close this window</p>", "", domain="0.example")
    weights = [{each.cue: each.weight for each in learn_cues([each]).cues} for each in (one, many)]
    assert weights[0][("close",)] == pytest.approx(weights[1][("close",)], abs=0.2)


@pytest.mark.parametrize(
    ("html", "gold", "expected"),
    [
        ("<h1>Share</h1><p>menu here", "Share\nof the market", [True, False]),  # a line of it
        ("<p>share</p><p>menu here", "the share of the market", [False, False]),  # somewhere in it
        ("<p>share</p><p>of the", "the share of the market", [True, False]),  # beside two words, beside one
        ("<p>one two three four five", "one two three four five", [True]),
        ("<p>one two three four five", "so one two three four six", [False]),  # half of the runs
        ("<p>one two three four five six", "so one two three four five", [True]),  # more than half
    ],
)
def test_a_block_is_content_where_the_gold_has_its_words_in_order(
    tmp_path: Path, html: str, gold: str, expected: list[bool]
) -> None:
    lay(tmp_path / "p", "a", html, gold)
    assert [is_content for _, is_content in judged_blocks(Document(tmp_path / "p", "a"))] == expected


def test_long_neighbours_count_too(tmp_path: Path) -> None:
    """A heading before a long paragraph is in the gold, beside the paragraph's first words."""
    lay(tmp_path / "p", "a", f"<h2>At last</h2><p>{LONG}</p>", f"So at last {LONG}")
    assert list(judged_blocks(Document(tmp_path / "p", "a"))) == [(["at", "last"], True)]


def test_cues_have_at_most_three_words_and_no_sentence_for_a_word() -> None:
    assert cues_in(["a", "b"]) == {("a",), ("b",), ("a", "b")}
    assert max(map(len, cues_in(list("abcde")))) == 3
    assert cues_in(["一" * 24, "二" * 25]) == {("一" * 24,)}


def test_sites_that_are_held_out_are_not_learned_from(tmp_path: Path) -> None:
    folder = package(tmp_path / "p", 30)
    kept = [site for site in range(30) if not is_held_out(f"{site}.example", 3)]
    assert learn_cues([folder], hold_out=3).sites == len(kept) < 30
    assert not any(is_held_out(f"{site}.example", parts) for site in range(30) for parts in (0, 1))


def test_a_list_is_written_with_its_card_and_read_again(tmp_path: Path) -> None:
    found = learn_cues([package(tmp_path / "p", 8)], hold_out=0, cues=10, today=date(2020, 2, 3))
    text = str(found)
    assert text.splitlines()[1:4] == [
        "# learned from: 8 pages of 8 sites in p",
        "# learned on: 2020-02-03",
        "# by: mainspan cues p --cues 10",
    ]
    assert parse_cues(text) == {each.cue: each.weight for each in found.cues}
    assert str(tmp_path) not in text


def test_a_folder_without_gold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("x")
    with pytest.raises(SourceError, match="no pages with gold text"):
        learn_cues([tmp_path])
