"""What is made of the figures of the subjects: a change, a share, a series, a rank."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import cast

from arch_team.measuring.asked import Asked, Lacking, Make, Refused, Side, Subject
from arch_team.measuring.scan import Item
from arch_team.measuring.vocabulary import (
    MemberSense,
    SetSense,
    VerbSense,
)
from arch_team.measuring.wording import Wording
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.periods import Period, stretches, year_before
from arch_team.text.stems import stems_of

_MOST_OF_A_YEAR = 300
_MOST_RANKED = 50
_NEAR = 2
"""Words that may stand between `in percent of` and what it is of."""


class Making(Wording):
    """Tells what one question makes of its figures."""

    def _made(self, subjects: tuple[Subject, ...], times: tuple[Period, ...]) -> Asked | Lacking | Refused:
        scan = self._scan
        first = subjects[0]
        asked = Asked(
            subjects,
            times,
            side=self._side(first, times),
            is_question=self._is_question(),
            asks_why=scan.says("why"),
        )
        joined = scan.says("and") or any(token.text == "+" for token in scan.tokens)
        said = scan.says("total", "including") and not _is_within(subjects)
        added = said or (joined and _can_be_added(subjects))
        several = len(subjects) > 1 and added
        asked = replace(asked, more_sides=self._more, wants_total=several, per_member=self._per_member())
        mixed = len({subject.is_flow for subject in subjects}) > 1
        if several and mixed and not scan.says("including"):
            return Refused("not_read", next(s.title for s in subjects if s.is_flow))  # a cost and what was bought
        less = [sign for sign in scan.words("minus") if sign not in self._explained]
        less = less or self._left_after(subjects)
        if len(subjects) > 1 and not less and not self._are_joined(subjects):
            return Refused("not_read", subjects[1].title)
        if less:
            return self._less(asked, less)
        asked = self._gathered(asked)
        cleared = {folded(word) for word in self._measures.levels.cleared.of(scan.language)}
        if folded(first.title) in cleared and asked.side is Side.NET and not times[0].is_point:
            return Lacking("which_side", first.title)
        mixed = [s for s in subjects if s.is_gathered]
        if len(subjects) > 1 and mixed and asked.side is Side.NET and not any(t.is_point for t in times):
            return Lacking("which_side", mixed[0].title)  # one is what was added, the other how it stands
        told = scan.says("acquired", "added", "taken_off")
        flowing = scan.says("passive") and not first.is_flow and asked.side is Side.NET and not told
        if flowing and not times[0].is_point and not any(i.of(VerbSense) for i in scan.items):
            return Lacking("which_side", first.title)
        moved = self._moved(asked)
        if isinstance(moved, Lacking):
            return moved
        held = all(time.is_point for time in times)  # what is put aside on a day is what is there
        sided = [i for i in (*scan.words("added"), *scan.words("taken_off")) if not (held and i.is_word("carrying"))]
        apart = len(subjects) > 1 and any(s.is_flow or not s.is_code or s.sign != first.sign for s in subjects)
        if sided and (moved.side in (Side.NET, Side.CLOSING) or apart):
            return Refused("not_read", sided[0].text)  # of a level alone something is added or taken off
        asked = moved
        if self._moves_on_no_member():
            return Lacking("subject")
        not_zero = self._not_zero()
        asked = replace(asked, not_zero=bool(not_zero))
        if scan.says("not") and not asked.is_question and not not_zero:
            return Refused("not_read", scan.words("not")[0].text)
        grain = self._grain()
        ranking = self._ranking()
        if ranking is not None and any(a.is_word("total") and b.is_word("and") for a, b in pairwise(scan.items)):
            return Refused("several_questions", scan.words("total")[0].text)
        loose = self._loose_grain()
        if ranking is not None and grain is None and loose is not None:
            grain = loose.detail("grain")
        if scan.says("rank") and (ranking is None or ranking[1] == 1):
            most = len(first.codes) if len(subjects) == 1 else len(subjects)
            ranking = ranking is None or ranking[0], max(1, min(most, _MOST_RANKED))
        if ranking is not None and len(subjects) > 1 and all(s.is_flow == first.is_flow for s in subjects):
            kept = [s for s in subjects if not any(o is not s and o.codes < s.codes for o in subjects)]
            if len(kept) > 1 and all(s.is_code or s.is_single for s in kept) and scan.says("rank"):
                codes = frozenset(code for s in kept for code in s.codes)
                first = Subject(", ".join(s.title for s in kept), codes, kept[0].sign, kept[0].is_flow)
                asked = replace(asked, subjects=(first,), wants_total=False)
                ranking = ranking[0], len(kept)
        amount = self._amount(ranking)
        if amount is not None and not scan.says("above", "below") and amount in {len(s.codes) for s in subjects} - {1}:
            amount = None  # `the two accounts`: as many as they are
        counted = self._counted_times()
        if amount is not None and counted is not None and amount == self._years(asked):
            amount = None  # `in the three years 2023 to 2025`
        elif amount is not None and counted is not None and scan.says("above", "below"):
            return Refused("not_read", counted.text)  # `over two years` is no threshold
        asked, subjects = self._as_one_part(asked)
        percent = (
            scan.says("percent") and len(subjects) == 2 and not scan.says("change", "up", "down", "higher", "lower")
        )
        if percent:
            return self._shared(asked, grain)
        is_change = len(subjects) == 1 and (scan.says("up", "down", "change", "higher", "lower") or len(times) == 2)
        divided = scan.says("divided") and scan.says("percent", "share") and len(subjects) == 2
        if (scan.says("share", "share_of") or divided) and not is_change:
            if len(subjects) != 2 and not self._of_all(subjects):
                return Lacking("whole", first.title)
            return self._shared(asked, grain)
        if scan.says("cumulated"):
            if not first.is_flow:
                return Refused("levels_not_added", first.title)
            return replace(asked, make=Make.CUMULATED, grain=grain or "month")
        if self._lists_moves(first, len(subjects), ranking):
            return self._moving(asked, amount)
        if amount is not None and scan.says("above", "below"):
            if scan.says("each"):
                return Refused("not_read", scan.words("each")[0].text)
            comparison = ">" if scan.says("above") else "<"
            asked = replace(asked, amount=amount, comparison=comparison)
            if scan.says("in_which") or (scan.says("any") and scan.says("grain")):
                return replace(asked, make=Make.BEYOND, grain=grain or "month")
            if scan.says("list") and not asked.is_question:
                return replace(asked, make=Make.MEMBERS_BEYOND)
            return replace(asked, is_question=True)
        asks_when = scan.says("in_which") or (scan.says("any") and grain is not None)
        if asks_when and ranking is None and (sign := self._expected_sign()):
            plain = replace(first, title=self._plain_title(first))
            asked = replace(asked, amount=Decimal(0), comparison="<" if sign < 0 else ">", subjects=(plain,))
            asks = asked.is_question and not scan.says("in_which")
            return replace(asked, make=Make.BEYOND, grain=grain or "month", is_question=asks)
        if ranking is not None:
            is_max, limit = ranking
            asked = replace(asked, is_max=is_max, limit=limit)
            if scan.says("in_which") or grain:
                return replace(asked, make=Make.EXTREME, grain=grain or "month")
            if len(first.codes) > 1 and scan.says("change", "up", "down") and len(times) <= 2:
                both = (year_before(list(times)[-1]), *times)[-2:]
                down = scan.says("down") and not scan.says("up")
                return replace(asked, make=Make.RANK_CHANGE, times=both, is_max=not down)
            if self._glosses.is_result(first.codes) and not any(map(self._is_member_word, scan.items)):
                return Lacking("grain", first.title)  # a result is highest in a time, and in no member
            if len(first.codes) > 1:
                return replace(asked, make=Make.RANK, wants_total=scan.says("total"))
            if asked.not_zero:
                return Refused("not_read", scan.words("not")[0].text)
            if not first.is_flow:
                return replace(asked, make=Make.EXTREME, grain="month")
            return Lacking("grain", first.title)
        if scan.says("average"):
            if first.is_flow and grain is None:
                return Lacking("grain", first.title)
            if not first.is_flow and grain not in (None, "month"):
                return Refused("not_read", scan.words("average")[0].text)
            years = _in_a_row(times) if grain == "year" and len(times) > 1 else None
            asked = replace(asked, times=(years,)) if years is not None else asked
            return replace(asked, make=Make.AVERAGE, grain=grain or "month")
        return self._compared(asked, grain, amount)

    def _lists_moves(self, subject: Subject, subjects: int, ranking: tuple[bool, int] | None) -> bool:
        """`which accounts rose`: those of a set that did, and not whether the set did."""
        scan = self._scan
        one_way = scan.says("up") != scan.says("down")
        lists = (
            scan.says("list") and one_way and not scan.says("in_which", "grain", "by_grain", "below", "higher", "lower")
        )
        return lists and subjects == 1 and ranking is None and len(subject.codes) > 1

    def _moving(self, asked: Asked, amount: Decimal | None) -> Asked | Refused:
        """Those that went up or down between two times, by more than so much."""
        scan = self._scan
        if scan.says("percent") or len(asked.times) > 2 or (amount is not None and not self._is_by_so_much()):
            return Refused("not_read", scan.words("up" if scan.says("up") else "down")[0].text)
        both = (year_before(list(asked.times)[-1]), *asked.times)[-2:]
        way = ">" if scan.says("up") else "<"
        bound = Decimal(0) if amount is None else amount
        return replace(
            asked, make=Make.RANK_CHANGE, times=both, amount=bound, comparison=way, is_max=way == ">", per_member=False
        )

    def _is_by_so_much(self) -> bool:
        """`by more than 5,000`; not `to more than 5,000`, nor `by at least`, which is another bound."""
        scan = self._scan
        words = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{scan.language}.yaml"))
        bounds = [item for item in scan.items if item.is_word("above", "older")]
        if len(bounds) != 1 or folded(bounds[0].text) in words["or_as_much"]:
            return False
        start = bounds[0].span[0]
        said = {token.folded for token in scan.tokens[max(start - 1, 0) : start + 1]}
        return not said.isdisjoint(words["by_so_much"])

    def _shared(self, asked: Asked, grain: str | None) -> Asked:
        """One in percent of the other, in each stretch that is asked for."""
        times = tuple(each for time in asked.times for each in ((grain and stretches(time, grain)) or (time,)))
        subjects = self._of_all(asked.subjects) or self._part_and_whole(asked.subjects)
        return replace(asked, make=Make.SHARE, subjects=subjects, times=times, grain=grain)

    def _of_all(self, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
        """`the share of rent in rent, cleaning and power`: what is named again is a part of them. Empty: nothing is."""
        items, language = self._scan.items, self._scan.language
        named = [i for i, item in enumerate(items) if item.of(SetSense) or item.of(MemberSense)]
        if len(named) != len(subjects) + 1 or not any(item.is_word("and") for item in items[named[1] : named[-1]]):
            return ()
        first, *others = (stems_of(items[i].text, language) for i in named)
        mine = [s for s in subjects if stems_of(s.title, language) == first]
        rest = [s for s in subjects if s not in mine]
        alike = len({(s.sign, s.is_flow) for s in subjects}) == 1
        if others.count(first) != 1 or len(mine) != 1 or not alike:
            return ()
        codes = [code for s in subjects for code in s.codes]
        if len(set(codes)) != len(codes):
            return ()
        start, end = (
            self._scan.tokens[items[named[1]].span[0]].start,
            self._scan.tokens[items[named[-1]].span[1] - 1].end,
        )
        title = self._scan.question[start:end]
        return mine[0], replace(rest[0], title=title, codes=frozenset(codes), is_code=False)

    def _as_one_part(self, asked: Asked) -> tuple[Asked, tuple[Subject, ...]]:
        """`rent and cleaning together in percent of revenue`: what is said to be taken together is one part."""
        subjects, scan = asked.subjects, self._scan
        if len(subjects) < 3 or not scan.says("percent", "share", "share_of") or not scan.says("total"):
            return asked, subjects
        if any(item.in_brackets and (item.of(SetSense) or item.of(MemberSense)) for item in scan.items):
            return asked, subjects
        *parts, whole = subjects
        kinds = {(s.sign, s.is_flow) for s in parts}
        if len(kinds) > 1 or any(one.codes & other.codes for one, other in pairwise(parts)):
            return asked, subjects
        title = (
            scan.question[scan.question.find(parts[0].title) : scan.question.find(parts[-1].title)] + parts[-1].title
        )
        codes = frozenset(code for s in parts for code in s.codes)
        joined = (replace(parts[0], title=title, codes=codes, is_code=False), whole)
        return replace(asked, subjects=joined, wants_total=False), joined

    def _gathered(self, asked: Asked) -> Asked:
        """What is cleared again and again is asked for as what was added, unless a day, a side or a payment is said."""
        first = asked.subjects[0]
        plain = asked.side is Side.NET and not any(item.of(VerbSense) for item in self._scan.items)
        told = self._scan.says("added") != self._scan.says("taken_off")
        if not (first.is_gathered and plain) or told or any(t.is_point or t.is_start for t in asked.times):
            return asked
        return replace(asked, side=Side.RISE if first.sign > 0 else Side.FALL)

    def _moved(self, asked: Asked) -> Asked | Lacking:
        """What is spent on something that stays is what was added to it. What else happened to a level in a stretch of
        time is not its level at the end: on which side it is, only the person knows."""
        first, scan = asked.subjects[0], self._scan
        is_level = not first.is_flow and asked.side is Side.NET
        if not is_level or asked.times[0].is_point or any(i.of(VerbSense) for i in scan.items):
            return asked
        if scan.says("added") != scan.says("taken_off"):
            is_debit = scan.says("added") == (first.sign > 0)
            if first.codes <= set(self._measures.levels.reducing):
                is_debit = not is_debit  # what takes something off a level grows on its other side
            own = replace(first, codes=self._without_allowances(first.codes))
            return replace(asked, side=Side.RISE if is_debit else Side.FALL, subjects=(own, *asked.subjects[1:]))
        both = [i for i in scan.items if i.is_word("added", "taken_off", "and")]
        if scan.says("added", "taken_off") and len(both) == 3 and both[1].is_word("and") and first.is_single:
            return replace(asked, side=Side.BOTH)  # `what came in and went out`
        if scan.says("spend", "acquired") and first.sign > 0 and len(asked.times) == 1:
            return replace(asked, side=Side.RISE)
        if scan.says("spend", "acquired", "posted", "happened"):
            return Lacking("which_side", first.title)
        return asked

    def _without_allowances(self, codes: frozenset[str]) -> frozenset[str]:
        """Without members that are called after another of them: what machines were written down by is no disposal."""
        names = {code: folded(self._measures.members[code].name) for code in codes}
        after = {c for c, name in names.items() if any(name.endswith(f" {other}") for other in names.values())}
        return codes - after

    def _compared(self, asked: Asked, grain: str | None, amount: Decimal | None) -> Asked | Lacking | Refused:
        scan, (first, *others) = self._scan, asked.subjects
        compared = scan.says("exceed", "compare", "change", "higher", "lower", "up", "down")
        together = scan.says("and") and not scan.says("exceed", "change", "higher", "lower")
        if len(others) == 1 and compared and not together:
            low = scan.says("lower", "down") and not scan.says("higher", "up", "exceed")
            base = self._percent_base()
            if base and base != first.codes:
                return Refused("not_read", scan.words("percent")[0].text)
            compared_so = "<" if low else ">"
            return replace(asked, make=Make.DIFFERENCE, comparison=compared_so, wants_percent=bool(base))
        if len(asked.times) > 1 and others and not compared:
            return replace(asked, make=Make.SERIES, grain=None)
        plain = scan.says("total") and first.is_flow and not others and grain is None and amount is None
        whole = _in_a_row(asked.times) if plain and len(asked.times) > 1 and not compared else None
        if whole is not None:
            return replace(asked, times=(whole,))  # `over 2023, 2024 and 2025 together`
        if len(asked.times) == 2 and plain and not compared:
            return replace(asked, make=Make.SERIES, grain=None, wants_total=True)  # `in March and May together`
        lengths = {(time.end - time.start).days > _MOST_OF_A_YEAR for time in asked.times}
        if len(asked.times) == 2 and first.is_flow and len(lengths) > 1:
            return Refused("not_read", asked.times[1].said)  # some months are not compared with a year
        said = scan.periods[0] if len(scan.periods) == 1 else None
        each = stretches(said, grain) if said is not None and grain and scan.says("by_grain") else ()
        if len(each) > 1 and asked.is_question and first.is_flow and scan.says("up", "down") and not others:
            comparison = "<" if scan.says("down") and not scan.says("up") else ">"
            return replace(asked, make=Make.CHANGE, times=each, comparison=comparison)  # `grew every year`
        if len(asked.times) == 2 and (grain is None or scan.says("compare", "change", "higher", "lower", "up", "down")):
            down = scan.says("lower", "down", "below") and not scan.says("higher", "up", "above")
            said = scan.says("higher", "lower", "up", "down", "above", "below")
            both = scan.says("up") and scan.says("down")
            return replace(asked, make=Make.CHANGE, comparison="?" if both else ("<" if down else ">") if said else "")
        if len(asked.times) > 2 and scan.says("change", "up", "down") and not others:
            return replace(asked, make=Make.CHANGE)
        if len(asked.times) > 2:
            return replace(asked, make=Make.SERIES, grain=None, wants_total=plain)
        if grain is not None or scan.says("course"):
            total = asked.wants_total or (scan.says("total") and first.is_flow)
            years = any(time.start.year != time.end.year and stretches(time, "year") for time in asked.times)
            return replace(asked, make=Make.SERIES, grain=grain or ("year" if years else "month"), wants_total=total)
        spans = [time for time in asked.times if time.start.year != time.end.year]
        if spans and first.is_flow and not others and not asked.per_member and not scan.says("total", "change"):
            by_year = replace(asked, make=Make.SERIES, grain="year", wants_total=True)
            return by_year if stretches(spans[0], "year") and not asked.is_question else asked
        if scan.says("change", "up", "down") and len(asked.times) == 1:
            if first.is_flow:
                asked = replace(asked, times=(year_before(asked.times[0]), *asked.times))
            down = scan.says("down") and not scan.says("up")
            both = scan.says("up") and scan.says("down")
            return replace(
                asked, make=Make.CHANGE, comparison="?" if both else "<" if down else ">" if scan.says("up") else ""
            )
        if scan.says("add") and not first.is_flow:
            asked = replace(asked, warned=("levels_not_added",))
        if amount is not None:
            if not (asked.is_question or scan.says("confirm")):
                return Refused("not_read", str(amount))
            return replace(asked, amount=amount, comparison="=", is_question=True)
        signed = [i for i in scan.items if i.is_word("negative", "positive") and i not in self._explained]
        if signed:
            return replace(asked, is_question=not scan.says("why"), expected_sign=-1 if scan.says("negative") else 1)
        if asked.is_question and not scan.says("confirm") and not any(i.of(VerbSense) for i in scan.items):
            asked = replace(asked, asks_whether=not any(i.is_word("amount") for i in scan.items))
        opposite = [self._is_opposite(item) for item in scan.items]
        if any(opposite) and not any(self._is_plain(item) for item in scan.items):
            plain = replace(asked.subjects[0], title=self._plain_title(asked.subjects[0]))
            return replace(asked, expected_sign=-1, subjects=(plain, *asked.subjects[1:]))
        return asked

    def _percent_base(self) -> frozenset[str]:
        """`… in percent of revenue`: the members that stand behind it. Empty: nothing does."""
        percent = next(iter(self._scan.words("percent")), None)
        behind = [i for i in self._scan.items if percent is not None and i.span[0] >= percent.span[1]]
        for item in behind:
            subject = self._subject(item) if self._names_members(item) else None
            if isinstance(subject, Subject):
                return subject.codes
        return frozenset()

    def _expected_sign(self) -> int:
        """-1 where a loss is asked for, 1 where a profit is, 0 where nothing is said of it."""
        scan = self._scan
        opposite = any(map(self._is_opposite, scan.items)) and not any(map(self._is_plain, scan.items))
        if opposite or scan.says("negative"):
            return -1
        return 1 if scan.says("positive") else 0

    def _plain_title(self, subject: Subject) -> str:
        """What a set is called by itself, where it was named by the word for its other sign."""
        language = self._scan.language
        for known in self._measures.sets.values():
            entity = self._measures.descriptor.entity(known.name)
            if entity is not None and known.codes == subject.codes and entity.opposite.of(language):
                other = {word.casefold() for word in entity.opposite.of(language)}
                return next((w for w in entity.labels.of(language) if w.casefold() not in other), subject.title)
        return subject.title

    def _is_opposite(self, item: Item) -> bool:
        """Whether a set is named by the word for its other sign: a loss."""
        names = [s.name for s in item.senses if isinstance(s, SetSense)]
        entities = (self._measures.descriptor.entity(name) for name in names)
        said = stems_of(item.text, self._scan.language)
        return any(
            said == stems_of(word, self._scan.language)
            for e in entities
            if e
            for word in e.opposite.of(self._scan.language)
        )

    def _is_plain(self, item: Item) -> bool:
        """Whether the same set is named by its own word as well: profit or loss."""
        names = [s.name for s in item.senses if isinstance(s, SetSense)]
        return any(
            (e := self._measures.descriptor.entity(n)) is not None and e.opposite.of(self._scan.language) for n in names
        ) and not self._is_opposite(item)

    def _left_after(self, subjects: Sequence[Subject]) -> list[Item]:
        """`revenue after wages`: what is left of what came in, where what went out is no part of it."""
        items = self._scan.items
        spent = [s.title for s in subjects[1:] if s.is_flow and s.sign > 0 and not s.codes & subjects[0].codes]
        if not spent or not subjects[0].is_flow or subjects[0].sign > 0:
            return []
        found: list[Item] = []
        for at, item in enumerate(items):
            behind = next((i for i in items[at + 1 :] if not i.is_word("light") or self._names_members(i)), None)
            if item.is_word("after") and behind is not None and behind.text in spent:
                found.append(item)
        return found

    def _sides_of(self, sign: Item, subjects: Sequence[Subject]) -> tuple[Subject, Subject] | None:
        """What stands before a sign and what behind it, each added up: `3200 and 3210 less 4200 and 4210`."""
        if len(subjects) == 2:
            return subjects[0], subjects[1]
        before = [i.text for i in self._scan.items if i.span[1] <= sign.span[0]]
        behind = [i.text for i in self._scan.items if i.span[0] >= sign.span[1]]
        left, right = (_added([s for s in subjects if s.title in part]) for part in (before, behind))
        if left is None or right is None or len(left.codes | right.codes) < len({c for s in subjects for c in s.codes}):
            return None
        return left, right

    def _without_base(self, subjects: tuple[Subject, ...]) -> tuple[Subject, ...] | Refused:
        """Without what a difference is to be a percentage of, where that is what it is taken off, or a wider word for
        it: `hardware sales minus purchases in percent of sales`. In percent of anything else it is not made."""
        percent = [i for i in self._scan.items if i.is_word("percent", "share", "share_of", "divided")]
        named = {s.title: [i.span[0] for i in self._scan.items if i.text == s.title] for s in subjects}
        behind = [s for s in subjects if any(0 <= min(named[s.title], default=0) - i.span[1] <= _NEAR for i in percent)]
        first = subjects[0]
        for base in behind:
            is_result = self._glosses.is_result(base.codes) and base.codes != first.codes
            if base.sign != first.sign or not base.is_flow or not first.codes <= base.codes or is_result:
                return Refused("not_read", base.title)
        return tuple(s for s in subjects if s not in behind)

    def _less(self, asked: Asked, signs: Sequence[Item]) -> Asked | Refused:
        """`1520 abzüglich 1529`, `income less costs`: of levels what is left of both, of flows their difference."""
        said, subjects = signs[0], self._without_base(asked.subjects)
        if isinstance(subjects, Refused):
            return subjects
        alone = len(signs) == 1 or (len(subjects) == len(signs) + 1 and all(i.is_word("minus") for i in signs))
        sides = self._sides_of(said, subjects) if alone else None
        if sides is None:
            return Refused("not_read", said.text)
        one, other = sides
        percent = self._scan.says("percent", "share", "share_of")
        asked = replace(asked, subjects=sides, wants_total=False, wants_percent=percent)
        if one.codes == other.codes and len(asked.times) == 2:
            return replace(asked, subjects=(one,), make=Make.CHANGE, wants_percent=False)
        if one.codes == other.codes:
            return Refused("not_read", said.text)
        if one.is_flow and other.is_flow:
            return replace(asked, make=Make.DIFFERENCE)
        if one.is_flow or other.is_flow or one.sign != other.sign or one.codes & other.codes or percent:
            return Refused("not_read", said.text)
        title = f"{one.title} {said.text} {other.title}"
        both = replace(one, codes=one.codes | other.codes, title=title, is_code=False)
        return replace(asked, subjects=(both,))


def _added(subjects: Sequence[Subject]) -> Subject | None:
    """Some subjects as one, where they can be added."""
    if not subjects or not _can_be_added(subjects):
        return None
    codes = frozenset(code for subject in subjects for code in subject.codes)
    title = " + ".join(subject.title for subject in subjects)
    return subjects[0] if len(subjects) == 1 else replace(subjects[0], codes=codes, title=title, is_code=False)


def _is_within(subjects: Sequence[Subject]) -> bool:
    """Whether one subject is a part of another: what they come to would count it twice."""
    return any(one is not other and one.codes <= other.codes for one in subjects for other in subjects)


def _in_a_row(times: Sequence[Period]) -> Period | None:
    """Times that follow each other as the one that they make."""
    ordered = sorted(times, key=lambda time: time.start)
    follow = all((after.start - before.end).days == 1 for before, after in pairwise(ordered))
    return replace(ordered[0], end=ordered[-1].end) if follow else None


def _can_be_added(subjects: Sequence[Subject]) -> bool:
    """Whether a total of some subjects says something: all of one nature and sign, and none a part of another."""
    kinds = {(subject.is_flow, subject.sign) for subject in subjects}
    codes = [code for subject in subjects for code in subject.codes]
    return len(kinds) == 1 and len(codes) == len(set(codes))
