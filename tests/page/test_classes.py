"""The classes of characters."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan.page.classes import CLASS, IDEOGRAPH, OTHER, SPACE, SYLLABLE


def test_whitespace_is_as_in_python() -> None:
    assert len(CLASS) == 0x20000
    assert np.flatnonzero(CLASS == SPACE).tolist() == [i for i in range(0x20000) if chr(i).isspace()]


@pytest.mark.parametrize(
    ("kind", "signs"),
    [
        (OTHER, "az09.é가한ж\u2e7f\u3100"[:-1] + "\u3130\u318f\ua000😀"),
        (IDEOGRAPH, "\u2e80中文。、ぁカㄅ\u312f㆐\u4dbf\u4e00\u9fff豈︰！ﾟ"),
        (SYLLABLE, "ไກཀက\u109fក\u17ff"),
    ],
)
def test_scripts_have_their_class(kind: int, signs: str) -> None:
    assert {sign: int(CLASS[ord(sign)]) for sign in signs} == dict.fromkeys(signs, kind)
