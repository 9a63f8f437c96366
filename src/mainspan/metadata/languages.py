"""Languages: what a page declares, as the standard writes it, and what its text is written in.

The text is believed where it is clear, since many pages declare the language of their template. Where it is
not, the declared language decides between those that are about as near.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Final

from mainspan.metadata.facts import Fact

_TAG: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z0-9]{2,8}))?(?:[-_.@][A-Za-z0-9_.@-]{0,20})?")
# The languages of two letters (ISO 639-1), and those of three that pages are written in and that have no two.
_KNOWN: Final = frozenset(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
    ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik
    in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg
    mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro
    ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty
    ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    ace als arc arz ast awa bar bcl bho bpy bxr cbk ceb chr chy ckb cmn crh csb diq dsb dty eml ext fil frp
    frr fur gag gan glk gom got grc gsw hak haw hif hil hsb ilo jam jbo kaa kab kbd kmr koi krc ksh lad lbe
    lez lij lmo lrc ltg lzh mai mas mdf mhr min mrj mwl myv mzn nah nan nap nds nov nso pag pam pap pcd pdc
    pfl pms pnb pnt prs rmy rue rup sah sat scn sco shi smn sms sma smj srn stq szl tcy tet tpi tum tyv udm
    vec vep vls vro war wuu xal xmf yue zea zgh
    """.split()
)
# Codes of three letters for languages that have two.
_LONG: Final = dict(
    pair.split("=")
    for pair in """
    ara=ar bul=bg ces=cs cze=cs chi=zh zho=zh dan=da deu=de ger=de dut=nl nld=nl ell=el gre=el eng=en est=et
    fas=fa per=fa fin=fi fra=fr fre=fr heb=he hin=hi hrv=hr hun=hu ind=id ita=it jpn=ja kor=ko lav=lv lit=lt
    nor=no nob=nb nno=nn pol=pl por=pt ron=ro rum=ro rus=ru slk=sk slo=sk slv=sl spa=es srp=sr swe=sv tha=th
    tur=tr ukr=uk urd=ur vie=vi
    """.split()
)
# What the detector calls languages that are declared by other names.
_SAME: Final = {
    "nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl", "cmn": "zh", "yue": "zh",
    "gsw": "de", "ms": "id", "bs": "hr", "sh": "hr", "mo": "ro", "prs": "fa", "ckb": "ku", "kmr": "ku",
}  # fmt: skip

# The detector is believed on texts with so many letters, where the next language is so much farther away: of
# texts of 150 characters it was wrong on 3 of 547 then, and on 45 of 677 without.
_ENOUGH: Final = 100
_APART: Final = 20
# A declared language may be so much farther away than the nearest one, if that is as far away as this: such
# texts are lists of names, or of little more.
_ABOUT: Final = 60
_FAR: Final = 400
_FARTHEST: Final = 1_200
# Lists of names look like these, in which hardly any page is written.
_RARE: Final = frozenset("eo ia ie io la sa vo".split())
_ALL: Final = 200
_SAMPLE: Final = 4_000
# So much of a text is in capitals that it is read in small letters: the detector knows capitals as initials.
_CAPITALS: Final = 0.4
# The scripts of the languages that are not written in Latin letters, or not in these alone, by the names that
# Unicode gives their letters, and what part of a text's letters is in the script at least.
_SCRIPTS: Final = {
    language: frozenset(scripts.split("+"))
    for scripts, languages in {
        "ARABIC": "ar fa ur ps sd ug", "CYRILLIC": "ba be bg ce cv ky mk mn ru tg uk", "HEBREW": "he yi",
        "DEVANAGARI": "hi mr ne sa", "BENGALI": "as bn", "TIBETAN": "bo", "THAANA": "dv", "GREEK": "el",
        "GUJARATI": "gu", "ARMENIAN": "hy", "GEORGIAN": "ka", "KHMER": "km", "KANNADA": "kn", "HANGUL": "ko",
        "MALAYALAM": "ml", "MYANMAR": "my", "ORIYA": "or", "GURMUKHI": "pa", "SINHALA": "si", "TAMIL": "ta",
        "TELUGU": "te", "THAI": "th", "CJK": "zh", "HIRAGANA+KATAKANA": "ja", "LATIN+CYRILLIC": "kk sr tt uz",
        "LATIN+CYRILLIC+ARABIC": "az tk", "LATIN+ARABIC": "ku",
    }.items()
    for language in languages.split()
}  # fmt: skip
_LATIN: Final = frozenset(["LATIN"])
_WRITTEN: Final = 0.25
# Between the Chinese letters of Japanese there are always some of its own.
_KANA: Final = 0.08


def language_tag(value: str) -> str:
    """A language as it is written by the standard, with the country if there is one; empty if it is none."""
    match = _TAG.fullmatch(value.strip()[:40].split(",")[0])
    if not match:
        return ""
    language, region = match.groups()
    language = _LONG.get(language.lower(), language.lower())
    if language not in _KNOWN:
        return ""
    if not region:
        return language
    return f"{language}-{region.upper() if len(region) == 2 else region.title()}"


def detect_language(main: str, declared: str = "") -> Fact | None:
    """The language that the main text is in; nothing for short texts and doubtful ones.

    declared: what the page says, which counts among languages that are about as near as the nearest.
    """
    text = unicodedata.normalize("NFC", main[:_SAMPLE])
    letters = Counter({each: count for each, count in Counter(text).items() if each.isalpha()})
    if letters.total() < _ENOUGH:
        return None
    guesses = _guesses(text, letters)
    said = declared.partition("-")[0]
    language = _decide(guesses, _SAME.get(said, said)) if guesses else ""
    return Fact(language, "text") if language else None


def _decide(guesses: list[tuple[str, int]], said: str) -> str:
    """The nearest language, or the declared one where it is about as near; empty where they contradict."""
    (language, distance), (_, other) = [*guesses, ("", _FARTHEST)][:2]
    is_clear = other - distance >= _APART
    behind = dict(guesses).get(said, _FARTHEST) - distance
    is_possible = distance >= _FAR and behind <= _ABOUT
    if behind < _APART or (is_possible and (not is_clear or language in _RARE)):
        return said
    return language if is_clear and not is_possible else ""


def _guesses(text: str, letters: Counter[str]) -> list[tuple[str, int]]:
    """The languages that a text can be in, by its script too, with their distances; the nearest first."""
    from resiliparse.parse.lang import detect_fast

    capitals = sum(count for letter, count in letters.items() if letter.isupper())
    sample = text.lower() if capitals > _CAPITALS * letters.total() else text
    # Languages that are too far away to count are left out.
    found: list[tuple[str, int]] = detect_fast(sample, _FARTHEST, _ALL)
    scripts = _scripts(letters)
    return [(language, distance) for language, distance in found if _is_written(language, scripts)]


def _scripts(letters: Counter[str]) -> dict[str, float]:
    """What part of the letters is in each script."""
    scripts: Counter[str] = Counter()
    for letter, count in letters.items():
        scripts[unicodedata.name(letter, "").partition(" ")[0]] += count
    return {script: count / letters.total() for script, count in scripts.items()}


def _is_written(language: str, scripts: dict[str, float]) -> bool:
    kana = scripts.get("HIRAGANA", 0.0) + scripts.get("KATAKANA", 0.0)
    if language == "ja":
        return kana >= _KANA
    if language == "zh" and kana >= _KANA:
        return False
    return sum(scripts.get(each, 0.0) for each in _SCRIPTS.get(language, _LATIN)) >= _WRITTEN
