"""What the views for annotators send."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from mainspan.annotation import Decision
from mainspan.service.workbench.annotating import Change

# Larger than any page, and small enough for the integers of columns.
_MAX_OFFSET: Final = 2**40  # no rule: a limit
Offset = Annotated[int, Field(ge=0, le=_MAX_OFFSET)]
Pair = tuple[Offset, Offset]
Version = Annotated[int, Field(ge=0, le=_MAX_OFFSET)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SaveAnswerRequest(_Request):
    """An answer, made from a version of it: 0 if it is new."""

    version: Version
    spans: list[Pair]
    text: str | None = None
    language: str = Field(default="", max_length=100)
    page_type: str = Field(default="", max_length=100)
    flags: dict[str, bool] = {}
    note: str = ""
    began_from: Literal["default", "nothing", "gold"] = "nothing"
    finished: bool = False

    def change(self) -> Change:
        """What is to be saved."""
        return Change(**{name: getattr(self, name) for name in type(self).model_fields})


class DecisionModel(_Request):
    """Whether a difference is kept."""

    start: Offset
    end: Offset
    keep: bool


class MergeRequest(_Request):
    """What was decided, made from a version of the merged answer: 0 if it is new."""

    version: Version
    decisions: list[DecisionModel]
    language: str | None = Field(default=None, max_length=100)
    page_type: str | None = Field(default=None, max_length=100)
    flags: dict[str, bool] | None = None

    def taken(self, by: str) -> list[Decision]:
        """The decisions."""
        return [Decision(each.start, each.end, each.keep, by) for each in self.decisions]

    def chosen_fields(self) -> dict[str, Any]:
        """Language, page type and flags, if they were chosen."""
        found = {name: getattr(self, name) for name in ("language", "page_type", "flags")}
        return {name: value for name, value in found.items() if value is not None}


class GoldRequest(_Request):
    """Which answer becomes gold, over which version: 0 if there was none."""

    over: Version
    merged: bool = False
    force: bool = False
