"""Markdown rendered again gives what it was written from."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from mainspan.render.events import BEGIN, END, NONE, TEXT, Flow
from mainspan.render.markdown import write_markdown
from tests.render.markdown.flows import flows
from tests.render.markdown.roundtrip import (
    plain_parser,
    read_flow,
    read_markdown,
    words_of_flow,
    words_of_markdown,
)


@given(flow=flows())
def test_the_words_come_back_in_order(flow: Flow) -> None:
    assert words_of_markdown(write_markdown(flow)) == words_of_flow(flow)


@given(flow=flows())
def test_headings_lists_tables_quotes_links_and_images_come_back(flow: Flow) -> None:
    assert list(read_markdown(write_markdown(flow)).structure()) == list(read_flow(flow).structure())


@given(flow=flows())
def test_code_comes_back_byte_for_byte_with_its_language(flow: Flow) -> None:
    assert read_markdown(write_markdown(flow)).code == read_flow(flow).code


@given(flow=flows())
def test_nothing_is_emphasised_that_was_not(flow: Flow) -> None:
    found, meant = read_markdown(write_markdown(flow)).emphasis(), read_flow(flow).emphasis()
    assert all(read <= written for read, written in zip(found, meant, strict=True))


@given(styles=st.lists(st.sampled_from(["", "b", "i", "b i", "i b"]), min_size=1, max_size=8))
def test_words_between_spaces_keep_all_their_emphasis(styles: list[str]) -> None:
    flow: Flow = []
    for style in styles:
        names = style.split()
        flow += [(BEGIN, name, NONE) for name in names]
        flow.append((TEXT, "word 词。", NONE))
        flow += [(END, name, NONE) for name in reversed(names)]
        flow.append((TEXT, " ", NONE))
    assert read_markdown(write_markdown(flow)).emphasis() == read_flow(flow).emphasis()


@given(flow=flows(rich=False))
def test_the_words_come_back_without_any_extension_but_tables(flow: Flow) -> None:
    found = read_markdown(write_markdown(flow), plain_parser()).words()
    assert re.findall(r"\w+", " ".join(found)) == re.findall(r"\w+", " ".join(words_of_flow(flow)))
