"""What is booked on levels, each by itself: `depreciation by asset class`; who is known by what they are paid for."""

from collections.abc import Sequence

from arch_team.measuring.asked import Asked, Make, Side, Subject
from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Item, Scan
from arch_team.measuring.vocabulary import MemberSense, SetSense
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.tokens import TokenKind
from arch_team.wire import Language

_PIECE = 6
"""Letters that tell a word."""
_BESIDE = ("light", "carrying", "list", "each", "by", "composed", "level_kind", "edge", "amount", "define", "spend")
_WHOLE = ("total", "and")
"""With them the figure of all is asked for too."""


def by_each_level(scan: Scan, measures: Measures) -> tuple[Asked, ...]:
    """One figure for each thing that something is booked on. Empty: it asks nothing of the kind, or more than that."""
    named = [(item, s.name) for item in scan.items for s in item.senses if isinstance(s, SetSense)]
    flows = [(item, name) for item, name in named if name in measures.levels.on_levels]
    kinds = scan.words("level_kind")
    if len(flows) != 1 or len(kinds) != 1 or len(scan.periods) != 1 or scan.periods[0].is_point or scan.unknown:
        return ()
    things = [m.code for m in measures.members.values() if not m.is_flow and called_after(m.code, measures)]
    others = [item for item in scan.items if item is not flows[0][0] and not item.is_word(*_BESIDE, *_WHOLE)]
    if others and not _are_listed(others, kinds[0], scan, len(things)):
        return ()
    [(item, name)] = flows
    known = measures.sets[name]
    whole = Asked((Subject(item.text, known.codes, known.sign, is_flow=True),), scan.periods)
    return (whole,) * scan.says("total") + tuple(
        Asked(
            (Subject(f"{item.text} ({measures.members[code].name})", known.codes, known.sign, is_flow=True),),
            scan.periods,
            Make.VALUE,
            Side.RISE,
            against=frozenset({code, *called_after(code, measures)}),
        )
        for code in things
    )


def _are_listed(items: Sequence[Item], kind: Item, scan: Scan, many: int) -> bool:
    """`by asset class: machines, furniture, IT`: behind a colon as many things as there are."""
    behind = scan.tokens[kind.span[1]].text == ":" if kind.span[1] < len(scan.tokens) else False
    things = [item for item in items if item.of(MemberSense) or item.of(SetSense)]
    joined = all(item in things or item.is_word("and") for item in items)
    return behind and joined and len(things) == many and all(item.span[0] > kind.span[1] for item in items)


def called_after(code: str, measures: Measures) -> frozenset[str]:
    """The members of the same kind whose name ends with that of another: what machines were written down by."""
    members = measures.members
    name, kind = folded(members[code].name), members[code].kind
    return frozenset(m.code for m in members.values() if m.kind == kind and folded(m.name).endswith(f" {name}"))


def of_its_parts(said: Scan, earlier: Asked | None, measures: Measures) -> str:
    """`only furniture`, `broken down`, after all that is booked on levels: what is meant as a whole question. Empty: it
    was no such figure, or not all that is named is one of those levels."""
    subject = earlier.subjects[0] if earlier is not None and len(earlier.subjects) == len(earlier.times) == 1 else None
    sets = [measures.sets[name].codes for name in measures.levels.on_levels if name in measures.sets]
    if subject is None or earlier is None or subject.codes not in sets or said.periods or said.unknown:
        return ""
    year = earlier.times[0].said
    items = [item for item in said.items if item.of(MemberSense) or item.of(SetSense)]
    meant = [_levels_called(item.text, measures) for item in items]
    kinds = measures.descriptor.everyday.classes.get("level_kind")
    label = next(iter(kinds.of(said.language)), "") if kinds is not None else ""
    every = {m.code for m in measures.members.values() if not m.is_flow and called_after(m.code, measures)}
    if any(len(codes) != 1 for codes in meant) or not label:
        return ""
    each = _each(said)
    parted = not items and said.says("composed") and all(item.is_word(*_BESIDE) for item in said.items)
    if parted or (each and len(items) > 1 and {code for codes in meant for code in codes} == every):
        return f"{subject.title} {year} {_per(said.language, label)}"
    one = len(items) == 1 and all(item in items or item.is_word("of_it", "only", "light", "and") for item in said.items)
    return f"{subject.title} {measures.members[meant[0][0]].name} {year}" if one and not each else ""


def _each(said: Scan) -> bool:
    return said.says("each", "by", "composed")


def _per(language: Language, label: str) -> str:
    return str(packaged(f"lexicon/follow_ups_{language}.yaml")["per"]).format(label)


def _levels_called(text: str, measures: Measures) -> list[str]:
    """The levels that something is booked on and that are called so: by a word of their name, or one for it."""
    pieces = (folded(text), *measures.descriptor.everyday.names.get(folded(text), ()))
    stems = {piece[:_PIECE] for piece in pieces if len(piece) >= _PIECE}
    things = [m for m in measures.members.values() if not m.is_flow and called_after(m.code, measures)]
    return [m.code for m in things if any(w.startswith(tuple(stems)) for w in folded(m.name).split()) and stems]


def payee(scan: Scan, measures: Measures, language: Language) -> str:
    """`Who is our landlord?`: the member through which such parties are paid, with the year that is said or the last
    one. Empty: nothing of the kind is asked."""
    words = [token.folded for token in scan.tokens if token.kind is not TokenKind.SIGN]
    for piece, labels in measures.descriptor.everyday.payees.items():
        said = {folded(label) for label in labels.of(language)}
        rest = [item for item in scan.items if folded(item.text) not in said]
        if said.intersection(words) and all(
            item.is_word("light", "called", "who", "define", "carrying") for item in rest
        ):
            held = [m.name for m in measures.members.values() if m.is_flow and piece in folded(m.name)]
            known = len(held) == 1 and set(scan.unknown) <= set(_as_written(scan, said)) and len(scan.periods) < 2
            year = scan.periods[0].said if scan.periods else str(measures.years[1])
            return f"{held[0]} {year}" if known and not scan.relative else ""
    return ""


def _as_written(scan: Scan, said: set[str]) -> list[str]:
    return [token.text for token in scan.tokens if token.folded in said]
