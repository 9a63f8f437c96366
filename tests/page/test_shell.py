"""Pages that scripts would write."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.page.shell import is_shell

SCRIPT = "<script src=x></script>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<div id=root></div>{SCRIPT}", True),
        (f"<div class=a id=__next></div>{SCRIPT}", True),
        (f"<p><noscript>Please switch on JavaScript.</noscript>{SCRIPT}", True),
        (f"<p><noscript>Bitte JavaScript einschalten.</noscript>{SCRIPT}", True),
        ("<div id=root></div>", False),  # no script
        (f"<div id=root>text</div>{SCRIPT}", False),  # not empty
        (f"<div id=other></div>{SCRIPT}", False),
        (f"<div title=' id=' class=root></div>{SCRIPT}", False),
        (f"<p><noscript>A picture</noscript>{SCRIPT}", False),
        (f"<div id=root></div>{SCRIPT}" + "word " * 199, True),
        (f"<div id=root></div>{SCRIPT}" + "word " * 200, False),
    ],
)
def test_a_shell_has_few_words_and_a_place_for_more(html: str, expected: bool) -> None:
    assert is_shell(Page(html)) is expected
    assert is_shell(Page(html).with_hidden) is expected
