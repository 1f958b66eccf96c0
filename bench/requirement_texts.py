"""Requirements by the thousand, with duplicates planted among them: the same demand in another wording."""

import random
from typing import NamedTuple

ACTORS = ("customer", "clerk", "driver", "teacher", "nurse", "auditor", "technician", "editor", "guest", "manager")
ACTIONS = (
    ("delete", "deleted"), ("print", "printed"), ("export", "exported"), ("approve", "approved"),
    ("archive", "archived"), ("translate", "translated"), ("rate", "rated"), ("copy", "copied"), ("share", "shared"),
    ("sign", "signed"), ("encrypt", "encrypted"), ("compare", "compared"), ("restore", "restored"),
    ("filter", "filtered"),
)  # fmt: skip
THINGS = (
    "invoice", "contract", "photo", "meter reading", "lab report", "timetable", "delivery note", "insurance claim",
    "playlist", "building plan", "exam result", "weather forecast", "stock list", "flight plan", "voucher",
    "patient record", "tax form", "spare part", "newsletter", "recipe", "parking ticket", "wind turbine log",
    "vaccination card", "seat map",
)  # fmt: skip
DETAILS = (
    "from the mobile app",
    "before the end of the month",
    "during a power failure",
    "in the warehouse",
    "after a second login",
    "while the train is moving",
    "with one hand",
    "in the night shift",
    "at the customer's site",
    "without training",
    "in Swiss francs",
    "for two years",
    "on a shared screen",
    "over a slow connection",
    "under supervision",
    "in the archive room",
    "for a whole department",
    "by voice",
    "outside office hours",
    "in large print",
)
FORMS = (
    "The {actor} shall be able to {do} the {thing} {detail}.",
    "As a {actor} I want to {do} the {thing} {detail}, so that my work is easier.",
    "It must be possible for the {actor} to {do} the {thing} {detail}.",
    "The {thing} can be {done} by the {actor} {detail}.",
)


class Planted(NamedTuple):
    texts: list[str]
    pairs: list[tuple[int, int]]
    """Places of the planted duplicates."""


def planted(count: int, *, share: float = 0.1, seed: int = 7) -> Planted:
    """`count` texts, of which `share` repeat an earlier demand in another form. No two others demand the same."""
    dice = random.Random(seed)
    demands = [(a, x, t, d) for a in ACTORS for x in ACTIONS for t in THINGS for d in DETAILS]
    extra = [f"{first} and {second}" for first in DETAILS for second in DETAILS if first != second]
    while len(demands) < count:
        demands += [(a, x, t, d) for d in (extra.pop(),) for a in ACTORS for x in ACTIONS for t in THINGS]
    chosen = dice.sample(demands, count - round(count * share))
    texts = [_written(demand, dice.choice(FORMS)) for demand in chosen]
    pairs: list[tuple[int, int]] = []
    for place in dice.sample(range(len(chosen)), count - len(chosen)):
        others = [form for form in FORMS if _written(chosen[place], form) != texts[place]]
        texts.append(_written(chosen[place], dice.choice(others)))
        pairs.append((place, len(texts) - 1))
    return Planted(texts, pairs)


def _written(demand: tuple[str, tuple[str, str], str, str], form: str) -> str:
    actor, (do, done), thing, detail = demand
    return form.format(actor=actor, do=do, done=done, thing=thing, detail=detail)
