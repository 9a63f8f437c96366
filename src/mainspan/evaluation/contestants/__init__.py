"""Contestants: anything that extracts can be measured."""

from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError

__all__ = ["Answer", "Contestant", "ContestantError"]
