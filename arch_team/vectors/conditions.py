"""A tenant, ids and `Where` as Qdrant's filter."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from arch_team.errors import UsageError
from arch_team.vectors.points import Where

if TYPE_CHECKING:
    from qdrant_client.http import models

TENANT = "_tenant"
OWN_ID = "_id"


def condition(tenant: str, where: Where | None = None, keys: Sequence[str] | None = None) -> "models.Filter":
    """What lies within the tenant, matches `where` and has one of the keys."""
    from qdrant_client.http import models

    must: list[models.Condition] = [models.FieldCondition(key=TENANT, match=models.MatchValue(value=tenant))]
    for name, value in checked(where).items():
        match = (
            models.MatchValue(value=value)
            if isinstance(value, str | int)
            else models.MatchAny(any=cast("list[str] | list[int]", list(value)))
        )
        must.append(models.FieldCondition(key=name, match=match))
    if keys is not None:
        must.append(models.HasIdCondition(has_id=list(keys)))
    return models.Filter(must=must)


def checked(where: Where | None) -> Where:
    if reserved := [name for name in where or {} if name.startswith("_")]:
        raise UsageError(f"The names {reserved} belong to the store.", "Start names with a letter.")
    return where or {}
