"""Text-to-tag ratio against the paper: lines, ratios, smoothing, the standard deviation."""

from __future__ import annotations

import html
import re
import statistics
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.ttr import TTR, smooth
from mainspan.page.kinds import CLOSE, CODE, OPEN, RAW, VOID
from tests.algorithms.paper import kept_words, our_pages
from tests.soup import soups


def links(*names: str) -> str:
    return "\n".join(f'<li><a href="/{name.lower()}">{name}</a></li>' for name in names)


# The page of example 2.1 of the words-leaves paper, made complete.
IEEE = f"""<html>
<head>
<title>Content extraction</title>
</head>
<body>
<ul>
{links("Browse", "Journals", "Magazines", "Events", "Standards", "Books", "Courses", "Topics", "Authors")}
{links("Search", "Advanced", "Preferences", "Alerts", "Baskets", "History", "Account", "Profile", "Settings")}
{links("Subscribe", "Libraries", "Universities", "Tutorials", "News", "Jobs", "Societies", "Shop")}
{links("Cite", "Print", "Mail", "Save", "Share", "References", "Figures", "Metrics", "Keywords", "Footnotes")}
</ul>
<div id="maincontent">

<a name="Abstract"><h2>Abstract</h2></a>
<p>Most HTML documents on the web hold more than the text that readers look for: there are menus,
banners and notices around it, which differ from one site to the next and take much room.
This work looks at the lines of the source and asks how much text there is for every tag. On
a set of test documents the new method delivers the best results.</p>

</div>
<div id="footer">

<p class="bottomstuff">Copyright IEEE. All rights are reserved. Whoever uses this site agrees to its terms, \
to its rules on privacy, and to what it says about the use of all that is found on it.</p>
<p class="links">
<a href="IEEE Xplore.html" target="blank">Help</a> |
<a href="/xpl/techform.jsp">Contact Us</a> |
<a href="/privacy.jsp">Privacy</a> |
<a href="/security.jsp">Security</a>

</div>
</body>
</html>
"""


def test_the_footer_of_example_2_1_begins_as_content() -> None:
    """It "is classified as part of the main content because it starts with a high tag ratio"."""
    found = extract(IEEE, algorithm="ttr").text.split()
    assert {"Most", "results.", "Copyright"} <= set(found)
    assert not {"Browse", "Print", "Privacy", "Security"} & set(found)


def ratios(source: str) -> list[float]:
    """The ratios of the lines between the first line and the last, which hold the tags of html and body."""
    curve = algorithm("ttr").signals(Page(f"<p></p>\n{source}\n</p>"))["ratio"]
    return [float(value) for value in curve[1:-1]]


def test_a_ratio_is_characters_over_tags_and_characters_alone_without_tags() -> None:
    assert ratios("<b>four</b>\nfour\n<br>\n<b>a</b> <i>b</i>") == [2, 4, 0, 0.5]


def test_scripts_styles_comments_and_empty_lines_are_removed() -> None:
    assert ratios("ab<!-- x\n\ny -->c\n\n  \nd<script>\n1\n</script>e<style>\n</style>") == [3, 2]


def test_characters_are_decoded_and_white_space_is_collapsed() -> None:
    assert ratios("  a &amp; b  <br>  c&lt;d  \n&nbsp;e") == [8, 1]


def test_hidden_text_counts_nothing_but_its_tags_do() -> None:
    assert ratios("abcdef<noscript>xyz</noscript>\nabcd<textarea>a\nb</textarea>") == [3, 4, 0]


def test_a_tag_counts_in_the_line_in_which_it_begins() -> None:
    assert ratios('ab<img title="x\ny">cd\nef') == [2, 2, 2]


def test_a_source_on_one_line_is_divided_into_lines() -> None:
    page = Page("<p>" + "word " * 30 + "</p>\n")
    assert len(algorithm("ttr").signals(page)["ratio"]) == 3
    assert len(algorithm("ttr", line=40).signals(page)["ratio"]) == 5


def test_lines_of_scripts_do_not_make_lines_nor_count_in_their_length() -> None:
    page = Page("<p>" + "word " * 40 + "<script>" + "\n x\n" * 100 + "</script></p>")
    assert len(algorithm("ttr").signals(page)["ratio"]) == 3


def test_a_value_is_smoothed_by_its_neighbours() -> None:
    ten = np.array([0, 0, 0, 0, 10.0, 0, 0, 0, 0])
    assert smooth(ten, 2).tolist() == [0, 0, 2, 2, 2, 2, 2, 0, 0]
    assert smooth(ten, 0).tolist() == ten.tolist()


def test_at_the_ends_the_mean_is_over_the_lines_that_there_are() -> None:
    assert smooth(np.array([6.0, 0, 0]), 1).tolist() == [3, 2, 0]
    assert smooth(np.array([6.0, 0]), 5).tolist() == [3, 3]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([100, 40], [100]),  # the curve is 0 100 40 0, its standard deviation 40.93
        ([100, 41], [100, 41]),  # 40.96; as that of a sample it would be 47.30
        ([10, 10, 10], [10, 10, 10]),
    ],
)
def test_content_is_above_the_standard_deviation(lengths: list[int], expected: list[int]) -> None:
    lines = "\n".join("x" * length for length in lengths)
    found = extract(f"<p></p>\n{lines}\n</p>", algorithm="ttr:radius=0").text
    assert [len(word) for word in found.split()] == expected


def literal(page: Page, method: TTR) -> tuple[list[float], list[float], list[int]]:
    """The paper transcribed: the ratio of each line, the smoothed one, and the line of each word."""
    word_at = {int(start): number for number, start in enumerate(page.words.start)}
    pieces, place = literal_places(page)
    frame = re.compile("</?(?:html|head|body)[ >]")
    lines = [line for start, (line, _) in place.items() if not frame.match(page.source, start)]
    if lines and min(lines) == max(lines):
        place = {start: (offset // method.line, offset) for start, (_, offset) in place.items()}
    tags: dict[int, int] = defaultdict(int)
    words: dict[tuple[int, int], list[int]] = defaultdict(list)
    for start, (line, _) in place.items():
        tags[line] += start not in word_at
        if start in word_at:
            words[line, pieces[start]].append(word_at[start])
    text: dict[int, int] = defaultdict(int)
    for (line, token), numbers in words.items():
        run = page.source[page.words.start[numbers[0]] : page.words.end[numbers[-1]]]
        run = run if page.tokens.marks[token] & RAW else html.unescape(run)
        text[line] += len(" ".join(run.split()))
    order = {line: number for number, line in enumerate(sorted(tags))}
    ratio = [text[line] / tags[line] if tags[line] else float(text[line]) for line in sorted(tags)]
    smoothed = [
        statistics.fmean(ratio[max(n - method.radius, 0) : n + method.radius + 1]) for n in range(len(ratio))
    ]
    return ratio, smoothed, [order[place[start][0]] for start in word_at]


def literal_places(page: Page) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
    """Of each tag and word: its token, and its line and offset once scripts, styles and comments are gone."""
    begins = {int(start) for start in page.words.start}
    token_of, place = {}, {}
    line = offset = 0
    for i, kind in enumerate(page.tokens.kind.tolist()):
        start, end = int(page.tokens.start[i]), int(page.tokens.end[i])
        is_tag = kind in (OPEN, CLOSE, VOID)
        name = page.source[start:end].strip("</>").split(" ")[0] if is_tag else ""
        if kind == CODE or name in ("script", "style"):
            continue
        for at in range(start, end):
            if at in begins or (is_tag and at == start):
                token_of[at], place[at] = i, (line, offset)
            line += page.source[at] == "\n"
            offset += 1
    return token_of, place


def check_equals_the_paper(page: Page, method: TTR) -> None:
    ratio, smoothed, line_of = literal(page, method)
    signals = method.signals(page)
    assert signals["ratio"] == pytest.approx(ratio)
    assert signals["smoothed"] == pytest.approx(smoothed)
    cut = statistics.pstdev(smoothed) if smoothed else 0.0
    kept = kept_words(page, method(page))
    for word, line in enumerate(line_of):
        # On the line itself rounding decides.
        if smoothed[line] != pytest.approx(cut):
            assert kept[word] == (smoothed[line] > cut)


_pieces = """<p> </p> <div> </div> <br> <b> </b> <a\thref=x>link</a> <script>x\ny</script> <!--x\ny--> word
    longer-word &amp; &nbsp; 漢字漢字 <img\ttitle="a\nb"> <textarea>a\nb</textarea>""".split(" ")
_joints = st.sampled_from(["\n", " ", "", "\n\n  "])
pages_of_lines = st.lists(
    st.builds(lambda piece, joint: piece.strip() + joint, st.sampled_from(_pieces), _joints), max_size=60
).map("".join)


@given(soups | pages_of_lines, st.integers(0, 4), st.sampled_from([1, 7, 80]))
def test_equals_the_paper_transcribed(source: str, radius: int, line: int) -> None:
    check_equals_the_paper(Page(source), TTR(radius=radius, line=line))


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    check_equals_the_paper(our_pages()[name], TTR())
