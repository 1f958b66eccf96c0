"""What narrows any question about contacts and their money: the currency and the country it names."""

import re

from arch_team.models.embedded.resolution import Question
from arch_team.reading.question import Reading
from arch_team.reading.wording import countries


def currency_named(reading: Reading) -> str | None:
    """The one currency a question names. `CHF und EUR` names both, and so none."""
    words = set(re.findall(r"[a-z€]+", reading.flat))
    units = [
        u for u, said in (("EUR", {"eur", "euro", "euros", "€"}), ("CHF", {"chf", "franken", "francs"})) if words & said
    ]
    return units[0] if len(units) == 1 and not reading.amounts else None


def in_countries(question: Question, field: str) -> list[dict[str, object]]:
    """Filters for the countries a question names: one, or all but one."""
    codes = [countries()[word] for word in question.countries]
    return [{"field": field, "op": "!=" if code[0] == "!" else "=", "value": code.strip("!")} for code in codes]
