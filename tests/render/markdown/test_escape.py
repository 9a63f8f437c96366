"""A backslash before what would be markup, and before nothing else."""

from __future__ import annotations

import pytest

from tests.render.markdown.simple import markdown, of_text


@pytest.mark.parametrize(
    "text",
    [
        "snake_case and __ and a__b",
        "5 * 3 * 2",
        "a lone _ or _edge",
        "[1] and [2][3] and (x)",
        "a < b, <3, <-, a<=",
        "R&D, &foo; and &copy without an end",
        "C:\\path",
        "a | b",
        "~5 minutes to ~10",
        "from $20,000 to $30,000, or US$5 to US$6",
        "#1 and #hashtag",
        "http://example.org/a_b?c=d&e=f#g(h)",
        "-5 degrees, +49, 3.5 m, 1.Wahl, =, 10.",
        ":smile: a: b :",
        "Wait! (really) 100% {x} ^ \" '",
    ],
)
def test_what_is_no_markup_stays_as_it_is(text: str) -> None:
    assert of_text(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("*a*", "\\*a\\*"),
        ("5*3", "5\\*3"),
        ("_a_", "\\_a\\_"),
        ("__init__", "\\_\\_init\\_\\_"),
        ("`a`", "\\`a\\`"),
        ("[a](b)", "[a\\](b)"),
        ("[^1]", "\\[^1]"),
        ("^[a]", "^\\[a]"),
        ("a<b", "a\\<b"),
        ("</b", "\\</b"),
        ("<!--", "\\<!--"),
        ("&amp;", "\\&amp;"),
        ("&#35; &#x23;", "\\&#35; \\&#x23;"),
        ("a\\", "a\\\\"),
        ("a\\*", "a\\\\\\*"),
        ("~~a~~", "\\~\\~a\\~\\~"),
        ("$a$", "\\$a\\$"),
        ("$5 and a$", "\\$5 and a\\$"),
        ("$$a$$", "\\$\\$a\\$\\$"),
        ("$$$$", "\\$\\$\\$\\$"),
    ],
)
def test_what_would_be_markup_is_escaped(text: str, written: str) -> None:
    assert of_text(text) == written


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("# a", "\\# a"),
        ("####### a", "####### a"),
        ("> a", "\\> a"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("* a", "\\* a"),
        ("1. a", "1\\. a"),
        ("12) a", "12\\) a"),
        ("123456789. a", "123456789\\. a"),
        ("1234567890. a", "1234567890. a"),
        ("---", "\\---"),
        ("--", "--"),
        ("***", "\\***"),
        ("_ _ _", "\\_ _ _"),
        ("~~~ a", "\\~~~ a"),
        ("[a]: b", "\\[a]: b"),
        ("[a] b", "[a] b"),
        ("===", "==="),
        ("-|-", "-|-"),
    ],
)
def test_what_would_begin_a_block_is_escaped_at_the_beginning_alone(line: str, written: str) -> None:
    assert of_text(line) == written
    assert of_text(f"x {line}").replace("\\", "") == f"x {line}"


@pytest.mark.parametrize(
    ("line", "written"),
    [("===", "\\==="), ("---", "\\---"), ("-|-", "\\-|-"), (":- | -:", ":\\- | -:"), ("| a |", "| a |")],
)
def test_a_line_makes_no_head_of_the_one_before(line: str, written: str) -> None:
    assert markdown(f"<p>a<br>{line}</p>") == f"a\\\n{written}"


@pytest.mark.parametrize(
    ("text", "written"), [("a #", "a \\#"), ("##", "\\##"), ("C#", "C#"), ("# - 1. a", "# - 1. a")]
)
def test_a_heading_keeps_the_signs_at_its_ends(text: str, written: str) -> None:
    assert markdown(f"<h2>{text}</h2>") == f"## {written}"


@pytest.mark.parametrize(
    ("text", "written"),
    [("[x] a", "\\[x] a"), ("[y] a", "[y] a"), ("--", "\\--"), ("-- a", "-- a"), ("[ ]", "\\[ ]")],
)
def test_an_item_begins_neither_with_a_box_nor_as_a_rule(text: str, written: str) -> None:
    assert markdown(f"<ul><li>{text}</li></ul>") == f"- {written}"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('!<a href="u">a</a>', "\\![a](u)"),
        ('^<a href="u">a</a>', "\\^[a](u)"),
        ('<a href="u">[a]</a>', "[\\[a\\]](u)"),
        ("a\\<br>b", "a\\\\\\\nb"),
        ("a *<br>b", "a \\*\\\nb"),
    ],
)
def test_text_beside_markup_is_not_taken_for_a_part_of_it(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written
