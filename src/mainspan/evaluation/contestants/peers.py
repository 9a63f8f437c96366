"""Other libraries as contestants, each with its defaults and used as its own manual says.

Libraries that read bytes get the page's bytes and decode them themselves: trafilatura, readability-lxml,
jusText and newspaper4k. resiliparse gets what its own detector and decoder make of them. boilerpy3 takes
text alone, and gets the page decoded as browsers do (mainspan.page.decode).

jusText needs a stop list: it gets that of the language that the page's html tag declares, or the English one
if none is declared. For languages without a stop list, such as Chinese, it uses its own mode for that.
newspaper4k reads the declared language itself, with English as the default; for some languages it needs
another package (Korean: newspaper4k[nlp]), and says so. HTML answers (readability-lxml) are stripped of tags
as for programs and proxies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, NamedTuple

from mainspan.errors import UnknownAlgorithmError
from mainspan.evaluation.contestants.in_process import InProcess, Work
from mainspan.evaluation.contestants.strip import html_to_text
from mainspan.evaluation.structure.markup import FORMS, Form
from mainspan.extras import extra
from mainspan.page.decode import decode
from mainspan.parameters import suggest

# The language that a page declares, in its first bytes; each tag is read once.
_LANGUAGE: Final = re.compile(rb"<html\b[^>]*?\blang\s*=\s*[\"']?\s*([a-z]{2,3})\b", re.I)
_HEAD_BYTES: Final = 4096
# jusText's stop lists by code of language; a few of small languages without a short code are left out.
_STOP_LISTS: Final = dict(
    pair.split(":")
    for pair in """
    af:Afrikaans sq:Albanian ar:Arabic an:Aragonese hy:Armenian ast:Asturian az:Azerbaijani eu:Basque
    be:Belarusian bn:Bengali bs:Bosnian br:Breton bg:Bulgarian ca:Catalan ceb:Cebuano cv:Chuvash hr:Croatian
    cs:Czech da:Danish nl:Dutch en:English eo:Esperanto et:Estonian fi:Finnish fr:French gl:Galician
    ka:Georgian de:German el:Greek gu:Gujarati ht:Haitian he:Hebrew iw:Hebrew hi:Hindi hu:Hungarian
    is:Icelandic io:Ido ig:Igbo id:Indonesian ga:Irish it:Italian jv:Javanese kn:Kannada kk:Kazakh ko:Korean
    ku:Kurdish ky:Kyrgyz la:Latin lv:Latvian lt:Lithuanian lb:Luxembourgish mk:Macedonian ms:Malay
    ml:Malayalam mt:Maltese mr:Marathi ne:Nepali nb:Norwegian_Bokmal no:Norwegian_Bokmal nn:Norwegian_Nynorsk
    oc:Occitan fa:Persian pl:Polish pt:Portuguese qu:Quechua ro:Romanian ru:Russian sr:Serbian
    sh:Serbo_Croatian sk:Slovak sl:Slovenian es:Spanish su:Sundanese sw:Swahili sv:Swedish tl:Tagalog
    ta:Tamil te:Telugu tr:Turkish tk:Turkmen uk:Ukrainian ur:Urdu uz:Uzbek vi:Vietnamese cy:Welsh
    fy:West_Frisian yo:Yoruba
    """.split()
)


class Library(NamedTuple):
    """The module of a library, a function that loads it and returns the extractor, and one for each form."""

    module: str
    load: Callable[[], Work]
    forms: Mapping[Form, Callable[[], Work]] = MappingProxyType({})


@dataclass(frozen=True)
class Peer(InProcess):
    """Another library. It is imported on first use."""

    name: str
    kind: str = field(default="peer", init=False)

    def load(self) -> Work:
        """Import the library, or raise a MissingExtraError that says how to install it."""
        with extra("peers", f"evaluations of {self.name}"):
            return PEERS[self.name].load()

    def load_markup(self, form: Form) -> Work | None:
        """The function that extracts to this form, or None if the library has no such form."""
        load = PEERS[self.name].forms.get(form)
        with extra("peers", f"evaluations of {self.name}"):
            return None if load is None else load()


def peer(name: str) -> Peer:
    """Make a peer from its name, or raise an error that lists the peers, or what to install."""
    wanted = name.strip().lower()
    found = _OTHER_NAMES.get(wanted, wanted)
    if found not in PEERS:
        raise UnknownAlgorithmError(f"no peer is called {name!r}: {suggest(found, PEERS, 'peers are')}")
    module = PEERS[found].module
    # Reported now, not on every page of a run.
    with extra("peers", f"evaluations of {found}"):
        if not _is_installed(module):
            raise ModuleNotFoundError(name=module)
    return Peer(found)


def _is_installed(module: str) -> bool:
    with suppress(ValueError):  # the module is None in sys.modules
        return find_spec(module) is not None
    return False


def _trafilatura(*, comments: bool = True) -> Work:
    from trafilatura import extract

    return lambda html, url: extract(html, url=url, include_comments=comments)


def _trafilatura_markup(form: Form, *, comments: bool = True) -> Work:
    from trafilatura import extract

    # With all that its forms can have.
    return partial(
        _in_form,
        partial(
            extract,
            output_format=form,
            include_comments=comments,
            include_links=True,
            include_images=True,
            include_formatting=True,
        ),
    )


def _in_form(work: Callable[..., str | None], html: bytes, url: str | None) -> str | None:
    return work(html, url=url)


def _resiliparse() -> Work:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    def work(html: bytes, url: str | None) -> str:
        text = bytes_to_str(html, detect_encoding(html) or "utf-8")
        return str(extract_plain_text(text, main_content=True))

    return work


def _readability() -> Work:
    from readability import Document

    return lambda html, url: html_to_text(Document(html, url=url).summary(html_partial=True))


def _readability_html() -> Work:
    from readability import Document

    return lambda html, url: str(Document(html, url=url).summary(html_partial=True))


def _justext() -> Work:
    from justext import get_stoplist, justext

    words = cache(get_stoplist)

    def work(html: bytes, url: str | None) -> str:
        language = declared_language(html) or "en"
        if language in _STOP_LISTS:
            found = justext(html, words(_STOP_LISTS[language]))
        else:
            # Its own mode for languages that it has no stop list for.
            found = justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(each.text for each in found if not each.is_boilerplate)

    return work


def _boilerpy3() -> Work:
    from boilerpy3.extractors import ArticleExtractor

    return lambda html, url: ArticleExtractor().get_content(decode(html).utf8.decode("utf-8"))


def _newspaper4k() -> Work:
    from newspaper import Article

    def work(html: bytes, url: str | None) -> str:
        # Nothing is fetched: neither the page nor its images.
        article = Article(url or "", fetch_images=False, follow_meta_refresh=False)
        return str(article.download(input_html=html, ignore_read_more=True).parse().text)

    return work


def declared_language(html: bytes) -> str | None:
    """The language that the page's html tag names, without its region."""
    found = _LANGUAGE.search(html[:_HEAD_BYTES])
    return found.group(1).decode("ascii").lower() if found else None


def _in_forms(load: Callable[[Form], Work]) -> dict[Form, Callable[[], Work]]:
    return {form: partial(load, form) for form in FORMS}


PEERS: Final = {
    "trafilatura": Library("trafilatura", _trafilatura, _in_forms(_trafilatura_markup)),
    "trafilatura-without-comments": Library(
        "trafilatura",
        partial(_trafilatura, comments=False),
        _in_forms(partial(_trafilatura_markup, comments=False)),
    ),
    "resiliparse": Library("resiliparse", _resiliparse),
    "readability-lxml": Library("readability", _readability, {"html": _readability_html}),
    "justext": Library("justext", _justext),
    "boilerpy3": Library("boilerpy3", _boilerpy3),
    "newspaper4k": Library("newspaper", _newspaper4k),
}
_OTHER_NAMES: Final = {"readability": "readability-lxml", "newspaper": "newspaper4k"}
