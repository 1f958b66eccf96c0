"""`To whom did we pay the rent?`, `who got it?`: what came and went, by those it went to or came from."""

from itertools import pairwise
from typing import cast

from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Item, Scan
from arch_team.measuring.subjects import SubjectReading
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, VerbSense
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_BESIDE = ("light", "carrying", "who", "list", "self", "asks", "passive", "edge", "must", "spend", "order")


def to_whom(scan: Scan, measures: Measures) -> str:
    """The question for a figure by parties that is meant. Empty: it asks nothing of the kind."""
    words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))
    said = {token.folded for token in scan.tokens}
    things = [item for item in scan.items if item.of(SetSense) or item.of(MemberSense)]
    others = [item for item in scan.items if item not in things]
    paid = any(item.of(VerbSense) for item in others)
    towards = said.intersection(words["whom"]) or (said.intersection(words["gets"]) and not paid)
    towards = towards or (paid and scan.says("self"))
    if not scan.says("who") or not towards or scan.unknown or len(things) != 1:
        return ""
    flows = SubjectReading(scan, measures).flows()
    if len(flows) != 1 or not all(item.is_word(*_BESIDE) or _is_paid(item, measures) for item in others):
        return ""
    label = label_of(measures, flows[0].sign, scan.language)
    times = " ".join(scan.question[slice(*period.at)] for period in scan.periods)
    per = str(packaged(f"lexicon/follow_ups_{scan.language}.yaml")["per"])
    return f"{things[0].text} {times} {per.format(label)}" if label else ""


def with_whom(scan: Scan, measures: Measures) -> str:
    """`which customers had losses in 2024`: the figure by parties of the kind that is named. Empty: nothing of it."""
    moving, items = measures.movements, scan.items
    fields = {moving.party_kind} if moving is not None else set[str]()
    for one, other in pairwise(items):
        named = [measures.descriptor.entity(s.name) for s in other.senses if isinstance(s, EntitySense)]
        kinds = [e for e in named if e is not None and any(k.field in fields for k in e.invariants)]
        if not one.is_word("list") or not kinds or one.span[1] != other.span[0]:
            continue
        things = [item for item in items if item.of(SetSense) or item.of(MemberSense)]
        beside = [item for item in items if item not in (*things, one, other)]
        flows = SubjectReading(scan, measures).flows()
        if len(things) != 1 or len(flows) != 1 or not scan.periods or not all(i.is_word(*_BESIDE) for i in beside):
            return ""
        times = " ".join(scan.question[slice(*period.at)] for period in scan.periods)
        label = next(iter(kinds[0].labels.of(scan.language)), "")
        per = str(packaged(f"lexicon/follow_ups_{scan.language}.yaml")["per"])
        return f"{things[0].text} {times} {per.format(label)}" if label else ""
    return ""


def ranked_parties(scan: Scan, measures: Measures) -> str:
    """`the three largest creditors by what they invoiced`: those whom it is owed to, by what their kind is called.
    Empty: nobody is ranked by the name of what is owed."""
    if not scan.says("by"):
        return ""
    verbs = [verb for verb in measures.descriptor.party_verbs if verb.is_open]
    kinds = {figure.also: kind for verb in verbs for kind, figure in verb.by_kind.items() if figure.also}
    for one, other in pairwise(scan.items):
        said = {kinds[s.name] for s in other.senses if isinstance(s, SetSense) and s.name in kinds}
        if one.is_word("highest", "lowest", "top") and one.span[1] == other.span[0] and len(said) == 1:
            label = _kind_label(measures, said.pop(), scan.language)
            start, end = scan.tokens[other.span[0]].start, scan.tokens[other.span[1] - 1].end
            return f"{scan.question[:start]}{label}{scan.question[end:]}" if label else ""
    return ""


def without_trade(scan: Scan) -> str:
    """`what did the cleaners Blitzblank charge us`: without the word before a name that says what they are, where a
    verb says what is asked. Empty: there is none."""
    for before, one, other in zip(scan.items, scan.items[1:], scan.items[2:], strict=False):
        trade = one.of(MemberSense) and len(one.senses) == len(one.of(MemberSense)) and not one.in_brackets
        joined = before.span[1] == one.span[0] and one.span[1] == other.span[0] and before.is_word("light")
        if trade and joined and other.of(PartySense) and any(item.of(VerbSense) for item in scan.items):
            start, end = scan.tokens[one.span[0]].start, scan.tokens[one.span[1] - 1].end
            return f"{scan.question[:start]}{scan.question[end:].lstrip()}"
    return ""


def _kind_label(measures: Measures, kind: str, language: Language) -> str:
    moving = measures.movements
    named = (
        entity
        for entity in measures.descriptor.entities
        if any(moving is not None and k.field == moving.party_kind and str(k.value) == kind for k in entity.invariants)
    )
    return next((label for entity in named for label in entity.labels.of(language)[:1]), "")


def label_of(measures: Measures, sign: int, language: Language) -> str:
    """What the kind of parties is called that figures of a sign are with."""
    moving = measures.movements
    for entity in measures.descriptor.entities:
        kinds = [str(k.value) for k in entity.invariants if moving is not None and k.field == moving.party_kind]
        figures = (v.by_kind[kind] for kind in kinds for v in measures.descriptor.party_verbs if kind in v.by_kind)
        known = (measures.sets.get(figure.without_tax or "") for figure in figures)
        if next((each.sign for each in known if each is not None), 0) == sign:
            return next(iter(entity.labels.of(language)), "")
    return ""


def _is_paid(item: Item, measures: Measures) -> bool:
    verbs = {sense.name for sense in item.senses if isinstance(sense, VerbSense)}
    return any(verb.reduces and verb.name in verbs for verb in measures.descriptor.party_verbs)
