"""No input makes `extract` raise, hang or print.

Ten thousand mutations of our own pages, and bytes that hypothesis makes. MAINSPAN_LONG=1 (or
`make test-long`) searches ten times as long, with other seeds each time.
"""

from __future__ import annotations

import faulthandler
import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import ALGORITHMS, extract
from tests.soup import soups

LONG = bool(os.environ.get("MAINSPAN_LONG"))
ROUNDS = 100_000 if LONG else 10_000
# No page takes a second; a hang ends the run with a traceback.
HANGS_AFTER = 60

NASTY = [
    b"<", b">", b"</", b"<!--", b"-->", b"<script>", b"</script>", b"<style>", b"<svg>", b"<math>",
    b"<template>", b"<table>", b"<td>", b"</div>", b"<b>", b"<font c=1>", b"<plaintext>", b"<xmp>",
    b"<frameset>", b"<select>", b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x80", b"\xed\xa0\x80",
    b"&", b"&#0;", b"&#xD800;", b"&nbsp;", b"'", b'"', b"=", b"<meta charset=utf-16>",
    b"<meta charset=iso-2022-jp>", b"\x1b$B", b"]]>", b"\r", b"\x0c",
]  # fmt: skip


def mutate(page: bytes, others: list[bytes], dice: random.Random) -> bytes:
    """A stretch of the page, with a few accidents."""
    start = dice.randrange(len(page))
    data = bytearray(page[start : start + dice.choice([50, 500, 3000, 8000])])
    for _ in range(dice.randrange(1, 8)):
        place = dice.randrange(len(data) + 1)
        size = dice.choice([1, 3, 20, 200])
        accident = dice.randrange(6)
        if accident == 0:
            data[place:place] = dice.choice(NASTY) * dice.choice([1, 1, 1, 50])
        elif accident == 1:
            del data[place : place + size]
        elif accident == 2:
            data[place:place] = data[place : place + size] * dice.choice([1, 30])
        elif accident == 3:
            data[place : place + size] = dice.randbytes(size)
        elif accident == 4:
            other = dice.choice(others)
            data[place:place] = other[dice.randrange(len(other)) :][:size]
        else:
            data.reverse() if dice.random() < 0.02 else data.extend(dice.choice(NASTY))
    return bytes(data)


def use(html: bytes | str, method: str) -> None:
    found = extract(html, algorithm=method, url="http://a.example/b")
    assert isinstance(found.text, str)
    assert isinstance(found.html, str)
    assert bool(found) != bool(found.reason)


def test_no_mutated_page_raises_hangs_or_prints(corpus: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pages = [path.read_bytes() for path in sorted(corpus.rglob("*.html"))]
    seed = random.randrange(1 << 30) if LONG else 0
    methods = sorted(ALGORITHMS)
    for number in range(ROUNDS):
        dice = random.Random(seed + number)
        html = mutate(dice.choice(pages), pages, dice)
        faulthandler.dump_traceback_later(HANGS_AFTER, exit=True)
        try:
            use(html, methods[number % len(methods)])
        except Exception as error:
            pytest.fail(f"seed {seed + number}: {error!r} on {html[:200]!r}...")
        finally:
            faulthandler.cancel_dump_traceback_later()
    assert capfd.readouterr() == ("", "")


@given(st.binary(max_size=300), st.sampled_from(sorted(ALGORITHMS)))
def test_no_bytes_raise(data: bytes, method: str) -> None:
    use(data, method)


@given(soups, st.sampled_from(sorted(ALGORITHMS)))
def test_no_tag_soup_raises(html: str, method: str) -> None:
    found = extract(html, algorithm=method)
    assert [block.verdict in ("content", "boilerplate") for block in found.blocks] == [True] * len(
        found.blocks
    )
    assert found.to_dict()["text"] == found.text
    use(html, method)
