"""What only explains a thing that is named: a formula behind it, what is left out of it anyway, its whole in front.

A gloss is checked, not passed over: a formula must give what it stands beside, or the question is not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arch_team.measuring.asked import Subject
from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Item, Scan

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Named:
    """A subject where the question names it."""

    subject: Subject
    at: Span
    in_brackets: bool
    is_excluded: bool = False
    is_included: bool = False
    """Only said to be part of another."""


@dataclass(frozen=True)
class Glosses:
    """Serves one question."""

    scan: Scan
    measures: Measures
    of_codes: Callable[[str, frozenset[str]], Subject]

    def is_result(self, codes: frozenset[str]) -> bool:
        """Whether what came in and what went out are both among these members."""
        levels = self.measures.levels
        flows = [m for code in codes if (m := self.measures.members[code]).is_flow]
        return len({levels.kinds.get(member.kind) for member in flows}) > 1

    def formulas(self, found: list[Named]) -> tuple[list[Named], list[Item]]:
        """`gross profit (class 3 minus class 4)`: without the formula, where it gives the thing before it; `IT (1520
        minus 1529)`: without the thing, where the formula says which it is. And the signs that were so explained."""
        explained: list[Item] = []
        for sign in self.scan.words("minus"):
            left = [one for one in found if one.at[1] <= sign.span[0]]
            right = [one for one in found if one.at[0] >= sign.span[1]]
            if len(left) < 2 or not right:
                continue
            *before, one = left
            whole = before[-1]
            behind = self._run(right)
            codes = right[0].subject.codes
            for each in behind:
                codes = codes & each.subject.codes
            other = replace(right[0], subject=replace(right[0].subject, codes=codes))
            both = one.subject.codes | codes
            same = next((each for each in reversed(before) if each.subject.codes == both), None)
            if same is not None and not same.subject.is_flow:
                found = [e for e in found if not (e.subject.is_flow and same.at[1] <= e.at[0] < one.at[0])]
            if same is not None or self._is_income_less_costs(whole, one, other):
                found = [each for each in found if each is not one and each not in behind]
                explained.append(sign)
            elif whole.subject.is_open and both & whole.subject.codes:
                found = [each for each in found if each is not whole]
        return found, explained

    def _run(self, named: Sequence[Named]) -> list[Named]:
        """The first of some things and those right behind it: `class 4 costs`."""
        out = [named[0]]
        for one in named[1:]:
            between = [i for i in self.scan.items if out[-1].at[1] <= i.span[0] and i.span[1] <= one.at[0]]
            if between or one.at[0] - out[-1].at[1] > 0:
                break
            out.append(one)
        return out

    def _is_income_less_costs(self, whole: Named, one: Named, other: Named) -> bool:
        """Every result is what came in less what went out."""
        kinds = [{self.measures.members[code].kind for code in each.subject.codes} for each in (one, other)]
        levels = self.measures.levels
        every = [known.codes for known in self.measures.sets.values() if known.is_kind]
        if one.subject.is_code or other.subject.codes not in every:
            return False  # some of the costs are not what a result is less by
        plain = all(len(kind) == 1 and kind <= set(levels.flows) for kind in kinds) and kinds[0] != kinds[1]
        return plain and self.is_result(whole.subject.codes)

    def within(self, found: list[Named]) -> list[Named]:
        """`revenue: hardware, licences`: of several that a word may name, the one that is part of the whole before."""
        out: list[Named] = []
        for one in found:
            near = out[-1] if out else None
            both = near.subject.codes & one.subject.codes if near is not None else frozenset[str]()
            apart = near is not None and one.at[0] > near.at[1]
            if near is not None and near.subject.is_open and one.subject.is_open and len(both) == 1 and not apart:
                title = f"{near.subject.title} {one.subject.title}"
                out[-1] = replace(near, subject=self.of_codes(title, both), at=(near.at[0], one.at[1]))
                continue
            wholes = [o for o in out if not o.is_excluded and not o.subject.is_open and len(o.subject.codes) > 1]
            held = [one.subject.codes & whole.subject.codes for whole in wholes if not self._are_joined(whole, one)]
            if one.subject.is_open and any(len(codes) == 1 for codes in held):
                [codes] = [codes for codes in held if len(codes) == 1][:1]
                one = replace(one, subject=self.of_codes(one.subject.title, codes))
            out.append(one)
        return out

    def _are_joined(self, one: Named, other: Named) -> bool:
        between = [i for i in self.scan.items if one.at[1] <= i.span[0] and i.span[1] <= other.at[0]]
        return bool(between) and between[0].is_word("and")

    def crossed(self, one: Named, other: Named, between: Sequence[Item]) -> Named | None:
        """`expense accounts in class 6`: those of a kind that are within a span of codes."""
        kinds = [s.codes for s in self.measures.sets.values() if s.is_kind]
        mine, theirs = one.subject.codes, other.subject.codes
        both = mine & theirs
        crossing = bool(both) and both not in (mine, theirs) and (mine in kinds) != (theirs in kinds)
        if not crossing or one.is_excluded != other.is_excluded or any(not i.is_word("light", "code") for i in between):
            return None
        kind = one.subject if mine in kinds else other.subject
        start, end = self.scan.tokens[one.at[0]].start, self.scan.tokens[other.at[1] - 1].end
        title = self.scan.question[start:end]
        return replace(one, subject=replace(kind, codes=both, title=title), at=(one.at[0], other.at[1]))

    def is_left_out_anyway(self, excluded: Subject, subject: Subject) -> bool:
        """`gross sales without deductions`: a set that both are part of holds them, and the subject is without it."""
        if excluded.codes & subject.codes:
            return False
        wholes = [s.codes for s in self.measures.sets.values() if not self.is_result(s.codes) and not s.is_kind]
        return any(excluded.codes < whole and subject.codes < whole for whole in wholes)
