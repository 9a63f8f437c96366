from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.embedded import Embedded, find_embedded, find_instead, lacks_text
from mainspan.embedded.prose import as_html, count_words, is_prose, readable_words
from mainspan.embedded.references import resolve
from mainspan.embedded.richtext import is_rich_text, write_rich_text
from mainspan.page import Page
from mainspan.page.shell import MAX_SHELL_WORDS, is_shell
from mainspan.render.text import render_text
from mainspan.spans import Spans
from tests.clock import FACTOR, grows_linearly

SENTENCE = "The ferry to the island leaves at nine, and nobody on the quay is in a hurry."
TITLE = "Morning ferries of the bay"
TEXTS = [f"{number} {SENTENCE}" for number in ("One.", "Two.", "Three.", "Four.", "Five.")]
LABELS = {f"label{number}": f"Press the button number {number} to go on." for number in range(60)}


def page_with(*scripts: str, body: str = "") -> Page:
    return Page(f"<title>{TITLE} | The Port</title><body>{body}{''.join(scripts)}")


def json_script(value: object, attributes: str = 'type="application/json"') -> str:
    return f"<script {attributes}>{json.dumps(value)}</script>"


def linked(**values: object) -> Page:
    return page_with(json_script({"@context": "https://schema.org", **values}, 'type="application/ld+json"'))


def text_of(found: Embedded | None) -> str:
    assert found is not None
    return plain_text(Page(found.html))


def plain_text(page: Page) -> str:
    return render_text(page, Spans.of_tokens(page, page.tokens.words > 0))


def paragraphs(texts: list[str] = TEXTS) -> str:
    return "\n\n".join(texts) + "\n"


def test_article_body_is_found() -> None:
    found = find_embedded(
        linked(**{"@type": "NewsArticle"}, headline="Ferries", articleBody="\n".join(TEXTS))
    )
    assert found is not None
    assert (found.origin, found.path) == ("json-ld", "articleBody")
    assert text_of(found) == f"Ferries\n\n{paragraphs()}"


def test_escaped_html_in_an_article_body_is_html() -> None:
    body = "".join(f"&lt;p&gt;{text}&lt;/p&gt;" for text in TEXTS)
    assert text_of(find_embedded(linked(**{"@type": "Article"}, articleBody=body))) == paragraphs()


def test_recipe_has_ingredients_and_steps() -> None:
    steps = [{"@type": "HowToSection", "itemListElement": [{"text": text} for text in TEXTS]}]
    recipe = linked(
        **{"@type": "Recipe"}, name="Soup", recipeIngredient=["2 leeks"], recipeInstructions=steps
    )
    text = text_of(find_embedded(recipe))
    assert text.startswith("Soup\n\n- 2 leeks\n")
    assert f"5. {TEXTS[4]}" in text


def test_questions_come_with_their_answers() -> None:
    asked = [{"name": f"Why {i}?", "acceptedAnswer": {"text": text}} for i, text in enumerate(TEXTS)]
    text = text_of(find_embedded(linked(**{"@type": "FAQPage"}, mainEntity=asked)))
    assert text.startswith(f"Why 0?\n\n{TEXTS[0]}\n\nWhy 1?")


def test_questions_below_an_article_are_not_its_text() -> None:
    asked = [{"name": "Why?", "acceptedAnswer": {"text": text}} for text in TEXTS]
    graph = [{"@type": "Article"}, {"@type": "FAQPage", "mainEntity": asked}]
    assert find_embedded(linked(**{"@graph": graph})) is None


def test_thread_has_its_answers() -> None:
    comments = [{"@type": "Comment", "text": text} for text in TEXTS[1:]]
    page = linked(**{"@type": "DiscussionForumPosting"}, text=TEXTS[0], comment=comments)
    assert text_of(find_embedded(page)) == paragraphs()


@pytest.mark.parametrize("kind", ["Product", "JobPosting"])
def test_description_is_the_last_resort(kind: str) -> None:
    assert text_of(find_embedded(linked(**{"@type": kind}, description="\n".join(TEXTS)))) == paragraphs()


def test_description_of_the_site_is_no_text() -> None:
    assert find_embedded(linked(**{"@type": "WebSite"}, description=" ".join(TEXTS))) is None


@pytest.mark.parametrize(
    "script",
    [
        json_script({"props": {"post": {"content": TEXTS}}}, 'id="__NEXT_DATA__" type="application/json"'),
        f"<script>window.__INITIAL_STATE__ = {json.dumps({'a': {'body': TEXTS}})};run();</script>",
        f'<script>window.__APOLLO_STATE__={json.dumps({"body": TEXTS})[:-1]},"x":undefined}}</script>',
        f"<script>window['state'] = JSON.parse({json.dumps(json.dumps({'body': TEXTS}))})</script>",
        f"<script>window.__remixContext = {json.dumps({'state': {'html': TEXTS}})};</script>",
        json_script({"status": 200, "body": json.dumps({"text": TEXTS})}),
        json_script([{"data": 1}, {"body": 2}, [3, 4, 5, 6, 7], *TEXTS], 'id="__NUXT_DATA__" type="x/json"'),
        json_script({f"Paragraph:{number}": {"text": text} for number, text in enumerate(TEXTS)}),
    ],
)
def test_hydration_data_is_read(script: str) -> None:
    found = find_embedded(page_with(script))
    assert found is not None
    assert found.origin == "hydration"
    assert text_of(found) == paragraphs()


def test_page_in_an_attribute_is_read() -> None:
    data = json.dumps({"props": {"article": {"html": "".join(f"<p>{text}</p>" for text in TEXTS)}}})
    page = page_with(body=f'<div id="app" data-page="{data.replace(chr(34), "&quot;")}"></div>')
    assert text_of(find_embedded(page)) == paragraphs()


def test_streamed_elements_are_shown_without_menus() -> None:
    links = [
        ["$", "a", None, {"href": "/", "children": name}] for name in ("Home", "News", "Weather", "Help")
    ]
    menu = ["$", "nav", None, {"children": links}]
    shown = [["$", "p", None, {"children": text}] for text in TEXTS]
    rows: dict[str, Any] = {"0": ["$", "div", None, {"children": [menu, "$L1"]}], "2": None}
    rows["1"] = ["$", "article", None, {"children": shown}]
    stream = "".join(f"{name}:{json.dumps(row)}\n" for name, row in rows.items())
    half = len(stream) // 2
    pushes = "".join(
        f"self.__next_f.push([1,{json.dumps(part)}]);" for part in (stream[:half], stream[half:])
    )
    assert text_of(find_embedded(page_with(f"<script>{pushes}</script>"))) == paragraphs()


def test_streamed_text_has_its_length_in_bytes() -> None:
    html = "".join(f"<p>é {text}</p>" for text in TEXTS)
    stream = f"1:T{len(html.encode()):x},{html}2:{json.dumps({'article': {'title': TITLE, 'body': '$1'}})}\n"
    page = page_with(f"<script>self.__next_f.push([1,{json.dumps(stream)}])</script>")
    assert text_of(find_embedded(page)).count("é One.") == 1


def test_object_with_the_page_title_wins() -> None:
    other = {"title": "Trains of the valley", "body": TEXTS * 2}
    article = {"title": TITLE, "body": TEXTS}
    text = text_of(find_embedded(page_with(json_script({"a": {"body": other}, "b": article}))))
    assert text == f"{TITLE}\n\n{paragraphs()}"


@pytest.mark.parametrize(
    "value",
    [
        LABELS,
        {"messages": {"a": TEXTS}},
        {"cookieConsent": {"body": TEXTS}},
        {"footer": {"text": TEXTS}},
        {"ids": ["8f14e45fceea167a5a36dedd4bea2543" * 20]},
        {"css": ".a { color: red; } .b { color: blue; }" * 20},
        {"image": "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUg" * 50},
        {"code": "var a = {b: [1, 2]}; if (a.b) { c(); }; " * 20},
        {"names": ["North quay", "South quay", "Old quay"] * 40},
    ],
)
def test_what_is_not_to_be_read_is_not_found(value: dict[str, Any]) -> None:
    assert find_embedded(page_with(json_script(value))) is None


@pytest.mark.parametrize(("words", "found"), [(59, False), (60, True)])
def test_least_number_of_words(words: int, found: bool) -> None:
    text = " ".join(["word"] * (words - 1)) + " end."
    assert bool(find_embedded(linked(**{"@type": "Article"}, articleBody=text))) is found


@pytest.mark.parametrize(
    "text", ["{", '{"a": ', "[" * 100_000, "{" * 50, '{"a":' * 50_000, "null", "3", '"x"']
)
def test_broken_data_gives_nothing(text: str) -> None:
    scripts = (
        f"<script type='application/{kind}'>{text}{' ' * 300}</script>" for kind in ("json", "ld+json")
    )
    assert find_embedded(page_with(*scripts, f"<script>window.a = {text}{' ' * 300}</script>")) is None


def test_data_that_holds_itself_is_read_once() -> None:
    flat = [{"self": 0, "body": 1}, [2, 3, 4, 5, 6], *TEXTS]
    assert text_of(find_embedded(page_with(json_script(flat)))) == paragraphs()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=30)
    | st.sampled_from([SENTENCE, f"<p>{SENTENCE}"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                "type text children content data items @type articleBody title level tag step".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_data_is_read_without_error(value: Any) -> None:
    kinds = ('type="application/json"', 'type="application/ld+json"')
    stream = json.dumps(f"0:{json.dumps(value)}\n")
    found = find_embedded(
        page_with(
            *(json_script(value, kind) for kind in kinds),
            f"<script>self.__next_f.push([1,{stream}])</script>",
        )
    )
    assert found is None or found.words >= 60


@given(JSON)
def test_any_value_is_written_as_balanced_html(value: Any) -> None:
    page = Page(f"<div>{write_rich_text(value)}<i id=last></i></div>")
    assert page.source.endswith('<i id="last"></i></div></body></html>')


@pytest.mark.parametrize(
    "blocks",
    [
        # Draft.js, EditorJS, Contentful, Portable Text, Slate, ProseMirror, Lexical.
        [
            {"type": "header-two", "text": "Head"},
            {"type": "unstyled", "text": "Text & <more>"},
            {"type": "unordered-list-item", "text": "Item"},
        ],
        [
            {"type": "header", "data": {"text": "Head", "level": 2}},
            {"type": "paragraph", "data": {"text": "Text &amp; &lt;more&gt;"}},
            {"type": "list", "data": {"style": "unordered", "items": ["Item"]}},
        ],
        [
            {"nodeType": "heading-2", "content": [{"nodeType": "text", "value": "Head"}]},
            {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": "Text & <more>"}]},
            {
                "nodeType": "unordered-list",
                "content": [
                    {
                        "nodeType": "list-item",
                        "content": [
                            {"nodeType": "paragraph", "content": [{"nodeType": "text", "value": "Item"}]}
                        ],
                    }
                ],
            },
        ],
        [
            {"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "Head"}]},
            {"_type": "block", "style": "normal", "children": [{"_type": "span", "text": "Text & <more>"}]},
            {"_type": "block", "listItem": "bullet", "children": [{"_type": "span", "text": "Item"}]},
        ],
        [
            {"type": "heading", "level": 2, "children": [{"text": "Head"}]},
            {"type": "paragraph", "children": [{"text": "Text "}, {"text": "& <more>", "bold": True}]},
            {"type": "bulleted-list", "children": [{"type": "list-item", "children": [{"text": "Item"}]}]},
        ],
        [
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Head"}]},
            {"type": "paragraph", "content": [{"type": "text", "text": "Text & <more>"}]},
            {
                "type": "bulletList",
                "content": [{"type": "listItem", "content": [{"type": "text", "text": "Item"}]}],
            },
        ],
        [
            {"type": "heading", "tag": "h2", "children": [{"type": "text", "text": "Head"}]},
            {"type": "paragraph", "children": [{"type": "text", "text": "Text & <more>"}]},
            {"type": "list", "tag": "ul", "children": [{"type": "listitem", "children": [{"text": "Item"}]}]},
        ],
    ],
)
def test_rich_text_of_editors(blocks: list[dict[str, Any]]) -> None:
    assert is_rich_text(blocks)
    page = Page(write_rich_text(blocks))
    names = [page.name_of(int(each)) for each in page.blocks.container]
    assert names[0] == "h2"
    assert names[2] in ("li", "p")
    assert " ".join(plain_text(page).split()) == "Head Text & <more> - Item"


def test_deep_rich_text_ends_somewhere() -> None:
    node: dict[str, Any] = {"type": "text", "text": "deep"}
    for _ in range(500):
        node = {"type": "quote", "children": [node]}
    assert write_rich_text([node]).count("<blockquote>") == write_rich_text([node]).count("</blockquote>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SENTENCE, True),
        ("x" * 59, False),
        ("船は九時に島へ出ます。" * 6, True),
        ("one, two three four five six seven eight nine ten eleven twelve", False),
        ("a{b:c}; d{e:f}; g{h:i}. " * 5, False),
        ("https://example.org/" + "a" * 200 + " is a long word in a sentence. " + SENTENCE, False),
    ],
)
def test_prose(text: str, expected: bool) -> None:
    assert is_prose(text) is expected


def test_lines_become_paragraphs_headings_and_items() -> None:
    assert as_html("# A\n\nb < c\n- d") == "<h1>A</h1><p>b &lt; c</p><ul><li>d</li></ul>"


def test_words_are_counted_without_spaces_too() -> None:
    assert (count_words("a b c"), count_words("船は九時に")) == (3, 3)
    assert readable_words(f"<p>{SENTENCE}</p>") == len(SENTENCE.split())


def test_names_of_fields_may_stand_in_the_list() -> None:
    assert resolve([{"_1": 2}, "name", "value", 0]) == {"name": "value"}


@pytest.mark.parametrize(
    "value", [[{"x": 1, "y": 2}] * 5, [{"a": "b"}, 1, "c", "d"], ["a", 1, 2, 3], [{"a": 0}]]
)
def test_other_lists_stay_as_they_are(value: list[Any]) -> None:
    assert resolve(value) is value


@pytest.mark.parametrize(("words", "expected"), [(79, True), (80, False)])
def test_little_text(words: int, expected: bool) -> None:
    assert lacks_text(words) is expected


def test_data_with_more_words_than_the_page_is_read_instead() -> None:
    script = json_script({"body": TEXTS})
    words = sum(len(text.split()) for text in TEXTS)
    assert find_instead(page_with(script), words // 3) is not None
    assert find_instead(page_with(script), words // 3 + 1) is None
    assert find_instead(page_with(script, body="<p>menu " * (words + 1)), 0) is None


@pytest.mark.parametrize("piece", ['window.a = {"b":', "self.__next_f.push([", '{"a":"', "<", "&lt;p ", "\\"])
def test_time_is_linear(piece: str) -> None:
    def page(times: int) -> Page:
        return page_with(f"<script>{piece * times}</script>", json_script({"body": piece * times}))

    small, large = page(2_000), page(2_000 * FACTOR)
    assert grows_linearly(lambda: find_embedded(small), lambda: find_embedded(large))


ROOT = '<script src="/app.js"></script><div id="root"></div>'
ASKING = "<body><noscript>Bitte JavaScript einschalten.</noscript><script src=/a.js></script>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (ROOT, True),
        (ASKING, True),
        (ROOT + "<p>word " * (MAX_SHELL_WORDS - 1), True),
        (ROOT + "<p>word " * MAX_SHELL_WORDS, False),
        ('<div id="root"></div>', False),
        ('<script></script><div id="box"></div>', False),
        ('<script></script><div id="root"><p>Text</p></div>', False),
        ("<body><script></script><noscript>Picture</noscript>", False),
    ],
)
def test_shell(html: str, expected: bool) -> None:
    assert is_shell(Page(html)) is expected
    assert is_shell(Page(html).with_hidden) is expected


def words(count: int) -> str:
    """A sentence of so many words."""
    return " ".join(["word"] * (count - 1)) + " end."


def state(value: object) -> Embedded | None:
    return find_embedded(page_with(json_script(value)))


@pytest.mark.parametrize(("count", "origin"), [(129, "json-ld"), (130, "hydration")])
def test_scripts_must_have_more_text_than_structured_data(count: int, origin: str) -> None:
    article = json_script({"@type": "Article", "articleBody": words(100)}, 'type="application/ld+json"')
    found = find_embedded(page_with(article, json_script({"body": words(count)})))
    assert found is not None
    assert found.origin == origin


@pytest.mark.parametrize(("titled", "path"), [({}, "stream"), ({"title": TITLE}, "json.body.text.*")])
def test_streamed_text_counts_like_text_under_the_title(titled: dict[str, str], path: str) -> None:
    row = ["$", "article", None, {"children": [["$", "p", None, {"children": text}] for text in TEXTS]}]
    stream = json.dumps("0:" + json.dumps(row) + "\n")
    data = json_script({**titled, "body": {"text": TEXTS}})
    found = find_embedded(page_with(f"<script>self.__next_f.push([1,{stream}])</script>", data))
    assert found is not None
    assert found.path == path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab cd ef gh ij kl mn op " + "x" * 35 + ".", True),
        ("ab cd ef gh ij kl mn op " + "x" * 34 + ".", False),
        ("ninechars " * 7 + "ninechars.", True),
        ("ninechars " * 6 + "ninechars.", False),
        ("word " * 38 + "ends;;;;;;", False),
        ("word " * 38 + "ends. " + ";;;;", True),
        ("word " * 37 + "ends. " + ";;;;;;;;", False),
        ("word " * 30 + "x" * 119 + ".", True),
        ("word " * 30 + "x" * 120 + ".", False),
        ("thirteenchars " * 9 + "thirteenchars.", True),
        ("thirteenchars " * 9 + "fourteen-chars.", False),
    ],
)
def test_bounds_of_prose(text: str, expected: bool) -> None:
    assert is_prose(text) is expected


@pytest.mark.parametrize(("marks", "expected"), [(6, True), (7, False)])
def test_prose_has_little_code(marks: int, expected: bool) -> None:
    text = "word " * 38 + "e." + " " * (8 - marks) + "=" * marks
    assert len(text) == 200
    assert is_prose(text) is expected


def test_a_flat_list_has_a_few_values() -> None:
    short: list[Any] = [{"a": 1}, "b", "c"]
    assert resolve(short) is short
    assert resolve([*short, "d"]) == {"a": "b"}


@pytest.mark.parametrize(("count", "path"), [(70, "json.data"), (90, "json.data.json.text")])
def test_json_in_a_string_is_long(count: int, path: str) -> None:
    found = state({"data": json.dumps({"text": words(count)})})
    assert found is not None
    assert found.path == path


@pytest.mark.parametrize(("labels", "is_found"), [(39, True), (40, False)])
def test_an_object_of_labels_has_a_number_of_strings(labels: int, is_found: bool) -> None:
    names = {f"label{'x' * number}"[:30]: "Press it" for number in range(20)}
    more = {f"{'y' * number}label"[:30]: "Press it" for number in range(1, labels - len(names) + 1)}
    value = {"body": words(80), **names, **more}
    assert len(value) == labels + 1
    assert bool(state(value)) is is_found


@pytest.mark.parametrize(("names", "is_found"), [(20, True), (21, False)])
def test_most_words_of_a_place_are_to_be_read(names: int, is_found: bool) -> None:
    # 90 words to be read, and 60 or 63 that are not.
    assert bool(state({"body": [*TEXTS, *["North old quay"] * names]})) is is_found


@pytest.mark.parametrize(
    ("title", "is_same"), [("Morning ferries bay one two", True), ("Morning ferries one two three", False)]
)
def test_the_title_of_an_object_is_the_page_s(title: str, is_same: bool) -> None:
    assert text_of(state({"title": title, "body": TEXTS})).startswith(title) is is_same


def test_a_title_does_not_outweigh_everything() -> None:
    other = {"title": "Trains of the valley", "body": TEXTS * 3}
    article = {"title": TITLE, "body": TEXTS}
    assert not text_of(state({"a": {"body": other}, "b": article})).startswith(TITLE)


def test_names_of_fields_decide() -> None:
    assert state({"summary": {"text": TEXTS}}) is None
    assert state({"summary": {"text": {"body": TEXTS}}}) is not None


def test_the_weight_of_names_is_bounded() -> None:
    deep = {"body": {"text": {"html": {"content": {"text": words(80)}}}}}
    found = state({"a": deep, "b": {"body": {"text": words(90)}}})
    assert found is not None
    assert found.words == 90


@pytest.mark.parametrize(("length", "is_found"), [(32, False), (33, True)])
def test_long_names_of_fields_are_ids(length: int, is_found: bool) -> None:
    names = [letter * length for letter in "abcde"]
    value = {name: {"text": text} for name, text in zip(names, TEXTS, strict=True)}
    assert bool(state(value)) is is_found


@pytest.mark.parametrize(("count", "is_found"), [(39, True), (40, False)])
def test_a_short_text_gives_way_to_a_description(count: int, is_found: bool) -> None:
    page = linked(**{"@type": "Product"}, articleBody=words(count), description="\n".join(TEXTS))
    assert bool(find_embedded(page)) is is_found
