"""What the proxy did since it was started: counts only, no addresses."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from mainspan.proxy.headers import Report


class Counters:
    """The counts."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.requests = 0
        self.extracted = 0
        self.refused = 0
        self.failed = 0
        self.reasons: Counter[str] = Counter()
        self.workers: Counter[str] = Counter()
        self._milliseconds = 0.0
        self._share = 0.0

    def note(self, report: Report) -> None:
        """Count an answer."""
        if report.reason:
            self.reasons[report.reason] += 1
            return
        self.extracted += 1
        self._milliseconds += report.milliseconds
        self._share += report.share

    def to_dict(self) -> dict[str, Any]:
        """All counts, with the means of the extracts."""
        count = max(self.extracted, 1)
        return {
            "seconds": round(time.time() - self.begun),
            "requests": self.requests,
            "extracted": self.extracted,
            "passed": dict(sorted(self.reasons.items())),
            "refused": self.refused,
            "failed": self.failed,
            "workers_started": self.workers["started"],
            "mean_milliseconds": round(self._milliseconds / count, 1),
            "mean_share": round(self._share / count, 3),
        }
