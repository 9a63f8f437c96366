"""Content-Security-Policy: our style is allowed, and nothing that was forbidden is."""

from __future__ import annotations

import pytest

from mainspan.proxy.policy import hash_of, policies_for
from mainspan.render.whole.wrapping import HIDE_STYLE

OURS = hash_of(HIDE_STYLE)
OWN = "script-src 'none'; object-src 'none'"


def test_a_hash_is_what_browsers_compute() -> None:
    assert hash_of("p{}") == "'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("script-src 'self'", "script-src 'self'"),
        ("style-src 'self'", f"style-src 'self' {OURS}"),
        ("style-src 'none'", f"style-src {OURS}"),
        ("Style-Src a.org; img-src b.org", f"Style-Src a.org {OURS}; img-src b.org"),
        ("default-src 'self'", f"default-src 'self'; style-src 'self' {OURS}"),
        ("style-src a.org; style-src-elem b.org", f"style-src a.org; style-src-elem b.org {OURS}"),
        # Beside a hash, 'unsafe-inline' would no longer count.
        ("style-src 'unsafe-inline'", "style-src 'unsafe-inline'"),
        ("style-src 'unsafe-inline' 'nonce-x'", f"style-src 'unsafe-inline' 'nonce-x' {OURS}"),
        # Of two, the first counts.
        ("style-src a.org; style-src b.org", f"style-src a.org {OURS}; style-src b.org"),
    ],
)
def test_room_for_our_style(policy: str, expected: str) -> None:
    assert policies_for("hide", [policy], scripts=False) == [expected, OWN]


def test_policies_that_share_a_header_stay_apart() -> None:
    found = policies_for("hide", ["img-src a.org, style-src b.org"], scripts=False)
    assert found == ["img-src a.org", f"style-src b.org {OURS}", OWN]


def test_with_scripts_nothing_is_added() -> None:
    assert policies_for("mark", ["img-src a.org"], scripts=True) == ["img-src a.org"]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_text_keeps_the_policies_of_its_page(form: str) -> None:
    assert policies_for(form, ["style-src 'none'"], scripts=False) == ["style-src 'none'"]


def test_the_readable_page_runs_nothing_and_sends_nothing() -> None:
    [policy] = policies_for("html", [], scripts=True)
    assert policy.startswith("default-src 'none'; img-src ")
    assert "form-action 'none'" in policy
