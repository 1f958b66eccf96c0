"""The tables of this room. They stand beside the engine's in the same database."""

import sqlalchemy as sa

from arch_team.engine.locks import setup_lock
from arch_team.engine.schema import Moment

METADATA = sa.MetaData()

KEYS = sa.Table(
    "arch_team_keys",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("tenant", sa.String(63), nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("mandate", sa.String(200)),
    sa.Column("feature_instance", sa.String(200)),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("revoked_at", Moment),
    sa.Column("last_used_at", Moment),
)

AUDIT = sa.Table(
    "arch_team_audit",
    METADATA,
    sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("tenant", sa.String(63)),
    sa.Column("key_id", sa.String(32)),
    sa.Column("role", sa.String(16)),
    sa.Column("action", sa.String(10), nullable=False),
    sa.Column("target", sa.String(500), nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
    sa.Column("address", sa.String(100), nullable=False),
    sa.Column("note", sa.String(200), nullable=False),
    sa.Index("arch_team_audit_tenant", "tenant", "seq"),
)

CONVERSATIONS = sa.Table(
    "arch_team_conversations",
    METADATA,
    sa.Column("clarification", sa.String(100), primary_key=True),
    sa.Column("tenant", sa.String(63), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("run", sa.String(100), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Index("arch_team_conversations_digest", "tenant", "digest"),
)
"""Which open question a chat came to, found again by what was said in it."""

FEEDBACK = sa.Table(
    "arch_team_feedback",
    METADATA,
    sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("tenant", sa.String(63), nullable=False),
    sa.Column("run", sa.String(120), nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("verdict", sa.String(16), nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("key_id", sa.String(32)),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Index("arch_team_feedback_tenant", "tenant", "seq"),
)
"""What people said of answers."""

PINS = sa.Table(
    "arch_team_pins",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("tenant", sa.String(63), nullable=False),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("run", sa.String(120), nullable=False),
    sa.Column("before", sa.String(120)),
    sa.Column("created_at", Moment, nullable=False),
    sa.Index("arch_team_pins_tenant", "tenant", "created_at"),
)
"""Questions on a board, with the run that answered last and the one before."""


def prepared(database: sa.Engine) -> sa.Engine:
    """The database with these tables in it."""
    with setup_lock(database):
        METADATA.create_all(database)
    return database
