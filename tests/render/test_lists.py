"""The numbers of items, as a reader sees them."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(
    ("html", "marks"),
    [
        ("<ol><li>x<li>x", ["1.", "2."]),
        ("<ol start=0><li>x<li>x", ["0.", "1."]),
        ("<ol start=-1><li>x<li>x", ["-1.", "0."]),
        ("<ol start=many><li>x", ["1."]),
        ("<ol><li>x<li value=9>x<li>x", ["1.", "9.", "10."]),
        ("<ol reversed><li>x<li>x", ["2.", "1."]),
        ("<ol reversed start=9><li>x<li>x", ["9.", "8."]),
        ("<ol type=a start=26><li>x<li>x", ["z.", "aa."]),
        ("<ol type=A><li>x", ["A."]),
        ("<ol type=i start=4><li>x<li>x", ["iv.", "v."]),
        ("<ol type=I start=3999><li>x<li>x", ["MMMCMXCIX.", "4000."]),
        ("<ol type=a start=0><li>x", ["0."]),
        ("<ul><li>x", ["-"]),
    ],
)
def test_numbers(html: str, marks: list[str]) -> None:
    text = extract(html, algorithm="plain").text
    assert [line.split()[0] for line in text.splitlines()] == marks


def test_tasks_show_whether_they_are_done() -> None:
    html = "<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>"
    assert extract(html, algorithm="plain").text == "- [x] a\n- [ ] b\n"


@pytest.mark.parametrize(
    ("inside", "text"), [("<label><span>", "- [ ] a"), ("<p><label>" + "<span>" * 4, "- a")]
)
def test_the_box_of_a_task_is_near_the_beginning_of_its_item(inside: str, text: str) -> None:
    found = extract(f"<ul><li>{inside}<input type=checkbox> a</ul>", algorithm="plain").text
    assert found.split("\n")[0] == text
