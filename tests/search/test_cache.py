"""The cache forgets in time and never tells one tenant what it heard from another."""

from hypothesis import given
from hypothesis import strategies as st

from arch_team.search.cache import TenantCache
from tests.search.examples import PATIENT


def test_an_entry_ends() -> None:
    now = 0.0
    cache: TenantCache[int] = TenantCache(ttl=10, entries=5, clock=lambda: now)
    cache.put("acme", "key", 1)
    now = 9.9
    assert cache.get("acme", "key") == 1
    now = 10.0
    assert cache.get("acme", "key") is None


def test_the_least_recently_used_goes_first() -> None:
    cache: TenantCache[int] = TenantCache(ttl=10, entries=2, clock=lambda: 0)
    cache.put("acme", "a", 1)
    cache.put("acme", "b", 2)
    cache.get("acme", "a")
    cache.put("acme", "c", 3)
    assert [cache.get("acme", key) for key in "abc"] == [1, None, 3]


def test_no_ttl_holds_nothing() -> None:
    cache: TenantCache[int] = TenantCache(ttl=0, entries=2)
    cache.put("acme", "a", 1)
    assert cache.get("acme", "a") is None


def test_a_tenant_can_be_forgotten_alone() -> None:
    cache: TenantCache[int] = TenantCache(ttl=10, entries=2, clock=lambda: 0)
    cache.put("acme", "a", 1)
    cache.put("other", "a", 2)
    cache.forget("acme")
    assert (cache.get("acme", "a"), cache.get("other", "a")) == (None, 2)


@PATIENT
@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3), st.integers()), max_size=30), st.text(max_size=3))
def test_a_tenant_finds_only_what_it_put_there_itself(puts: list[tuple[str, str, int]], tenant: str) -> None:
    cache: TenantCache[int] = TenantCache(ttl=10, entries=1000, clock=lambda: 0)
    for owner, key, value in puts:
        cache.put(owner, key, value)
    own = {key: value for owner, key, value in puts if owner == tenant}
    for _, key, _ in puts:
        assert cache.get(tenant, key) == own.get(key)
