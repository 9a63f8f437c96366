"""What holds for all pages of a bulk run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from mainspan import __version__
from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.bulk.columns import SCHEMA_VERSION, more_names
from mainspan.bulk.filters import Filters
from mainspan.errors import ParameterError

CONTAINERS: Final = ("parquet", "jsonl", "wet")
FORMS: Final = ("markdown", "text", "html")
MAX_PAGE_BYTES: Final = 16 << 20
SHARD_BYTES: Final = 256 << 20
SECONDS: Final = 30.0
MEMORY: Final = 1 << 30
# What changes how a run is made, but not what its parts hold.
_WITHOUT_EFFECT: Final = ("seconds", "memory", "storage")


@dataclass(frozen=True)
class Settings:
    """The settings of a run.

    methods: names of methods with parameters, or methods; the first one gives `text`.
    text: the form of the text: markdown, text or html.
    containers: what parts are written as: parquet, jsonl, wet.
    seconds: the CPU time that a page may take.
    memory: the bytes of memory that the process of a page may use.
    max_bytes: the size from which on a page is cut off.
    shard_bytes: about how many bytes of an input make a shard.
    dump: the name of the crawl, where the inputs do not say it.
    html, url: the columns of tables that have the page and its address; empty to find them by their names.
    prefix: goes before the file names of an index.
    storage: the options of file systems. They may hold passwords, so they are written nowhere.
    """

    methods: tuple[str | Algorithm, ...] = (DEFAULT,)
    text: str = "markdown"
    containers: tuple[str, ...] = ("parquet",)
    filters: Filters = field(default_factory=Filters)
    keep_dropped: bool = False
    seconds: float = SECONDS
    memory: int = MEMORY
    max_bytes: int = MAX_PAGE_BYTES
    shard_bytes: int = SHARD_BYTES
    dump: str = ""
    html: str = ""
    url: str = ""
    prefix: str = ""
    storage: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not self.methods:
            raise ParameterError("name at least one method")
        names = [name for pair in more_names(self.names) for name in pair]
        if len(set(self.names)) < len(self.names) or len(set(names)) < len(names):
            raise ParameterError(f"two methods would have the same columns: {', '.join(self.names)}")
        _check("form of the text", (self.text,), FORMS)
        _check("container", self.containers, CONTAINERS)
        for name in ("seconds", "memory", "max_bytes", "shard_bytes"):
            if getattr(self, name) <= 0:
                raise ParameterError(f"{name} must be above 0, not {getattr(self, name)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The methods by their names, with parameters."""
        return tuple(repr(make_algorithm(each)) for each in self.methods)

    def to_dict(self) -> dict[str, Any]:
        """What parts depend on, besides their inputs."""
        values = {name: value for name, value in asdict(self).items() if name not in _WITHOUT_EFFECT}
        return values | {"methods": list(self.names), "version": __version__, "schema": SCHEMA_VERSION}

    @property
    def digest(self) -> str:
        """A name for everything that parts depend on, besides their inputs."""
        written = json.dumps(self.to_dict(), sort_keys=True, default=list)
        return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _check(what: str, given: tuple[str, ...], known: tuple[str, ...]) -> None:
    if not given:
        raise ParameterError(f"name at least one {what}")
    for each in given:
        if each not in known:
            raise ParameterError(f"there is no {what} {each!r}: it is one of {', '.join(known)}")
