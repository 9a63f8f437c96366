"""The limits of a run that nobody sets."""

from __future__ import annotations

from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.bulk.supervised import Supervised
from tests.bulk.poison import Poison


def test_a_page_may_use_a_gigabyte_of_memory() -> None:
    page = RawPage(id="0", content=b"<p>poison-memory</p>", is_http=False)
    with Supervised(Settings(methods=(Poison(),))) as supervised:
        (done,) = supervised.rows([page])
    assert done.row["reason"] == "memory_limit: 1024 MB"
