"""What a question asks of rows: which, and what of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from arch_team.text.periods import Period

Filter = dict[str, object]


@dataclass(frozen=True, slots=True)
class OfColumn:
    """Another column of the row, as what a filter compares with."""

    field: str

    def __str__(self) -> str:
        return self.field


def listed(value: object) -> Sequence[object]:
    """The values of a filter, one or many."""
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]


class RowMake(StrEnum):
    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    LIST = "list"
    EXTREME = "extreme"
    """The rows with the most or the least, the latest or the first."""
    ATTRIBUTE = "attribute"
    SHARE = "share"
    """The sum of some of the rows as a part of that of all."""
    BY_PARTY = "by party"
    """A figure per party, the most first."""
    TEXT_SUM = "text sum"
    """What rows that were found by a word come to, per member that came or went, and the rows."""


@dataclass(frozen=True, slots=True)
class RowsAsked:
    table: str
    make: RowMake
    filters: tuple[Filter, ...] = ()
    measure: str | None = None
    also_measure: str | None = None
    """A second measure of one row that is asked for."""
    order: str | None = None
    is_max: bool = True
    limit: int = 1
    fields: tuple[str, ...] = ()
    part: tuple[Filter, ...] = ()
    """What makes a part of all, for a share."""
    times: tuple[Period, ...] = ()
    titles: tuple[str, ...] = ()
    """The words of the question for what is asked."""
    wants_count: bool = False
    wants_amount: bool = False
    beyond: tuple[str, Decimal] | None = None
    """Of figures per party: only those above (`>`) or below an amount."""
    wants_share: bool = False
    """Of figures per party: what each is in percent of all."""
    is_question: bool = False
    counted_from: date | None = None
    """The day that an age is counted back from."""
    expects_none: bool = False
    """The question takes it that there is none."""
    group: str | None = None
    settled: tuple[str, ...] = ()
    """What a row was of, and what is still open of it: the rest was paid."""
    may_be_none: bool = False
    """It is asked beside others: that there is none of it is said too."""
    flows: frozenset[str] = frozenset()
    """The members that a sum by text is of. Empty: all that come and go."""
    distinct: str | None = None
    """Rows that have the same in this field count once."""
    levels: frozenset[str] = frozenset()
    """Members with a level: what the rows put on them and took off them, not what the rows come to."""


class PartyMake(StrEnum):
    TOTAL = "total"
    """Of one party, or of all that are meant together."""
    RANK = "rank"
    COUNT = "count"
    """How many parties there is anything of."""
    BEYOND = "beyond"
    """The parties above or below an amount."""
    SERIES = "series"
    CHANGE = "change"
    RANK_CHANGE = "rank change"
    """The parties that rose or fell most between two times, or by more than so much."""


@dataclass(frozen=True, slots=True)
class PartyAsked:
    """One side of some members' movements with parties: revenue, what was invoiced, what was paid."""

    title: str
    codes: frozenset[str]
    side: str
    sign: int
    times: tuple[Period, ...]
    party: str | None = None
    kind: str | None = None
    limit: int | None = None
    """The first so many by size. None: all of them."""
    is_max: bool = True
    wants_share: bool = False
    unit: str | None = None
    is_question: bool = False
    before: tuple[str, frozenset[str]] | None = None
    """What the same is before something is taken off it, and its members: sales before deductions."""
    make: PartyMake = PartyMake.TOTAL
    where: tuple[Filter, ...] = ()
    """What columns of the parties hold: a country, a town."""
    grain: str | None = None
    amount: Decimal | None = None
    comparison: str = ""
    """`>` or `<` an amount; with two times, whether the later is said to be above or below the earlier."""
    is_percent: bool = False
    """The amount is a change in percent."""
    wants_total: bool = False
    """What those that are shown come to is said too."""
