"""What a share is of: `share of revenue`, `Anteil am Umsatz`, `Anteil der Löhne am Aufwand`."""

import re
from collections.abc import Sequence
from itertools import pairwise

from arch_team.models.embedded.accounts import AccountSet, Placed, is_within

_ARTICLES = (
    r"(?:the |our |total |all |overall |entire |whole |net |gross |dem |den |der |die |das |unser\w* |gesamt\w* "
    r"|ganze\w* |alle\w* |20\d\d )*"
)
_SHARE_OF = re.compile(
    r"(?:share|percentage|percent|per cent|proportion|part|portion|fraction|how much|anteil|prozent|prozentsatz|%|teil|"
    rf"wie ?viel)\s+(?:of|vom|von|des|der|am|an)\s+{_ARTICLES}$"
)
_IN_IT = re.compile(
    r"\s*(?:\([^()]*\)\s*)?(?:(?:im jahr |in )?20\d\d\s+)?"
    rf"(?:am|an|in|of|to|vom|von|zum|zur|relative to|gemessen (?:am|an)|bezogen auf)\s+{_ARTICLES}"
)


def whole_of(named: Sequence[Placed], flat: str) -> Placed | None:
    """Of the sets of a question, in their order, the one that the others are a part of, where the words tell."""
    for one, two in pairwise(named):
        if _IN_IT.fullmatch(one.gap_to((two.start, two.end)) or ""):
            return two
    return next((one for one in named if _SHARE_OF.search(flat[: one.start])), None)


def part_and_whole(one: AccountSet, two: AccountSet, whole: AccountSet | None) -> tuple[AccountSet, AccountSet]:
    """The first is part of the second, if nothing says otherwise. Where one holds the other, it is the whole."""
    if is_within(one, two):
        return one, two
    turned = (
        whole is not None and two.filters != whole.filters and (one.filters == whole.filters or is_within(one, whole))
    )
    return (two, one) if turned or is_within(two, one) else (one, two)
