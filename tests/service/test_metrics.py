"""Figures in the text format of Prometheus."""

from __future__ import annotations

import re

from mainspan.service.metrics import Metrics
from tests.service.running import Running

LINE = re.compile(r'[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})? (?:[0-9.e+-]+)')


def test_every_line_is_one_of_the_format(service: Running) -> None:
    service.post("/extract", {"html": "<p>x"})
    answer = service.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert len(lines) > 30
    assert [line for line in lines if not line.startswith("# ") and not LINE.fullmatch(line)] == []


def test_requests_are_counted_by_address_and_status(service: Running) -> None:
    for path in ("/nothing/1", "/nothing/2", "/algorithms"):
        service.get(path)
    figures = service.get("/metrics").text
    assert 'mainspan_requests_total{path="/algorithms",method="GET",status="200"}' in figures
    assert 'path="other",method="GET",status="404"' in figures
    assert "nothing" not in figures


def test_the_histogram_counts_what_is_at_most_its_bound() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.005, 0.0051, 7.0, 11.0):
        metrics.observe("/x", seconds)
    lines = metrics.write().splitlines()
    assert 'mainspan_request_seconds_bucket{path="/x",le="0.005"} 2' in lines
    assert 'mainspan_request_seconds_bucket{path="/x",le="0.01"} 3' in lines
    assert 'mainspan_request_seconds_bucket{path="/x",le="5"} 3' in lines
    assert 'mainspan_request_seconds_bucket{path="/x",le="10"} 4' in lines
    assert 'mainspan_request_seconds_bucket{path="/x",le="+Inf"} 5' in lines
    assert 'mainspan_request_seconds_sum{path="/x"} 18.0111' in lines
    assert 'mainspan_request_seconds_count{path="/x"} 5' in lines


def test_counters_gauges_and_labels() -> None:
    metrics = Metrics()
    metrics.add("mainspan_fetches_total", outcome='a"b\\c\nd')
    metrics.add("mainspan_fetches_total", 2, outcome='a"b\\c\nd')
    metrics.live_by("mainspan_evaluations", "state", lambda: {"running": 1.5})
    written = metrics.write()
    assert r'mainspan_fetches_total{outcome="a\"b\\c\nd"} 3' in written
    assert 'mainspan_evaluations{state="running"} 1.5' in written
    assert "# TYPE mainspan_evaluations gauge" in written
    assert "mainspan_workers_busy" not in written
