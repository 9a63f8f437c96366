"""Contestants: anything that extracts can be measured.

    accb:range=60             a method of ours, with parameters if you like
    peer:trafilatura          another library
    command:prog --args       any program: the page on standard input, text or HTML on standard output
    proxy:http://host:port    any proxy that extracts what passes through it
"""

from __future__ import annotations

from mainspan.algorithms import Algorithm, algorithm
from mainspan.evaluation.contestants.base import Answer, Contestant, ContestantError
from mainspan.evaluation.contestants.methods import Method
from mainspan.evaluation.contestants.peers import peer

__all__ = ["Answer", "Contestant", "ContestantError", "contestant"]


def contestant(spec: str | Algorithm | Contestant) -> Contestant:
    """Make a contestant from its written form."""
    if isinstance(spec, Contestant):
        return spec
    if isinstance(spec, str) and spec.startswith("peer:"):
        return peer(spec.removeprefix("peer:"))
    return Method(algorithm(spec))
