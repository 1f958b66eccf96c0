"""The tool layer: results as the contract says, everything recorded, no exception and no driver text gets out."""

import json
from dataclasses import dataclass

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope
from arch_team.featuredata.validator import ReadyCall
from arch_team.tools.data import DataTools
from tests.conftest import ALPENBLICK

BANK = {
    "tableName": "TrusteeDataAccountBalance",
    "fields": ["accountNumber", "closingBalance", "currency"],
    "filters": ["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"],
}


@dataclass
class Broken:
    error: Exception

    @property
    def scope(self) -> Scope:
        return ALPENBLICK

    def run(self, ready: ReadyCall) -> Rows:
        raise self.error


def test_a_result_carries_rows_with_ids_and_its_place_in_the_ledger(tools: DataTools) -> None:
    result = tools.call("queryTable", BANK)
    wire = json.loads(result.to_json())
    assert set(wire) == {"success", "data", "error", "errorDetails", "evidence"}
    assert wire["success"] is True
    assert wire["data"]["rows"][0] == {
        "_row": "r0", "accountNumber": "1020", "closingBalance": "152400.00", "currency": "CHF",
    }  # fmt: skip
    cell = tools.ledger.cell(f"{wire['evidence']['id']}.r0.closingBalance")
    assert cell is not None
    assert str(cell.value) == "152400.00"


def test_a_rejection_has_the_four_keys_and_more(tools: DataTools) -> None:
    result = tools.call("queryTable", {**BANK, "fields": ["klosingBalance"]})
    wire = json.loads(result.to_json())
    assert wire["error"] == "FIELD_NOT_FOUND: closingBalance? (you wrote klosingBalance)"
    details = wire["errorDetails"]
    assert {key: details[key] for key in ("code", "field", "suggestion", "hint")} == {
        "code": "FIELD_NOT_FOUND",
        "field": "klosingBalance",
        "suggestion": "closingBalance",
        "hint": "Use closingBalance.",
    }
    assert details["correctedCall"]["fields"] == ["closingBalance"]
    assert wire["data"] is None


def test_every_call_is_in_ledger_and_log_whatever_became_of_it(tools: DataTools) -> None:
    tools.call("queryTable", {**BANK, "fields": ["klosingBalance"]})
    tools.round += 1
    tools.call("queryTable", BANK)
    tools.call("dropTable", BANK)
    tools.call("queryTable", "nonsense")
    assert [entry.rows is not None for entry in tools.ledger] == [False, True, False, False]
    assert [entry.validation_failure_code for entry in tools.log] == [
        "FIELD_NOT_FOUND",
        None,
        "MALFORMED_CALL",
        "MALFORMED_CALL",
    ]
    trace = tools.trace()
    assert (trace.validation_failures, trace.repair_attempts, trace.success_after_repair) == (3, 1, 1)


def test_a_call_made_again_says_that_nothing_new_comes(tools: DataTools) -> None:
    first, again = tools.call("queryTable", BANK), tools.call("queryTable", BANK)
    other = tools.call("queryTable", {**BANK, "limit": 11})
    assert first.success
    assert first.evidence
    assert first.data is not None
    assert "note" not in first.data
    assert again.data is not None
    assert first.evidence.id in again.data["note"]
    assert again.data["rows"] == first.data["rows"]
    assert other.data is not None
    assert "note" not in other.data


def test_a_failing_database_is_a_system_error_without_its_words(catalog: Catalog) -> None:
    told = "could not connect as hunter2 to 10.1.2.3"
    for error in (SourceUnavailable("the database does not answer", "Check it."), RuntimeError(told)):
        tools = DataTools(catalog, Broken(error))
        result = tools.call("queryTable", BANK)
        assert not result.success
        assert (result.error or "").startswith("SYSTEM ERROR")
        assert "hunter2" not in result.to_json()
        assert tools.log[0].validation_failure_code is None
        assert len(tools.ledger) == 1


def test_browsing_shows_fields_and_where_paths_lead(tools: DataTools) -> None:
    data = tools.call("browseTable", {"tableName": "TrusteeDataJournalLine", "limit": 2}).data
    assert data is not None
    assert {"name": "debitAmount", "type": "decimal", "description": ""} in data["fields"]
    assert "journalEntry.contact.name" in data["paths"]
    assert len(data["rows"]) == 2


def test_a_sum_that_mixes_kinds_comes_apart(tools: DataTools) -> None:
    call = {"tableName": "TrusteeDataOpenInvoice", "aggregate": "SUM", "field": "openAmount"}
    result = tools.call("aggregateTable", call)
    assert result.data is not None
    kinds = {(row["direction"], row["currency"]) for row in result.data["rows"]}
    assert kinds == {("receivable", "CHF"), ("receivable", "EUR"), ("payable", "CHF")}


def test_what_is_not_known_is_not_known_to_be_that(tools: DataTools) -> None:
    """Rows that lead nowhere differ from any value: what is left out of one group must be in the others."""
    call = {"tableName": "TrusteeDataJournalLine", "aggregate": "COUNT"}

    def count(*filters: str) -> int:
        data = tools.call("aggregateTable", {**call, "filters": list(filters)}).data
        assert data is not None
        return int(data["rows"][0]["count"])

    for field, value in (("taxCode", "USt81"), ("journalEntry.contact.country", "CH")):
        assert count(f"{field} = {value}") + count(f"{field} != {value}") == count()
        assert count(f"{field} LIKE {value}") + count(f"{field} NOT LIKE {value}") == count()
