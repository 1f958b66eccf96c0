"""Single movements by what they are called, where that is their own text and not that of the row they belong to."""

from collections.abc import Sequence

from arch_team.measuring.asked import Lacking
from arch_team.measuring.events import within
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Item, Scan
from arch_team.measuring.used_words import ROW_ALWAYS
from arch_team.measuring.vocabulary import SetSense, Value, VerbSense
from arch_team.text.folding import folded
from arch_team.text.stems import noun_stem

_KNOWN = (*ROW_ALWAYS, "total", "net", "taken_off", "confirm")


def by_movement_text(scan: Scan, measures: Measures) -> RowsAsked | Lacking | None:
    """`net wages of December`: the movements of that name in a time. None: something else is asked or said."""
    moving = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    role = moving.movements if moving is not None else None
    if moving is None or role is None or scan.unknown or len(scan.periods) > 1 or scan.relative:
        return None
    own = (moving.python_class, role.text)
    called = [s for i in scan.items for s in i.senses if isinstance(s, Value) and {hit[:2] for hit in s.hits} == {own}]
    text, named = (
        (called[0].hits[0][2], [i for i in scan.items if i.of(Value)]) if called else _said_apart(scan, measures)
    )
    others = [i for i in scan.items if i not in named]
    if len(called) > 1 or not named or not all(i.is_word(*_KNOWN) or i.of(VerbSense) for i in others):
        return None
    if called and len(others) + 1 != len(scan.items):
        return None
    if not scan.periods:
        return Lacking("time")
    sided = [v for v in measures.descriptor.party_verbs if v.reduces]
    each = scan.says("list", "each", "when", "confirm") or not sided
    return RowsAsked(
        moving.name,
        RowMake.LIST if each else RowMake.SUM,
        ({"field": role.text, "op": "=", "value": text}, within(role.date, scan.periods[0])),
        measure=None if each else role.fall,
        fields=moving.list_columns,
        times=scan.periods,
        titles=tuple(item.text for item in named),
    )


def _said_apart(scan: Scan, measures: Measures) -> tuple[str, list[Item]]:
    """`how much was paid out in wages`: what is called `wages paid out`, with its verb elsewhere. Also what only says
    whose it is. Empty: nothing of the kind."""
    verbs = [i for i in scan.items if i.of(VerbSense)]
    things = [i for i in scan.items if i.of(SetSense)]
    if len(verbs) != 1 or not things:
        return "", []
    said = folded(verbs[0].text)
    for text, labels in measures.descriptor.everyday.movement_texts.items():
        for label in map(folded, labels.of(scan.language)):
            for thing in things:
                word = noun_stem(folded(thing.text), scan.language)
                stems = [noun_stem(each, scan.language) for each in label.split()]
                verb = [each for each, stem in zip(label.split(), stems, strict=True) if stem != word]
                if word in stems and " ".join(verb).startswith(said) and _within(thing, things, measures):
                    return text, [*verbs, *things]
    return "", []


def _within(thing: Item, things: Sequence[Item], measures: Measures) -> bool:
    """Whether all others only name what it is a part of: `paid out in wages to the staff`."""
    codes = [next(measures.sets[s.name].codes for s in i.senses if isinstance(s, SetSense)) for i in (thing, *things)]
    return all(codes[0] <= other for other in codes[1:])
