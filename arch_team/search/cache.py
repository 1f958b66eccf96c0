"""A small cache with an end to each entry. Tenants have their own shelves: a key of one never finds another's entry."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class TenantCache(Generic[V]):
    """Holds up to `entries` values per tenant, each for `ttl` seconds. A ttl of 0 holds nothing."""

    def __init__(self, *, ttl: float, entries: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._ttl = ttl
        self._entries = entries
        self._clock = clock
        self._shelves: dict[str, OrderedDict[str, tuple[float, V]]] = {}

    def get(self, tenant: str, key: str) -> V | None:
        shelf = self._shelves.get(tenant)
        entry = shelf.get(key) if shelf else None
        if shelf is None or entry is None:
            return None
        until, value = entry
        if self._clock() >= until:
            del shelf[key]
            return None
        shelf.move_to_end(key)
        return value

    def put(self, tenant: str, key: str, value: V) -> None:
        if self._ttl <= 0:
            return
        shelf = self._shelves.setdefault(tenant, OrderedDict())
        shelf[key] = (self._clock() + self._ttl, value)
        shelf.move_to_end(key)
        while len(shelf) > self._entries:
            shelf.popitem(last=False)

    def forget(self, tenant: str) -> None:
        """Drops what is held of a tenant: after its documents have changed, for one."""
        self._shelves.pop(tenant, None)
