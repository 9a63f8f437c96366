"""The labels that a network learns from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mainspan.algorithms.learned.copies import MIN_COPY_WORDS
from training.labels import label

WORDS = st.lists(st.sampled_from(["fish", "chips", "salt", "vinegar", "peas"]), max_size=12).map(" ".join)
LONG = "one two three four five six seven eight nine"


def test_a_block_is_held_as_far_as_the_gold_has_its_words() -> None:
    found = label(
        ["Home News", "The ferry left at six.", "It was the last one."],
        "The ferry left. It was the last one.",
    )
    assert found is not None
    count, held, gold = found
    assert (count.tolist(), held.tolist(), gold) == ([2, 5, 5], [0, 3, 5], 8)


def test_words_count_in_their_order_only() -> None:
    found = label(["last", "first"], "first last")
    assert found is not None
    assert found[1].sum() == 1


def test_copies_of_a_long_text_have_one_label() -> None:
    found = label([LONG, "menu", LONG], LONG)
    assert found is not None
    assert found[1].tolist() == [9, 0, 9]


def test_short_texts_are_no_copies() -> None:
    short = " ".join(LONG.split()[: MIN_COPY_WORDS - 1])
    found = label([short, "menu", short], short)
    assert found is not None
    assert sorted(found[1].tolist()) == [0, 0, MIN_COPY_WORDS - 1]


@given(st.lists(WORDS, max_size=6), WORDS)
def test_no_block_holds_more_than_it_has(texts: list[str], gold: str) -> None:
    found = label(texts, gold)
    assert found is not None
    count, held, wanted = found
    assert count.tolist() == [len(text.split()) for text in texts]
    assert (held <= count).all()
    assert wanted == len(gold.split())
