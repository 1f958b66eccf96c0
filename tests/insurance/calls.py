"""Calls as a model would write them, put together from parts."""

from collections.abc import Sequence

Part = dict[str, object]


def where(field: str, op: str, value: object) -> Part:
    return {"field": field, "op": op, "value": value}


def there(field: str) -> Part:
    """The row a path leads to is there. Makes of a path what SQL calls an inner join."""
    return {"field": field, "op": "IS NOT NULL"}


def not_there(field: str) -> Part:
    return {"field": field, "op": "IS NULL"}


def rows(table: str, *fields: str, only: Sequence[Part] = ()) -> Part:
    return {"tool": "queryTable", "tableName": table, "fields": list(fields), "filters": list(only)}


def figure(
    function: str, table: str, field: str | None = None, *, by: Sequence[str] = (), only: Sequence[Part] = ()
) -> Part:
    call: Part = {"tool": "aggregateTable", "tableName": table, "aggregate": function}
    if field:
        call["field"] = field
    return {**call, "groupBy": list(by), "filters": list(only)}


PREMIUMS = there("premium.Policy_Amount_Identifier")
AGENTS = where("Party_Role_Code", "=", "AG")
HOLDERS = where("Party_Role_Code", "=", "PH")
