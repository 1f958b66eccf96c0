"""What tests of the validator say all the time."""

from arch_team.featuredata.calls import Call
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection

BALANCE = "TrusteeDataAccountBalance"
ENTRY = "TrusteeDataJournalEntry"
LINE = "TrusteeDataJournalLine"
INVOICE = "TrusteeDataOpenInvoice"


def parsed(tool: str, **arguments: object) -> Call:
    call = parse_call(tool, arguments)
    assert not isinstance(call, list), call
    return call


def rejected(validator: QueryValidator, tool: str, **arguments: object) -> Rejection:
    verdict = validator.validate(parsed(tool, **arguments))
    assert isinstance(verdict, Rejection), "the call was let through"
    return verdict


def passes(validator: QueryValidator, tool: str, **arguments: object) -> bool:
    return isinstance(validator.validate(parsed(tool, **arguments)), ReadyCall)


def total(
    field: str, filters: list[str], table: str = BALANCE, function: str = "SUM", **more: object
) -> dict[str, object]:
    return {"tableName": table, "aggregate": function, "field": field, "filters": filters, **more}
