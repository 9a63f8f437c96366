"""The leaves of a formula's tree as TeX: identifiers, numbers, operators and words."""

from __future__ import annotations

from typing import Final

from mainspan.render.mathml import symbols
from mainspan.render.mathml.rows import join
from mainspan.render.mathml.tree import Node

_WORDS: Final = {"mod": "\\bmod"}


def write_leaf(node: Node) -> str:
    """A leaf, with everything in it that TeX would take for its own escaped."""
    text = node.text
    if node.name == "mtext":
        return _write_words(text)
    if node.name == "ms":
        get = node.attributes.get
        return symbols.text(get("lquote", '"') + text + get("rquote", '"'))
    word = text.replace("\u2009", "").replace("\xa0", "").replace(" ", "")
    if word in symbols.FUNCTIONS:
        return "\\" + word
    if node.name == "mo":
        return _write_operator(node)
    return _write_identifier(text, node.attributes.get("mathvariant", ""))


def _write_words(text: str) -> str:
    """Words as they are; a text that is nothing but space is one."""
    if not text.strip():
        return "~" if text else ""
    return symbols.text(text)


def _write_operator(node: Node) -> str:
    text = node.text
    if len(text) > 1 and text.isascii() and text.isalpha():
        return _WORDS.get(text, f"\\operatorname{{{text}}}")
    if text == "∣" and (node.attributes.get("stretchy") == "false" or node.attributes.get("fence") == "true"):
        return "|"
    return symbols.SIGNS[text] if text in symbols.SIGNS else write_signs(text)


def _write_identifier(text: str, variant: str) -> str:
    """A letter, a number, or a name of several letters: in its alphabet."""
    if text == "∣":
        return "|"
    is_name = len(text) > 1 and text.replace("-", "").isascii() and text[0].isalpha()
    command = symbols.VARIANTS.get(variant, "mathrm" if is_name else "")
    if is_name and not text.isalnum():
        return symbols.text(text)
    tex = write_signs(text)
    # Letters lean by themselves, and TeX has no upright Greek or upright signs.
    is_letter = text.isascii() and text.isalpha()
    if not command or (variant == "italic" and not is_name) or (variant == "normal" and not is_letter):
        return tex
    if command == "mathbf" and tex.startswith("\\"):
        command = "boldsymbol"
    return f"\\{command}{{{tex}}}"


def write_signs(text: str) -> str:
    """Characters one after the other."""
    return text if text.isascii() and text.isalnum() else join([symbols.sign(each) for each in text])
