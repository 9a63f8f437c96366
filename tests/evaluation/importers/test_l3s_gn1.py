"""L3S-GN1: labels of several kinds, as single files and in a WARC file."""

from __future__ import annotations

from pathlib import Path

from tests.evaluation.importers.corpora import UUIDS, l3s_warc, packed, page, record
from tests.evaluation.importers.reading import document, take


def test_l3s_gold_is_headline_text_and_captions(tmp_path: Path) -> None:
    take(tmp_path, "l3s-gn1")
    found = document(tmp_path, UUIDS[1])
    assert found.read_gold() == "Title two\n\nText two of the day.\n\nCaption"
    assert (found.read_page(), found.url) == (page("two"), "http://a.example/two")


def test_l3s_in_its_official_form_gives_the_same(tmp_path: Path) -> None:
    take(tmp_path / "files", "l3s-gn1")
    assert take(tmp_path / "warc", "l3s-gn1", l3s_warc()).documents == 3
    for uuid in UUIDS:
        ours, theirs = (document(tmp_path / form, uuid) for form in ("files", "warc"))
        assert (ours.read_page(), ours.read_gold(), ours.about) == (
            theirs.read_page(),
            theirs.read_gold(),
            theirs.about,
        )


def test_l3s_copy_without_page_or_marks_is_broken(tmp_path: Path) -> None:
    alone = record("conversion", b"<span class=x-nc-sel2>a</span>", WARC_Refers_To="<urn:uuid:none>")
    unmarked = record("conversion", b"<p>a", WARC_Refers_To=f"<urn:uuid:{UUIDS[0]}>")
    tree = {"L3S-GN1.warc.gz": l3s_warc().popitem()[1] + packed(alone + unmarked)}
    reasons = [each.reason for each in take(tmp_path, "l3s-gn1", tree).broken]
    assert reasons == [
        "the page of this labelled copy is missing",
        "nothing in the labelled copy is labelled as content",
    ]
