"""Which accounts a question means, and how their figures are shown.

Balances are debit minus credit. People speak of revenue, debts and profit as positive figures, so those are shown
negated: a declared derivation, like any other.
"""

import re
from dataclasses import dataclass, replace
from typing import cast

from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.reading.labels import Mention
from arch_team.reading.question import Reading
from arch_team.reading.words import folded, stem

_ACCOUNT_KINDS = (SemanticType.ACCOUNT_CLASS, SemanticType.ACCOUNT_GROUP, SemanticType.CONCEPT)
_EXCEPT = re.compile(r"\b(ohne|exklusive|exkl\.?|without|excluding|before|vor)\s+(den|die|das|dem|the)?\s*(\d{4}\s+)?$")
_CREDIT_CLASSES = "237"
_FLOW_CLASSES = "345678"


@dataclass(frozen=True, slots=True)
class AccountSet:
    label: str
    filters: tuple[dict[str, object], ...]
    is_flow: bool
    """Income and expense: what happened in a period. Otherwise a state at a date."""
    is_credit: bool
    """Normally grows on the credit side, and is shown with the sign turned."""
    is_single: bool = False

    @property
    def unsigned(self) -> "AccountSet":
        """The same accounts where one side alone is read: debit and credit are amounts as they are."""
        return replace(self, is_credit=False)


def number_set(number: str) -> AccountSet:
    return AccountSet(
        label=number,
        filters=({"field": "accountNumber", "op": "=", "value": number},),
        is_flow=number[0] in _FLOW_CLASSES,
        is_credit=number[0] in _CREDIT_CLASSES,
        is_single=True,
    )


def range_set(low: str, high: str, label: str | None = None) -> AccountSet:
    prefix = low[: max((i for i in range(1, 5) if low[:i] == high[:i]), default=0)]
    whole = prefix and low == prefix.ljust(4, "0") and high == prefix.ljust(4, "9")
    one: dict[str, object] = (
        {"field": "accountNumber", "op": "LIKE", "value": f"{prefix}%"}
        if whole
        else {"field": "accountNumber", "op": "BETWEEN", "value": [low, high]}
    )
    profit = low[0] != high[0] and low[0] == "3"
    return AccountSet(
        label=label or f"{low}–{high}",
        filters=(one,),
        is_flow=low[0] in _FLOW_CLASSES,
        is_credit=low[0] in _CREDIT_CLASSES or profit,
    )


def entity_set(entity: Entity, label: str) -> AccountSet | None:
    for invariant in entity.invariants:
        if invariant.field == "accountNumber" and invariant.low is not None and invariant.high is not None:
            return range_set(str(invariant.low), str(invariant.high), label)
        if invariant.field == "accountType" and invariant.value is not None:
            only: dict[str, object] = {"field": "account.accountType", "op": "=", "value": invariant.value}
            return AccountSet(label=label, filters=(only,), is_flow=True, is_credit=False)
    return None


def account_sets(reading: Reading) -> list[AccountSet]:
    """The sets a question names, in its order. Numbers and ranges stand for themselves, unless a share is asked."""
    sets = [number_set(number) for number in reading.accounts]
    sets += [range_set(low, high) for low, high in reading.ranges]
    if sets and not reading.cues & {"share"}:
        return sets
    named = bool(sets)
    for mention in reading.mentions:
        if mention.entity.semantic_type not in _ACCOUNT_KINDS or _EXCEPT.search(reading.flat[: mention.start]):
            continue
        found = entity_set(mention.entity, _honest_label(mention))
        repeats = _equal if named else _same
        if found is not None and not any(repeats(found, other) for other in sets):
            sets.append(found)
    return sets


def _equal(one: AccountSet, other: AccountSet) -> bool:
    return one.filters == other.filters


def _same(one: AccountSet, other: AccountSet) -> bool:
    """A set that only repeats a number or range already named, as in `wages (5000)`."""
    if _equal(one, other):
        return True
    span, number = span_of(one), span_of(other)
    return bool(span and number and span[0] <= number[0] and number[1] <= span[1] and span != ("3000", "8999"))


def span_of(accounts: AccountSet) -> tuple[str, str] | None:
    """The account numbers of a set, where it is one span."""
    for only in accounts.filters:
        if only["field"] != "accountNumber":
            continue
        value = only["value"]
        if only["op"] == "LIKE":
            prefix = str(value).rstrip("%")
            return prefix.ljust(4, "0"), prefix.ljust(4, "9")
        if only["op"] == "BETWEEN" and isinstance(value, list):
            low, high = cast("list[str]", value)
            return low, high
        if only["op"] == "=":
            return str(value), str(value)
    return None


def _honest_label(mention: Mention) -> str:
    """What the figure really is of: a synonym may be narrower than its group, so the answer names the group itself."""
    labels, said = mention.entity.labels, mention.said
    in_english = any(said.casefold() == label.casefold() for label in labels.en)
    own = (labels.en if in_english else labels.de)[:1]
    span = next((i for i in mention.entity.invariants if i.field == "accountNumber" and i.low is not None), None)
    is_group = mention.entity.semantic_type is SemanticType.ACCOUNT_GROUP
    if not own or span is None or not is_group or folded(said).startswith(stem(folded(own[0]))):
        return said
    return f"{own[0]} ({'accounts' if in_english else 'Konten'} {span.low}–{span.high})"
