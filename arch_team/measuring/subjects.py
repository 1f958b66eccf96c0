"""Which members a question speaks of: each thing it names, once, under its words."""

from dataclasses import replace
from itertools import pairwise, takewhile

from arch_team.measuring.asked import Lacking, Refused, Subject
from arch_team.measuring.glosses import Glosses, Named
from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Code, Item, Scan
from arch_team.measuring.used_words import EDGES
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    SetSense,
    SideSense,
    VerbSense,
)
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.folding import folded


class SubjectReading:
    """Finds the subjects of one question."""

    def __init__(self, scan: Scan, measures: Measures) -> None:
        self._scan, self._measures = scan, measures
        self._glosses = Glosses(scan, measures, self._of_codes)
        self._open = Lacking("subject")
        self._excludes = False
        self._explained: list[Item] = []

    def flows(self) -> tuple[Subject, ...]:
        """What came and went that the question names, whatever else it asks."""
        named = self._subjects()
        if isinstance(named, Lacking):
            return ()
        return tuple(one.subject for one in named if one.subject.is_flow and not one.is_excluded)

    def _without_excluded(self, named: list[Named]) -> tuple[Subject, ...] | Refused:
        """The subjects, each without the members that are said to be left out."""
        subjects = [one.subject for one in named if not one.is_excluded]
        excluded = {one.at: one.subject for one in named if one.is_excluded}
        wider = [one.codes for one in excluded.values()]
        excluded = {at: one for at, one in excluded.items() if not any(one.codes < codes for codes in wider)}
        self._excludes = bool(excluded)
        for place, other in excluded.items():
            for at, one in enumerate(subjects):
                if other.codes < one.codes:
                    left = one.codes - other.codes
                    subjects[at] = replace(one, codes=left, title=self._less_title(one, place))
                elif self._glosses.is_left_out_anyway(other, one):
                    continue
                elif other.codes & one.codes or other.is_flow == one.is_flow:
                    return Refused("not_read", other.title)
        return tuple(subjects)

    def _less_title(self, one: Subject, at: tuple[int, int]) -> str:
        """What a subject is called without what is left out of it: `costs without wages`."""
        before = [i for i in self._scan.items if i.is_word("without") and i.span[1] <= at[0]]
        tokens = self._scan.tokens
        start = tokens[before[-1].span[0]].start if before else tokens[at[0]].start
        told = self._scan.question[start : tokens[at[1] - 1].end]
        return one.title if one.title.endswith(told) else f"{one.title} {told}"

    def _subjects(self) -> list[Named] | Lacking:
        found: list[Named] = []
        for at, item in enumerate(self._scan.items):
            subject = self._subject(item)
            if isinstance(subject, Lacking):
                codes = frozenset(c for s in item.senses if isinstance(s, MemberSense) for c in s.codes)
                flows = bool(codes) and all(self._measures.members[c].is_flow for c in codes)
                unsure = Subject(item.text, codes, 1, flows, is_open=True)
                found.append(Named(unsure, item.span, item.in_brackets, self._follows(at, "without")))
                self._open = subject
                continue
            if subject is not None:
                without = self._follows(at, "without") or self._is_left_out_too(item, subject, found)
                found.append(Named(subject, item.span, item.in_brackets, without, self._is_included(at)))
        found = [one for one in found if not self._is_net_of(one, found)]
        found, self._explained = self._glosses.formulas(self._glosses.within(found))
        whole = [one for one in found if not one.is_included]
        found = [
            one for one in found if not one.is_included or not any(one.subject.codes <= o.subject.codes for o in whole)
        ]
        merged = self._merged(found)
        lost = [one.subject for one in found if one.subject.is_open and not one.in_brackets]
        if any(
            self._glosses.is_result(each.subject.codes) and o.codes < each.subject.codes
            for o in lost
            for each in merged
        ):
            return self._open  # `the gross profit on licences`: of a part of it
        if any(not one.subject.codes or one.subject.is_open for one in merged):
            return self._open
        return merged

    def _is_left_out_too(self, item: Item, subject: Subject, found: list[Named]) -> bool:
        """`without wages and depreciation`: what is joined to something left out, and is part of the same whole."""
        last = found[-1] if found else None
        wholes = [one.subject.codes for one in found if not one.is_excluded]
        if last is None or not last.is_excluded or not wholes:
            return False
        apart = not (subject.codes & wholes[0] or last.subject.codes & wholes[0])  # `EBIT before interest and tax`
        if not (apart or subject.codes < wholes[0]):
            return False
        between = [i for i in self._between(last.at[1], item.span[0]) if not i.is_word("light")]
        signs = any(token.text == "," for token in self._scan.tokens[last.at[1] : item.span[0]])
        return all(i.is_word("and") for i in between) and (bool(between) or signs)

    def _subject(self, item: Item) -> Subject | Lacking | None:
        members = self._measures.members
        codes = [s for s in item.senses if isinstance(s, Code)]
        sets = [s for s in item.senses if isinstance(s, SetSense)]
        named = [s for s in item.senses if isinstance(s, MemberSense)]
        if codes:
            return self._of_codes(codes[0].said, codes[0].codes, is_code=True)
        if sets and any(isinstance(s, SideSense) for s in item.senses) and self._others_named(item):
            return None
        whole = {code for s in named if s.is_whole for code in s.codes}
        at = next((i for i, other in enumerate(self._scan.items) if other is item), 0)
        of_unit = self._of_its_unit(whole, at)
        if sets and of_unit:
            return self._of_codes(item.text, of_unit)
        beyond = bool(sets) and not whole <= self._measures.sets[sets[0].name].codes
        at_point = beyond and any(period.is_point for period in self._scan.periods)
        if sets and len(whole) > 1 and (at_point or (at and self._is_member_word(self._scan.items[at - 1]))):
            options = tuple(f"{members[code].name} ({code})" for code in sorted(whole))
            return Lacking("which_member", item.text, options)
        if sets:
            known = self._measures.sets[sets[0].name]
            if not known.codes:
                return Lacking("no_members", item.text)
            gathered = sets[0].name in self._measures.levels.gathered
            if (one_way := self._one_way(sets[0].name, item.text)) is not None:
                return one_way
            return Subject(item.text, known.codes, known.sign, known.is_flow, is_gathered=gathered)
        if not named:
            return None
        whole = [s for s in named if s.is_whole] or named
        found = dict.fromkeys(code for s in whole for code in s.codes)
        if len(found) == 1 and self._says_level() and not members[next(iter(found))].is_flow:
            found = self._with_what_reduces(found)
        levels = [code for code in found if not members[code].is_flow]
        found = self._of_direction(found)
        if len(levels) > 1 and self._says_level() and len({members[code].kind for code in levels}) == 1:
            return self._of_codes(item.text, frozenset(levels))  # a book value is what is left of all of them
        if len(levels) > 1 and self._is_booked_on(item) and len({members[code].kind for code in levels}) == 1:
            return self._of_codes(item.text, frozenset(levels))
        if len(found) > 1 and self._scan.says("acquired", "added", "at_cost"):
            found = self._things_themselves(found)
        if len(found) > 1:
            options = tuple(f"{members[code].name} ({code})" for code in found)
            return Lacking("which_member", item.text, options)
        gathered = all(code in self._measures.levels.gathered for code in found)
        return replace(self._of_codes(item.text, frozenset(found)), is_gathered=gathered)

    def _of_its_unit(self, whole: set[str], at: int) -> frozenset[str]:
        """`Debtors CHF`: a member's own name with its unit right behind, as its fellow `Debtors EUR` is called."""
        after = self._scan.items[at + 1] if at + 1 < len(self._scan.items) else None
        if after is None or not after.is_word("unit") or after.span[0] != self._scan.items[at].span[1]:
            return frozenset()
        unit = after.detail("unit")
        names = {
            folded(f"{self._measures.members[code].name} {other}") for code in whole for other in self._units_held()
        }
        fellows = any(name in self._measures.by_name for name in names)
        return frozenset(code for code in whole if fellows and self._measures.members[code].unit == unit)

    def _units_held(self) -> set[str]:
        return {member.unit for member in self._measures.members.values()}

    def _one_way(self, name: str, title: str) -> Subject | Lacking | None:
        """`what did the side business cost`: of a group in which things came and went, those that went. None: it is no
        such group, or nothing says which way."""
        entity, known = self._measures.descriptor.entity(name), self._measures.sets[name]
        groups = (SemanticType.ACCOUNT_GROUP, SemanticType.ACCOUNT_CLASS)
        is_group = entity is not None and entity.semantic_type in groups and not known.is_kind
        earned, spent = self._scan.says("earned"), self._scan.says("spend")
        if not (is_group and known.is_flow and self._glosses.is_result(known.codes)) or not (earned or spent):
            return None
        sign = -1 if earned else 1
        codes = frozenset(code for code in known.codes if self._measures.members[code].sign == sign)
        return Lacking("which_way", title) if earned and spent else Subject(title, codes, sign, is_flow=True)

    def _of_direction(self, found: dict[str, None]) -> dict[str, None]:
        """Of several that a word may name, those that came in where it is said to be earned, those that went out where
        it is said to be spent. What goes well is what brings in."""
        earned = self._scan.says("earned", "goes_well")
        sign = -1 if earned else 1 if self._scan.says("spend") else 0
        known = self._measures.members
        kept = {code: None for code in found if known[code].is_flow and known[code].sign == sign}
        return kept if sign and not (earned and self._scan.says("spend")) and kept else found

    def _things_themselves(self, found: dict[str, None]) -> dict[str, None]:
        """Of several, the one whose name is in those of all others: what is bought is machines, not their allowance."""
        names = {code: folded(self._measures.members[code].name) for code in found}
        kept = [code for code, name in names.items() if all(name in other for other in names.values())]
        return dict.fromkeys(kept) if len(kept) == 1 else found

    def _with_what_reduces(self, found: dict[str, None]) -> dict[str, None]:
        """A member with those of its kind that are called after it: machines, and what they were written down by."""
        [code], members = list(found), self._measures.members
        name, kind = folded(members[code].name), members[code].kind
        named = [m.code for m in members.values() if m.kind == kind and folded(m.name).endswith(f" {name}")]
        return dict.fromkeys((code, *named))

    def _is_booked_on(self, item: Item) -> bool:
        """Whether what is booked on a level is named too: `depreciation of machines`."""
        named = {s.name for i in self._scan.items for s in i.senses if isinstance(s, SetSense)}
        apart = self._scan.says("and", "minus", "share", "share_of", "compare", "percent", "change", "higher", "lower")
        return bool(named & set(self._measures.levels.on_levels)) and not apart

    def _says_level(self) -> bool:
        return any(s.is_level for item in self._scan.items for s in item.senses if isinstance(s, SideSense))

    def _others_named(self, item: Item) -> bool:
        """Whether other members are named: then `turnover on 1020` is what moved there."""
        mine = [s for s in item.senses if isinstance(s, SetSense)]
        own = self._measures.sets[mine[0].name].codes
        for other in self._scan.items:
            if other is item:
                continue
            for sense in other.senses:
                codes = (
                    sense.codes
                    if isinstance(sense, Code | MemberSense)
                    else self._measures.sets[sense.name].codes
                    if isinstance(sense, SetSense)
                    else ()
                )
                flows = bool(codes) and all(self._measures.members[c].is_flow for c in codes)
                if codes and not set(codes) <= own and not own <= set(codes):
                    if flows and isinstance(sense, SetSense):
                        return False  # `turnover tax`
                    return not self._scan.says("share", "share_of", "compare", "exceed", "change") and not self._joins()
        return False

    def _joins(self) -> bool:
        """Whether an `and` joins something else than two sides: `debit and credit`."""
        items = self._scan.items
        between = [pair for pair in zip(items, items[1:], items[2:], strict=False) if pair[1].is_word("and")]
        sides = [one for one, _, other in between if one.of(SideSense) and other.of(SideSense) and not one.of(SetSense)]
        return len(sides) < len(self._scan.words("and"))

    def _of_codes(self, title: str, codes: frozenset[str], *, is_code: bool = False) -> Subject:
        members = [self._measures.members[code] for code in codes]
        same = next((s for s in self._measures.sets.values() if s.codes == codes), None)
        if same is not None and len(codes) > 1:
            return Subject(title, codes, same.sign, same.is_flow, is_code)
        signs = {member.sign for member in members}
        sign = signs.pop() if len(signs) == 1 else 1
        return Subject(title, codes, sign, all(m.is_flow for m in members), is_code)

    def _merged(self, found: list[Named]) -> list[Named]:
        """One subject per thing: a set and its number beside it, a set and the parts it is explained by."""
        found = self._explained_by_brackets(found)
        kept: list[Named] = []
        for one in found:
            crossed = self._glosses.crossed(kept[-1], one, self._between(kept[-1].at[1], one.at[0])) if kept else None
            if crossed is not None:
                kept[-1] = crossed
                continue
            same = next((i for i in reversed(range(len(kept))) if self._is_same(kept[i], one)), None)
            if same is None:
                kept.append(one)
            else:
                kept[same] = self._narrower(kept[same], one)
        sure = frozenset(code for one in kept if not one.subject.is_open for code in one.subject.codes)
        kept = [one for one in kept if not (one.subject.is_open and self._is_settled(one, kept, sure))]
        return self._without_parts(kept)

    def _is_settled(self, one: Named, others: list[Named], sure: frozenset[str]) -> bool:
        """Whether it is said elsewhere which of several is meant: all of them, or one by its number right behind."""
        if one.subject.codes and one.subject.codes <= sure:
            return True
        behind = [o for o in others if o.in_brackets and not o.subject.is_open and o.at[0] >= one.at[1]]
        return any(
            o.subject.codes <= one.subject.codes
            and (
                any(i.is_word("that_is") for i in self._between(one.at[1], o.at[0]))
                or all(i.is_word("code", "light") or self._is_member_word(i) for i in self._between(one.at[1], o.at[0]))
            )
            for o in behind
        )

    def _explained_by_brackets(self, found: list[Named]) -> list[Named]:
        """`cash discounts granted (account 3800)`: the number says which of the words before it is meant; `EBIT (the
        operating result before …)`: what stands in brackets behind the same thing only explains it."""
        plain = [one for one in found if not one.in_brackets]
        inside = [one for one in found if one.in_brackets]
        if plain and inside and inside[0].subject.codes == plain[-1].subject.codes and not inside[0].subject.is_code:
            found = plain
        found = self._listed_in_brackets(self._made_up_in_brackets(found))
        for one in found:
            if not (one.in_brackets and one.subject.is_code):
                continue
            before = [o for o in found if o.at[1] <= one.at[0] and not o.in_brackets]
            near = [o for o in before if one.subject.codes <= o.subject.codes]
            if (
                near
                and len(near) < len(before)
                and not self._scan.says("share", "share_of", "exceed", "compare", "than")
            ):
                gone = [o for o in before if o not in near and o.subject.is_flow == one.subject.is_flow]
                found = [o for o in found if o not in gone]
        return found

    def _made_up_in_brackets(self, found: list[Named]) -> list[Named]:
        """`premises (rent plus cleaning)`: what stands in brackets only says what the whole before it is made of."""
        for at, one in enumerate(found):
            run = [*takewhile(lambda other: other.in_brackets, found[at + 1 :])]
            parts = [o.subject.codes for o in run]
            whole = frozenset(code for codes in parts for code in codes)
            same = whole == one.subject.codes and sum(map(len, parts)) == len(whole)
            if len(run) > 1 and not one.in_brackets and same:
                return [*found[: at + 1], *found[at + 1 + len(run) :]]
        return found

    def _listed_in_brackets(self, found: list[Named]) -> list[Named]:
        """`personnel (5000, 5700, 5800)`: the numbers in brackets say together which members are meant."""
        for at, one in enumerate(found):
            run = [o for o in found[at + 1 :] if o.in_brackets]
            codes = frozenset(code for o in run for code in o.subject.codes)
            if one.in_brackets or len(run) < 2 or found[at + 1 : at + 1 + len(run)] != run:
                continue
            mine = one.subject.codes
            signs = {t.text for o, n in pairwise(run) for t in self._scan.tokens[o.at[1] : n.at[0]]}
            joined = any(i.is_word("and") for i in self._between(run[0].at[1], run[-1].at[0]))
            others = [o for o in found[:at] if o.subject.codes & codes and not mine < o.subject.codes]
            if others or len(signs - {","}) > joined:
                continue
            named = codes < mine and not any(o.subject.is_open for o in run) and not one.subject.is_flow
            numbered = all(o.subject.is_code for o in run) and (codes <= mine or mine <= codes or one.subject.is_open)
            if numbered or named:
                told = self._of_codes(one.subject.title, codes)
                gathered = replace(told, is_gathered=one.subject.is_gathered)
                return [
                    *found[:at],
                    replace(one, subject=gathered, at=(one.at[0], run[-1].at[1])),
                    *found[at + 1 + len(run) :],
                ]
        return found

    def _is_same(self, one: Named, other: Named) -> bool:
        if one.subject.codes == other.subject.codes and one.is_excluded == other.is_excluded:
            return True
        mine, theirs = one.subject.codes, other.subject.codes
        nested = bool(mine) and bool(theirs) and (mine <= theirs or theirs <= mine)
        if not mine or not theirs:
            nested = other.subject.is_code or one.subject.is_code or not mine
        if mine != theirs and nested and self._glosses.is_result(mine | theirs):
            nested = self._glosses.is_result(min(mine, theirs, key=len))  # a profit of something is not the something
        between = self._between(one.at[1], other.at[0])
        between = [item for item in between if not self._is_of(item, mine | theirs)]
        direct = all(
            item.is_word("code", "light", "carrying", "posted", "unit", "still")
            or item.of(SideSense)
            or item.of(VerbSense)
            or self._is_member_word(item)
            for item in between
        )
        loose = all(
            item.is_word(*EDGES) or self._is_member_word(item) or item.of(VerbSense) for item in between
        ) and not self._scan.says("share", "share_of")
        return nested and (direct if other.in_brackets or other.subject.is_code else loose) and not one.is_excluded

    def _is_of(self, item: Item, codes: frozenset[str]) -> bool:
        """Whether an item names members among these."""
        subject = self._subject(item)
        return isinstance(subject, Subject) and bool(subject.codes) and subject.codes <= codes

    def _is_member_word(self, item: Item) -> bool:
        return any(isinstance(s, EntitySense) and s.name == self._measures.levels.members for s in item.senses)

    def _names_members(self, item: Item) -> bool:
        return bool(item.of(SetSense) or item.of(MemberSense) or item.of(Code))

    def _between(self, start: int, end: int) -> list[Item]:
        return [item for item in self._scan.items if start <= item.span[0] and item.span[1] <= end]

    def _narrower(self, one: Named, other: Named) -> Named:
        if not one.subject.codes or one.subject.is_open:
            return other
        if other.subject.is_open:
            return one
        if not other.subject.codes or len(other.subject.codes) >= len(one.subject.codes):
            return one
        title = one.subject.title if other.subject.is_code and other.in_brackets else other.subject.title
        gathered = one.subject.is_gathered
        return replace(other, subject=replace(other.subject, title=title, is_gathered=gathered))

    def _without_parts(self, kept: list[Named]) -> list[Named]:
        """`Personal, also Löhne, Sozialversicherungen und Übriges`: the parts only say what the whole is."""
        for one in kept:
            others = [o for o in kept if o is not one and o.at[0] > one.at[0]]
            union = frozenset(code for o in others for code in o.subject.codes)
            if len(others) > 1 and union == one.subject.codes:
                return [one]
        return kept

    def _is_net_of(self, one: Named, found: list[Named]) -> bool:
        """`after reductions`, `net of tax`: a figure that holds it all, or nothing of it, is after it."""
        at = next(i for i, item in enumerate(self._scan.items) if item.span == one.at)
        before = [o.subject.codes for o in found if o.at[1] <= one.at[0]]
        others = before[:1] or [o.subject.codes for o in found if o.at != one.at]
        apart = all(self._is_taken_off_last(one.subject.codes, codes) for codes in others)
        return self._follows(at, "after") and bool(others) and apart

    def _is_taken_off_last(self, codes: frozenset[str], whole: frozenset[str]) -> bool:
        """Whether a figure is after something: it has nothing of it, or that is the last thing taken off it. A profit
        is after tax, but `profit after materials` is another figure."""
        members = self._measures.members
        if not codes & whole:
            sets, taxes = self._measures.sets, self._measures.levels.taxes
            held = {code for name in taxes for code in (sets[name].codes if name in sets else {name})}
            flows = [any(members[code].is_flow for code in each) for each in (codes, whole)]
            return flows == [True, False] or (codes <= held and not flows[0])  # paid after discounts; after a tax
        spent = [code for code in whole if members[code].is_flow and members[code].sign > 0]
        return codes <= whole and (not self._glosses.is_result(whole) or max(spent, default="") in codes)

    def _is_only_taken_off(self, one: Named) -> bool:
        """`what is left after tax`: what it is taken off is not named."""
        at = next((i for i, item in enumerate(self._scan.items) if item.span == one.at), 0)
        before = self._scan.items[at - 1] if at else None
        return before is not None and before.is_word("after") and not before.is_word("light")

    def _is_included(self, at: int) -> bool:
        items = self._scan.items
        after = items[at + 1] if at + 1 < len(items) else None
        return self._follows(at, "including") or (after is not None and after.is_word("including"))

    def _follows(self, at: int, klass: str) -> bool:
        """Whether a word of a class stands before an item, with nothing but light words between."""
        for item in reversed(self._scan.items[:at]):
            if item.is_word(klass):
                return True
            over = klass == "after" and (bool(item.of(SetSense) or item.of(MemberSense)) or item.is_word("and"))
            told = item.is_word("light", "code") or (klass == "including" and item.is_word("edge"))
            if not told and not over:
                return False
        return False
