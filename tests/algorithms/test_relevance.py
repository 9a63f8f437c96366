"""Blocks in order of relevance, and menus: the searches that the words-leaves paper's conclusion names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm
from mainspan.algorithms import RankedBlock, blocks_by_relevance, menus, relevance
from mainspan.errors import ParameterError
from tests.algorithms.paper import Node, our_pages
from tests.algorithms.wlr_transcribed import Ratios, attributes_of, body_of, boxes, content_nodes
from tests.soup import soups

SENTENCE = "The library opened its doors last night, and whole families came to see the bright rooms. "
MENU = '<ul id="menu">' + "<li><a href=x>Entry</a></li>" * 5 + "</ul>"
PAGE = f"""<div id="top" class="bar wide">{MENU}</div>
<div id="content"><h1>Library opens</h1><p>{SENTENCE * 8}</p><p>{SENTENCE * 8}</p></div>
<table><tr><td class="note">{SENTENCE}</td><td>1</td><td>2</td></tr></table>"""


def text_of(page: Page, block: RankedBlock) -> str:
    return " ".join(" ".join(page.source[start:end].split()) for start, end in block.spans)


def starts_of(block: RankedBlock) -> list[int]:
    return [start for start, _ in block.spans]


# Blocks.


def test_the_blocks_of_a_page_in_order_of_relevance() -> None:
    page = Page(PAGE)
    first, second, *_ = blocks_by_relevance(page)
    assert (first.rank, first.element, first.words) == (1, "div#content", 16 * 16 + 2)
    assert (second.rank, second.element, text_of(page, second)) == (2, "td.note", SENTENCE.strip())
    assert first.ratio == first.words / 2
    assert page.source[first.start : first.end].startswith("Library opens</h1>")


@pytest.mark.parametrize("name", our_pages())
def test_all_blocks_together_are_the_text_of_the_page(name: str) -> None:
    page = our_pages()[name]
    blocks = blocks_by_relevance(page)
    assert blocks[0].spans == algorithm("wlr")(page)
    assert sum(block.words for block in blocks) == len(page.words)
    assert sum(block.share for block in blocks) == pytest.approx(1)
    starts = np.concatenate([block.spans.pairs[:, 0] for block in blocks])
    assert sorted(starts.tolist()) == page.tokens.start[page.tokens.words > 0].tolist()


def test_links_are_counted_for_each_block() -> None:
    html = f"<p>{SENTENCE}<a href=x>more</a> <a name=y>here</a></p>" + "<h2>x</h2>" * 30
    (block, *_) = blocks_by_relevance(Page(html))
    assert block.links == 1
    assert block.link_share == pytest.approx(4 / (len(SENTENCE) - 1 + 4 + 4))


def test_the_last_of_too_many_blocks_has_the_rest() -> None:
    page = Page(PAGE)
    everything, few = blocks_by_relevance(page), blocks_by_relevance(page, most=2)
    assert len(everything) > 2
    assert few[0] == everything[0]
    assert (few[1].element, few[1].words) == ("body", len(page.words) - few[0].words)
    assert [block.element for block in blocks_by_relevance(page, most=1)] == ["body"]


def test_large_pages_have_a_limit_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(PAGE)
    monkeypatch.setattr(relevance, "_MAX_NODES", 0)
    monkeypatch.setattr(relevance, "_MIN_SEARCHES", 2)
    assert blocks_by_relevance(page) == blocks_by_relevance(page, most=2)
    assert len(blocks_by_relevance(page, most=9)) == 2


@pytest.mark.parametrize(("nodes", "most"), [(1, 2_000_000), (20_000, 100), (40_001, 50), (10**9, 50)])
def test_searches_read_two_million_nodes_but_there_are_fifty_at_least(nodes: int, most: int) -> None:
    rest = Mock(tree=lambda _: range(nodes))
    assert relevance._limit(rest, None) == most
    assert relevance._limit(rest, 3) == 3


@pytest.mark.parametrize("find", [blocks_by_relevance, menus])
def test_a_number_below_one_is_refused(find: Callable[..., list[RankedBlock]]) -> None:
    with pytest.raises(ParameterError, match="most must be a whole number of at least 1, not 0"):
        find(Page(PAGE), most=0)


@pytest.mark.parametrize(
    "html", ["", "<p></p>", "<p hidden>x</p>", "<frameset></frameset>", "<script>x</script>"]
)
def test_a_page_without_text_has_no_blocks(html: str) -> None:
    assert blocks_by_relevance(Page(html)) == []
    assert menus(Page(html)) == []


@pytest.mark.parametrize(
    ("tag", "element"),
    [
        ("h2", "h2"),
        ("h2 id=a&amp;b class=' x  y '", "h2#a&b.x.y"),
        ("h2 title=' id='", "h2"),
        ("my-card class=z", "my-card.z"),
    ],
)
def test_an_element_is_called_by_its_name_id_and_classes(tag: str, element: str) -> None:
    html = f"<{tag}>{SENTENCE}</{tag.split()[0]}>" + "<h4>x</h4>" * 30
    assert blocks_by_relevance(Page(html))[0].element == element


def test_a_text_of_its_own_can_be_a_block() -> None:
    assert blocks_by_relevance(Page(SENTENCE + "<h4>x</h4>" * 30))[0].element == "#text"


def literal_blocks(page: Page) -> list[list[int]]:
    """Where the texts of each block begin: search, remove, search again."""
    root, removed, taken = body_of(page), list[Node](), set[Node]()
    found = []
    while content := content_nodes(page, root, removed):
        ratios = Ratios(page, "wlr", content)
        best = ratios.best(ratios.relevance("combined"))
        found.append([int(page.tokens.start[n.number]) for n in best.texts() if n not in taken])
        removed.append(best)
        taken |= set(best.walk())
    return found


@given(soups | boxes)
def test_blocks_equal_the_paper_transcribed(html: str) -> None:
    page = Page(html)
    assert [starts_of(block) for block in blocks_by_relevance(page)] == literal_blocks(page)


@pytest.mark.parametrize("name", list(our_pages())[::9])
def test_blocks_equal_the_paper_transcribed_on_our_pages(name: str) -> None:
    page = our_pages()[name]
    assert [starts_of(block) for block in blocks_by_relevance(page)] == literal_blocks(page)


# Menus.


def menu_texts(html: str) -> list[str]:
    page = Page(html)
    return [text_of(page, menu) for menu in menus(page)]


def links(*texts: str) -> str:
    return "".join(f"<li><a href=x>{text}</a></li>" for text in texts)


def test_menus_are_found_and_the_article_is_not() -> None:
    page = Page(PAGE + "<div class=foot>" + links("About us", "Contact", "Help", "Terms of use") + "</div>")
    first, second = menus(page)
    assert (first.element, first.words, first.links, first.ratio) == ("div#top.bar.wide", 5, 5, 1)
    assert (second.rank, second.element, second.link_share) == (2, "div.foot", 1)
    assert second.ratio == pytest.approx(19 / 31)


@pytest.mark.parametrize(
    ("texts", "is_menu"),
    [
        (["Home", "News", "Sport"], True),
        (["Home", "News"], False),  # too few
        (["Home page", "All news", "Sport"], True),
        (["The home page", "News", "Sport"], False),  # one of three has three words
        (["The home page", "News", "Sport", "Jobs"], True),
        (["Who we are", "What we do", "Home", "News", "Sport"], True),
        (["Who we are", "What we do", "How we work", "Home", "News", "Sport"], False),  # not more than half
        (["How to 1", "Who is 2", "Why is 3"], True),  # eight characters
        (["How to 10", "Who is 20", "Why is 30"], False),  # nine
    ],
)
def test_links_of_one_or_two_words_prevail_in_a_menu(texts: list[str], is_menu: bool) -> None:
    assert menu_texts(f"<ul>{links(*texts)}</ul><p>{SENTENCE}</p>") == ([" ".join(texts)] if is_menu else [])


@pytest.mark.parametrize(("others", "is_menu"), [("x" * 11, True), ("x" * 12, False)])
def test_links_prevail_in_the_text_of_a_menu(others: str, is_menu: bool) -> None:
    html = f"<h2><a href=x>Home</a> <a href=x>News</a> <a href=x>Jobs</a> {others}</h2><p>{SENTENCE}</p>"
    assert bool(menu_texts(html)) == is_menu


@pytest.mark.parametrize(
    "texts",
    [
        ["首页", "国际新闻", "联系我们", "网站地图"],
        ["ホーム", "お問い合わせ", "会社概要", "採用情報"],
        ["หน้าแรก", "ข่าว", "ติดต่อ", "กีฬา"],
        ["홈", "회사 소개", "뉴스", "문의하기"],
        ["Главная", "О компании", "Новости"],
    ],
)
def test_menus_are_found_in_any_script(texts: list[str]) -> None:
    assert menu_texts(f"<ul>{links(*texts)}</ul><p>{SENTENCE}</p>") == [" ".join(texts)]


def test_headlines_without_spaces_are_no_menu() -> None:
    headlines = ["图书馆昨晚向公众开放新大楼", "全市居民冒雨参观明亮大厅", "市长宣布将延长开放时间"]
    assert menu_texts(f"<ul>{links(*headlines)}</ul><p>{SENTENCE}</p>") == []


@pytest.mark.parametrize("tag", ["a", "a name=x", "button", "a href=x hidden"])
def test_other_elements_than_visible_links_make_no_menu(tag: str) -> None:
    html = "".join(f"<li><{tag}>Home</{tag.split()[0]}></li>" for _ in range(5))
    assert menu_texts(f"<ul>{html}</ul><p>{SENTENCE}</p>") == []


def test_separators_do_not_part_a_menu() -> None:
    # The footer of the paper's example 2.1.
    html = "<p><a href=x>Help</a> | <a href=y>Contact Us</a> | <a href=z>Terms</a></p>"
    assert menu_texts(f"<div>{SENTENCE}</div>{html}") == ["Help | Contact Us | Terms"]


def test_a_menu_is_the_whole_concentration() -> None:
    inner = f"<ul>{links('Cats', 'Dogs', 'Birds')}</ul>"
    html = f"<nav><h4>Animals</h4>{inner}{inner}</nav><p>{SENTENCE * 3}</p>"
    assert [menu.element for menu in menus(Page(html))] == ["nav"]


def test_the_number_of_menus_is_limited() -> None:
    page = Page(f"<ul>{links('a', 'b', 'c')}</ul><p>{SENTENCE * 3}</p>" * 4)
    assert len(menus(page)) == 4
    assert menus(page, most=3) == menus(page)[:3]


class Links:
    """The links of a page, and the texts in them, as `menus` defines them."""

    def __init__(self, page: Page, content: list[Node]) -> None:
        self.size = {n: int(page.tokens.characters[n.number]) for n in content if n.name == "#text"}
        named = [n for n in content if n.name == "a" and "href" in attributes_of(n)]
        self.texts = {n: [text for text in n.texts() if text in self.size] for n in named}
        words = {n: sum(int(page.tokens.words[text.number]) for text in self.texts[n]) for n in named}
        self.short = {
            n for n in named if words[n] <= 2 or sum(self.size[text] for text in self.texts[n]) <= 8
        }
        self.in_links = {text for texts in self.texts.values() for text in texts}
        self.in_short = {text for n in self.short for text in self.texts[n]}


def literal_menus(page: Page) -> list[list[int]]:
    root, removed, found = body_of(page), list[Node](), []
    links = Links(page, content_nodes(page, root))
    while content := content_nodes(page, root, removed):
        left = set(content)
        below = {n: [each for each in n.walk() if each in left] for n in content}
        length = {n: sum(links.size.get(each, 0) for each in below[n]) for n in content}
        candidates, ratio = [], {}
        for n in content:
            many, few = (
                sum(each in links.texts for each in below[n]),
                sum(each in links.short for each in below[n]),
            )
            linked = sum(links.size[each] for each in below[n] if each in links.in_links)
            if few >= 3 and few > many / 2 and linked > length[n] / 2:
                candidates.append(n)
            short = sum(links.size[each] for each in below[n] if each in links.in_short)
            ratio[n] = Fraction(short, length[n])
        if not candidates:
            break
        ratios = Ratios(page, "clr", content)
        ratios.set_ratio(ratio)
        best = ratios.best(ratios.relevance("combined"), candidates)
        found.append([int(page.tokens.start[each.number]) for each in below[best] if each.name == "#text"])
        removed.append(best)
    return found


_texts = st.sampled_from(
    ["Home", "About us", "News", "All the news", "中文网站首页新闻", "A headline of a story"]
)
_items = _texts.map(lambda text: f"<li><a href=x>{text}</a></li>") | st.just("<li>no link</li>")
_lists = st.lists(_items, min_size=2, max_size=6).map(lambda items: f"<ul>{''.join(items)}</ul>")
_bars = st.lists(_lists | boxes, min_size=1, max_size=3).map(lambda parts: f"<nav>{''.join(parts)}</nav>")
_pages = st.lists(_bars, min_size=1, max_size=3).map("<h1>a few words</h1>".join)


@given(_pages | soups)
def test_menus_equal_their_definition_transcribed(html: str) -> None:
    page = Page(html)
    found = menus(page)
    assert [starts_of(menu) for menu in found] == literal_menus(page)
    assert all(menu.links >= 3 and 0 < menu.ratio <= 1 for menu in found)


@pytest.mark.parametrize("name", list(our_pages())[::9])
def test_menus_equal_their_definition_transcribed_on_our_pages(name: str) -> None:
    page = our_pages()[name]
    assert [starts_of(menu) for menu in menus(page)] == literal_menus(page)
