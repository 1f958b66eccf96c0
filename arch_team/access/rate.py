"""How often somebody may come: a token bucket for each, in this process.

Several servers each keep their own: the limit is there to protect a server from one caller, not to bill anybody.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_KNOWN = 10_000
"""Callers remembered. Who is forgotten starts with a full bucket."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    def __init__(self, per_minute: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_minute / 60
        self._burst = max(1.0, burst)
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait(self, who: str) -> float:
        """0: come in. Otherwise the seconds until it is worth coming again."""
        now = self._clock()
        bucket = self._buckets.pop(who, None) or _Bucket(self._burst, now)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._rate)
        bucket.at = now
        self._buckets[who] = bucket
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0.0
        return (1 - bucket.tokens) / self._rate
