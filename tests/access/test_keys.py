"""Keys, the audit and the rate of requests."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from arch_team.access.audit import AuditLog
from arch_team.access.caller import Caller
from arch_team.access.conversations import Conversations
from arch_team.access.keys import KeyStore, UnknownKey
from arch_team.access.rate import RateLimit
from arch_team.access.tables import KEYS, METADATA, prepared
from arch_team.errors import UsageError
from arch_team.runs.records import Scope

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Engine]:
    if request.param == "sqlite":
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'access.sqlite'}")
    else:
        engine = sa.create_engine(request.getfixturevalue("postgres_server"))
        METADATA.drop_all(engine)
    yield prepared(engine)
    engine.dispose()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(database: sa.Engine, clock: Clock) -> KeyStore:
    return KeyStore(database, clock=clock)


def test_a_key_opens_its_tenant_and_nothing_of_its_secret_is_kept(keys: KeyStore, database: sa.Engine) -> None:
    key, text = keys.create("acme", "user", mandate="m1", name="Ana")
    opened = keys.opened_by(text)
    assert opened is not None
    assert opened.caller == Caller("acme", "user", "m1", None, key.id, "Ana")
    secret = text.removeprefix(f"at_{key.id}_")
    with database.connect() as connection:
        kept = str(connection.execute(KEYS.select()).all())
    assert secret not in kept
    assert hashlib.sha256(secret.encode()).hexdigest() in kept


@pytest.mark.parametrize("wrong", ["", "at_", "x", "at_000000000000_" + "a" * 43, "Bearer", "at_é_" + "a" * 43])
def test_what_is_no_key_opens_nothing(keys: KeyStore, wrong: str) -> None:
    keys.create("acme", "user")
    assert keys.opened_by(wrong) is None


def test_the_id_alone_with_another_secret_opens_nothing(keys: KeyStore) -> None:
    first, _ = keys.create("acme", "user")
    _, other = keys.create("acme", "user")
    assert keys.opened_by(f"at_{first.id}_{other[-43:]}") is None


def test_a_revoked_key_opens_nothing_and_stays_in_the_list(keys: KeyStore, clock: Clock) -> None:
    key, text = keys.create("acme", "admin")
    clock.now += timedelta(hours=1)
    assert keys.revoke(key.id).revoked_at == clock.now
    clock.now += timedelta(hours=1)
    assert keys.revoke(key.id).revoked_at == NOON + timedelta(hours=1)
    assert keys.opened_by(text) is None
    assert [one.id for one in keys.list()] == [key.id]
    with pytest.raises(UnknownKey):
        keys.revoke("nope")


def test_once_there_was_a_key_there_is_no_way_back_to_none(keys: KeyStore, database: sa.Engine) -> None:
    assert not keys.exist()
    key, _ = keys.create("acme", "admin")
    keys.revoke(key.id)
    assert keys.exist()
    assert KeyStore(database).exist()


def test_last_used_is_noted_once_a_minute(keys: KeyStore, clock: Clock) -> None:
    _, text = keys.create("acme", "user")
    for seconds in (10, 20, 80):
        clock.now = NOON + timedelta(seconds=seconds)
        keys.opened_by(text)
    assert keys.list()[0].last_used_at == NOON + timedelta(seconds=80)
    clock.now += timedelta(seconds=30)
    keys.opened_by(text)
    assert keys.list()[0].last_used_at == NOON + timedelta(seconds=80)


@pytest.mark.parametrize("tenant", ["", "Acme", "a/b", "../x", "a" * 64, "ä"])
def test_a_tenant_is_a_plain_name(keys: KeyStore, tenant: str) -> None:
    with pytest.raises(UsageError):
        keys.create(tenant, "user")


def test_keys_are_listed_by_tenant(keys: KeyStore) -> None:
    keys.create("a", "user")
    keys.create("b", "user")
    assert [key.tenant for key in keys.list("b")] == ["b"]
    assert len({key.id for key in keys.list()}) == 2


def test_the_audit_is_a_tenants_own_and_goes_page_by_page(database: sa.Engine, clock: Clock) -> None:
    audit = AuditLog(database, clock=clock)
    for number in range(5):
        caller = Caller("a", "user", key_id="k")
        audit.record(caller, action="POST", target=f"/api/{number}", status=200, address="127.0.0.1")
    audit.record(None, action="GET", target="/x\n", status=401, address="1.2.3.4", note="wrong", tenant="b", key_id="z")
    first = audit.list("a", limit=2)
    second = audit.list("a", limit=2, after=first.next)
    third = audit.list("a", limit=2, after=second.next)
    found = [entry.target for page in (first, second, third) for entry in page.items]
    assert found == [f"/api/{number}" for number in (4, 3, 2, 1, 0)]
    assert third.next is None
    (failed,) = audit.list("b").items
    assert (failed.key_id, failed.status, failed.target, failed.note) == ("z", 401, "/x�", "wrong")
    assert len(audit.list(None).items) == 6
    with pytest.raises(UsageError):
        audit.list("a", after="nope")


def test_a_bucket_empties_and_fills() -> None:
    now = 0.0
    limit = RateLimit(per_minute=60, burst=3, clock=lambda: now)
    assert [limit.wait("a") for _ in range(3)] == [0, 0, 0]
    assert limit.wait("a") == pytest.approx(1.0)
    assert limit.wait("b") == 0
    now = 2.0
    assert [limit.wait("a") for _ in range(2)] == [0, 0]
    assert limit.wait("a") > 0


def test_a_chat_is_found_by_its_words_within_its_scope(database: sa.Engine, clock: Clock) -> None:
    chats = Conversations(database, clock=clock)
    turns = [("system", "x"), ("user", "Wie hoch?"), ("assistant", "Welches  Konto?")]
    chats.keep(Scope(tenant="a"), turns, "q1", "r1")
    chats.keep(Scope(tenant="a"), turns, "q1", "r1")
    said = [("user", "Wie hoch? "), ("assistant", "Welches Konto?")]
    assert chats.questions(Scope(tenant="a"), said) == ("q1",)
    assert chats.questions(Scope(tenant="b"), said) == ()
    assert chats.questions(Scope(tenant="a", mandate="m"), said) == ()
    assert chats.questions(Scope(tenant="a"), said[:1]) == ()
    clock.now += timedelta(days=31)
    chats.keep(Scope(tenant="a"), [("user", "anderes")], "q2", "r2")
    assert chats.questions(Scope(tenant="a"), said) == ()
