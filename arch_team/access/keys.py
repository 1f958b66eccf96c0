"""API keys: `at_<id>_<secret>`.

Only the SHA-256 of the secret is kept. The secret is 256 random bits, so there is nothing to guess and no word list to
try: a slow hash, which passwords need, would cost every request and protect nothing. A key is shown once, when made.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from arch_team.access.caller import Caller, Role
from arch_team.access.tables import KEYS
from arch_team.errors import UsageError
from arch_team.runs.records import Tenant
from arch_team.wire import Wire

Clock = Callable[[], datetime]

_KEY = re.compile(r"at_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_NOBODY = hashlib.sha256(b"nobody").hexdigest()
_TENANT = TypeAdapter[str](Tenant)
NOTED_EVERY = timedelta(minutes=1)
"""`lastUsedAt` is as exact as this: a write with every request would cost more than the request."""


class UnknownKey(UsageError): ...


class ApiKey(Wire):
    """A key as it may be shown: without its secret, which nobody has."""

    id: str
    tenant: Tenant
    role: Role
    mandate: str | None = Field(default=None, max_length=200)
    feature_instance: str | None = Field(default=None, max_length=200)
    name: str = Field(default="", max_length=200)
    created_at: AwareDatetime
    revoked_at: AwareDatetime | None = None
    last_used_at: AwareDatetime | None = None

    @property
    def caller(self) -> Caller:
        return Caller(self.tenant, self.role, self.mandate, self.feature_instance, self.id, self.name)


class KeyStore:
    def __init__(self, database: sa.Engine, *, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock
        self._locked = False

    def create(
        self,
        tenant: str,
        role: Role,
        *,
        mandate: str | None = None,
        feature_instance: str | None = None,
        name: str = "",
    ) -> tuple[ApiKey, str]:
        """The key and its text, which cannot be shown again."""
        try:
            _TENANT.validate_python(tenant)
        except ValidationError:
            raise UsageError(
                f"{tenant[:100]!r} cannot be a tenant",
                "Use lower-case letters, digits, '-' and '_', at most 63, the first a letter or digit.",
            ) from None
        secret = secrets.token_urlsafe(32)
        key = ApiKey(
            id=secrets.token_hex(6),
            tenant=tenant,
            role=role,
            mandate=mandate,
            feature_instance=feature_instance,
            name=name,
            created_at=self._clock(),
        )
        with self._database.begin() as connection:
            connection.execute(
                KEYS.insert().values(
                    id=key.id,
                    hash=_hashed(secret),
                    tenant=tenant,
                    role=role,
                    mandate=mandate,
                    feature_instance=feature_instance,
                    name=name,
                    created_at=key.created_at,
                )
            )
        return key, f"at_{key.id}_{secret}"

    def list(self, tenant: str | None = None) -> tuple[ApiKey, ...]:
        """Oldest first."""
        query = KEYS.select().order_by(KEYS.c.created_at, KEYS.c.id)
        if tenant is not None:
            query = query.where(KEYS.c.tenant == tenant)
        with self._database.connect() as connection:
            return tuple(_key(row) for row in connection.execute(query).mappings())

    def revoke(self, key_id: str) -> ApiKey:
        """From now on it opens nothing. Revoking again changes nothing. A key is never deleted: the audit names it."""
        now = self._clock()
        with self._database.begin() as connection:
            connection.execute(
                KEYS.update().where(KEYS.c.id == key_id, KEYS.c.revoked_at.is_(None)).values(revoked_at=now)
            )
            row = connection.execute(KEYS.select().where(KEYS.c.id == key_id)).mappings().one_or_none()
        if row is None:
            raise UnknownKey(f"there is no key {key_id[:40]!r}", "List them: arch-team keys list.")
        return _key(row)

    def exist(self) -> bool:
        """Whether a key was ever made. From then on nobody gets in without one, though all be revoked."""
        if not self._locked:
            with self._database.connect() as connection:
                self._locked = connection.execute(sa.select(KEYS.c.id).limit(1)).first() is not None
        return self._locked

    def opened_by(self, text: str) -> ApiKey | None:
        """The key that this text is. The time it takes says nothing about which part was wrong."""
        match = _KEY.fullmatch(text)
        key_id, secret = match.groups() if match else ("", text[:100])
        with self._database.connect() as connection:
            row = connection.execute(KEYS.select().where(KEYS.c.id == key_id)).mappings().one_or_none()
        known = str(row[KEYS.c.hash]) if row is not None else _NOBODY
        same = hmac.compare_digest(_hashed(secret), known)
        if row is None or not same or row[KEYS.c.revoked_at] is not None:
            return None
        key = _key(row)
        self._note_use(key)
        return key

    def tenant_of(self, text: str) -> tuple[str | None, str | None]:
        """Whose key a refused text pretends to be, for the audit: tenant and id, where there is such an id."""
        match = _KEY.fullmatch(text)
        if match is None:
            return None, None
        with self._database.connect() as connection:
            row = connection.execute(sa.select(KEYS.c.tenant).where(KEYS.c.id == match[1])).one_or_none()
        return (row.tenant, match[1]) if row is not None else (None, None)

    def _note_use(self, key: ApiKey) -> None:
        now = self._clock()
        if key.last_used_at is not None and now - key.last_used_at < NOTED_EVERY:
            return
        with self._database.begin() as connection:
            connection.execute(KEYS.update().where(KEYS.c.id == key.id).values(last_used_at=now))


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _key(row: "sa.RowMapping") -> ApiKey:
    return ApiKey.model_validate({str(name): value for name, value in row.items() if name != "hash"})
