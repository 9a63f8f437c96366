"""The papers' figures: what they show is what the method decided by and kept."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle, StepPatch

from mainspan import ALGORITHMS, Page, algorithm
from mainspan.errors import OutputError, PlotError
from mainspan.extraction import Extraction
from mainspan.plot import draw, plot, save
from mainspan.plot.curves import Bins, Curves, Values, kept_units
from mainspan.plot.style import COLUMNS, KEPT, LEFT, OTHER
from mainspan.plot.tree import Tree
from mainspan.spans import Spans

METHODS = sorted(name for name, cls in ALGORITHMS.items() if cls.figure)
SENTENCES = "Some quite ordinary words that make up a sentence about a town. " * 12
LIST = "<ul>" + "<li><a href=x>Menu entry</a></li>" * 20 + "</ul>"
# Outside ASCII, so that every method finds something.
ARTICLE = (
    f"<h1>Title</h1><p>{'Μια συνηθισμένη πρόταση για την πόλη μας. ' * 25}</p><p>{'Μια δεύτερη. ' * 40}</p>"
)
PAGE = Page(f"<nav>{LIST}</nav><article>{ARTICLE}</article><footer>End</footer>")
# One method for each kind of figure.
KINDS = ["accb", "bte", "danag", "density", "wlr"]
FORMATS = ["png", "svg", "pdf"]


def curves_of(html: str, name: str) -> Curves:
    return Curves.of(Page(html), algorithm(name))


def labels(figure: Figure) -> list[str]:
    return [label for axes in figure.axes for label in (axes.get_xlabel(), axes.get_ylabel()) if label]


def legend(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def steps(figure: Figure, colour: str) -> list[StepPatch]:
    """The columns of one colour, in all axes."""
    patches = [child for axes in figure.axes for child in axes.get_children() if isinstance(child, StepPatch)]
    return [each for each in patches if to_hex(each.get_facecolor()).upper() == colour]


def filled(patches: Iterable[StepPatch]) -> float:
    """The heights of all columns together."""
    total = 0.0
    for each in patches:
        values, _, baseline = each.get_data()
        total += float(np.abs(values - baseline).sum())
    return total


def line_of(figure: Figure) -> Values:
    [line] = figure.axes[0].get_lines()
    return np.asarray(line.get_ydata(), dtype=np.float64)


# Every method with a figure.


@pytest.mark.parametrize("name", METHODS)
def test_a_figure_has_a_title_labels_and_a_legend(name: str) -> None:
    figure = draw(PAGE, algorithm(name), name="town.html")
    found = Extraction(PAGE, algorithm(name)(PAGE), algorithm(name))
    assert figure.get_suptitle() == f"{name} · town.html · {found.words} of {len(PAGE.words)} words kept"
    assert len(labels(figure)) >= 1
    assert any("kept" in text for text in legend(figure))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("form", FORMATS)
def test_the_same_figure_gives_the_same_bytes(name: str, form: str, tmp_path: Path) -> None:
    for file in ("one", "two"):
        plot(PAGE, algorithm(name), tmp_path / f"{file}.{form}", name="town.html")
    assert (tmp_path / f"one.{form}").read_bytes() == (tmp_path / f"two.{form}").read_bytes()


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    "html", ["word", "<i>a</i> " * 3, "<div>" * 400 + "a b" + "</div>" * 400, "<p>中文</p>"]
)
def test_odd_pages_are_drawn_or_refused(name: str, html: str) -> None:
    page, method = Page(html), algorithm(name)
    if len(method.signals(page)["start"]):
        assert draw(page, method).axes
    else:
        with pytest.raises(PlotError, match=f"^nothing to draw: {name} finds nothing to judge in the page$"):
            draw(page, method)


def test_every_kind_of_figure_is_tried() -> None:
    assert {ALGORITHMS[name].figure for name in KINDS} == {ALGORITHMS[name].figure for name in METHODS}


def test_figures_are_drawn_in_threads(tmp_path: Path) -> None:
    def work(number: int) -> bytes:
        path = tmp_path / f"{number}.svg"
        plot(PAGE, algorithm("accb"), path)
        return path.read_bytes()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(work, range(8)))) == 1


@pytest.mark.parametrize("name", KINDS)
def test_a_large_page_makes_no_large_figure(name: str, tmp_path: Path) -> None:
    page = Page(f"<nav>{LIST}</nav><h2>Title</h2><p>{SENTENCES}</p>" * 1000)
    plot(page, algorithm(name), tmp_path / "x.svg")
    assert page.size > 1_000_000
    assert (tmp_path / "x.svg").stat().st_size < 1_000_000


# What is refused.


@pytest.mark.parametrize("file", ["x.gif", "x", "x.png.txt", ".png"])
def test_another_suffix_is_refused(file: str) -> None:
    with pytest.raises(OutputError, match=r"ends in one of \.png, \.svg, \.pdf$"):
        plot(PAGE, algorithm("accb"), file)


def test_a_method_without_a_curve_is_refused() -> None:
    with pytest.raises(PlotError, match=r"^plain has no curve to draw: the methods with one are accb, "):
        draw(PAGE, algorithm("plain"))


@pytest.mark.parametrize("name", ["bte", "wlr", "mainspan"])
def test_a_method_without_steps_is_refused(name: str) -> None:
    with pytest.raises(
        PlotError, match=f"^{name} has no steps to draw: the methods with steps are accb, ccb, tccb$"
    ):
        draw(PAGE, algorithm(name), steps=True)


def test_a_page_without_text_is_refused_with_its_reason() -> None:
    with pytest.raises(PlotError, match=r"^nothing to draw: the page has no text$"):
        draw(Page("<p></p>"), algorithm("accb"))
    with pytest.raises(PlotError, match="frameset"):
        draw(Page("<frameset><frame></frameset>"), algorithm("density"))


def test_nothing_kept_is_drawn_and_stated() -> None:
    figure = draw(Page("<i>a</i> " * 30), algorithm("accb"))
    assert figure.get_suptitle().startswith("accb · nothing kept: ")
    assert filled(steps(figure, KEPT)) == 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("$a_b$.html", "$a_b$.html"),
        ("Größe.html", "Größe.html"),
        ("صفحة.html", "????.html"),
        ("a\nb\x1b\ud800", "a?b??"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 28 + "..." + "x" * 28),
    ],
)
def test_any_name_can_be_in_the_title(name: str, shown: str, tmp_path: Path) -> None:
    figure = draw(Page("<p>a b</p>"), algorithm("density"), name=name)
    save(figure, tmp_path / "x.png")
    assert f" · {shown} · " in figure.get_suptitle()


# Which units are kept.


def kept(html: str, spans: list[tuple[int, int]], start: list[int]) -> list[bool]:
    page = Page(html)
    shift = page.source.index("<body>") + 6
    found = Extraction(page, Spans([(a + shift, b + shift) for a, b in spans]), algorithm("plain"))
    return [bool(flag) for flag in kept_units(found, np.array(start) + shift)]


def test_a_unit_is_kept_if_a_span_covers_part_of_it() -> None:
    # Four units of two characters; one span ends where a unit does, the other lies inside one.
    assert kept("<p>aabbccdd</p>", [(3, 5), (8, 9)], [3, 5, 7, 9]) == [True, False, True, False]


def test_a_unit_without_text_is_kept_between_two_kept_ones() -> None:
    html = "<i>one</i><i>two</i>"
    start = [0, 3, 6, 10, 13, 16]
    assert kept(html, [(3, 6), (13, 16)], start) == [False, True, True, True, True, False]
    assert kept(html, [(3, 6)], start) == [False, True, False, False, False, False]


def test_of_units_that_begin_at_one_place_only_the_last_holds_anything() -> None:
    assert kept("<p>one two</p>", [(3, 6)], [3, 3, 7]) == [False, True, False]


def test_a_removed_unit_is_not_kept_and_what_follows_it_is() -> None:
    curves = curves_of(f"<table><tr><td>{LIST}</td></tr></table><p>{SENTENCES}</p>", "crunch")
    assert curves.kept.tolist() == [False] * (len(curves) - 1) + [True]


def test_code_between_two_kept_texts_is_not_kept_in_a_strip() -> None:
    curves = curves_of(f"<p>{SENTENCES}</p>" + "<hr>" * 99 + f"<p>{SENTENCES}</p>", "accb:blocks=true")
    assert not (curves.kept & (curves.values["content"] == 0)).any()


# Columns of a figure.


def test_few_units_have_a_column_each() -> None:
    assert Bins.of(3, 6, 10).edges.tolist() == [3, 4, 5, 6]


def test_many_units_share_columns() -> None:
    bins = Bins.of(0, 5, 2)
    values = np.array([1.0, 4.0, -2.0, 0.0, 8.0])
    assert bins.edges.tolist() == [0, 2, 5]
    assert bins.highest(values).tolist() == [4.0, 8.0]
    assert bins.lowest(values).tolist() == [1.0, -2.0]
    assert bins.mean(values).tolist() == [2.5, 2.0]
    assert bins.any(values > 5).tolist() == [False, True]
    assert bins.most == 3


def test_columns_end_where_they_are_reported_to() -> None:
    values = np.array([9.0, 1.0, 2.0, 3.0, 9.0])
    assert Bins.of(1, 4, 2).highest(values).tolist() == [1.0, 3.0]


# What each kind of figure shows.


def test_a_strip_shows_the_vector_and_the_blurred_one() -> None:
    curves = curves_of("<p>one</p>", "accb")
    figure = draw(curves.page, algorithm("accb"))
    [axes] = figure.axes
    [image] = [child for child in axes.get_children() if isinstance(child, AxesImage)]
    assert np.array_equal(
        np.asarray(image.get_array()), np.stack([curves.values["content"], curves.values["ratio"]])
    )


@pytest.mark.parametrize("name", ["accb", "ccb", "tccb"])
def test_steps_are_bands_of_the_strip_one_below_the_other(name: str) -> None:
    page, method = Page("<br>" * 20 + ("one two " * 6 + "<br>" * 12) * 4), algorithm(name)
    [axes] = draw(page, method, steps=True).axes
    [image] = [child for child in axes.get_children() if isinstance(child, AxesImage)]
    curves = Curves.of(page, method, steps=True)
    steps = [curve for curve in curves.values if curve.startswith("pass_")]
    assert len(steps) >= 2
    assert [each.get_text() for each in axes.get_yticklabels()] == [
        "vector",
        *(step.replace("_", " ") for step in steps),
    ]
    bright = np.flatnonzero(curves.values["content"])
    margin = slice(max(0, bright[0] - 100), bright[-1] + 101)
    assert np.array_equal(
        np.asarray(image.get_array()), np.stack([curve[margin] for curve in curves.values.values()])
    )


def test_the_last_step_is_the_curve_that_decides() -> None:
    steps, curves = Curves.of(PAGE, algorithm("accb"), steps=True), Curves.of(PAGE, algorithm("accb"))
    assert np.array_equal(list(steps.values.values())[-1], curves.values["ratio"])
    assert np.array_equal(steps.kept, curves.kept)


def test_a_long_strip_is_wrapped_into_rows() -> None:
    short = draw(Page(f"<p>{'word ' * 700}</p>"), algorithm("accb"))
    long = draw(Page(f"<p>{'word ' * 900}</p>"), algorithm("accb"))
    huge = draw(Page(f"<p>{'word ' * 20_000}</p>"), algorithm("accb"))
    assert [len(figure.axes) for figure in (short, long, huge)] == [1, 2, 8]


def test_a_strip_leaves_out_the_code_around_all_content() -> None:
    figure = draw(Page(f"<script>{'x' * 9000}</script><p>{'word ' * 100}</p>"), algorithm("accb"))
    assert len(figure.axes) == 1
    assert figure.axes[0].get_xlim()[1] < 800


def test_bars_of_kept_strings_have_a_colour_of_their_own() -> None:
    html = f"<p>short</p><p>{SENTENCES}</p>"
    figure = draw(Page(html), algorithm("density"))
    bars = [each for each in steps(figure, KEPT) if each.get_data()[2] == 0]
    assert filled(bars) == len(SENTENCES.strip())
    assert filled(steps(figure, LEFT)) == len("short")


def test_probabilities_have_one_scale_on_all_pages() -> None:
    for html in (f"<p>{SENTENCES}</p>", "<p>word</p>", LIST):
        figure = draw(Page(html), algorithm("mainspan"))
        [axes] = figure.axes
        assert axes.get_ylabel() == "probability"
        assert axes.get_ylim() == (0, 1.05)
        assert "threshold" in legend(figure)


@pytest.mark.parametrize("focus", ["precision", "balanced", "recall"])
def test_blocks_above_the_threshold_are_the_kept_ones(focus: str) -> None:
    curves = Curves.of(PAGE, algorithm("mainspan", focus=focus, headline=False))
    above = curves.values["probability"] >= curves.values["threshold"]
    # But for the headline, which is kept or not as was asked.
    assert np.count_nonzero(above != curves.kept) <= 1


def test_a_method_that_reads_hidden_text_has_it_drawn() -> None:
    page = Page(f"<p hidden>{SENTENCES}</p><p>one two</p>")
    assert len(Curves.of(page, algorithm("mainspan"))) == 2
    assert len(Curves.of(page, algorithm("mainspan", hidden=False))) == 1


@pytest.mark.parametrize(("name", "curve"), [("ttr", "smoothed"), ("density:smooth=3", "smooth curve")])
def test_smoothed_curves_run_over_the_bars(name: str, curve: str) -> None:
    figure = draw(PAGE, algorithm(name))
    assert curve in legend(figure)
    assert len(figure.axes) == 1


def test_bars_of_values_below_nothing_hang_from_the_axis() -> None:
    html = f"<p>{SENTENCES}</p><p>Privacy policy</p>"
    score = curves_of(html, "cues").values["score"]
    figure = draw(Page(html), algorithm("cues"))
    drawn = [each for each in steps(figure, LEFT) if each.axes is figure.axes[0]]
    assert score.min() < 0
    assert min(each.get_data()[0].min() for each in drawn) == score.min()


def test_features_without_values_have_no_panel_and_the_chosen_one_comes_first() -> None:
    figure = draw(PAGE, algorithm("fe", feature="links"))
    shown = [axes.get_ylabel() for axes in figure.axes]
    assert shown[0] == "links"
    assert "forms" not in shown


def test_columns_are_above_and_below_the_axis() -> None:
    curves = Curves.of(PAGE, algorithm("danag"))
    figure = draw(PAGE, algorithm("danag"))
    above, below = (
        [each for each in steps(figure, colour) if each.axes is figure.axes[0]] for colour in (OTHER, LEFT)
    )
    assert filled(above) == curves.values["t1"].sum()
    assert filled(below) == curves.values["t2"].sum()
    assert all((each.get_data()[0] <= 0).all() for each in below)


def test_a_curve_passes_through_its_values() -> None:
    curves = curves_of("<p>one <b>two</b> three</p>", "bte")
    assert np.array_equal(line_of(draw(curves.page, algorithm("bte")))[::2], curves.values["balance"])


def test_a_curve_of_many_units_keeps_its_extremes() -> None:
    page = Page(f"<p>{'word ' * 5000}</p>" + "<i></i>" * 3000)
    drawn, balance = (
        line_of(draw(page, algorithm("bte"))),
        Curves.of(page, algorithm("bte")).values["balance"],
    )
    assert len(drawn) == 2 * COLUMNS
    assert (drawn.max(), drawn.min()) == (balance.max(), balance.min())


# The tree.


TREE = "<div><p>one two</p><p>three</p></div><div>four</div>"


def test_elements_lie_below_their_parents_above_their_words() -> None:
    tree = Tree.of(curves_of(TREE, "wlr"))
    names = [tree.curves.page.name_of(int(element)) for element in tree.element]
    assert names == ["body", "div", "p", "p", "div"]
    assert tree.levels(10).tolist() == [0, 1, 2]
    assert tree.cells(tree.levels(10), 4).tolist() == [[0, 0, 0, 0], [1, 1, 1, 4], [2, 2, 3, -1]]


def test_many_levels_are_thinned_out() -> None:
    tree = Tree.of(curves_of("<div>" * 200 + "a b" + "</div>" * 200, "wlr"))
    levels = tree.levels(50)
    assert len(levels) == 50
    assert (levels[0], levels[-1]) == (0, 200)


def boxes(html: str, name: str, words: list[int]) -> list[tuple[str, int, int, int, int]]:
    """The outlines that would be drawn if these words had been kept."""
    curves = curves_of(html, name)
    page = curves.page
    found = Extraction(page, Spans.of_words(page, np.array(words)), algorithm(name))
    tree = Tree.of(Curves(page, found, curves.start, curves.kept, curves.values))
    return [(page.name_of(box.element), *box[1:]) for box in tree.kept(100)]


def test_the_kept_subtree_is_outlined_down_to_its_deepest_level() -> None:
    assert boxes(TREE, "wlr", [0, 1, 2]) == [("div", 0, 3, 1, 2)]


def test_several_kept_subtrees_are_outlined_by_the_outermost() -> None:
    assert boxes(TREE, "wlr", [0, 1, 3]) == [("p", 0, 2, 2, 2), ("div", 3, 4, 1, 1)]


def test_of_several_elements_around_the_same_words_the_most_relevant_is_outlined() -> None:
    page = Page(f"<div><main><section>{f'<p>{SENTENCES}</p>' * 4}</section></main></div><p>End</p>")
    curves = Curves.of(page, algorithm("wlr"))
    [box] = Tree.of(curves).kept(100)
    best = int(np.argmax(curves.values["relevance"]))
    assert box.element == Tree.of(curves).element[best]


def test_the_outline_is_drawn() -> None:
    figure = draw(PAGE, algorithm("wlr"))
    outlines = [child for child in figure.axes[0].get_children() if isinstance(child, Rectangle)]
    assert [to_hex(each.get_edgecolor()).upper() for each in outlines].count(OTHER) == 1
    assert {"body", "article"} <= {text.get_text() for text in figure.axes[0].texts}
