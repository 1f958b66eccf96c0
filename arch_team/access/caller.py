"""Who is asking. Made from a key, or, where no key exists yet, from being on this machine; never from a request."""

from dataclasses import dataclass
from typing import Literal

from arch_team.runs.records import Scope

Role = Literal["admin", "user", "reader"]
ROLES: tuple[Role, ...] = ("admin", "user", "reader")
LOCAL_TENANT = "local"


@dataclass(frozen=True, slots=True)
class Caller:
    tenant: str
    role: Role
    mandate: str | None = None
    feature_instance: str | None = None
    key_id: str | None = None
    """None: nobody has made a key yet, and the caller sits at this machine."""
    name: str = ""

    @property
    def scope(self) -> Scope:
        return Scope(tenant=self.tenant, mandate=self.mandate, feature_instance=self.feature_instance)

    @property
    def may_write(self) -> bool:
        """A reader looks and does nothing else."""
        return self.role != "reader"

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"


LOCAL = Caller(LOCAL_TENANT, "admin", name="this machine")
