"""Words of a question that what is asked does not use: none may be passed over."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make, Side, Subject
from arch_team.measuring.named_figures import NamedFigures
from arch_team.measuring.scan import Amount, Code, Item, Quoted
from arch_team.measuring.used_words import ALWAYS, MADE_WITH
from arch_team.measuring.vocabulary import (
    EntitySense,
    ReportSense,
    Value,
    VerbSense,
    Word,
)
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.periods import Bound

_IN_A_YEAR = {"month": 12, "quarter": 4, "half": 2}
_RANKED = (Make.RANK, Make.RANK_CHANGE, Make.EXTREME)
"""What shows as many as a number says."""


class LeftOver(NamedFigures):
    """Finds the first of them."""

    def _left_over(self, asked: Asked, more: frozenset[str] = frozenset()) -> str | None:
        """A word that what is asked does not use."""
        for before, item in pairwise(self._scan.items):
            known = (
                item.is_word("grain", "code", "unit", "by_grain", "light", "amount", "edge")
                or self._is_member_word(item)
                or item.of(ReportSense)
            )
            if before.is_word("each") and not before.is_word("light") and not known:
                return item.text
            numbered = any(i.of(Code) and i.span[0] == item.span[1] for i in self._scan.items)
            if before.is_word("each") and item.is_word("code") and not self._is_member_word(item) and not numbered:
                return item.text  # by class: figures are by member, or of one
        left = self._number_left(asked) or self._joined_to_nothing()
        if left is not None:
            return left
        loose = self._loose_grain()
        if asked.grain is None and loose is not None and asked.make is not Make.RANK_CHANGE and not asked.warned:
            return loose.text
        parts = len(asked.subjects[0].codes) > 1 or len(asked.subjects) > 1
        stepped = asked.make is Make.SERIES and self._scan.says("by_grain")  # `per month, broken down`
        if self._scan.says("composed") and not stepped and (asked.make is not Make.VALUE or not parts):
            return self._scan.words("composed")[0].text
        if asked.is_question and self._scan.says("order") and any(not s.is_flow for s in asked.subjects[:1]):
            return self._scan.words("order")[0].text  # whether something was transferred, no balance tells
        known = ALWAYS | MADE_WITH[asked.make] | more
        for at, item in enumerate(self._scan.items):
            if self._is_loose_unit(at, item):
                return item.text
            words = [s.klass for s in item.senses if isinstance(s, Word)]
            if len(words) == len(item.senses) and not self._has_its_use(item, words, asked):
                return item.text
            if words == ["between"] and len(self._scan.apart) > len(self._scan.periods):
                continue
            if words == ["between"] and self._opens_stretch(item):
                continue
            if words == ["when"] and self._scan.says("opening", "ending"):
                continue  # `when 2023 began`
            if words == ["without"] and not (self._excludes or self._scan.units_left_out):
                return item.text
            if words == ["without"]:
                continue
            if words == ["including"] and not self._includes_something(item):
                return item.text
            if words == ["compare"] and asked.make is Make.SHARE and len(asked.times) > 1:
                continue
            if words == ["net"] and (self._scan.says("minus") or self._are_netted(asked.subjects)):
                continue
            if words == ["net"] and (self._is_per_member(at) or self._is_net_there(asked)):
                continue
            if words == ["net"] and all(map(self._is_untaxed, asked.subjects)):
                continue
            if words in (["untaxed"], ["taxed"]) and self._is_held_so(asked, words[0]):
                continue
            if words == ["by_grain"] and asked.make is Make.CHANGE and asked.is_question and len(asked.times) > 2:
                continue
            if "divided" in words and item.in_brackets and asked.make is Make.AVERAGE:
                continue
            if "divided" in words and (asked.wants_percent or asked.make is Make.SHARE):
                continue
            if words == ["not"] and asked.not_zero and asked.make is Make.RANK:
                continue
            units = {each.detail("unit") for each in self._scan.words("unit")}
            if words == ["apart"] and len(asked.subjects) < 2 and len(asked.times) < 2 and len(units) < 2:
                return item.text
            if "after" in words and self._takes_off_something(item):
                continue
            if words == ["fresh"] and self._scan.says("acquired", "added") and asked.side is Side.RISE:
                continue
            if words == ["must"] and (self._scan.says("spend") or any(i.of(VerbSense) for i in self._scan.items)):
                continue  # what must be paid is what is owed
            if len(words) == len(item.senses) and not any(klass in known for klass in words):
                return item.text
            if any(isinstance(s, Quoted | Value) for s in item.senses) and len(item.senses) == 1:
                return item.text
        return None

    def _is_per_member(self, at: int) -> bool:
        """`net per account 3805`: as it stands there, debit and credit against each other."""
        behind = [i for i in self._scan.items[at + 1 : at + 4] if not i.is_word("code") or i.of(Code)]
        return len(behind) > 1 and behind[0].is_word("each", "as_per") and bool(behind[1].of(Code))

    def _is_net_there(self, asked: Asked) -> bool:
        """`booked to 3805, net`: what came and went on a member by its code is debit and credit against each other."""
        return asked.side is Side.NET and all(s.is_code and s.is_flow and s.is_single for s in asked.subjects)

    def _is_untaxed(self, subject: Subject) -> bool:
        """Whether net can only say that a cost is without a tax that is passed on, as all are booked."""
        sets = self._measures.sets
        apart = frozenset(code for n in self._measures.levels.net_apart if n in sets for code in sets[n].codes)
        return subject.is_flow and subject.sign > 0 and not subject.codes & apart

    def _taxes(self) -> frozenset[str]:
        levels, sets = self._measures.levels, self._measures.sets
        named = (sets[name].codes if name in sets else frozenset({name}) for name in levels.taxes)
        return frozenset(code for codes in named for code in codes)

    def _is_loose_unit(self, at: int, item: Item) -> bool:
        """`losses on currency`: units are asked for each by itself, or not at all."""
        named = any(isinstance(s, EntitySense) and s.name in self._units() for s in item.senses)
        near = self._scan.items[max(0, at - 2) : at]
        return named and not any(i.is_word("each", "by", "list", "in_which", "apart") for i in near)

    def _has_its_use(self, item: Item, words: Sequence[str], asked: Asked) -> bool:
        """Whether what is made has in it what a word asks for. Said of other things, it would be passed over."""
        if "who" in words:
            return False  # a figure is nobody
        if "light" in words or not words:
            return True
        compares = asked.amount is not None or bool(asked.comparison) or asked.make is Make.DIFFERENCE
        if {"above", "below"}.intersection(words) and not compares:
            return False
        if "every_side" in words and not asked.more_sides:
            return False
        first = asked.subjects[0]
        if "earned" in words and first.is_flow and first.sign > 0:
            return False  # what was spent is not earned
        if words == ["spend"] and len(asked.subjects) == 1 and self._glosses.is_result(first.codes):
            return False  # a result costs nothing
        if words == ["owners"]:
            return all(subject.codes <= set(self._measures.levels.owners) for subject in asked.subjects)
        if words == ["at_cost"]:
            own = all(self._without_allowances(s.codes) == s.codes and not s.is_flow for s in asked.subjects)
            return own and all(time.is_point for time in asked.times)
        if words == ["tax_office"]:
            return all(subject.codes <= self._taxes() for subject in asked.subjects)
        if first.is_flow and (words == ["happened"] or words == ["left_of"]):
            return False  # drawn, paid in, left: of a level
        if words == ["acquired"] and not (first.sign > 0 and (first.is_flow or asked.side is Side.RISE)):
            return False
        bounded = any(t.bound is Bound.SINCE for t in self._scan.periods) or self._scan.says("to_date", "ending")
        bounded = bounded or len(self._scan.apart) > len(self._scan.periods)
        if {"start_edge", "opening"}.intersection(words) and first.is_flow and not bounded:
            return any(t.start.year != t.end.year for t in asked.times)
        if words == ["code"] and not self._is_member_word(item):
            return any(i.of(Code) and abs(i.span[0] - item.span[1]) <= 1 for i in self._scan.items)
        return True

    def _is_held_so(self, asked: Asked, klass: str) -> bool:
        """Whether a figure is without a tax that is passed on, or with it, as it is said: what came and went, and what
        was bought, is booked without; what parties owe, or are owed, with."""
        figures = (f for verb in self._measures.descriptor.party_verbs for f in verb.by_kind.values())
        owed = [known.codes for f in figures if (known := self._measures.sets.get(f.also or ""))]
        if klass == "taxed":
            return all(any(subject.codes <= codes for codes in owed) for subject in asked.subjects)
        bought = asked.side is Side.RISE and self._scan.says("acquired")
        return bought or all(subject.is_flow for subject in asked.subjects)

    def _number_left(self, asked: Asked) -> str | None:
        """A number that nothing uses. `the three years 2023 to 2025` only counts what is named."""
        counted = {
            len(asked.times),
            len(asked.subjects),
            *(len(s.codes) for s in asked.subjects),
            _IN_A_YEAR.get(asked.grain or "", 1),
        }
        for time in asked.times:
            counted |= {time.end.year - time.start.year + 1, Decimal(f"{time.end.day}.{time.end.month:02}")}
        for item in self._scan.items:
            for number in (s.value for s in item.senses if isinstance(s, Amount)):
                is_limit = asked.make in _RANKED and asked.limit == number
                is_zero = number == 0 and asked.not_zero
                if not (is_limit or is_zero or number == asked.amount or number in counted):
                    return item.text
        return None

    def _joined_to_nothing(self) -> str | None:
        """`… and what they were for`: something more is asked, and no word of it is known to mean anything."""
        joints = [at for at, item in enumerate(self._scan.items) if item.is_word("and")]
        if not joints:
            return None
        last = self._scan.items[joints[-1]]
        rest = self._scan.items[joints[-1] + 1 :]
        timed = any(start >= last.span[0] for start, _ in self._scan.period_places)
        if timed or not rest or not all(item.is_word("light", "carrying") for item in rest):
            return None
        return self._scan.question[self._scan.tokens[last.span[0]].start :].strip(" ?.!")

    def _opens_stretch(self, item: Item) -> bool:
        """Whether a time that has a beginning and an end stands right behind an item."""
        timed = zip(self._scan.periods, self._scan.period_places, strict=True)
        return any(0 <= place[0] - item.span[1] <= 1 and time.start != time.end for time, place in timed)

    def _takes_off_something(self, item: Item) -> bool:
        """Whether what it comes after is named right behind: `after deductions`."""
        behind = [i for i in self._scan.items if i.span[0] >= item.span[1] and not i.is_word("light", "edge")]
        return bool(behind) and self._names_members(behind[0])

    def _includes_something(self, item: Item) -> bool:
        """Whether what is said to be included is named right before or behind."""
        items = [i for i in self._scan.items if i is item or not i.is_word("light", "edge", "carrying")]
        at = next(i for i, other in enumerate(items) if other is item)
        return any(map(self._names_members, (*items[at + 1 : at + 2], *items[max(0, at - 1) : at])))

    def _are_netted(self, subjects: Sequence[Subject]) -> bool:
        netted = [subject.codes for subject in subjects if self._is_netted(subject)]
        return bool(netted) and all(any(codes <= subject.codes for codes in netted) for subject in subjects)

    def _is_netted(self, subject: Subject) -> bool:
        """Whether what is taken off it is among its members: fixed assets with what they were written down by."""
        names = (s.name for s in self._measures.sets.values() if s.codes == subject.codes)
        named = (self._measures.descriptor.entity(name) for name in names)
        groups = any(e is not None and e.semantic_type is SemanticType.ACCOUNT_GROUP for e in named)
        reduced = [self._measures.sets[name].codes for name in self._measures.levels.overriding]
        return any(c < subject.codes for c in reduced) if subject.is_flow else groups and not subject.is_single
