"""Data in scripts and attributes, from which a page is made."""

from __future__ import annotations

import json

import pytest

from mainspan.embedded import find_embedded
from mainspan.page import Page
from tests.clock import FACTOR, grows_linearly
from tests.embedded.pages import TEXTS, json_script, page_with, paragraphs, text_of


@pytest.mark.parametrize(
    "script",
    [
        json_script({"props": {"post": {"content": TEXTS}}}, 'id="__NEXT_DATA__" type="application/json"'),
        f"<script>window.__INITIAL_STATE__ = {json.dumps({'a': {'body': TEXTS}})};run();</script>",
        f'<script>window.__APOLLO_STATE__={json.dumps({"body": TEXTS})[:-1]},"x":undefined}}</script>',
        f"<script>window['state'] = JSON.parse({json.dumps(json.dumps({'body': TEXTS}))})</script>",
        f"<script>window.__remixContext = {json.dumps({'state': {'html': TEXTS}})};</script>",
        json_script({"status": 200, "body": json.dumps({"text": TEXTS})}),
        json_script([{"data": 1}, {"body": 2}, [3, 4, 5, 6, 7], *TEXTS], 'id="__NUXT_DATA__" type="x/json"'),
        json_script({f"Paragraph:{number}": {"text": text} for number, text in enumerate(TEXTS)}),
    ],
)
def test_hydration_data_is_read(script: str) -> None:
    found = find_embedded(page_with(script))
    assert found is not None
    assert found.origin == "hydration"
    assert text_of(found) == paragraphs()


def test_page_in_an_attribute_is_read() -> None:
    data = json.dumps({"props": {"article": {"html": "".join(f"<p>{text}</p>" for text in TEXTS)}}})
    page = page_with(body=f'<div id="app" data-page="{data.replace(chr(34), "&quot;")}"></div>')
    assert text_of(find_embedded(page)) == paragraphs()


@pytest.mark.parametrize(
    "text", ["{", '{"a": ', "[" * 100_000, "{" * 50, '{"a":' * 50_000, "null", "3", '"x"']
)
def test_broken_data_gives_nothing(text: str) -> None:
    scripts = (
        f"<script type='application/{kind}'>{text}{' ' * 300}</script>" for kind in ("json", "ld+json")
    )
    assert find_embedded(page_with(*scripts, f"<script>window.a = {text}{' ' * 300}</script>")) is None


@pytest.mark.parametrize("piece", ['window.a = {"b":', "self.__next_f.push([", '{"a":"', "<", "&lt;p ", "\\"])
def test_time_is_linear(piece: str) -> None:
    def page(times: int) -> Page:
        return page_with(f"<script>{piece * times}</script>", json_script({"body": piece * times}))

    small, large = page(2_000), page(2_000 * FACTOR)
    assert grows_linearly(lambda: find_embedded(small), lambda: find_embedded(large))
