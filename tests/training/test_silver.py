"""Gold that is borrowed from other extractors."""

from __future__ import annotations

import json
from pathlib import Path

from mainspan.evaluation.packages import Document
from training.silver import agrees, borrow_gold

TEXT = "The old ferry left the quay at six with ninety people on board, and came back at noon. " * 3


def test_a_text_agrees_with_what_it_must_hold_and_must_not() -> None:
    assert agrees(TEXT, ["left the quay"], ["Subscribe now"])
    assert not agrees(TEXT, ["left the harbour"], [])
    assert not agrees(TEXT, [], ["ninety people"])


def test_only_words_count_not_what_is_between_them() -> None:
    assert agrees(TEXT, ["LEFT  the\nquay, at six"], [])
    assert agrees(TEXT, ["erry left the qua"], [" ! "])


def test_a_few_words_were_hardly_found() -> None:
    assert agrees("word " * 31, [], [])
    assert not agrees("word " * 30, [], [])


def test_gold_is_the_text_of_an_extractor_that_agrees(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        f"<nav><a href=/>Home page of the ferry</a></nav><article><p>{TEXT}</p></article>"
    )
    segments = {"with": ["came back at noon"], "without": ["Home page of the ferry"]}
    (tmp_path / "a.json").write_text(json.dumps(segments))
    gold = borrow_gold(Document(tmp_path, "a"))
    assert gold is not None
    assert "came back at noon" in gold
    (tmp_path / "a.json").write_text(json.dumps({"with": ["a sentence that is nowhere"]}))
    assert borrow_gold(Document(tmp_path, "a")) is None
