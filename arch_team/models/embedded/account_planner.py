"""Choosing the plan for a question about accounts: a figure, a movement, a comparison, a ranking or a development."""

import re
from calendar import monthrange
from collections.abc import Generator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise, permutations

from arch_team.models.embedded.account_comparisons import AccountComparisons
from arch_team.models.embedded.account_figures import AccountFigures
from arch_team.models.embedded.account_question import AccountQuestion
from arch_team.models.embedded.account_series import AccountSeries, whole_year
from arch_team.models.embedded.accounts import AccountSet, is_result, is_within, range_set
from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Plan, ToolCall, only, together
from arch_team.models.embedded.topics import is_of_parties
from arch_team.ontologies.descriptor import SemanticType
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE
from arch_team.reading.periods import Bound, Period

_DEBIT, _CREDIT = "debitTotal", "creditTotal"
_SIDES = {_DEBIT: ("DebitTotal", "DebitAmount"), _CREDIT: ("CreditTotal", "CreditAmount")}
"""What the sides of an account are called: a sum of its lines is its turnover."""
_BOTH_SIDES = re.compile(
    r"\bsoll\w*-?(?: und | / |/)haben|\bhaben\w*-?(?: und | / |/)soll|\bdebits? (?:and|&) credits?\b"
)
_SOLL, _HABEN = re.compile(r"\b(?:soll|debit)"), re.compile(r"\b(?:haben|credit)")
_REST = re.compile(
    r"\brestschuld|\brestsaldo|\bremaining balance|\bwhat(?: is|'s| was) left|\boutstanding (?:balance|at)"
)
_MOVES = frozenset({"inflow", "outflow", "repaid", "paid", "motion"})
_STRETCHES = frozenset({"series", "per_quarter", "per_year", "average"})
_COMPARES = frozenset({"difference", "compare", "above", "below"})
_EVERY = re.compile(r"\b(?:jede[mnrs]?|every|each|alle[nr]?|all)\b [a-z ]{0,12}(?:monat|quartal|month|quarter)")
_CREDITED = re.compile(r"\b(?:credited|debited)\b")
_APART = re.compile(
    r"\bdifferen|unterschied|\bgap\b|zwischen|between|\bmore\b|\bless\b|\bmehr\b|\bweniger\b|\bthan\b|\bals\b"
)
_LESS = re.compile(r"\bminus\b|\bless\b|abzuglich|weniger|difference between|differenz zwischen")
_RANKS = re.compile(r"\brank|\brangliste|\brangfolge")
MOST_RANKED = 10
_EXTREMES = frozenset({"highest", "lowest"})


@dataclass(frozen=True, slots=True)
class AccountPlanner(AccountQuestion):
    def plan(self) -> Plan:
        years: list[int] = []
        if not self.reading.periods or self.reading.periods[0].bound is Bound.SINCE:
            years = yield from self._years()
        period = self._period(years)
        if not isinstance(period, Period):
            return period
        if self._names_others():
            return self._of_whom()
        honoured, chosen = self._chosen(period)
        refused = passed_over(self.reading, honoured, self.voice)
        return refused if refused is not None else (yield from chosen)

    def period(self) -> Generator[ToolCall, Found, Period | Outcome]:
        """The one period the question pins, or a question with the years there are."""
        if self.reading.periods and self.reading.periods[0].bound is not Bound.SINCE:
            return self._period([])
        years = yield from self._years()
        return self._period(years)

    def _years(self) -> Generator[ToolCall, Found, list[int]]:
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "aggregate": "COUNT",
                "groupBy": ["periodYear"],
                "orderBy": [{"field": "periodYear", "direction": "desc"}],
            },
        )
        return [int(found.text(i, "periodYear")) for i in range(len(found.rows))]

    def _period(self, years: list[int]) -> Period | Outcome:
        voice, sets = self.voice, self.question.sets
        is_flow = bool(sets) and sets[0].is_flow
        if not self.reading.periods:
            if "per_year" in self.reading.cues and years:
                return Period(date(years[-1], 1, 1), date(years[0], 12, 31), "", (0, 0))
            if is_flow or self.reading.cues & _MOVES:
                return Ask(voice("Für welchen Zeitraum?", "For which period?"), tuple(str(year) for year in years))
            ends = tuple(voice(f"31.12.{year}", f"31 December {year}") for year in years)
            return Ask(voice("Per welchem Datum?", "As of which date?"), ends)
        period = self.reading.periods[0]
        if period.bound is Bound.SINCE and years:
            return replace(period, end=date(max(years[0], period.start.year), 12, 31), bound=Bound.WITHIN)
        moves = is_flow or bool(self.reading.cues & _MOVES)
        if period.bound is Bound.UNTIL and moves and self.reading.says("before"):
            return Cannot(voice("Von wann bis wann? Nenne beide Daten.", "From when to when? Name both dates."))
        if period.bound is Bound.UNTIL and moves and not period.is_year:
            return replace(period, start=date(period.end.year, 1, 1), bound=Bound.WITHIN)
        return period

    def _chosen(self, period: Period) -> tuple[frozenset[str], Plan]:
        """What the question wants, and which of its cues that takes into account."""
        reading, cues, sets = self.reading, self.reading.cues, self.question.sets
        first = sets[0]
        shown = AccountFigures(self.question, self.voice)
        starts = (
            reading.names_entity("OpeningBalance")
            or period.is_start
            or ("opening" in cues and period.start != period.end)
        )
        if starts and not any(one.is_flow for one in sets) and not cues & _COMPARES:
            if len(reading.periods) == 2:
                former, later = sorted(reading.periods, key=lambda one: one.end)
                ends = "closing" in cues or later.is_point or not reading.names_entity("OpeningBalance")
                if not ends:
                    return frozenset({"opening"}), together([shown.opening(sets, one) for one in (former, later)])
                last = shown.several(sets, later) if len(sets) > 1 else shown.figure(first, later)
                return frozenset({"opening"}), together([shown.opening(sets, former), last])
            if len(reading.periods) < 2:
                ends = shown.both_ends if "closing" in cues else shown.opening
                return frozenset({"opening"}), ends(sets, period)
        if _CREDITED.search(reading.flat) and is_within(first, range_set("1000", "1098")):
            return frozenset(), self._which_side()
        sides = self._sides(first, period)
        if sides and (len(sets) == 1 or reading.names_entity(*_SIDES[_DEBIT], *_SIDES[_CREDIT])):
            asked = [shown.turnover(one, period, list(dict.fromkeys(sides))) for one in sets]
            rest = bool(_REST.search(reading.flat)) and period.is_year
            if rest or (reading.names_entity("ClosingBalance") and reading.entities(SemanticType.MEASURE)[1:]):
                asked = [*(shown.figure(one, period) for one in sets), *asked]
            return _MOVES, together(asked)
        if starts and not (cues & _COMPARES):
            return frozenset(), self._flows_open_at_nothing()
        if first.is_flow and cues & {"owed", "unpaid"}:
            return frozenset(), self._owed_is_no_flow()
        harmless = _MOVES | {"income"} if first.is_flow else frozenset[str]()
        if period.start == period.end:
            harmless |= {"opening"}
        if not any(one.is_flow for one in sets) and (len(sets) == 1 or len(reading.periods) == 1):
            harmless |= {"book_value"}
        left_out = [one for one in self.question.without if any(is_within(one, other) for other in sets)]
        if left_out or (self.question.without and len(sets) == 1):
            return harmless | {"negated"}, self._without(first, period)
        if self.question.without:
            harmless |= {"negated"}
        honoured, chosen = self._measured(sets, period)
        return honoured | harmless, chosen

    def _measured(self, sets: list[AccountSet], period: Period) -> tuple[frozenset[str], Plan]:
        cues, reading = self.reading.cues, self.reading
        shown, compared = AccountFigures(self.question, self.voice), AccountComparisons(self.question, self.voice)
        first, periods = sets[0], [period, *reading.periods[1:]]
        whole = _in_a_row(periods) if first.is_flow and "total" in cues and not cues & _COMPARES else None
        if whole is not None:
            period, periods = whole, [whole]
        changes = "difference" in cues and len(sets) == 1
        if cues & {"above", "below"} and reading.amounts and _EVERY.search(reading.flat):
            return frozenset(), self._share_of_what()
        if ("share" in cues and not changes) or (cues & {"percent"} and len(sets) == 2 and len(periods) == 1):
            whole = sets if len(sets) > 1 else [first, *self._whole(first)]
            told = self.question.whole is not None or any(is_within(a, b) for a, b in permutations(whole, 2))
            if len(whole) == 2 and len(periods) == 1 and told:
                return frozenset({"share"}), compared.share(whole, period)
            return frozenset(), self._share_of_what()
        if len(sets) == 2 and len(periods) == 1 and _LESS.search(reading.flat) and is_result(*sets):
            result = range_set("3000", "8999", self.voice("Ertrag minus Aufwand", "income less expense"))
            return frozenset({"minus", "difference"}), shown.figure(result, period)
        changed = "difference" in cues and not cues & {"minus", "above", "below"} and not _APART.search(reading.flat)
        if len(sets) > 1 and len(periods) == 1 and changed and period.is_year:
            return frozenset({"difference"}), compared.grid(sets, [whole_year(period.start.year - 1), period])
        if len(sets) == 2 and len(periods) == 1 and cues & {"minus", "difference", "above", "below"}:
            return frozenset({"minus", "difference", "above", "below"}), compared.difference(sets, period)
        series = self._series(first, periods) if len(sets) == 1 else None
        if series is not None:
            return series
        if len(periods) == 2 and len(sets) == 1:
            old, new = sorted(periods, key=lambda p: p.end)
            if cues & _EXTREMES and not first.is_single and old.is_year and new.is_year:
                return _COMPARES | _EXTREMES, compared.largest_change(first, old, new)
            return _COMPARES | {"share"}, compared.periods(first, old, new)
        if len(sets) > 1 and len(periods) == 1 and period.start.year != period.end.year and period.months is None:
            years = [whole_year(year) for year in range(period.start.year, period.end.year + 1)]
            return frozenset({"compare", "series", "per_year", "difference"}), compared.grid(sets, years)
        if len(periods) > 1:
            return frozenset({"compare"}), compared.grid(sets, periods)
        if len(sets) > 1 and not self.question.is_list and not reading.accounts:
            return frozenset(), self._which_one(sets)
        if len(sets) > 1:
            return frozenset({"compare"}), shown.several(sets, period)
        beyond = cues & {"above", "below"} and reading.amounts and "listing" in cues and not first.is_single
        if beyond and (period.is_year or not first.is_flow) and period.month_end is not None:
            return frozenset({"above", "below"}), shown.beyond(first, period)
        if is_of_parties(first) and cues & _EXTREMES:
            return frozenset(), self._by_party()
        if not first.is_single and (cues & _EXTREMES or reading.top):
            many = reading.top or (MOST_RANKED if _RANKS.search(reading.flat) else 1)
            return _EXTREMES, shown.largest(first, period, many, "lowest" in cues)
        if cues & {"difference", "compare"} and period.is_year:
            return _COMPARES | {"share"}, compared.periods(first, whole_year(period.start.year - 1), period)
        earlier = (
            _a_year_earlier(period) if cues & {"difference", "compare"} and reading.says("a_year_earlier") else None
        )
        if earlier is not None:
            return _COMPARES | {"share"}, compared.periods(first, earlier, period)
        if "repaid" in cues and "yes_no" in cues and not first.is_flow:
            return frozenset({"repaid", "paid"}), shown.figure(first, period)
        limits = frozenset({"above", "below"}) if reading.amounts and "yes_no" in cues else frozenset[str]()
        return limits | {"negative"}, shown.figure(first, period)

    def _series(self, first: AccountSet, periods: list[Period]) -> tuple[frozenset[str], Plan] | None:
        """Several years, months or quarters."""
        cues, period = self.reading.cues, periods[0]
        series = AccountSeries(self.question, self.voice)
        year, last = period.start.year, max(p.end.year for p in periods)
        spans_years = year != period.end.year
        if spans_years and cues & {"difference", "percent"} and not cues & {"series", "per_year"}:
            comparisons = AccountComparisons(self.question, self.voice)
            if cues & _EXTREMES and not first.is_single:
                ends = whole_year(year), whole_year(period.end.year)
                return _COMPARES | _EXTREMES, comparisons.largest_change(first, *ends)
            return _COMPARES, comparisons.periods(first, whole_year(year), whole_year(period.end.year))
        years_only = all(p.is_year for p in periods)
        if (len(periods) > 2 and years_only) or (spans_years and period.months is None and len(periods) == 1):
            start = min(p.start.year for p in periods)
            return _EXTREMES | {"per_year", "compare", "series", "difference"}, series.yearly(first, start, last)
        if "per_year" in cues:
            return _EXTREMES | {"per_year", "compare", "series"}, series.yearly(first, min(year, last), last)
        if (
            cues >= {"average", "per_quarter"}
            and len(periods) == 1
            and period.is_year
            and first.is_single
            and first.is_flow
        ):
            return frozenset({"average", "per_quarter"}), series.quarterly_mean(first, year)
        if "average" in cues and len(periods) == 1 and period.months and "per_quarter" not in cues:
            return frozenset({"average", "series"}), series.average(first, period)
        if len(periods) > 1 and years_only and cues & {"per_quarter", "series"} and not cues & _EXTREMES:
            step = 3 if "per_quarter" in cues else 1
            each = [series.monthly(first, one.start.year, step=step) for one in periods]
            return frozenset({"per_quarter", "series", "compare"}), together(each)
        part = period.months if len(periods) == 1 and not period.is_point else None
        if part is not None and not period.is_year and part[1] < part[2] and "series" in cues:
            return _EXTREMES | {"series"}, series.monthly(first, part[0], months=part[1:])
        if len(periods) > 1 or not period.is_year:
            return None
        if "per_quarter" in cues:
            return _EXTREMES | {"per_quarter", "series"}, series.monthly(first, year, step=3)
        limited = cues & {"above", "below"} and self.reading.amounts
        if "negative" in cues and self.reading.says("ever"):
            return frozenset({"negative"}), series.ever_negative(first, year)
        in_time = self.reading.says("month", "when")
        states = not (first.is_flow or self.reading.names_entity("Account") or self.reading.top)
        by_month = (
            "series" in cues
            or (cues & _EXTREMES and (in_time or states))
            or (limited and (in_time or self.reading.says("ever")))
        )
        if by_month:
            return _EXTREMES | {"series", "above", "below", "difference"}, series.monthly(first, year)
        return None

    def _sides(self, first: AccountSet, period: Period) -> list[str]:
        """Debit or credit, where the question names them or asks what moved, came in, went out or was paid back."""
        reading, cues = self.reading, self.reading.cues
        named = [side for side, names in _SIDES.items() if reading.names_entity(*names)]
        if _BOTH_SIDES.search(reading.flat) or (named and _SOLL.search(reading.flat) and _HABEN.search(reading.flat)):
            return [_DEBIT, _CREDIT]
        if named:
            return named
        if period.is_point or (first.is_flow and not (reading.accounts and reading.says("movement"))):
            return []
        if reading.says("movement") or (reading.accounts and reading.names_entity("OperatingRevenue")):
            return [_DEBIT, _CREDIT]
        if "repaid" in cues and "yes_no" in cues and reading.says("all_of_it"):
            return []
        if "repaid" in cues or ("paid" in cues and first.is_credit and first.is_single):
            return [_DEBIT if first.is_credit else _CREDIT]
        sides = {"inflow": _DEBIT, "outflow": _CREDIT}
        if is_within(first, range_set("1000", "1099")):
            sides["paid"] = _CREDIT
        if first.is_credit:
            sides = {"inflow": _CREDIT, "outflow": _DEBIT}
        moved = [side for cue, side in sides.items() if cue in cues]
        return moved or ([_CREDIT] if first.is_credit and reading.says("declared") else [])

    def _names_others(self) -> bool:
        """Customers or suppliers, beside accounts that are not kept by them."""
        fits = {"Customer": ("1100-1109", "2030-2039", "3000-3999"), "Supplier": ("2000-2009", "4000-4999")}
        for name, spans in fits.items():
            ranges = [range_set(*span.split("-")) for span in spans]
            if self.reading.names_entity(name) and not any(
                is_within(one, span) or one.filters == span.filters for one in self.question.sets for span in ranges
            ):
                return True
        return False

    def _of_whom(self) -> Cannot:
        return Cannot(
            self.voice(
                "Nach Kunden oder Lieferanten lässt sich das nicht sagen. Frag nach Umsatz, Zahlungen oder Rechnungen.",
                "That cannot be told by customer or supplier. Ask for revenue, payments or invoices.",
            )
        )

    def _whole(self, first: AccountSet) -> list[AccountSet]:
        """What a share without a whole is of: the class of the account."""
        names = {"3": ("Umsatz", "revenue"), "1": ("Aktiven", "assets"), "2": ("Passiven", "liabilities and equity")}
        digit = first.label_number[:1]
        return [range_set(f"{digit}000", f"{digit}999", self.voice(*names[digit]))] if digit in names else []

    def _without(self, first: AccountSet, period: Period) -> Plan:
        """What is left out is taken off, where it is in the set at all."""
        inside = [one for one in self.question.without if is_within(one, first)]
        if len(inside) > 1:
            return self._share_of_what()
        if not inside:
            return AccountFigures(self.question, self.voice).figure(first, period)
        return AccountComparisons(self.question, self.voice).less(first, inside[0], period)

    def _which_one(self, sets: list[AccountSet]) -> Plan:
        """Two sets that stand together without an `and` are perhaps one thing that is not known."""
        question = self.voice("Was davon ist gemeint?", "Which of these is meant?")
        return only(Ask(question, tuple(one.label for one in sets)))

    def _which_side(self) -> Plan:
        yield from ()
        return Ask(
            self.voice(
                "Ist das Haben (Abgänge) gemeint oder die Eingänge?", "Credit side (out) or money that came in?"
            ),
            (self.voice("Haben", "credit turnover"), self.voice("Eingänge", "money in")),
        )

    def _by_party(self) -> Plan:
        said = self.voice(
            "Wer am meisten schuldet oder verrechnet hat, sag mit «Kunden» oder «Lieferanten».",
            "To ask who owes or invoiced most, say “customers” or “suppliers”.",
        )
        return only(Cannot(said))

    def _share_of_what(self) -> Plan:
        return only(Ask(self.voice("Wovon genau? Nenne beide Grössen.", "Of what exactly? Name both figures.")))

    def _owed_is_no_flow(self) -> Plan:
        said = self.voice(
            "Was geschuldet ist, steht in den Passiven, nicht in Ertrag und Aufwand. Nenne das Konto.",
            "What is owed stands among the liabilities, not in income and expense. Name the account.",
        )
        return only(Cannot(said))

    def _flows_open_at_nothing(self) -> Plan:
        said = self.voice(
            "Ertrag und Aufwand beginnen jedes Jahr bei null. Nenne einen Zeitraum.",
            "Income and expense start every year at zero. Name a period.",
        )
        return only(Cannot(said))


def _a_year_earlier(period: Period) -> Period | None:
    """The same months, or the same day, of the year before."""
    if period.months is None and not period.is_point:
        return None
    year, end = period.start.year - 1, period.end
    last = monthrange(year, end.month)[1]
    day = last if period.month_end is not None else min(end.day, last)
    start = date(year, period.start.month, min(period.start.day, day) if period.is_point else period.start.day)
    return replace(period, start=start, end=date(year, end.month, day))


def _in_a_row(periods: list[Period]) -> Period | None:
    """`June, July and August together` is one period."""
    ordered = sorted(periods, key=lambda one: one.start)
    apart = any(two.start - one.end != timedelta(days=1) for one, two in pairwise(ordered))
    if len(periods) < 2 or apart or any(one.is_year for one in periods):
        return None
    return replace(ordered[0], end=ordered[-1].end)
