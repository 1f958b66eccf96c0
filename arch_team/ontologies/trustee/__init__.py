"""The ontology of the trustee feature: a Swiss fiduciary's bookkeeping.

`accounts`, `balance_sheet` and `income_statement` hold the chart of accounts; `tables`, `measures` and `dimensions`
what is stored; `concepts` what people say that is neither; `rules` what may not be done; `patterns` the right call
for each kind of question.
"""

from importlib.resources import files
from typing import Any, cast

from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.roles import Everyday, Labels
from arch_team.ontologies.trustee.accounts import CLASSES
from arch_team.ontologies.trustee.balance_sheet import ASSET_GROUPS, LIABILITY_GROUPS
from arch_team.ontologies.trustee.concepts import CONCEPTS
from arch_team.ontologies.trustee.dimensions import DIMENSIONS, PERIODS, UNITS
from arch_team.ontologies.trustee.income_statement import EXPENSE_GROUPS, REVENUE_GROUPS
from arch_team.ontologies.trustee.measures import MEASURES
from arch_team.ontologies.trustee.parties import PARTY_VERBS
from arch_team.ontologies.trustee.patterns import PATTERNS
from arch_team.ontologies.trustee.reports import METRICS, NOT_HELD, REPORTS
from arch_team.ontologies.trustee.rules import CONSTRAINTS, PURPOSES
from arch_team.ontologies.trustee.tables import RELATIONS, TABLE_ENTITIES
from arch_team.ontologies.trustee.words import called
from arch_team.packaged import load_packaged

__all__ = ["TRUSTEE"]


_HERE = files("arch_team.ontologies.trustee")


def _everyday() -> Everyday:
    data = cast("dict[str, Any]", load_packaged(_HERE / "everyday.yaml"))
    names: dict[str, tuple[str, ...]] = {said: (str(piece),) for said, piece in data["phrases"].items()}
    for said, pieces in data["words"].items():
        names.setdefault(str(said), tuple(piece.strip() for piece in str(pieces).split(",")))
    spoken = cast("dict[str, Any]", load_packaged(_HERE / "spoken.yaml"))
    for piece, phrases in spoken["phrases"].items():
        for said in map(str.strip, str(phrases).split(",")):
            names[said] = (*names.get(said, ()), str(piece))
    return Everyday(
        sets=_joined(_words(data["sets"]), _words(spoken["sets"])),
        names=names,
        classes=_words(data["classes"]),
        kind_words=_words(data["kind_words"]),
        texts=_words(data["texts"]),
        movement_texts=_words(data["movement_texts"]),
        payees=_words(data["payees"]),
        **_words({part: data[part] for part in ("level_only", "either_side", "silent")}),
    )


def _words(listed: dict[str, dict[str, str]]) -> dict[str, Labels]:
    return {name: called(de=of.get("de", ""), en=of.get("en", "")) for name, of in listed.items()}


def _joined(one: dict[str, Labels], other: dict[str, Labels]) -> dict[str, Labels]:
    none = Labels()
    both = {name: (one.get(name, none), other.get(name, none)) for name in {**one, **other}}
    return {name: Labels(de=(*a.de, *b.de), en=(*a.en, *b.en)) for name, (a, b) in both.items()}


TRUSTEE = OntologyDescriptor(
    feature_code="trustee",
    entities=(
        *TABLE_ENTITIES,
        *CLASSES,
        *ASSET_GROUPS,
        *LIABILITY_GROUPS,
        *REVENUE_GROUPS,
        *EXPENSE_GROUPS,
        *CONCEPTS,
        *MEASURES,
        *DIMENSIONS,
        *PERIODS,
        *UNITS,
    ),
    relations=RELATIONS,
    constraints=CONSTRAINTS,
    canonical_patterns=PATTERNS,
    purposes=PURPOSES,
    everyday=_everyday(),
    party_verbs=PARTY_VERBS,
    metrics=METRICS,
    often_asked=("Bank", "OperatingRevenue", "ProfitOrLoss"),
    reports=REPORTS,
    not_held=NOT_HELD,
    worked_example=(_HERE / "example.md").read_text(encoding="utf-8").strip(),
)
