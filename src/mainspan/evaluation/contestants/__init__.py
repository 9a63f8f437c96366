"""Contestants: anything that extracts can be evaluated.

`accb:range=60`: one of our methods, with or without parameters.
`peer:trafilatura`: another library.
`command:prog --option`: any program, with the page on standard input and text or HTML on standard output.
`proxy:http://host:port`: any proxy that extracts what passes through it.
"""

from __future__ import annotations

from mainspan.algorithms import Algorithm, algorithm
from mainspan.errors import UnknownAlgorithmError
from mainspan.evaluation.contestants.base import LIMIT_SECONDS, Answer, Contestant, ContestantError
from mainspan.evaluation.contestants.command import Command
from mainspan.evaluation.contestants.in_process import Method
from mainspan.evaluation.contestants.peers import PEERS, peer
from mainspan.evaluation.contestants.proxy import Proxy

__all__ = ["LIMIT_SECONDS", "PEERS", "Answer", "Contestant", "ContestantError", "contestant"]


def contestant(spec: str | Algorithm | Contestant, *, limit: float = LIMIT_SECONDS) -> Contestant:
    """Make a contestant from its written form, or raise an error that suggests the right form.

    limit: the seconds that a program or a proxy has for one page. Contestants in this process are not
    interrupted here.

    >>> contestant("accb:range=60").name, contestant("peer:resiliparse").name
    ('accb:range=60', 'resiliparse')
    """
    if isinstance(spec, Contestant):
        return spec
    kind, sign, given = spec.partition(":") if isinstance(spec, str) else ("", "", "")
    match kind.strip().lower() if sign else "":
        case "peer":
            return peer(given)
        case "command":
            return Command(given.strip(), limit)
        case "proxy":
            return Proxy(given.strip(), limit)
        case "http" | "https":
            raise UnknownAlgorithmError(f"no method is called {spec!r}: write proxy:{spec} (--proxy {spec})")
    if isinstance(spec, str) and spec.strip().lower() in PEERS:
        raise UnknownAlgorithmError(
            f"no method is called {spec!r}: write another library as peer:{spec} (--peer {spec})"
        )
    return Method(algorithm(spec))
