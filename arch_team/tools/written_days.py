"""Days as people write them, in SQL: `18 March 1987`, `Mar 2, 1976`, `2. Dez. 2024`, `12-Mar-2024`, a weekday before it
or not. The names are those of the text room, and looked up: patterns of all of them are slow."""

from functools import cache

from arch_team.text.dates import month_numbers, weekday_names

_WEEKDAY = r"^(?:([a-zäö]+)[.,]*\s+)?"
_DAY = r"([0-9]{1,2})(?:st|nd|rd|th|\.)?"
_MONTH = r"([a-zä]+)\.?"
_DAY_FIRST = rf"{_WEEKDAY}{_DAY}(?:\s+(?:of\s+)?|-){_MONTH},?(?:\s+|-)([0-9]{{4}})$"
_MONTH_FIRST = rf"{_WEEKDAY}{_MONTH}\s+{_DAY},?\s+([0-9]{{4}})$"


def parted_day(value: str) -> str:
    """A value as year, month, day and weekday, where it may be a day: `1987-march-18-friday`. The year has four digits:
    with two, too much is left open."""
    day_first = f"regexp_replace(lower({value}), '{_DAY_FIRST}', '\\4-\\3-\\2-\\1')"
    return f"regexp_replace({day_first}, '{_MONTH_FIRST}', '\\4-\\2-\\3-\\1')"


@cache
def day_of(parted: str) -> str:
    """The day that a parted value is. None where it is none."""
    months = month_numbers()
    names, weekdays = (f"[{', '.join(repr(name) for name in each)}]" for each in (months, ("", *weekday_names())))
    year, month, day, weekday = (f"split_part({parted}, '-', {part})" for part in (1, 2, 3, 4))
    number = f"{list(months.values())}[list_position({names}, {month})]"
    meant = f"try_cast({year} || '-' || {number} || '-' || {day} AS DATE)"
    return f"CASE WHEN list_contains({weekdays}, {weekday}) THEN {meant} END"
