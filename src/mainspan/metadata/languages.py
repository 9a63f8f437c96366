"""The page's language: the one it declares, as a BCP 47 tag, and the one its text is written in.

A clear text wins, since many pages declare the language of their template. Where the text is not clear, the
declared language decides between those that are about equally near.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import Final, NamedTuple, cast

import numpy as np

from mainspan.metadata.facts import Fact

_TAG: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z0-9]{2,8}))?(?:[-_.@][A-Za-z0-9_.@-]{0,20})?")
# The codes of two letters (ISO 639-1), and those of three letters for languages that have no shorter one.
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
# Codes of three letters for languages that also have one of two.
_SHORTER: Final = dict(
    pair.split("=")
    for pair in """
    ara=ar bul=bg ces=cs cze=cs chi=zh zho=zh dan=da deu=de ger=de dut=nl nld=nl ell=el gre=el eng=en est=et
    fas=fa per=fa fin=fi fra=fr fre=fr heb=he hin=hi hrv=hr hun=hu ind=id ita=it jpn=ja kor=ko lav=lv lit=lt
    nor=no nob=nb nno=nn pol=pl por=pt ron=ro rum=ro rus=ru slk=sk slo=sk slv=sl spa=es srp=sr swe=sv tha=th
    tur=tr ukr=uk urd=ur vie=vi
    """.split()
)
# The detector's codes for languages that are declared by other codes.
_SAME: Final = {
    "nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl", "cmn": "zh", "yue": "zh",
    "gsw": "de", "ms": "id", "bs": "hr", "sh": "hr", "mo": "ro", "prs": "fa", "ckb": "ku", "kmr": "ku",
}  # fmt: skip

# The detector gives each language a distance from the text. It is believed on texts with at least this many
# letters, if the next language is this much farther away. On texts of 150 characters it was then wrong on 3
# of 547, and without these bounds on 45 of 677.
_MIN_LETTERS: Final = 100
_MIN_LEAD: Final = 20
# Where even the nearest language is this far away, the text is a list of names or little more. Then the
# declared language may be farther away than the nearest, by at most the second number.
_FAR: Final = 400
_MAX_LAG: Final = 60
# A language farther away than this is not the text's.
_MAX_DISTANCE: Final = 1_200
# Lists of names look like these languages, in which hardly any page is written.
_RARE: Final = frozenset("eo ia ie io la sa vo".split())
_ALL: Final = 200  # no rule: more languages than the detector knows, so that it reports all of them
_SAMPLE_CHARACTERS: Final = 4_000
# With more capitals than this a text is read in lower case: the detector knows capitals as initials.
_MAX_CAPITALS: Final = 0.4
# The scripts of languages that are not, or not only, written in Latin letters, by the first words of their
# letters' Unicode names; and the share of a text's letters that must be in the language's script.
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
_MIN_IN_SCRIPT: Final = 0.25
# Japanese always has some kana between its Chinese characters.
_MIN_KANA: Final = 0.08


def language_tag(value: str) -> str:
    """A declared language as a BCP 47 tag, with the region if there is one; empty if it is not a language."""
    match = _TAG.fullmatch(value.strip()[:40].split(",")[0])
    if not match:
        return ""
    language, region = match.groups()
    language = _SHORTER.get(language.lower(), language.lower())
    if language not in _KNOWN:
        return ""
    if not region:
        return language
    return f"{language}-{region.upper() if len(region) == 2 else region.title()}"


def text_language(value: str) -> str:
    """The code that texts of a language are reported with; empty if it is not a language.

    >>> text_language("eng"), text_language("nb"), text_language("pt-BR"), text_language("German")
    ('en', 'no', 'pt', '')
    """
    return _primary(language_tag(value))


class TextLanguage(NamedTuple):
    """The language of a text, and how near the text is to it, from 0 to 1: noise makes it less."""

    code: str
    score: float


def detect_language(main: str, declared: str = "") -> Fact | None:
    """The language of the main text as a fact; see identify_language."""
    found = identify_language(main, declared)
    return Fact(found.code, "text") if found else None


def identify_language(main: str, declared: str = "") -> TextLanguage | None:
    """The language of the main text; None for short and doubtful texts.

    declared: what the page declares. It decides between languages that are about equally near.
    """
    text, letters = _sample(main)
    total = sum(letters.values())
    if total < _MIN_LETTERS:
        return None
    scripts = _scripts(letters, total)
    distances = _distances(text)
    primary = _primary(declared)
    # Most languages of the long list are never looked at.
    nearest = (each for each in distances if _is_written(each[0], scripts))
    known = dict(distances)
    lag = known.get(primary, _MAX_DISTANCE) if _is_written(primary, scripts) else _MAX_DISTANCE
    language = _decide(list(islice(nearest, 2)), primary, lag)
    if not language:
        return None
    return TextLanguage(language, round(1 - known.get(language, _MAX_DISTANCE) / _MAX_DISTANCE, 4))


def _primary(tag: str) -> str:
    """A language as the detector names it, without its region."""
    primary = tag.partition("-")[0]
    return _SAME.get(primary, primary)


def _sample(main: str) -> tuple[str, dict[str, int]]:
    """The beginning of a text as the detector reads it best, and how often it has each letter."""
    text = unicodedata.normalize("NFC", main[:_SAMPLE_CHARACTERS])
    letters = _count_letters(text)
    capitals = sum(count for letter, count in letters.items() if letter.isupper())
    return (text.lower() if capitals > _MAX_CAPITALS * sum(letters.values()) else text), letters


def _count_letters(text: str) -> dict[str, int]:
    counts = np.bincount(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32))
    codes = np.flatnonzero(counts)
    pairs = zip(map(chr, codes.tolist()), counts[codes].tolist(), strict=True)
    return {letter: count for letter, count in pairs if letter.isalpha()}


def _decide(nearest: list[tuple[str, int]], declared: str, declared_distance: int) -> str:
    """The nearest language, or the declared one where it is about as near; empty where neither is clear."""
    if not nearest:
        return ""
    (language, distance), (_, second) = [*nearest, ("", _MAX_DISTANCE)][:2]
    is_clear = second - distance >= _MIN_LEAD
    lag = declared_distance - distance
    is_possible = distance >= _FAR and lag <= _MAX_LAG
    if lag < _MIN_LEAD or (is_possible and (not is_clear or language in _RARE)):
        return declared
    return language if is_clear and not is_possible else ""


def _distances(text: str) -> list[tuple[str, int]]:
    """The languages and how far the text is from each, the nearest first; the farthest are left out."""
    from resiliparse.parse.lang import detect_fast

    # Of more than one, it is a list; its types cannot say so.
    return cast("list[tuple[str, int]]", detect_fast(text, _MAX_DISTANCE, _ALL))


def _scripts(letters: dict[str, int], total: int) -> dict[str, float]:
    """The share of the letters that is in each script."""
    scripts: dict[str, int] = {}
    for letter, count in letters.items():
        script = unicodedata.name(letter, "").partition(" ")[0]
        scripts[script] = scripts.get(script, 0) + count
    return {script: count / total for script, count in scripts.items()}


def _is_written(language: str, scripts: dict[str, float]) -> bool:
    """Whether a text in these scripts can be in a language."""
    kana = scripts.get("HIRAGANA", 0.0) + scripts.get("KATAKANA", 0.0)
    if language == "ja":
        return kana >= _MIN_KANA
    if language == "zh" and kana >= _MIN_KANA:
        return False
    return sum(scripts.get(each, 0.0) for each in _SCRIPTS.get(language, _LATIN)) >= _MIN_IN_SCRIPT
