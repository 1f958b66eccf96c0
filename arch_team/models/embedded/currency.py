"""The currency a question names."""

import re

from arch_team.reading.question import Reading


def currency_named(reading: Reading) -> str | None:
    """The one currency a question names. `CHF und EUR` names both, and so none."""
    words = set(re.findall(r"[a-z€]+", reading.flat))
    units = [
        u for u, said in (("EUR", {"eur", "euro", "euros", "€"}), ("CHF", {"chf", "franken", "francs"})) if words & said
    ]
    return units[0] if len(units) == 1 and not reading.amounts else None
