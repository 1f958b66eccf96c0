"""What a question for figures asks, as one typed thing: of what, when, and what to make of it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from arch_team.text.periods import Period


class Make(StrEnum):
    """What is made of the figures."""

    VALUE = "value"
    CHANGE = "change"
    """Between two times, or from the start to the end of one."""
    DIFFERENCE = "difference"
    """One subject less another."""
    SHARE = "share"
    SERIES = "series"
    CUMULATED = "cumulated"
    AVERAGE = "average"
    EXTREME = "extreme"
    """The stretch of a series with the most or the least."""
    RANK_CHANGE = "rank change"
    """The members that rose or fell most between two times."""
    RANK = "rank"
    """The members with the most or the least."""
    BEYOND = "beyond"
    """The stretches of a series above or below an amount."""
    MEMBERS_BEYOND = "members beyond"
    PROPORTION = "proportion"
    """Some subjects in percent of others: a metric."""
    REPORT = "report"
    DEFINITION = "definition"


class Side(StrEnum):
    NET = "net"
    """The level of what is a level, what came and went of what is a flow."""
    CLOSING = "closing"
    OPENING = "opening"
    RISE = "rise"
    FALL = "fall"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Subject:
    """Members that are asked about, under the words of the question."""

    title: str
    codes: frozenset[str]
    sign: int
    is_flow: bool
    is_code: bool = False
    is_gathered: bool = False
    """Over a stretch of time what was added is meant."""
    is_open: bool = False
    """Which of its members are meant is not said."""

    @property
    def is_single(self) -> bool:
        return len(self.codes) == 1


@dataclass(frozen=True, slots=True)
class Asked:
    subjects: tuple[Subject, ...]
    times: tuple[Period, ...] = ()
    make: Make = Make.VALUE
    side: Side = Side.NET
    more_sides: tuple[Side, ...] = ()
    """Asked for as well."""
    grain: str | None = None
    is_max: bool = True
    limit: int = 1
    name: str = ""
    """Of a metric, a report, or what is to be defined."""
    others: tuple[Subject, ...] = ()
    """What a proportion is of."""
    amount: Decimal | None = None
    comparison: str = ""
    """`>`, `<` or `=` an amount; with two figures, whether the first is said to be above or below the second."""
    is_question: bool = False
    """Yes or no is asked."""
    asks_whether: bool = False
    """Whether there is any is asked: a profit, a balance."""
    wants_total: bool = False
    wants_percent: bool = False
    """Of a difference: what it is in percent of the first."""
    not_zero: bool = False
    """Members whose figure is nothing are left out."""
    per_member: bool = False
    against: frozenset[str] = frozenset()
    """Only movements that these members have the other side of: what was paid."""
    asks_why: bool = False
    expected_sign: int = 0
    """-1 where the question takes a negative figure for granted, 1 a positive one."""
    warned: tuple[str, ...] = ()
    """What has to be said beside: that levels are not added up."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """What the question leaves open. `options` are what may be meant."""

    what: str
    words: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Why it cannot be answered."""

    why: str
    words: str = ""
