"""Something that is pointed at as if it had been named before, and nothing was: `that supplier`, `to the customer`."""

from itertools import pairwise

from arch_team.measuring.asked import Lacking
from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Code, Item, Quoted, Scan
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, Value
from arch_team.text.folding import folded


def pointed(scan: Scan, measures: Measures) -> Lacking | None:
    """`that supplier`: something that was named before, and nothing was."""
    for before, item in pairwise(scan.items):
        is_one = item.text == item.text.rstrip("s") or scan.language == "de"
        if before.is_word("pointing") and item.of(EntitySense) and is_one:
            return Lacking("which_member", f"{before.text} {item.text}")
        if before.is_word("one_of_them") and is_one and _is_nobody(scan, item, measures):
            return Lacking("which_member", item.text)
    return _single_done(scan, measures) or _single_member(scan, measures)


def _single_member(scan: Scan, measures: Measures) -> Lacking | None:
    """`How does the member look?`: one member, and nothing says which."""
    named = (Code, MemberSense, SetSense, Quoted, Value, PartySense)
    if any(isinstance(s, named) for item in scan.items for s in item.senses) or _tells_which(scan):
        return None
    entity = measures.descriptor.entity(measures.levels.members)
    single = folded(next(iter(entity.labels.of(scan.language)), "")) if entity else ""
    item = next((i for i in scan.items if folded(i.text) == single and i.of(EntitySense)), None)
    return Lacking("which_member", item.text) if item is not None and len(scan.items) > 1 else None


def _tells_which(scan: Scan) -> bool:
    """Whether a word says which of several is meant, or that all are."""
    return scan.says("highest", "lowest", "top", "list", "who", "latest", "first", "each", "count", "rank")


def _single_done(scan: Scan, measures: Measures) -> Lacking | None:
    """`Hat der Kunde noch etwas offen?`: yes or no of one party, and nothing says which."""
    if not scan.items or not scan.items[0].is_word("asks"):
        return None
    for item in scan.items:
        named = [measures.descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
        single = [next(iter(e.labels.of(scan.language)), "") for e in named if e is not None]
        if folded(item.text) in map(folded, single) and _is_nobody(scan, item, measures):
            return Lacking("which_member", item.text)
    return None


def _is_nobody(scan: Scan, item: Item, measures: Measures) -> bool:
    """`to the customer`: one party of a kind, and nothing says which."""
    moving = measures.movements
    kinds = [measures.descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
    is_kind = moving is not None and any(
        known.field == moving.party_kind for kind in kinds if kind is not None for known in kind.invariants
    )
    told = _tells_which(scan)
    named = any(i.of(PartySense) or i.of(Value) or i.of(Quoted) or i.of(Code) for i in scan.items)
    return is_kind and not told and not named
