"""The text in structured data (JSON-LD): articles, posts, recipes, questions, job postings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from mainspan.embedded.prose import as_html, count_words, inline, readable_words, without_tags
from mainspan.embedded.search import Found
from mainspan.metadata.jsonld import Thing, read_things

# Shorter texts are mere descriptions.
MIN_WORDS: Final = 40
_MAX_PARTS: Final = 500  # no rule: bounds the time
_ARTICLES: Final = frozenset("article newsarticle blogposting techarticle product report".split())
_QUESTION_PAGES: Final = frozenset(("faqpage", "qapage"))
_ANSWERS: Final = ("acceptedAnswer", "suggestedAnswer")


def find_structured(data: Iterable[str]) -> Found | None:
    """The main text in structured data, if there is one."""
    things = [thing for thing in read_things(data) if not thing.aside]
    if any(thing.types & _ARTICLES for thing in things):
        # Many articles end with readers' questions, which are not the article.
        things = [thing for thing in things if not thing.types & _QUESTION_PAGES]
    for name, write in _WRITERS:
        written = [html for thing in things if (html := write(thing))]
        best = max(written, key=_words, default="")
        if best and _words(best) >= MIN_WORDS:
            return Found(best, _words(best), name, float(_words(best)))
    return None


def _words(html: str) -> int:
    return count_words(without_tags(html))


def _headed(thing: Thing, text: str) -> str:
    title = thing.get("headline", "name")
    return (f"<h1>{inline(title)}</h1>" if isinstance(title, str) and text else "") + text


def _body(thing: Thing) -> str:
    text = thing.get("articleBody", "articlebody")
    return _headed(thing, as_html(text)) if isinstance(text, str) and text.strip() else ""


def _posting(thing: Thing) -> str:
    """A post and its answers."""
    if not any(kind.endswith("posting") or kind in ("article", "creativework") for kind in thing.types):
        return ""
    text = thing.values.get("text")
    if not isinstance(text, str) or "jobposting" in thing.types:
        return ""
    answers = (as_html(each) for each in _texts(thing.values.get("comment"), "text"))
    return _headed(thing, as_html(text) + "".join(answers))


def _recipe(thing: Thing) -> str:
    if "recipe" not in thing.types:
        return ""
    about = "".join(map(as_html, _texts(thing.values.get("description"))))
    needed = "".join(f"<li>{inline(each)}</li>" for each in _texts(thing.values.get("recipeIngredient")))
    steps = _steps(thing.values.get("recipeInstructions"))
    return _headed(thing, f"{about}<ul>{needed}</ul>{steps}") if steps else ""


def _how_to(thing: Thing) -> str:
    steps = _steps(thing.values.get("step")) if "howto" in thing.types else ""
    return _headed(thing, steps)


def _steps(value: Any) -> str:
    """Instructions: a text, or a list of steps, perhaps in sections."""
    if isinstance(value, str):
        return as_html(value)
    texts = _texts(value, "text", "name", below=("itemListElement", "steps", "itemlistelement"))
    items = "".join(f"<li>{inline(without_tags(each))}</li>" for each in texts)
    return f"<ol>{items}</ol>" if items else ""


def _questions(thing: Thing) -> str:
    """The questions of a page, each with its answers."""
    if not thing.types & _QUESTION_PAGES:
        return ""
    parts = []
    for question in _objects(thing.values.get("mainEntity")):
        asked = next(_texts(question, "text", "name"), "")
        answers = [text for name in _ANSWERS for text in _texts(question.get(name), "text")]
        if answers:
            parts += [f"<h2>{inline(without_tags(asked))}</h2>", *map(as_html, answers)]
    return "".join(parts)


def _review(thing: Thing) -> str:
    return _headed(thing, "".join(map(as_html, _texts(thing.values.get("reviewBody")))))


def _described(*kinds: str) -> Callable[[Thing], str]:
    """A writer of the description of things of these types."""

    def write(thing: Thing) -> str:
        text = thing.values.get("description")
        if not isinstance(text, str) or not thing.types & frozenset(kinds) or not readable_words(text):
            return ""
        return _headed(thing, as_html(text))

    return write


def find_product(data: Iterable[str]) -> Found | None:
    """The description of the product that a page is about, if it has one of some length.

    A page with several products is a list, or shows others beside it: none of them is what it is about.
    """
    products = [thing for thing in read_things(data) if not thing.aside and "product" in thing.types]
    described = {html for thing in products if (html := _PRODUCT(thing))}
    best = described.pop() if len(described) == 1 else ""
    words = _words(best)
    return Found(best, words, "description", float(words)) if words >= MIN_WORDS else None


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    for each in value[:_MAX_PARTS] if isinstance(value, list) else (value,):
        if isinstance(each, dict):
            yield each


def _texts(value: Any, *names: str, below: tuple[str, ...] = ()) -> Iterator[str]:
    """The texts of a value: itself if it is a string, else the fields with these names in its objects."""
    waiting, left = [value], _MAX_PARTS
    while waiting and left:
        left -= 1
        each = waiting.pop()
        if isinstance(each, list):
            waiting.extend(reversed(each[:_MAX_PARTS]))
        elif isinstance(each, str):
            if each.strip():
                yield each
        elif isinstance(each, dict):
            inner = next((each[name] for name in below if isinstance(each.get(name), list)), None)
            texts = (each[name] for name in names if isinstance(each.get(name), str))
            waiting.append(next(texts, None) if inner is None else inner)


_PRODUCT: Final = _described("product")

# In order of precedence. A description is the last resort.
_WRITERS: Final[tuple[tuple[str, Callable[[Thing], str]], ...]] = (
    ("articleBody", _body),
    ("recipeInstructions", _recipe),
    ("step", _how_to),
    ("text", _posting),
    ("mainEntity", _questions),
    ("reviewBody", _review),
    ("description", _described("jobposting", "event", "course", "videoobject", "podcastepisode")),
    ("description", _described("product", "place", "localbusiness", "book", "movie", "softwareapplication")),
)
