"""One definition, several readers: a changed constraint shows in the prompt and in the validator at once."""

from arch_team.demo.trustee import TABLES
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.tables import table_of
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import Constraint, ConstraintRule, OntologyDescriptor
from arch_team.ontologies.trustee import TRUSTEE


def verdict(ontology: OntologyDescriptor, **arguments: object) -> ReadyCall | Rejection:
    catalog = compile_catalog((table_of(model) for model in TABLES), ontology)
    call = parse_call("aggregateTable", arguments)
    assert not isinstance(call, list)
    return QueryValidator(catalog).validate(call)


def test_a_new_constraint_shows_in_prompt_and_validator() -> None:
    message = "Open amounts are confidential here: ask for the count."
    rule = Constraint(applies_to="OpenInvoice.openAmount", rule=ConstraintRule.NEVER_AGGREGATE, message=message)
    changed = TRUSTEE.model_copy(update={"constraints": (*TRUSTEE.constraints, rule)})
    call = {"tableName": "TrusteeDataOpenInvoice", "aggregate": "SUM", "field": "openAmount"}
    before, after = verdict(TRUSTEE, **call), verdict(changed, **call)
    assert isinstance(before, ReadyCall)
    assert isinstance(after, Rejection)
    assert (after.primary.code, after.primary.hint) == (ErrorCode.INVALID_AGGREGATE_TARGET, message)
    compiler = OntologyToPromptCompiler()
    assert message not in compiler.compile(TRUSTEE, "en")
    assert message in compiler.compile(changed, "en")


def test_a_constraint_taken_away_is_gone_from_both() -> None:
    kept = tuple(c for c in TRUSTEE.constraints if c.rule is not ConstraintRule.REQUIRES_FILTER_ON)
    changed = TRUSTEE.model_copy(update={"constraints": kept})
    call = {"tableName": "TrusteeDataJournalLine", "aggregate": "SUM", "field": "debitAmount"}
    assert isinstance(verdict(TRUSTEE, **call), Rejection)
    assert isinstance(verdict(changed, **call), ReadyCall)
    assert "REQUIRES_FILTER_ON" not in OntologyToPromptCompiler().compile(changed, "en")
