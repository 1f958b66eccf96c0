"""Opening keys and audit: in the database of runs, by the same settings."""

from typing import TYPE_CHECKING

from arch_team.access.audit import AuditLog
from arch_team.access.keys import KeyStore
from arch_team.access.tables import prepared

if TYPE_CHECKING:
    import sqlalchemy as sa

    from arch_team.settings import Settings


def open_access_database(settings: "Settings") -> "sa.Engine":
    from arch_team.engine.database import open_database

    return prepared(open_database(settings))


def open_keys(settings: "Settings") -> KeyStore:
    return KeyStore(open_access_database(settings))


def open_audit(settings: "Settings") -> AuditLog:
    return AuditLog(open_access_database(settings))
