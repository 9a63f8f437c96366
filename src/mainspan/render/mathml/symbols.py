"""The signs of mathematics and what TeX calls them."""

from __future__ import annotations

import unicodedata
from typing import Final


def _pairs(words: str) -> dict[str, str]:
    """Signs, each followed by its command."""
    found = words.split()
    return {sign: "\\" + name for sign, name in zip(found[::2], found[1::2], strict=True)}


_LETTERS: Final = _pairs("""
    α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa
    ϰ varkappa λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon
    φ varphi ϕ phi χ chi ψ psi ω omega ϝ digamma Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma
    Υ Upsilon ϒ Upsilon Φ Phi Ψ Psi Ω Omega Ω Omega ∆ Delta ℏ hbar ħ hbar ℓ ell ℘ wp ℜ Re ℑ Im
    ∂ partial ∇ nabla ∞ infty ∅ emptyset ⌀ varnothing ℵ aleph ℶ beth ℷ gimel ∀ forall ∃ exists ∄ nexists
    ∁ complement ⊤ top ı imath ȷ jmath ð eth ℧ mho Ⅎ Finv
""") | {"ο": "o", "Å": "\\mathring{A}"}  # fmt: skip

# Signs between two others, written with space around them.
_BINARY: Final = _pairs("""
    × times ÷ div ± pm ∓ mp · cdot ⋅ cdot ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ∩ cap ∪ cup ⊎ uplus ⊓ sqcap
    ⊔ sqcup ∨ vee ∧ wedge ∖ setminus ≀ wr ⋄ diamond ◊ lozenge ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot
    ⊞ boxplus ⊟ boxminus ⊠ boxtimes ⊡ boxdot † dagger ‡ ddagger ⋊ rtimes ⋉ ltimes ⨿ amalg △ triangle
    ▽ triangledown ◁ triangleleft ▷ triangleright ⊲ vartriangleleft ⊳ vartriangleright ⊴ trianglelefteq
    ⊵ trianglerighteq ⊼ barwedge ⊻ veebar ⋎ curlyvee ⋏ curlywedge ◯ bigcirc ⊺ intercal
    ≤ leq ≥ geq ≦ leqq ≧ geqq ⩽ leqslant ⩾ geqslant ≪ ll ≫ gg ⋘ lll ⋙ ggg ≺ prec ≻ succ ≼ preceq ≽ succeq
    ⪯ preceq ⪰ succeq ∼ sim ≃ simeq ≈ approx ≊ approxeq ≅ cong ≡ equiv ≐ doteq ≑ doteqdot ∝ propto ≠ neq
    ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊋ supsetneq ⊈ nsubseteq
    ⊉ nsupseteq ⫅ subseteqq ⫆ supseteqq ⊏ sqsubset ⊐ sqsupset ⊑ sqsubseteq ⊒ sqsupseteq ⊢ vdash ⊣ dashv
    ⊨ models ⊩ Vdash ⊪ Vvdash ⊬ nvdash ⊭ nvDash ∣ mid ∤ nmid ∥ parallel ∦ nparallel ⊥ perp ⟂ perp ≍ asymp
    ⋈ bowtie ⌣ smile ⌢ frown ≜ triangleq ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ≁ nsim ≇ ncong ≲ lesssim ≳ gtrsim
    ≶ lessgtr ≷ gtrless ⪅ lessapprox ⪆ gtrapprox ⊀ nprec ⊁ nsucc ≏ bumpeq ≎ Bumpeq ≖ eqcirc ≗ circeq
    ∽ backsim ⋍ backsimeq ≬ between ⋔ pitchfork ∴ therefore ∵ because
    ← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto
    ⟵ longleftarrow ⟶ longrightarrow ⟷ longleftrightarrow ⟸ Longleftarrow ⟹ Longrightarrow
    ⟺ Longleftrightarrow ⟼ longmapsto ↪ hookrightarrow ↩ hookleftarrow ⇌ rightleftharpoons
    ⇋ leftrightharpoons ⇀ rightharpoonup ⇁ rightharpoondown ↼ leftharpoonup ↽ leftharpoondown
    ⇝ rightsquigarrow
    ↠ twoheadrightarrow ↞ twoheadleftarrow ↣ rightarrowtail ↢ leftarrowtail ↚ nleftarrow ↛ nrightarrow
    ↮ nleftrightarrow ⇍ nLeftarrow ⇏ nRightarrow ⇎ nLeftrightarrow ⇄ rightleftarrows ⇆ leftrightarrows
    ⇉ rightrightarrows ⇇ leftleftarrows ⇛ Rrightarrow ⇚ Lleftarrow ⊸ multimap
    ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow ⇓ Downarrow ⇕ Updownarrow
    ↗ nearrow ↘ searrow ↙ swarrow ↖ nwarrow
""") | {
    "+": "+", "-": "-", "−": "-", "=": "=", "<": "<", ">": ">", ":=": ":=", "≔": ":=", "≕": "=:", "∶": ":",
    "≢": "\\not\\equiv", "≉": "\\not\\approx", "⊄": "\\not\\subset", "⊅": "\\not\\supset", "∌": "\\not\\ni",
}  # fmt: skip

_LARGE: Final = _pairs("""
    ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ⨌ iiiint ∮ oint ∯ oiint ⋂ bigcap ⋃ bigcup ⋁ bigvee ⋀ bigwedge
    ⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨆ bigsqcup ⨄ biguplus
""")

_FENCES: Final = _pairs("""
    { { } } ‖ Vert ∥ Vert ⟨ langle ⟩ rangle 〈 langle 〉 rangle 〈 langle 〉 rangle ⌈ lceil ⌉ rceil ⌊ lfloor
    ⌋ rfloor ⟦ llbracket ⟧ rrbracket ⌜ ulcorner ⌝ urcorner ⌞ llcorner ⌟ lrcorner ⟮ lgroup ⟯ rgroup
    ⎰ lmoustache ⎱ rmoustache ↑ uparrow ↓ downarrow \\ backslash
""") | {sign: sign for sign in "()[]|/"} | {"∣": "|", "||": "\\Vert"}  # fmt: skip

_OTHERS: Final = _pairs("""
    ¬ neg … ldots ⋯ cdots ⋮ vdots ⋱ ddots ° degree ∠ angle ∡ measuredangle ∢ sphericalangle √ surd
    □ square ◻ square ■ blacksquare ▪ blacksquare ∎ blacksquare ◼ blacksquare ▲ blacktriangle
    ★ bigstar ⧫ blacklozenge
    ♭ flat ♯ sharp ♮ natural ♣ clubsuit ♢ diamondsuit ♡ heartsuit ♠ spadesuit § S ¶ P © copyright £ pounds
    ✓ checkmark ✠ maltese ‰ permil
""") | {
    "′": "'", "″": "''", "‴": "'''", "⁗": "''''", "’": "'", "‵": "\\backprime", "°": "{}^{\\circ}",
    "‰": "\\text{‰}", "¶": "\\text{¶}", "—": "\\text{—}", "–": "\\text{–}",
    "⩵": "==", "∕": "/", "⁄": "/", "*": "*",
    "\\": "\\backslash", "~": "\\sim", "^": "\\text{\\textasciicircum}",
    # Spaces, and invisible signs: function application, times, separator, plus, and joiners.
    "\xa0": "~", "\u2002": "\\enspace", "\u2003": "\\quad", "\u2004": "\\;", "\u2005": "\\:",
    "\u2006": "\\,",
    "\u2009": "\\,", "\u200a": "\\,", "\u202f": "\\,", "\u205f": "\\:", "\u3000": "\\quad",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u200b": "", "\u200c": "", "\u200d": "",
    "\u2060": "", "\ufeff": "", "\ufe00": "", "\ufe0e": "", "\ufe0f": "",
} | {sign: "\\" + sign for sign in "#$%&_{}"}  # fmt: skip

SIGNS: Final = _FENCES | _LETTERS | _LARGE | _OTHERS | _BINARY
SPACED: Final = frozenset(_BINARY)
LARGE: Final = frozenset(_LARGE)
FENCES: Final = _FENCES
OPENING: Final = frozenset("( [ { | ‖ ∥ ∣ || ⟨ 〈 〈 ⌈ ⌊ ⟦ ⌜ ⌞ ⟮ ⎰".split())
CLOSING: Final = frozenset(") ] } | ‖ ∥ ∣ || ⟩ 〉 〉 ⌉ ⌋ ⟧ ⌝ ⌟ ⟯ ⎱".split())

FUNCTIONS: Final = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln "
    "log max min Pr sec sin sinh sup tan tanh".split()
)
# Functions whose scripts are below and above them.
LIMITS: Final = frozenset("det gcd inf lim liminf limsup max min Pr sup".split())

# What an accent over one sign is called, and over several.
OVER: Final = {
    sign: (one, several)
    for signs, one, several in (
        ("^ ˆ \u0302", "hat", "widehat"),
        ("¯ ‾ ˉ − ― - \u0305", "bar", "overline"),
        ("_", "overline", "overline"),
        ("~ ˜ ∼ \u0303", "tilde", "widetilde"),
        ("˙ . \u0307", "dot", "dot"),
        ("¨ .. \u0308", "ddot", "ddot"),
        ("... \u20db", "dddot", "dddot"),
        ("→ \u20d7", "vec", "overrightarrow"),
        ("⟶", "overrightarrow", "overrightarrow"),
        ("←", "overleftarrow", "overleftarrow"),
        ("↔", "overleftrightarrow", "overleftrightarrow"),
        ("´", "acute", "acute"),
        ("`", "grave", "grave"),
        ("˘", "breve", "breve"),
        ("ˇ", "check", "widecheck"),
        ("˚", "mathring", "mathring"),
        ("⏞ ︷", "overbrace", "overbrace"),
    )
    for sign in signs.split()
}
UNDER: Final = {
    "_": "underline", "¯": "underline", "‾": "underline", "̲": "underline", "ˍ": "underline", "−": "underline",
    "―": "underline", "⏟": "underbrace", "︸": "underbrace", "→": "underrightarrow", "←": "underleftarrow",
    "↔": "underleftrightarrow", "~": "utilde", "˜": "utilde",
}  # fmt: skip
# Arrows that stretch to what is over and under them.
STRETCHING: Final = _pairs("""
    → xrightarrow ⟶ xrightarrow ← xleftarrow ⟵ xleftarrow ⇒ xRightarrow ⟹ xRightarrow ⇐ xLeftarrow
    ↔ xleftrightarrow ⇔ xLeftrightarrow ↦ xmapsto ↪ xhookrightarrow ⇌ xrightleftharpoons
""")

# The alphabets: `mathvariant` and the words of a character's name, with the command of TeX.
VARIANTS: Final = {
    "normal": "mathrm", "bold": "mathbf", "italic": "mathit", "bold-italic": "boldsymbol",
    "double-struck": "mathbb", "script": "mathcal", "bold-script": "mathcal", "fraktur": "mathfrak",
    "bold-fraktur": "mathfrak", "sans-serif": "mathsf", "bold-sans-serif": "mathsf",
    "sans-serif-italic": "mathsf", "sans-serif-bold-italic": "mathsf", "monospace": "mathtt",
}  # fmt: skip
_ALPHABETS: Final = (
    ("DOUBLE-STRUCK", "mathbb"), ("SCRIPT", "mathcal"), ("FRAKTUR", "mathfrak"), ("BLACK-LETTER", "mathfrak"),
    ("SANS-SERIF", "mathsf"), ("MONOSPACE", "mathtt"), ("BOLD ITALIC", "boldsymbol"), ("BOLD", "mathbf"),
)  # fmt: skip
_SPECIAL_IN_TEXT: Final = str.maketrans(
    {sign: "\\" + sign for sign in "#$%&_{}"}
    | {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "\xa0": " "}
)


def sign(character: str) -> str:
    """One character in the way of TeX."""
    if character in SIGNS:
        return SIGNS[character]
    if character.isascii():
        return character
    return _letter(character)


def _letter(character: str) -> str:
    """A letter of mathematics' own alphabets, or one of a language."""
    plain = unicodedata.normalize("NFKC", character)
    name = unicodedata.name(character, "")
    if len(plain) == 1 and plain != character and (name.startswith("MATHEMATICAL") or "CAPITAL" in name):
        plain = SIGNS.get(plain, plain)
        for word, command in _ALPHABETS:
            if word in name:
                return f"\\{command}{{{plain}}}"
        return plain
    return f"\\text{{{character}}}" if character.isalpha() else character


def text(words: str) -> str:
    """Words inside a formula."""
    return f"\\text{{{words.translate(_SPECIAL_IN_TEXT)}}}" if words else ""
