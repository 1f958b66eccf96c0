"""Choosing the plan for a question about accounts: a figure, a comparison, a ranking or a development."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import date

from arch_team.models.embedded.account_comparisons import AccountComparisons
from arch_team.models.embedded.account_figures import AccountFigures
from arch_team.models.embedded.account_series import AccountSeries
from arch_team.models.embedded.accounts import AccountSet, span_of
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Plan, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading

_DEBIT, _CREDIT = "debitTotal", "creditTotal"


@dataclass(frozen=True, slots=True)
class AccountPlanner:
    reading: Reading
    voice: Voice

    def plan(self, sets: list[AccountSet]) -> Plan:
        period = yield from self.period(sets)
        if not isinstance(period, Period):
            return period
        chosen = self._turnover(sets[0], period) or self._series(sets[0], period) or self._figures(sets, period)
        return (yield from chosen)

    def period(self, sets: list[AccountSet]) -> Generator[ToolCall, Found, Period | Outcome]:
        """The one period the question pins, or a question with the years there are."""
        if self.reading.periods:
            return self.reading.periods[0]
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "aggregate": "COUNT",
                "groupBy": ["periodYear"],
                "orderBy": [{"field": "periodYear", "direction": "desc"}],
            },
        )
        years = [found.text(i, "periodYear") for i in range(len(found.rows))]
        voice = self.voice
        if sets and sets[0].is_flow:
            return Ask(voice("Für welchen Zeitraum?", "For which period?"), tuple(years))
        ends = tuple(voice(f"31.12.{year}", f"31 December {year}") for year in years)
        return Ask(voice("Per welchem Datum?", "As of which date?"), ends)

    def _turnover(self, first: AccountSet, period: Period) -> Plan | None:
        """Debit and credit, where the question names them or asks what moved or was paid."""
        reading = self.reading
        series = AccountSeries(reading, self.voice)
        sides = [
            side for side, name in ((_DEBIT, "DebitTotal"), (_CREDIT, "CreditTotal")) if reading.names_entity(name)
        ]
        if sides:
            both = "soll" in reading.flat and "haben" in reading.flat
            return series.turnover(first, period, [_DEBIT, _CREDIT] if both else sides)
        if first.is_flow:
            return None
        if first.is_single and reading.says("movement"):
            return series.turnover(first, period, [_DEBIT, _CREDIT])
        if not first.is_credit or period.is_point or not reading.says("paid_out"):
            return None
        return series.turnover(first, period, [_DEBIT]) if first.is_single else self._paid_for_what(first)

    def _paid_for_what(self, accounts: AccountSet) -> Plan:
        yield from ()
        return Cannot(
            self.voice(
                f"Was bei {accounts.label} bezahlt wurde, ergibt sich nicht aus einem Saldo. Nenne das Konto.",
                f"What was paid for {accounts.label} cannot be told from a balance. Name the account.",
            )
        )

    def _series(self, first: AccountSet, period: Period) -> Plan | None:
        """Several years, months or quarters."""
        cues, periods = self.reading.cues, self.reading.periods
        series = AccountSeries(self.reading, self.voice)
        year = period.start.year
        spans_years = year != period.end.year
        if spans_years and cues & {"difference", "percent"} and not cues & {"series", "per_year"}:
            comparisons = AccountComparisons(self.reading, self.voice)
            return comparisons.periods(first, _whole_year(year), _whole_year(period.end.year))
        if len(periods) > 2 and all(p.is_year for p in periods):
            years = [p.start.year for p in periods]
            return series.yearly(first, min(years), max(years))
        if "per_year" in cues or spans_years:
            return series.yearly(first, year, (periods or (period,))[-1].end.year)
        if "per_quarter" in cues and period.is_year:
            return series.monthly(first, year, step=3)
        by_month = "series" in cues or (cues & {"highest", "lowest"} and self.reading.says("month"))
        if by_month and period.is_year:
            return series.monthly(first, year)
        if "average" in cues and not first.is_flow:
            return series.average(first, year)
        return None

    def _figures(self, sets: list[AccountSet], period: Period) -> Plan:
        """Two figures held against each other, a ranking, or the one figure."""
        reading, cues, first = self.reading, self.reading.cues, sets[0]
        figures, comparisons = AccountFigures(reading, self.voice), AccountComparisons(reading, self.voice)
        if len(reading.periods) >= 2:
            old, new = sorted(reading.periods[:2], key=lambda p: p.end)
            return comparisons.periods(first, old, new)
        if not first.is_single and cues & {"highest", "lowest"}:
            return figures.largest(first, period, reading.top or 1, "lowest" in cues)
        if not first.is_single and reading.top:
            return figures.largest(first, period, reading.top)
        if len(sets) >= 2:
            return self._sets(sets, period)
        if "difference" in cues and period.is_year:
            return comparisons.periods(first, _whole_year(period.start.year - 1), period)
        return figures.figure(first, period)

    def _sets(self, sets: list[AccountSet], period: Period) -> Plan:
        widest = _widest(sets)
        if widest is not None and not self.reading.cues & {"share", "percent", "difference", "compare"}:
            return AccountFigures(self.reading, self.voice).figure(widest, period)
        if len({one.is_flow for one in sets}) > 1 or len(sets) > 2:
            return self._several(sets)
        return AccountComparisons(self.reading, self.voice).sets(sets[0], sets[1], period)

    def _several(self, sets: list[AccountSet]) -> Plan:
        yield from ()
        question = self.voice("Das sind mehrere Fragen. Welche zuerst?", "That is several questions. Which first?")
        return Ask(question, tuple(one.label for one in sets))


def _whole_year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _widest(sets: list[AccountSet]) -> AccountSet | None:
    """The set that holds all the others, if there is one."""
    for one in sets:
        mine = span_of(one)
        others = [span_of(other) for other in sets if other is not one]
        if mine and all(o and mine[0] <= o[0] and o[1] <= mine[1] for o in others):
            return one
    return None
