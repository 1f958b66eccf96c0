"""Small words of a draft, in the language of the question."""

import calendar
from dataclasses import dataclass

from arch_team.text.periods import Period
from arch_team.wire import Language

_MONTHS: dict[Language, str] = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "en": "January February March April May June July August September October November December",
}


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks one of two languages."""

    language: Language

    def __call__(self, german: str, english: str) -> str:
        return german if self.language == "de" else english

    def month(self, number: int) -> str:
        return _MONTHS[self.language].split()[number - 1]

    def day(self, year: int, month: int) -> str:
        """The last day of a month, or of the year for month 0."""
        last = calendar.monthrange(year, month or 12)[1]
        return self(f"{last}.{month or 12}.{year}", f"{last} {self.month(month or 12)} {year}")

    def year(self, year: int) -> str:
        """A year that cannot be taken for a figure."""
        return self(f"Jahr {year}", f"year {year}")

    def span(self, period: Period) -> str:
        if period.is_year:
            return self.year(period.start.year)
        first, last = period.start, period.end
        if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
            return self(f"Jahre {first.year}–{last.year}", f"years {first.year}–{last.year}")
        months = period.months
        if months and months[1] == months[2]:
            return f"{self.month(months[1])} {months[0]}"
        if months:
            return f"{self.month(months[1])}–{self.month(months[2])} {months[0]}"
        first, last = period.start, period.end
        if first == last:
            return self(f"{last.day}.{last.month}.{last.year}", f"{last.day} {self.month(last.month)} {last.year}")
        german = f"von {first.day}.{first.month}.{first.year} bis {last.day}.{last.month}.{last.year}"
        begins, ends = (f"{day.day} {self.month(day.month)} {day.year}" for day in (first, last))
        return self(german, f"from {begins} to {ends}")
