"""`ontology check` finds what does not hold together. Each case breaks one thing of a sound ontology."""

from collections.abc import Callable
from typing import Any

import pytest

from arch_team.demo.trustee import FEATURE
from arch_team.featuredata import ontology_check
from arch_team.featuredata.ontology_check import Level, Subject, check_ontology
from arch_team.ontologies.descriptor import (
    CanonicalQueryPattern,
    Cardinality,
    Constraint,
    ConstraintRule,
    Entity,
    Invariant,
    OntologyDescriptor,
    Relation,
    SemanticType,
)
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee import TRUSTEE

TABLES = FEATURE.tables()
R = ConstraintRule


def concept(name: str, **more: object) -> Entity:
    return Entity.model_validate({"name": name, "semanticType": "CONCEPT", "description": "x", **more})


def group(name: str, low: str, high: str, parent: str = "Assets") -> Entity:
    span = Invariant(text="x", field="accountNumber", low=low, high=high)
    return Entity(
        name=name,
        semantic_type=SemanticType.ACCOUNT_GROUP,
        description="x",
        parent_entity=parent,
        invariants=(span,),
    )


def with_(**added: list[Any]) -> OntologyDescriptor:
    update = {name: (*getattr(TRUSTEE, name), *values) for name, values in added.items()}
    return TRUSTEE.model_copy(update=update)


def rule(applies_to: str, kind: ConstraintRule, **more: object) -> Constraint:
    return Constraint.model_validate({"appliesTo": applies_to, "rule": kind, "message": "m", **more})


def test_the_trustee_ontology_holds_together() -> None:
    assert check_ontology(TRUSTEE, TABLES) == []


BROKEN: dict[str, tuple[OntologyDescriptor, str]] = {
    "table": (with_(entities=[concept("X", pythonClass="NoSuchTable")]), "no table NoSuchTable"),
    "parent": (with_(entities=[concept("X", parentEntity="Nobody")]), "parent Nobody does not exist"),
    "circle": (with_(entities=[concept("X", parentEntity="Y"), concept("Y", parentEntity="X")]), "in a circle"),
    "field": (with_(entities=[concept("X", parentEntity="Account", field="nope")]), "no field nope"),
    "relation end": (
        with_(relations=[Relation(from_entity="Nobody", to_entity="Account", cardinality=Cardinality.MANY_TO_ONE)]),
        "Nobody is no entity",
    ),
    "relation field": (
        with_(
            relations=[
                Relation(from_entity="Contact", to_entity="Account", cardinality=Cardinality.ONE_TO_MANY, via="nope")
            ]
        ),
        "Contact has no field nope",
    ),
    "relation not to one row": (
        with_(
            relations=[
                Relation(
                    from_entity="Account", to_entity="Contact", cardinality=Cardinality.MANY_TO_ONE, via="currency=city"
                )
            ]
        ),
        "not its key",
    ),
    "constraint target": (with_(constraints=[rule("Account.nope", R.NEVER_AGGREGATE)]), "applies to nothing"),
    "constraint field": (
        with_(constraints=[rule("OpenInvoice", R.REQUIRES_FILTER_ON, fields=["nope"])]),
        "OpenInvoice has no field nope",
    ),
    "use": (
        with_(constraints=[rule("Contact", R.WRONG_TABLE_FOR_PURPOSE, purposes=["balance"], use="Nowhere")]),
        "no table Nowhere",
    ),
    "purpose": (
        with_(constraints=[rule("Contact", R.WRONG_TABLE_FOR_PURPOSE, purposes=["gossip"], use="Account")]),
        "gossip is not among",
    ),
    "purpose sent round": (
        with_(
            constraints=[rule("AccountBalance", R.WRONG_TABLE_FOR_PURPOSE, purposes=["balance"], use="JournalLine")]
        ),
        "sends on to another",
    ),
    "contradiction": (
        with_(constraints=[rule("AccountBalance.closingBalance", R.NEVER_AGGREGATE)]),
        "contradict each other",
    ),
    "said twice": (
        with_(constraints=[rule("AccountBalance.closingBalance", R.SEMI_ADDITIVE, fields=["periodYear"])]),
        "said twice",
    ),
    "format of text": (
        with_(constraints=[rule("Contact.name", R.TYPE_MISMATCH_GUARD, value="unix_seconds")]),
        "whole numbers",
    ),
    "unknown format": (
        with_(constraints=[rule("JournalEntry.bookingDate", R.TYPE_MISMATCH_GUARD, value="julian_day")]),
        "no format julian_day",
    ),
    "kind of text": (
        with_(constraints=[rule("OpenInvoice.invoiceNumber", R.SAME_KIND, fields=["direction"])]),
        "SAME_KIND is for figures",
    ),
    "kind said twice": (
        with_(constraints=[rule("OpenInvoice.openAmount", R.SAME_KIND, fields=["status"])]),
        "SAME_KIND is said twice",
    ),
    "kind without a column": (
        with_(constraints=[rule("JournalEntry.totalAmount", R.SAME_KIND, fields=["nope"])]),
        "has no field nope",
    ),
    "pattern": (
        with_(
            canonical_patterns=[
                CanonicalQueryPattern(
                    intent="WRONG",
                    description="x",
                    pattern={
                        "tool": "aggregateTable",
                        "tableName": "TrusteeDataAccountBalance",
                        "aggregate": "SUM",
                        "field": "closingBalance",
                    },
                )
            ]
        ),
        "the validator rejects it",
    ),
    "pattern without tool": (
        with_(canonical_patterns=[CanonicalQueryPattern(intent="WRONG", description="x", pattern={})]),
        "no tool",
    ),
    "range outside": (with_(entities=[group("X", "5000", "5009")]), "leaves its parent"),
    "range overlap": (with_(entities=[group("X", "1025", "1035")]), "overlaps that of"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_ontology_is_found_out(case: str) -> None:
    ontology, expected = BROKEN[case]
    issues = check_ontology(ontology, TABLES)
    assert any(expected in issue.message for issue in issues if issue.level is Level.ERROR), issues


def test_a_word_with_two_meanings_is_a_warning() -> None:
    double = with_(entities=[concept("X", labels=Labels(de=("Kunde",)))])
    found = check_ontology(double, TABLES)
    assert [issue.level for issue in found] == [Level.WARNING]


def test_a_check_that_crashes_is_an_issue(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_subject: Subject) -> object:
        raise RuntimeError("oops")

    checks: tuple[Callable[[Subject], object], ...] = (crash,)
    monkeypatch.setattr(ontology_check, "DEFAULT_CHECKS", checks)
    assert "the check itself failed" in check_ontology(TRUSTEE, TABLES)[0].message
