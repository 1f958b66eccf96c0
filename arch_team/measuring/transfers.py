"""What went from one level to another: `cash drawn from the current account`, `moved to savings`."""

from collections.abc import Sequence

from arch_team.measuring.events import within
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.scan import Code, Item, Scan
from arch_team.measuring.vocabulary import MemberSense, SetSense, VerbSense, Word

_MOVED = ("happened", "added", "taken_off", "carrying", "acquired")
_ASKS = ("amount", "count", "how_often", "total", "list", "when", "money", "code", "each", "single")
_IDLE = ("light", "and", "passive", "edge", "asks", "posted", "self", "what_for", "unit", "as_per")


def transferred(scan: Scan, measures: Measures) -> RowsAsked | None:
    """The movements from the one to the other, what they come to, or how many they are. None: it asks nothing such."""
    named = [item for item in scan.items if item.of(SetSense) or item.of(MemberSense) or item.of(Code)]
    role = measures.movements
    moving = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    if len(named) != 2 or len(scan.periods) != 1 or scan.periods[0].is_point or scan.unknown or scan.relative:
        return None
    first = next((item for item in scan.items if not item.is_word("light") or item.is_word("order")), None)
    if first is not None and first.is_word("order"):
        return None  # it is to be done
    if role is None or moving is None or any(item.is_word("and", "or") for item in _between(scan, *named)):
        return None
    levels = [_level(item, measures) for item in named]
    starts = [_is_from(item, scan) for item in named]
    if not all(levels) or levels[0] & levels[1] or sum(starts) != 1 or not _is_moved(scan, measures):
        return None
    if not all(item in named or _is_known(item) for item in scan.items):
        return None
    source, target = levels if starts[0] else levels[::-1]
    make = RowMake.COUNT if scan.says("count") else RowMake.SUM if scan.says("amount", "total") else RowMake.LIST
    entry = role.date.rpartition(".")[0]
    shown = tuple(name for name in moving.list_columns if name.startswith(entry))
    return RowsAsked(
        moving.name,
        make,
        (
            {"field": role.member, "op": "IN", "value": sorted(target)},
            {"field": role.rise, "op": ">", "value": 0},
            {"field": MEMBERS, "op": "IN", "value": sorted(source), "side": role.fall},
            within(role.date, scan.periods[0]),
        ),
        role.rise,
        fields=(*shown, *((role.text,) if role.text else ()), role.rise),
        times=scan.periods,
        titles=tuple(item.text for item in named),
        wants_amount=make is RowMake.COUNT and scan.says("amount", "total"),
        may_be_none=True,
    )


def _level(item: Item, measures: Measures) -> frozenset[str]:
    """The one level, or the levels of one set, that an item names. Empty: it may be something that comes and goes."""
    codes = [
        measures.sets[s.name].codes if isinstance(s, SetSense) else frozenset(s.codes)
        for s in item.senses
        if isinstance(s, SetSense | MemberSense | Code)
    ]
    found = min(codes, key=len)
    held = all(code in measures.members and not measures.members[code].is_flow for code in found)
    return found if held else frozenset()


def _is_from(item: Item, scan: Scan) -> bool:
    """Whether a word right before it says that something left it."""
    before = [other for other in scan.items if other.span[1] <= item.span[0]]
    for other in reversed(before):
        if other.is_word("away_from"):
            return True
        if not other.is_word("light", "code"):
            return False
    return False


def _is_moved(scan: Scan, measures: Measures) -> bool:
    reduces = {verb.name for verb in measures.descriptor.party_verbs if verb.reduces}
    verbs = any(isinstance(s, VerbSense) and s.name in reduces for item in scan.items for s in item.senses)
    return verbs or scan.says("happened", "added", "taken_off")


def _is_known(item: Item) -> bool:
    words = [s for s in item.senses if isinstance(s, Word)]
    if any(isinstance(s, VerbSense) for s in item.senses):
        return True
    return len(words) == len(item.senses) and item.is_word(*_MOVED, *_ASKS, *_IDLE, "away_from")


def _between(scan: Scan, one: Item, other: Item) -> Sequence[Item]:
    return [item for item in scan.items if one.span[1] <= item.span[0] < other.span[0]]
