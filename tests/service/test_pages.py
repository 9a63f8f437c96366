"""Pages that are kept by digest, in a folder of bounded size."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mainspan.fetch import Fetched
from mainspan.service.errors import ApiError
from mainspan.service.pages import PageStore


def page(body: bytes, url: str = "") -> Fetched:
    return Fetched(body, url, None, "text/html")


def is_kept(store: PageStore, digest: str) -> bool:
    try:
        store.read(digest)
    except ApiError as error:
        return error.code != "page_gone"
    return True


@pytest.fixture
def store(tmp_path: Path) -> PageStore:
    return PageStore(tmp_path / "pages", 100)


def test_a_page_is_kept_with_its_address_and_charset(store: PageStore) -> None:
    found = Fetched(b"<p>\xe4", "https://a.example/", "latin-1", "text/html")
    assert store.read(store.keep(found)) == found


def test_the_same_page_is_kept_once(store: PageStore) -> None:
    digests = {store.keep(page(b"x" * 60)) for _ in range(3)}
    assert len(digests) == 1
    assert store.size == 60


def test_the_same_bytes_from_elsewhere_are_another_page(store: PageStore) -> None:
    one, other = (store.keep(page(b"x", f"https://{host}.example/")) for host in "ab")
    assert one != other
    assert store.read(one).url == "https://a.example/"


def test_what_nobody_read_for_longest_goes_first(store: PageStore) -> None:
    first, second = store.keep(page(b"1" * 40)), store.keep(page(b"2" * 40))
    assert is_kept(store, first)
    third = store.keep(page(b"3" * 40))
    assert [is_kept(store, each) for each in (first, second, third)] == [True, False, True]
    assert store.size == 80
    assert len(list(store.folder.iterdir())) == 4


def test_the_bound_itself_is_allowed(store: PageStore) -> None:
    first, second = store.keep(page(b"1" * 60)), store.keep(page(b"2" * 40))
    assert is_kept(store, first)
    assert is_kept(store, second)


def test_a_page_that_is_larger_than_all_the_room(store: PageStore) -> None:
    kept = store.keep(page(b"1" * 40))
    with pytest.raises(ApiError) as caught:
        store.keep(page(b"2" * 101))
    assert caught.value.status == 413
    assert is_kept(store, kept)


def test_a_later_run_finds_the_pages_in_the_order_of_their_use(store: PageStore) -> None:
    digests = [store.keep(page(bytes([number]) * 40)) for number in (1, 2)]
    for age, digest in zip((5, 9), digests, strict=True):
        os.utime(store.folder / f"{digest}.html", (1_000_000 - age, 1_000_000 - age))
    later = PageStore(store.folder, 100)
    assert later.size == 80
    later.keep(page(b"3" * 40))
    assert [is_kept(later, each) for each in digests] == [True, False]


@pytest.mark.parametrize(
    "digest", ["", "0" * 31, "0" * 33, "../../etc/passwd", "/etc/passwd", "0" * 31 + "/", "G" * 32, "\0" * 32]
)
def test_what_is_no_digest_is_no_page(store: PageStore, digest: str) -> None:
    assert not is_kept(store, digest)


def test_a_damaged_page_is_gone(store: PageStore) -> None:
    digest = store.keep(page(b"x"))
    (store.folder / f"{digest}.json").write_text("{")
    assert not is_kept(store, digest)
    assert store.size == 0


def test_other_files_in_the_folder_are_left_alone(store: PageStore) -> None:
    store.folder.mkdir()
    (store.folder / "mine.html").write_bytes(b"x" * 1000)
    later = PageStore(store.folder, 100)
    later.keep(page(b"y" * 90))
    assert later.size == 90
    assert (store.folder / "mine.html").exists()


def test_only_the_user_can_look_into_the_folder(store: PageStore) -> None:
    store.keep(page(b"x"))
    assert store.folder.stat().st_mode & 0o077 == 0
