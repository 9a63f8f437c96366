"""Pictures that are there more than once: sizes, themes, carousels and signs."""

from __future__ import annotations

import pytest

from mainspan import extract
from mainspan.render.events import VOID
from mainspan.render.flow import make_flow
from tests.clock import FACTOR, grows_linearly

URL = "https://example.org/a/"
TEXT = "<p>One two three four five six.</p>"


def shown(html: str) -> list[str]:
    """The names of the pictures in a page whose whole text is kept."""
    found = extract(f"<main>{html}</main>", algorithm="plain", url=URL)
    flow = make_flow(found.page, found.spans)
    return [each["src"].removeprefix(URL) for kind, value, each in flow if (kind, value) == (VOID, "img")]


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("a.png?w=300", "a.png?w=900&q=8", 1),
        ("a.png?resize=350,350&amp;ssl=1", "a.png?resize=310,165&amp;ssl=1", 1),
        ("a-150x150.jpg", "a-1024x768.jpg", 1),
        ("a.jpg", "a-1024x768.jpg", 1),
        ("i?src=a.png&w=1", "i?src=b.png&w=1", 2),
        ("a-150x150.jpg", "b-150x150.jpg", 2),
        ("a.png?id=1", "a.png?id=2", 2),
    ],
)
def test_two_sizes_of_a_picture_side_by_side_are_one(one: str, other: str, count: int) -> None:
    pair = f'<a href=/x><img src="{one}"><img src="{other}"></a>'
    assert len(shown(f"{TEXT}{pair}{TEXT}")) == count
    assert len(shown(f"{TEXT}<img src='{one}'>{TEXT}<img src='{other}'>{TEXT}")) == 2


def test_the_pictures_of_a_carousel_are_there_once() -> None:
    slides = "".join(f"<li><img src={name}.jpg></li>" for name in "abc")
    assert shown(f"{TEXT}<ul>{slides}{slides}</ul>{TEXT}") == ["a.jpg", "b.jpg", "c.jpg"]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ("<img src=a.png class=dark:hidden><img src=b.png class='hidden dark:block'>", ["a.png"]),
        (
            "<div class=dark-image><img src=a.png></div><div class=light-image><img src=b.png></div>",
            ["b.png"],
        ),
        ("<img src=a.png><img src=a.dark.png>", ["a.png"]),
        ("<img src=a.png alt=x><img src=a.dark.png alt=x>", ["a.png"]),
        ("<img src=a.png alt=x><img src=a.dark.png alt=y>", ["a.png", "a.dark.png"]),
        ("<img src=darker.png><img src=b.png>", ["darker.png", "b.png"]),
        ("<img src=dark.png><img src=b.dark.png>", ["dark.png", "b.dark.png"]),
        (f"<img src=a.png>{TEXT}<img src=dark.png>", ["a.png", "dark.png"]),
    ],
)
def test_of_two_pictures_for_two_themes_the_light_one_stays(pair: str, expected: list[str]) -> None:
    assert shown(f"{TEXT}{pair}{TEXT}") == expected


TABLE = "<table><tr><th>Kettle<th>Lid<tr><td>Tin<td>"


def at_places(tag: str, places: int) -> str:
    """A page with a picture at this number of places of its text; `{}` in its tag is the place."""
    return "".join(f"<div>{tag.format(place)}{TEXT}</div>" for place in range(places))


@pytest.mark.parametrize(
    ("tag", "places", "count"),
    [
        ("<img src=a.png>", 2, 2),
        ("<img src=a.png>", 3, 0),
        ("<img src=a.gif?x=1>", 3, 0),
        ("<img src=a.jpg>", 3, 1),
        ("<img src=a.png width=299>", 3, 0),
        ("<img src=a.png width=300>", 3, 3),
        ("<a href=/buy/{}><img src=a.png></a>", 3, 0),
        ("<a href=/story><img src=a.png></a>", 3, 3),
        ("<a href=/story><b><img src=a.png></b></a>", 3, 3),
        ("<figure><img src=a.png></figure>", 3, 3),
        ("<figure><p><a href=/x/{}><b><img src=a.png></b></a></p></figure>", 3, 3),
        ("<figure><p><a href=/x/{}><b><i><u><img src=a.png></u></i></b></a></p></figure>", 3, 0),
        (f"{TABLE}<img src=a.png></table>", 3, 3),
        (f"{TABLE}<b><img src=a.png></b></table>", 3, 3),
        (f"{TABLE}<img src=a.png> yes</table>", 3, 0),
        (f"{TABLE}<a href=/{{}}><img src=a.png></a></table>", 3, 0),
        ("<table><tr><td>x<td><img src=a.png></table>", 3, 0),
    ],
)
def test_what_is_at_many_places_is_a_sign(tag: str, places: int, count: int) -> None:
    assert len(shown(at_places(tag, places))) == count


@pytest.mark.parametrize(
    "part", ["<img src=a.png>", "<img src=a.png>text ", "<a href=x><img src=dark.png></a><br>"]
)
def test_many_repeats_take_linear_time(part: str) -> None:
    small, large = (f"<p>text</p>{part * count}" for count in (100, 100 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").html, lambda: extract(large, algorithm="plain").html
    )
