"""mainspan extract: results on standard output or in files, everything else on standard error."""

import json
from pathlib import Path
from typing import Any

import pytest

import mainspan
from mainspan.batch import pages
from tests.cli.conftest import Run
from tests.cli.extracting import ALL, PAGE, SENTENCES, files, out, run, write_pages

# One page.


def test_file_is_extracted_to_standard_output() -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-a", "plain") == ALL


def test_default_method_is_that_of_the_library() -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html") == mainspan.extract(PAGE).text
    assert out("extract", "page.html") == out("extract", "page.html", "-a", "mainspan")


def test_parameters_reach_the_method() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "--algorithm", "accb:range=5,threshold=0.5")
    assert text == mainspan.extract(PAGE, algorithm="accb:range=5,threshold=0.5").text


def test_standard_input_is_extracted() -> None:
    assert out("extract", "-", "-a", "plain", stdin=PAGE.encode()) == ALL


def test_encoding_overrides_what_the_page_says() -> None:
    page = '<meta charset="koi8-r"><p>Привет, мир</p>'.encode("windows-1251")
    assert out("extract", "-", "-a", "plain", "--encoding", "cp1251", stdin=page) == "Привет, мир\n"


def test_address_is_extracted(address: str) -> None:
    assert out("extract", f"{address}/page", "-a", "plain") == ALL


def test_html_keeps_elements_and_makes_links_of_an_address_absolute(address: str) -> None:
    html = out("extract", f"{address}/page", "-a", "plain", "-f", "html")
    assert html == mainspan.extract(PAGE, algorithm="plain", url=f"{address}/page").html
    assert f'<a href="{address}/y">Read on</a>' in html


def test_json_of_one_page_is_one_indented_object(address: str) -> None:
    written = out("extract", f"{address}/old", "-a", "plain", "--format", "json")
    found = json.loads(written)
    assert written == json.dumps(found, indent=2) + "\n"
    assert (found["url"], found["algorithm"], found["text"]) == (f"{address}/page", "plain", ALL)


def test_json_is_that_of_the_library() -> None:
    Path("page.html").write_text(PAGE)
    found = json.loads(out("extract", "page.html", "-f", "json"))
    assert found == {"source": "page.html", **mainspan.extract(PAGE.encode()).to_dict()}


def test_json_is_written_without_escapes() -> None:
    written = out("extract", "-", "-a", "plain", "-f", "json", stdin="<p>Küche 中文</p>".encode())
    assert '"text": "Küche 中文\\n"' in written


def test_drop_leaves_elements_out() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "-a", "plain", "--drop", "nav", "--drop", "footer, p > a")
    assert text == SENTENCES.strip() + "\n"


def test_keep_brings_elements_in() -> None:
    Path("page.html").write_text(PAGE)
    text = out("extract", "page.html", "--keep", "footer", "--keep", "nav a:first-child")
    assert text == mainspan.extract(PAGE, keep=["footer", "nav a:first-child"]).text
    assert text.startswith("Home\n")
    assert text.endswith("\nImprint\n")


def test_keep_without_a_match_is_reported() -> None:
    Path("page.html").write_text(PAGE)
    result = run("extract", "page.html", "-a", "plain", "--keep", ".nosuch", "--keep", "nav")
    assert (result.exit_code, result.stdout) == (0, ALL)
    assert result.stderr == "page.html: no element matches --keep .nosuch\n"


def test_keep_need_not_match_on_each_of_several_pages() -> None:
    write_pages("a.html", "b.html")
    assert "hello" in out("extract", "a.html", "b.html", "-a", "plain", "--keep", ".nosuch")


def test_one_page_without_text_is_reported_with_exit_code_1() -> None:
    Path("page.html").write_text("<p></p>")
    result = run("extract", "page.html")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "page.html: nothing found: the page has no text\n"


def test_page_without_text_among_others_is_reported_and_no_failure() -> None:
    write_pages("b.html")
    Path("a.html").write_text("<p></p>")
    result = run("extract", "a.html", "b.html", "-a", "plain")
    assert (result.exit_code, result.stderr) == (0, "a.html: nothing found: the page has no text\n")


@pytest.mark.parametrize("form", ["markdown", "tei", "hide", "collapse", "mark", "comment", "blank", "spans"])
def test_forms_are_those_of_the_library(form: str) -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-f", form) == mainspan.extract(PAGE).render(form)


def test_switches_of_the_renderers_reach_them() -> None:
    page = (
        "<p>See <a href='/x'>this</a> <img src='/i.png' alt='Picture'></p><table><tr><td>1<td>2<tr><td>3<td>4"
    )
    Path("page.html").write_text(page)
    text = out(
        "extract", "page.html", "-a", "plain", "-f", "html", "--no-links", "--no-images", "--no-tables"
    )
    found = mainspan.extract(page, algorithm="plain")
    assert text == found.render("html", links=False, images=False, tables=False)
    assert "<a" in found.html
    assert "<a" not in text


def test_address_of_a_file_makes_links_absolute() -> None:
    Path("page.html").write_text(PAGE)
    html = out("extract", "page.html", "-a", "plain", "-f", "html", "--url", "https://example.org/deep/")
    assert '<a href="https://example.org/y">Read on</a>' in html


def test_canonical_address_of_a_page_is_not_its_url() -> None:
    page = f"<link rel=canonical href='https://evil.example/'>{PAGE}"
    found = json.loads(out("extract", "-", "-a", "plain", "-f", "json", stdin=page.encode()))
    assert found["url"] is None


def test_page_that_takes_too_long_fails_and_the_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    write_pages("a.html", "b.html")
    real = mainspan.extract

    def slow(page: mainspan.Page, **options: Any) -> mainspan.Extraction:
        while "a.html" in page.source:
            pass
        return real(page, **options)

    monkeypatch.setattr(pages, "extract", slow)
    result = run("extract", "a.html", "b.html", "-a", "plain", "--seconds", "4")
    assert (result.exit_code, result.stdout) == (1, "==> b.html <==\nb.html says hello\n")
    assert result.stderr == "a.html: took longer than 4 s\n1 of 2 pages failed\n"


def test_unexpected_error_in_a_page_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    write_pages("a.html", "b.html")
    real = mainspan.extract

    def broken(page: mainspan.Page, **options: Any) -> mainspan.Extraction:
        if "a.html" in page.source:
            raise ZeroDivisionError("by\nzero")
        return real(page, **options)

    monkeypatch.setattr(pages, "extract", broken)
    result = run("extract", "a.html", "b.html", "-a", "plain")
    assert result.stderr == "a.html: ZeroDivisionError: by zero\n1 of 2 pages failed\n"


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_output_file_has_the_same_content_as_standard_output(form: str) -> None:
    Path("page.html").write_text(PAGE)
    assert out("extract", "page.html", "-f", form, "-o", "deep/result") == ""
    assert Path("deep/result").read_text() == out("extract", "page.html", "-f", form)


# Several pages.


def test_several_pages_have_headings() -> None:
    write_pages("a.html", "b.html")
    assert out("extract", "b.html", "a.html", "-a", "plain") == (
        "==> b.html <==\nb.html says hello\n==> a.html <==\na.html says hello\n"
    )


def test_headings_of_html_are_comments() -> None:
    write_pages("a.html", "b.html")
    assert out("extract", "a.html", "b.html", "-a", "plain", "-f", "html") == (
        "<!-- a.html -->\n<p>a.html says hello</p>\n<!-- b.html -->\n<p>b.html says hello</p>\n"
    )


def test_json_of_several_pages_is_one_line_each() -> None:
    write_pages("pages/a.html", "pages/b.html")
    lines = out("extract", "pages", "-a", "plain", "-f", "json").splitlines()
    assert [json.loads(line)["text"] for line in lines] == [
        "pages/a.html says hello\n",
        "pages/b.html says hello\n",
    ]


def test_folder_of_one_page_is_treated_as_several() -> None:
    write_pages("pages/a.html")
    assert out("extract", "pages", "-a", "plain") == "==> pages/a.html <==\npages/a.html says hello\n"


@pytest.mark.parametrize(("form", "suffix"), [("text", ".txt"), ("html", ".html"), ("json", ".json")])
def test_output_folder_has_a_file_for_each_page(form: str, suffix: str) -> None:
    write_pages("pages/a.html", "pages/deep/b.htm", "c.html")
    assert out("extract", "pages", "c.html", "-a", "plain", "-f", form, "-o", "results") == ""
    written = [name for name in files() if name.startswith("results")]
    assert written == [f"results/a{suffix}", f"results/c{suffix}", f"results/deep/b{suffix}"]


def test_file_of_the_output_folder_holds_the_result_without_heading() -> None:
    write_pages("pages/a.html", "pages/b.html")
    out("extract", "pages", "-a", "plain", "-o", "results")
    assert Path("results/b.txt").read_text() == "pages/b.html says hello\n"


def test_pages_of_the_same_name_do_not_overwrite_each_other() -> None:
    write_pages("one/a.html", "two/a.html")
    out("extract", "one", "two", "-a", "plain", "-o", "results")
    assert Path("results/a.txt").read_text() == "one/a.html says hello\n"
    assert Path("results/a-2.txt").read_text() == "two/a.html says hello\n"


@pytest.mark.parametrize("name", ["one.txt", "one.md", "one.HTML", "one.json", "one.jsonl", "one.xml"])
def test_results_of_several_pages_need_the_name_of_a_folder(refused: Run, name: str) -> None:
    write_pages("a.html", "b.html")
    assert refused("extract", "a.html", "b.html", "-o", name) == (
        f"mainspan: {name}: is the name of a file, and there are several pages: "
        "name a folder, or use -f jsonl\n"
    )
    assert not Path(name).exists()


@pytest.mark.parametrize("name", ["one.txt/", "there.txt", "example.org"])
def test_folder_may_be_called_like_a_file_if_it_is_one(name: str) -> None:
    write_pages("a.html", "b.html")
    Path("there.txt").mkdir()
    out("extract", "a.html", "b.html", "-a", "plain", "-o", name)
    assert Path(name, "b.txt").read_text() == "b.html says hello\n"


@pytest.mark.parametrize("output", ["results", "results/"])
def test_the_result_of_one_page_goes_into_a_folder_if_one_is_named(output: str) -> None:
    write_pages("page.html")
    if not output.endswith("/"):
        Path(output).mkdir()
    out("extract", "page.html", "-a", "plain", "-o", output)
    assert Path("results/page.txt").read_text() == "page.html says hello\n"
