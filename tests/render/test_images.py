"""Pictures: those of the content, from where they can be fetched."""

from __future__ import annotations

import pytest

from mainspan import Page, Spans, extract
from mainspan.render.events import VOID
from mainspan.render.flow import make_flow
from tests.clock import FACTOR, grows_linearly

URL = "https://example.org/a/"


def sources(html: str) -> list[str]:
    """The addresses of the pictures in a page whose whole text is kept."""
    found = extract(html, algorithm="plain", url=URL)
    flow = make_flow(found.page, found.spans)
    return [attributes["src"] for kind, value, attributes in flow if (kind, value) == (VOID, "img")]


@pytest.mark.parametrize(
    ("tag", "address"),
    [
        ("<img src=x.png>", f"{URL}x.png"),
        ("<img src=/x.png>", "https://example.org/x.png"),
        ("<img src=data:image/gif;base64,R0 data-src=x.png>", f"{URL}x.png"),
        ("<img src=small.png data-original=x.png>", f"{URL}x.png"),
        ("<img data-lazy-src=x.png src=blank.gif>", f"{URL}x.png"),
        ("<img src=spacer.gif srcset='a.png 300w, b.png 900w, c.png 600w'>", f"{URL}b.png"),
        ("<img src=data:, data-srcset='a.png 1x, b.png 2x'>", f"{URL}b.png"),
        ("<img srcset='a.png, b.png 1.5x'>", f"{URL}b.png"),
        ("<picture><source srcset='a.webp 1x, b.webp 2x'><img></picture>", f"{URL}b.webp"),
        ("<picture><source srcset=a.webp><img src=x.png></picture>", f"{URL}x.png"),
        ("<img src='a b.png'>", f"{URL}a%20b.png"),
        ("<noscript><img src=x.png></noscript>", f"{URL}x.png"),
        ("<amp-img src=x.png width=600></amp-img>", f"{URL}x.png"),
        ("<img src='/i?w=63' srcset='a.png 1x, b.png 2x'>", f"{URL}b.png"),
        ("<img src='/i?w=64' srcset='a.png 1x, b.png 2x'>", "https://example.org/i?w=64"),
        ("<img src='/w_16,e_blur:900/i' srcset='a.png 1x, b.png 2x'>", f"{URL}b.png"),
        ("<img src=a.png srcset='a.png 320w, b.png 960w'>", f"{URL}b.png"),
        ("<img src=a.png srcset='a.png 480w, b.png 960w'>", f"{URL}a.png"),
        ("<img src=a.png srcset='a.png 479w, b.png 480w'>", f"{URL}b.png"),
        ("<img src=a.png srcset='a.png 320w, b.png 479w'>", f"{URL}a.png"),
        ("<img src=a.png srcset='a.png 1x, b.png 2x'>", f"{URL}a.png"),
        ("<img src='/i?w=63'>", "https://example.org/i?w=63"),
    ],
)
def test_addresses(tag: str, address: str) -> None:
    assert sources(f"<p>One {tag} two three four.</p>") == [address]


@pytest.mark.parametrize(
    "tag",
    [
        "<img>",
        "<img src=''>",
        "<img src=data:image/png;base64,AAAA>",
        "<img src=javascript:x>",
        "<img src=x.png width=1 height=1>",
        "<img src=x.png width=0>",
        "<img src=x.png hidden>",
        "<img src=x.png style='display:none'>",
        "<img src=/img/blank.gif>",
        "<img src=/img/1x1.png?u=2>",
        "<img src=/img/space.gif>",
    ],
)
def test_placeholders_and_trackers_are_left_out(tag: str) -> None:
    assert sources(f"<p>One {tag} two three four.</p>") == []


def test_the_copy_for_browsers_without_scripts_is_left_out() -> None:
    html = "<p>One</p><img data-src=a.png><noscript><img src=a-600.png></noscript><p>two</p>"
    assert sources(html) == [f"{URL}a.png"]


def test_a_title_that_only_repeats_the_text_instead_is_left_out() -> None:
    found = extract('<p>One <img src=x.png alt="a b" title=" a  b"> two', algorithm="plain", url=URL)
    assert found.markdown == f"One ![a b]({URL}x.png) two\n"


PAGE = """<article><img src=hero.png><p>One two three.</p><figure><img src=in.png><figcaption>A caption
    </figcaption></figure><p>Four.</p></article><aside><img src=ad.png><p>Buy this.</p></aside>"""


def test_pictures_go_with_the_text_around_them() -> None:
    page = Page(PAGE, url=URL)
    spans = Spans.of_elements(page, page.select("article > p"))
    flow = make_flow(page, spans)
    assert [attributes["src"] for kind, _, attributes in flow if kind == VOID] == [
        f"{URL}hero.png",
        f"{URL}in.png",
    ]


@pytest.mark.parametrize("part", ["<img src=x.png>", "<div><img src=x.png>", "<img srcset='a 1w, b 2w'>"])
def test_many_pictures_take_linear_time(part: str) -> None:
    small, large = (f"<p>text</p>{part * count}" for count in (100, 100 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").html, lambda: extract(large, algorithm="plain").html
    )


@pytest.mark.parametrize(("tokens", "count"), [(200, 1), (400, 0)])
@pytest.mark.parametrize("html", ["<img src=x.png>{}<p>One two", "<p>One two</p>{}<img src=x.png>"])
def test_pictures_of_the_content_are_near_its_text(html: str, tokens: int, count: int) -> None:
    assert len(sources(f"<div>{html.format('<br>' * tokens)}</div>")) == count


@pytest.mark.parametrize(("tokens", "count"), [(20, 1), (60, 0)])
def test_the_source_of_a_picture_is_near_it(tokens: int, count: int) -> None:
    html = f"<picture><source srcset=x.webp>{'<source>' * tokens}<img></picture>"
    assert len(sources(f"<p>One {html} two")) == count


@pytest.mark.parametrize(("tokens", "count"), [(20, 1), (60, 2)])
def test_the_copy_of_a_picture_is_near_it(tokens: int, count: int) -> None:
    html = f"<img src=a.png>{'<br>' * tokens}<noscript><img src=b.png></noscript>"
    assert len(sources(f"<div><p>One</p>{html}</div>")) == count


SMALL = "<p>One two three four five six seven eight nine ten.</p>"


def shown(html: str, drop: str = "figcaption, .caption") -> list[str]:
    """The names of the pictures in a page of which all but what matches this is kept."""
    found = extract(html, algorithm="plain", url=URL, drop=drop)
    flow = make_flow(found.page, found.spans)
    return [each["src"].removeprefix(URL) for kind, value, each in flow if (kind, value) == (VOID, "img")]


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=a.png><figcaption>By <a href=/me>Me</a></figcaption></figure>",
        "<div><div><img src=a.png></div><p class=caption>A cup on a table. Photo: me</p></div>",
        "<figure><div><img src=a.png><span class=caption>Cup</span></div></figure>",
        "<table><tr><td><img src=a.png></td></tr><tr><td class=caption>A cup on a table</td></tr></table>",
    ],
)
def test_a_picture_stays_without_its_caption(figure: str) -> None:
    assert shown(f"<article>{SMALL}{figure}{SMALL}</article>") == ["a.png"]


@pytest.mark.parametrize(
    "box",
    [
        "<aside class=caption><img src=a.png>Buy one</aside>",
        "<div class=caption><img src=a.png><h3>Read on</h3></div>",
        "<div class=caption><a href=/x><img src=a.png>More about it</a></div>",
        f"<div class=caption><img src=a.png>{'word ' * 81}</div>",
    ],
)
def test_a_box_that_was_left_out_takes_its_pictures_with_it(box: str) -> None:
    assert shown(f"<article>{SMALL}{box}{SMALL}</article>") == []


def test_what_may_be_captions_counts_for_each_picture() -> None:
    box = f"<div class=caption><img src=a.png><img src=b.png>{'word ' * 160}</div>"
    assert shown(f"<article>{SMALL}{box}{SMALL}</article>") == ["a.png", "b.png"]


def test_in_a_header_only_large_pictures_and_figures_stay() -> None:
    rest = "<p class=caption>one</p>" * 9
    for tag, expected in (
        ("<img src=a.png width=300>", ["a.png"]),
        ("<img src=a.png width=299>", []),
        ("<figure><img src=a.png></figure>", ["a.png"]),
    ):
        header = f"<header><h1>Title</h1><div>{tag}</div><div class=caption>{'x ' * 40}</div>{rest}</header>"
        assert shown(f"<article>{header}{SMALL}</article>") == expected


@pytest.mark.parametrize(
    "tag",
    [
        "<img src=/u/avatar/3.jpg>",
        "<img class='avatar photo' src=me.jpg width=300>",
        "<img src=me.jpg class=author-photo width=128>",
        "<img src=icon-twitter.png>",
        "<img src=facebook-share.svg>",
        "<img src=line.gif width=500 height=2>",
        "<img src=a.png width=9 height=0>",
        f"<img src=/{'x' * 400}/avatar/3.jpg>",
        "<img src=/i/logo.png width=120 height=40>",
    ],
)
def test_signs_of_persons_and_services_are_left_out(tag: str) -> None:
    assert shown(f"{SMALL}{tag}{SMALL}") == []


@pytest.mark.parametrize(
    "tag",
    [
        "<img src=a.png class=author-photo width=129>",
        "<img src=a.png width=570 height=0>",
        "<img src=a.png width=10 height=0>",
        "<img src=a.png width=3>",
        "<img src=a.png class=socialist>",
    ],
)
def test_other_pictures_stay(tag: str) -> None:
    assert shown(f"{SMALL}{tag}{SMALL}") == ["a.png"]


@pytest.mark.parametrize(
    ("size", "address", "count"),
    [
        ("", "https://www.facebook.com/sharer/sharer.php?u=x", 0),
        ("width=128", "https://twitter.com/intent/tweet?url=x", 0),
        ("width=129", "https://twitter.com/intent/tweet?url=x", 1),
        ("width=99999", "https://twitter.com/intent/tweet?url=x", 1),
        ("width=999999", "https://twitter.com/intent/tweet?url=x", 0),
        ("", "mailto:?subject=x", 0),
        ("", "/large.jpg", 1),
        ("", "/shared/large.jpg", 1),
        ("", "https://www.facebook.com/ann", 0),
        ("width=128", "http://twitter.com/ann/", 0),
        ("", "https://www.youtube.com/@ann", 0),
        ("width=129", "https://www.facebook.com/ann", 1),
        ("", "https://www.youtube.com/watch?v=x", 1),
        ("", "https://www.instagram.com/p/x/", 1),
        ("", "https://notx.com/ann", 1),
    ],
)
def test_small_pictures_in_links_that_share_the_page_are_left_out(
    size: str, address: str, count: int
) -> None:
    assert len(sources(f"<p>One <a href='{address}'><img src=x.png {size}></a> two three.</p>")) == count


def test_the_names_of_signs_are_looked_for_at_the_beginning_of_an_address() -> None:
    assert shown(f"{SMALL}<img src=/{'x' * 600}/avatar/3.jpg>{SMALL}") != []


def test_marks_that_repeat_in_a_table_stay_each_time() -> None:
    row = "<tr><th>x</th><td><img src=yes.png alt=yes></td><td><img src=yes.png alt=yes></td></tr>"
    assert shown(f"<table>{row}{row}</table>") == ["yes.png"] * 4
    assert shown(f"{SMALL}<img src=a.png><img src=a.png>{SMALL}<img src=a.png>{SMALL}") == ["a.png"] * 2


def test_the_picture_for_browsers_without_scripts_wins_over_a_blurred_one() -> None:
    html = f"{SMALL}<img src=a.png?q=1 alt=Cup><noscript><img src=a.png?q=90></noscript>{SMALL}"
    assert shown(html) == ["a.png?q=90"]
    assert 'alt="Cup"' in extract(html, algorithm="plain", url=URL).html


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ("<a href=/story><img src=x.png></a><p>One two.</p>", 1),
        ("<p>One two.</p><ul><li><a href=/shop><span><img src=x.png></span></a></li></ul>", 0),
        ("<p>One two.</p><a href=large.jpg?w=9><img src=x.png></a>", 1),
        ("<p>One two.</p><a href='#x'><img src=x.png></a>", 1),
        ("<p>One two.</p><img src=x.png>", 1),
        ("<p>One two.</p><a href=/shop><img src=x.png></a><p>Three.</p>", 1),
        ("<p>One two.</p><a href=/shop><b><i><u><img src=x.png></u></i></b></a>", 1),
    ],
    ids=["before", "after", "larger", "inside the page", "no link", "between", "far away"],
)
def test_linked_pictures_after_the_text_are_left_out(page: str, count: int) -> None:
    assert len(sources(f"<main>{page}</main>")) == count


TABLE = "<table><tr><th>Kettle<th>Lid<tr><td>Tin<td>"


@pytest.mark.parametrize(
    ("tag", "count"),
    [
        ("<p><img src=a.png width=48 height=48> One two.</p>", 0),
        ("<p><img src=a.png width=49 height=48> One two.</p>", 1),
        ("<p><img src=a.png height=48> One two.</p>", 1),
        ("<p>Press <img src=a.png width=48 height=48> to go on.</p>", 1),
        ("<p>Press <b><img src=a.png width=48 height=48></b> to go on.</p>", 1),
        ("<p>Press <img src=a.png width=48 height=48 alt=''> to go on.</p>", 0),
        ("<p>Press<br><img src=a.png width=48 height=48> to go on.</p>", 0),
        (f"{TABLE}<img src=a.png width=48 height=48></table>", 1),
        (f"{TABLE}<a href=/x><img src=a.png width=48 height=48></a></table>", 1),
        (f"{TABLE}<img src=a.png width=48 height=48> yes</table>", 0),
        ("<table><tr><td>x<td><img src=a.png width=48 height=48></table>", 0),
    ],
)
def test_small_pictures_are_icons_unless_a_sentence_goes_on_with_them(tag: str, count: int) -> None:
    assert len(sources(f"<p>One two three.</p>{tag}<p>Four five six.</p>")) == count


@pytest.mark.parametrize(
    ("address", "size", "count"),
    [
        ("/img/icons/a.svg", "", 0),
        ("/statusicon/a.gif?x=1", "", 0),
        ("/x/icon_profile.gif", "", 0),
        ("/x/btn-more.png", "width=128", 0),
        ("/x/btn-more.png", "width=129", 1),
        ("/img/icons/a.jpg", "", 1),
        ("/img/iconic/a.png", "", 1),
        ("/img/2025-icons-all/a.svg", "", 0),
        ("/img/menu_icons/a.svg", "", 0),
        ("/img/my-iconic/a.png", "", 1),
        ("/iconography.png", "", 1),
        ("/icons/x/a.png", "", 1),
    ],
)
def test_files_of_icons(address: str, size: str, count: int) -> None:
    tag = f"<img src='{address}' {size}>"
    assert len(sources(f"<p>One two three.</p><p>{tag} Four five six.</p><p>Seven.</p>")) == count
    assert len(sources(f"<p>One two {tag} three.</p>")) == 1


@pytest.mark.parametrize(("links", "count"), [(15, 1), (25, 0)])
def test_the_text_before_an_icon_is_near_it(links: int, count: int) -> None:
    html = f"<p>Press {'<b></b>' * links}<img src=a.png width=9 height=9> to go on.</p>"
    assert len(sources(html)) == count


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ("<div class=share><img src=a.png></div>", 0),
        ("<div class='post social-icons'><a href=/x><img src=a.png width=128></a></div>", 0),
        ("<div class=share><img src=a.png width=129></div>", 1),
        ("<div class=share><b><i><img src=a.png></i></b></div>", 0),
        ("<div class=share><b><i><u><img src=a.png></u></i></b></div>", 1),
        ("<div class=share><img src=a.png> Four five six</div>", 1),
        ("<div class=social-life><img src=a.png></div>", 1),
        ("<div class=shared><img src=a.png></div>", 1),
    ],
)
def test_pictures_that_share_the_page_are_known_by_the_names_around_them(box: str, count: int) -> None:
    assert len(sources(f"<p>One two three.</p>{box}<p>Seven eight.</p>")) == count


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ("<div class=avatar><img src=a.png></div>", 0),
        ("<dl class=postprofile><dt>Ann<dd><img src=a.png></dl>", 0),
        ("<section class='userinfo userid-7'><b><img src=a.png width=128></b></section>", 0),
        ("<div class=post-author><img src=a.png width=129></div>", 1),
        ("<div class=avatar><b><i><img src=a.png></i></b></div>", 0),
        ("<div class=avatar><b><i><u><img src=a.png></u></i></b></div>", 1),
        ("<div class=avatar>Four<p>Five six seven <b><img src=a.png></b></p></div>", 1),
        ("<div class=user-guide><img src=a.png></div>", 1),
        ("<div class=profile><img src=a.png></div>", 1),
    ],
)
def test_pictures_of_the_authors_of_posts_are_known_by_the_names_around_them(box: str, count: int) -> None:
    assert (
        len(sources(f"<div><p>One two three four five six.</p>{box}<p>Seven eight nine ten.</p></div>"))
        == count
    )


def test_a_picture_of_space_is_no_placeholder() -> None:
    assert (
        len(sources("<p>One two.</p><img src=/img/space.jpg><img src=/img/my-space.gif><p>Three.</p>")) == 2
    )


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<div style='display:none'><img src=x.png></div>", 0),
        ("<div hidden><div><p><img src=x.png></p></div></div>", 0),
        ("<div hidden><div><div><p><img src=x.png></p></div></div></div>", 1),  # too far up
        ("<div><img src=x.png></div>", 1),
    ],
)
def test_a_picture_that_is_hidden_without_text_goes(html: str, count: int) -> None:
    assert len(sources(f"<p>Before.</p>{html}<p>After.</p>")) == count


def test_a_picture_stays_in_a_hidden_box_with_its_text() -> None:
    page = Page("<p>Before.</p><div hidden><img src=x.png>Text</div><p>After.</p>", hidden=True)
    flow = make_flow(page, Spans.of_blocks(page, page.blocks.words > 0))
    assert [value for kind, value, _ in flow if kind == VOID] == ["img"]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<img src=/x.png alt=Boat>The boat", "![Boat](/x.png) The boat"),
        ("The boat<img src=/x.png alt=Boat>", "The boat ![Boat](/x.png)"),
        ("The boat.<img src=/x.png alt=Boat>", "The boat. ![Boat](/x.png)"),
        ("The boat<img src=/x.png alt=Boat>, at sea", "The boat ![Boat](/x.png), at sea"),
        ("(<img src=/x.png alt=Boat>)", "(![Boat](/x.png))"),
        # The first letter of a word, drawn.
        ("<img src=/t.png alt=T>he boat", "![T](/t.png)he boat"),
    ],
)
def test_a_picture_does_not_run_into_words(html: str, markdown: str) -> None:
    found = extract(f"<p>{html}</p>", algorithm="plain", url="https://example.org/")
    assert found.markdown.replace("https://example.org", "") == f"{markdown}\n"


def test_a_description_with_references_written_twice_is_read() -> None:
    html = "<p>Text <img src=/x.png alt='Tom &amp;amp; Ann&amp;nbsp;' title='It&amp;#039;s &amp; so'></p>"
    found = extract(html, algorithm="plain", url="https://example.org/").html
    assert 'alt="Tom &amp; Ann" title="It\'s &amp; so"' in found
