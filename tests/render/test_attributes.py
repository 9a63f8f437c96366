"""The attributes that are kept."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(
    ("tag", "attribute", "is_kept"),
    [
        ("li", 'value="1234"', True),
        ("li", 'value="12345678"', False),
        ("p", 'lang="zh-Hant-cmn-HK"', True),
        ("p", f'lang="zh{"-Hant" * 6}"', False),
    ],
)
def test_numbers_and_languages_have_a_sensible_length(tag: str, attribute: str, is_kept: bool) -> None:
    html = f"<div><p>One</p><ol><{tag} {attribute}>two</{tag}></ol></div>"
    assert (attribute in extract(html, algorithm="plain").html) is is_kept


@pytest.mark.parametrize(("size", "kept"), [(600, 600), (1500, 1000)])
@pytest.mark.parametrize("tag", ["abbr", "a href=https://example.org"])
def test_other_values_are_shortened(tag: str, size: int, kept: int) -> None:
    html = extract(f"<p>One <{tag} title={'x' * size}>two</p>", algorithm="plain").html
    assert f'title="{"x" * kept}"' in html
