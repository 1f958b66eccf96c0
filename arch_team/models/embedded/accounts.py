"""Which accounts a question means, and how their figures are shown.

Balances are debit minus credit. People speak of revenue, debts and profit as positive figures, so those are shown
negated: a declared derivation, like any other.
"""

import re
from dataclasses import dataclass, replace
from typing import cast

from arch_team.ontologies.descriptor import Entity
from arch_team.reading.labels import ACCOUNT_SETS, Mention
from arch_team.reading.question import Reading
from arch_team.reading.words import Span, folded

EXCEPT = re.compile(
    r"\b(ohne|exklusive|exkl\.?|excl\.?|ausser|without|excluding|except|before|vor)\s+(den|die|das|dem|the)?\s*(\d{4}\s+)?$"
)
_RANKS = re.compile(r"\bmeist|\bmost\b")
_CREDIT_CLASSES = "237"
_MIXED_CLASSES = "68"
_REDUCES_REVENUE = "38"
_INCOME = re.compile(r"ertrag|erlos|gewinn|income|gain|revenue")
_FLOW_CLASSES = "345678"
_EXPENSE_CLASSES = "45678"
_ANY_EXPENSE = "account.accountType"
_EARNED = frozenset(
    {"turn over", "turned over", "umgesetzt"}
    | {"geld haben wir", "geld hatten wir", "money do we have", "money did we have", "money had we"}
)
"""Words for having revenue or money: beside the name of a kind of it they say nothing more."""


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

    @property
    def label_number(self) -> str:
        """The number of a single account."""
        return str(self.filters[0]["value"]) if self.is_single else ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A set and where the question names it."""

    accounts: AccountSet
    start: int
    end: int
    is_excluded: bool = False
    is_loose: bool = False
    """Only says that money was spent: `Kosten`, `spending`."""
    is_own: bool = False
    """Named by its own name, not by a synonym that may be the name of one account in it."""
    text: str = ""

    @property
    def is_result(self) -> bool:
        """Income and expense together: no kind of account, so it says nothing about a name beside it."""
        span = span_of(self.accounts)
        return span is not None and span[0][0] != span[1][0]

    def gap_to(self, other: Span) -> str | None:
        """The folded text between this place and another."""
        if self.end <= other[0]:
            return self.text[self.end : other[0]]
        return self.text[other[1] : self.start] if other[1] <= self.start else None


def number_set(number: str, name: str | None = None) -> AccountSet:
    return AccountSet(
        label=name or number,
        filters=({"field": "accountNumber", "op": "=", "value": number},),
        is_flow=number[0] in _FLOW_CLASSES,
        is_credit=_grows_on_credit(number, name or ""),
        is_single=True,
    )


def _grows_on_credit(number: str, name: str) -> bool:
    """Liabilities and revenue, but not what reduces revenue; in the mixed classes, what is called income."""
    if number[0] in _MIXED_CLASSES:
        return bool(_INCOME.search(folded(name)))
    return number[0] in _CREDIT_CLASSES and not number.startswith(_REDUCES_REVENUE)


def range_set(low: str, high: str, label: str | None = None) -> AccountSet:
    prefix = low[: max((i for i in range(1, 5) if low[:i] == high[:i]), default=0)]
    whole = prefix and low == prefix.ljust(4, "0") and high == prefix.ljust(4, "9")
    one: dict[str, object] = (
        {"field": "accountNumber", "op": "LIKE", "value": f"{prefix}%"}
        if whole
        else {"field": "accountNumber", "op": "BETWEEN", "value": [low, high]}
    )
    profit = low[0] != high[0] and low[0] == "3"
    shown = prefix.ljust(4, "x") if whole and len(prefix) > 1 else f"{low}–{high}"
    return AccountSet(
        label=label or shown,
        filters=(one,),
        is_flow=low[0] in _FLOW_CLASSES,
        is_credit=_grows_on_credit(low, label or "") or profit,
    )


def listed_set(numbers: list[str], label: str) -> AccountSet:
    """Accounts that belong together and do not stand side by side in the chart."""
    only: dict[str, object] = {"field": "accountNumber", "op": "IN", "value": numbers}
    flow = numbers[0][0] in _FLOW_CLASSES
    return AccountSet(label=label, filters=(only,), is_flow=flow, is_credit=_grows_on_credit(numbers[0], label))


def entity_set(entity: Entity, label: str) -> AccountSet | None:
    for invariant in entity.invariants:
        if invariant.field == "accountNumber" and invariant.low is not None and invariant.high is not None:
            return range_set(str(invariant.low), str(invariant.high), label)
        if invariant.field == "accountType" and invariant.value is not None:
            only: dict[str, object] = {"field": _ANY_EXPENSE, "op": "=", "value": invariant.value}
            return AccountSet(label=label, filters=(only,), is_flow=True, is_credit=False)
    return None


def numbered_sets(reading: Reading) -> list[AccountSet]:
    """Numbers and ranges stand for themselves."""
    return [*(number_set(n) for n in reading.accounts), *(range_set(low, high) for low, high in reading.ranges)]


def mentioned_sets(reading: Reading) -> list[Placed]:
    """The sets a question names by words of the ontology, and where."""
    placed: list[Placed] = []
    for mention in reading.mentions:
        if mention.entity.semantic_type not in ACCOUNT_SETS:
            continue
        found = entity_set(mention.entity, _label(mention))
        if found is not None:
            excluded = bool(EXCEPT.search(reading.flat[: mention.start]))
            earned = folded(mention.said) in _EARNED
            loose = found.filters[0]["field"] == _ANY_EXPENSE or earned
            labels = mention.entity.labels
            own = mention.said in (*labels.de[:1], *labels.en[:1])
            placed.append(Placed(found, mention.start, mention.end, excluded, loose, own, reading.flat))
    return placed


def _label(mention: Mention) -> str:
    """The words of the question; the entity's own where they are half a sentence."""
    labels = mention.entity.labels
    if not _RANKS.search(mention.said.casefold()):
        return mention.said
    return (labels.de if "meist" in mention.said.casefold() else labels.en)[0]


def holds(accounts: AccountSet, number: str) -> bool:
    """Whether an account is in a set, told from its number."""
    for only in accounts.filters:
        if only["op"] == "IN":
            return number in cast("list[str]", only["value"])
    span = span_of(accounts)
    if span is not None:
        return bool(number) and span[0] <= number <= span[1]
    return number[:1] in _EXPENSE_CLASSES if number else False


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


def is_within(part: AccountSet, whole: AccountSet) -> bool:
    """Whether all accounts of one set are in another."""
    mine = span_of(part)
    return mine is not None and part.filters != whole.filters and holds(whole, mine[0]) and holds(whole, mine[1])


def is_result(one: AccountSet, two: AccountSet) -> bool:
    """Whether all income less all expense is meant: that is the profit, whatever else is in the income statement."""
    return one.filters == range_set("3000", "3999").filters and two.filters[0]["field"] == _ANY_EXPENSE
