"""From what the words stand for to what is asked. What does not fit together is not guessed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Make, Refused, Side, Subject
from arch_team.measuring.model import Measures
from arch_team.measuring.scanning import Age, Amount, Code, Item, Quoted, Scan, Value
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    MetricSense,
    PartySense,
    ReportSense,
    SetSense,
    SideSense,
    TopicSense,
    VerbSense,
    Word,
)
from arch_team.modelling.described import stems_of
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.periods import Bound, Period, year_before

_EDGES = frozenset({"light", "carrying", "code", "edge", "amount", "unit", "only", "still"})
_SUBJECTS = {Make.VALUE: 20, Make.DIFFERENCE: 2, Make.SHARE: 2, Make.PROPORTION: 20}
"""How many subjects go into what is made; of one, where nothing is said."""
_COMPARING = ("compare", "exceed", "than", "change", "higher", "lower")
_NEAR = 2
"""Words between a thing and the time that is said of it."""
_SERIES = frozenset({"by_grain", "in_which", "course"})
_ALWAYS = _EDGES | {
    "posted",
    "list",
    "asks",
    "and",
    "now",
    "spend",
    "total",
    "including",
    "grain",
    "each",
    "or",
    "that_is",
    "define",
    "must",
    "after",
    "why",
    "span_to",
    "opening",
    "ending",
    "passive",
    "relative",
    "order",
    "acquired",
    "happened",
}
_MADE: dict[Make, frozenset[str]] = {
    Make.VALUE: frozenset({"minus", "without", "add", "negative", "positive", "above", "below", "confirm", "not"}),
    Make.CHANGE: frozenset({"change", "up", "down", "higher", "lower", "than", "compare", "previous", "between"})
    | {"share_of", "percent", "above", "below", "span_to", "confirm", "course", "share"},
    Make.DIFFERENCE: frozenset(
        {"minus", "exceed", "change", "higher", "lower", "than", "compare", "between", "percent", "up"}
    )
    | {"down", "above", "below", "confirm"},
    Make.SHARE: frozenset({"net", "share", "share_of", "whole", "percent"}),
    Make.SERIES: _SERIES | {"compare", "previous"},
    Make.CUMULATED: _SERIES | {"cumulated"},
    Make.AVERAGE: _SERIES | {"average"},
    Make.EXTREME: _SERIES | {"highest", "lowest", "top", "when"},
    Make.RANK: frozenset({"rank", "first", "highest", "lowest", "top"}),
    Make.RANK_CHANGE: frozenset({"highest", "lowest", "top", "change", "up", "down", "compare", "previous"}),
    Make.BEYOND: _SERIES | {"above", "below", "any", "confirm", "when"},
    Make.MEMBERS_BEYOND: frozenset({"above", "below"}),
    Make.PROPORTION: frozenset(),
    Make.REPORT: frozenset(),
    Make.DEFINITION: frozenset(),
}
"""The words that each way of making figures uses. Any other must not be passed over."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A subject where the question names it."""

    subject: Subject
    at: tuple[int, int]
    in_brackets: bool
    is_excluded: bool = False
    is_included: bool = False
    """Only said to be part of another."""


class Composer:
    """Puts one question together."""

    def __init__(self, scan: Scan, measures: Measures) -> None:
        self._scan, self._measures = scan, measures

    def asked(self) -> Asked | Lacking | Refused | None:
        """What is asked. None: it is no question for figures of members."""
        scan = self._scan
        never = self._never()
        if never is not None:
            return never
        if scan.says("behind") or any(self._is_of_rows(item) for item in scan.items):
            return None
        told = self._definition() or self._named_figure()
        if told is not None:
            return told
        unknown = [s for item in scan.items for s in item.senses if isinstance(s, Code) and not s.is_known]
        if unknown:
            return Refused("no_such_member", unknown[0].said)
        named = self._subjects()
        if isinstance(named, Lacking):
            return named
        if scan.says("converted"):
            return Refused("no_conversion")
        subjects = self._without_excluded(named)
        if isinstance(subjects, Refused):
            return subjects
        if subjects and not scan.periods and self._asks_which(subjects):
            return None
        if (
            subjects
            and subjects[0].is_code
            and not any(item.of(SideSense) for item in scan.items)
            and scan.says("posted")
            and not scan.says("amount", "spend", "total", *_SERIES, "compare")
        ):
            return None
        if not subjects:
            rows = any(i.of(Quoted) or i.of(Value) or i.of(PartySense) or i.of(VerbSense) for i in scan.items)
            if scan.relative and not rows:
                return Lacking("subject")
            return Lacking("subject") if self._is_about_figures() and not rows else None
        if scan.says("count") and not any(item.is_word("amount") for item in scan.items if item.is_word("count")):
            return Refused("not_counted", scan.words("count")[0].text)
        times = self._times(named)
        if isinstance(times, Lacking | Refused):
            return times
        if any(s.is_level for i in scan.items for s in i.senses if isinstance(s, SideSense)) and subjects[0].is_flow:
            return Refused("not_read", subjects[0].title)
        asked = self._made(subjects, times)
        if isinstance(asked, Asked):
            asked = self._by_verb(asked)
        if isinstance(asked, Asked) and len(asked.subjects) > _SUBJECTS.get(asked.make, 1):
            return Refused("not_read", asked.subjects[1].title)
        if isinstance(asked, Asked) and not _uses_side(asked):
            return Refused("not_read", asked.subjects[0].title)
        if isinstance(asked, Asked):
            left = self._left_over(asked)
            if left is not None:
                return Refused("not_read", left)
            asked = self._in_unit(asked)
        return asked

    def _never(self) -> Refused | None:
        """What can be said before anything is read: a topic that is not held, a day that no calendar has."""
        for item in self._scan.items:
            for sense in item.senses:
                if isinstance(sense, TopicSense):
                    return Refused("not_held", item.text)
        first = next((i for i in self._scan.items if not i.is_word("light") or i.is_word("order")), None)
        if first is not None and first.is_word("order") and first.span[0] <= 1 and not first.of(EntitySense):
            return Refused("no_orders", first.text)
        if self._scan.impossible:
            return Refused("no_such_day", self._scan.impossible[0])
        return None

    def _without_excluded(self, named: list[_Named]) -> tuple[Subject, ...] | Refused:
        """The subjects, each without the members that are said to be left out."""
        subjects = [one.subject for one in named if not one.is_excluded]
        excluded = [one.subject for one in named if one.is_excluded]
        self._excludes = bool(excluded)
        for other in excluded:
            for at, one in enumerate(subjects):
                if other.codes < one.codes:
                    left = one.codes - other.codes
                    title = self._scan.question[slice(*self._place(named, one, other))]
                    subjects[at] = replace(one, codes=left, title=title)
                elif other.codes & one.codes or other.is_flow == one.is_flow:
                    return Refused("not_read", other.title)
        return tuple(subjects)

    def _place(self, named: list[_Named], one: Subject, other: Subject) -> tuple[int, int]:
        """From the first word of a subject to the last of what is left out of it."""
        spans = [n.at for n in named if n.subject in (one, other)]
        tokens = self._scan.tokens
        return tokens[min(s[0] for s in spans)].start, tokens[max(s[1] for s in spans) - 1].end

    def _settled(self, subject: Subject) -> Subject:
        """The members through which what is owed is paid."""
        sets = [s.name for s in self._measures.sets.values() if s.codes == subject.codes]
        for name in sets:
            entity = self._measures.descriptor.entity(name)
            if entity is not None and entity.settled:
                return replace(subject, codes=frozenset(entity.settled))
        return subject

    def _definition(self) -> Asked | None:
        """`What is equity?`: one thing, and nothing asked of it."""
        scan = self._scan
        if not scan.says("define") or scan.periods:
            return None
        rest = [item for item in scan.items if not item.is_word("define")]
        if len(rest) != 1 or len(scan.words("define")) != 1:
            return None
        for sense in rest[0].senses:
            if isinstance(sense, SetSense | MetricSense | EntitySense):
                return Asked((), make=Make.DEFINITION, name=sense.name)
        return None

    def _named_figure(self) -> Asked | Lacking | Refused | None:
        """A metric or a report, at one time or at two."""
        scan = self._scan
        for item in scan.items:
            for sense in item.senses:
                if not isinstance(sense, MetricSense | ReportSense):
                    continue
                if not scan.periods:
                    return Lacking("time")
                times = self._times([])
                if isinstance(times, Lacking | Refused):
                    return times
                if len(times) > 2:
                    return Refused("not_read", times[2].said)
                allowed = _ALWAYS | {
                    "compare",
                    "previous",
                    "percent",
                    "change",
                    "up",
                    "down",
                    "higher",
                    "lower",
                    "than",
                }
                left = next(
                    (i.text for i in scan.items if i is not item and not self._explains(i, sense, allowed)), None
                )
                if left is not None:
                    return Refused("not_read", left)
                if isinstance(sense, ReportSense):
                    return Asked((), times, Make.REPORT, name=sense.name)
                several = [s.name for s in item.senses if isinstance(s, MetricSense)]
                if len(several) > 1:
                    return Lacking("which_member", item.text, self._metric_titles(several))
                metric = next(m for m in self._measures.descriptor.metrics if m.name == sense.name)
                parts = tuple(self._of_set(name) for name in metric.of)
                whole = tuple(self._of_set(name) for name in metric.to)
                times = tuple(map(_since_new_year, times))
                return Asked(parts, times, Make.PROPORTION, name=item.text, others=whole)
        return None

    def _metric_titles(self, names: Sequence[str]) -> tuple[str, ...]:
        metrics = [m for m in self._measures.descriptor.metrics if m.name in names]
        return tuple(next(iter(m.labels.of(self._scan.language)), m.name) for m in metrics)

    def _explains(self, item: Item, named: MetricSense | ReportSense, allowed: frozenset[str]) -> bool:
        """Whether an item only says what a metric is made of, or is of a word that may be passed over."""
        if item.is_word(*allowed) or (
            item.in_brackets and item.is_word("minus", "share", "share_of", "compare", "whole", "code", "percent")
        ):
            return True
        metric = next((m for m in self._measures.descriptor.metrics if m.name == named.name), None)
        subject = self._subject(item)
        if metric is None or not isinstance(subject, Subject):
            return False
        codes = frozenset(code for name in (*metric.of, *metric.to) for code in self._measures.sets[name].codes)
        at = next(i for i, other in enumerate(self._scan.items) if other is item)
        if item.in_brackets:
            return bool(subject.codes & codes)
        return subject.codes <= codes and self._is_included(at)

    def _of_set(self, name: str) -> Subject:
        known = self._measures.sets[name]
        entity = self._measures.descriptor.entity(name)
        title = next(iter(entity.labels.of(self._scan.language)), name) if entity else name
        return Subject(title, known.codes, known.sign, known.is_flow)

    def _left_over(self, asked: Asked) -> str | None:
        """A word that what is asked does not use."""
        for before, item in pairwise(self._scan.items):
            known = item.is_word(
                "grain", "code", "unit", "by_grain", "light", "amount", "edge"
            ) or self._is_member_word(item)
            if before.is_word("each") and not before.is_word("light") and not known:
                return item.text
        known = _ALWAYS | _MADE[asked.make]
        for item in self._scan.items:
            words = [s.klass for s in item.senses if isinstance(s, Word)]
            if words == ["between"] and len(self._scan.apart) > len(self._scan.periods):
                continue
            if words == ["when"] and self._scan.says("opening", "ending"):
                continue  # `when 2023 began`
            if words == ["without"] and not self._excludes:
                return item.text
            measured = any(i.of(Amount) or i.of(Age) for i in self._scan.items)
            idle: frozenset[str] = frozenset() if measured else frozenset({"above", "below", "older"})
            if len(words) == len(item.senses) and not any(klass in known or klass in idle for klass in words):
                return item.text
            if any(isinstance(s, Quoted | Value) for s in item.senses) and len(item.senses) == 1:
                return item.text
        return None

    def _by_verb(self, asked: Asked) -> Asked | Refused:
        """What is done with parties, said of members: a debt that is paid goes down, what is owed is its level."""
        verbs = [s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)]
        for verb in self._measures.descriptor.party_verbs:
            if verb.name not in verbs:
                continue
            [first, *_] = asked.subjects
            said = {side for i in self._scan.items for s in i.senses if isinstance(s, SideSense) for side in s.sides}
            if verb.reduces and not first.is_flow and "closing" in said:
                return Refused("not_read", first.title)
            if verb.reduces and not first.is_flow and asked.is_question and asked.make is Make.VALUE:
                return replace(asked, amount=Decimal(0), comparison="=")
            if verb.reduces and not first.is_flow:
                if asked.make is not Make.VALUE or asked.side not in (Side.NET, Side.CLOSING):
                    return Refused("not_read", first.title)
                against = frozenset(code for of in verb.by_kind.values() for code in self._measures.sets[of.of].codes)
                paid = self._settled(first)
                if len(paid.codes) > 1:
                    return Refused("not_read", first.title)
                side = Side.RISE if first.sign < 0 else Side.FALL
                asked = replace(asked, subjects=(paid, *asked.subjects[1:]), side=side, against=against)
            elif not (verb.reduces or (verb.is_open and not first.is_flow)):
                return Refused("not_read", first.title)
        return asked

    def _asks_which(self, subjects: Sequence[Subject]) -> bool:
        """`Which bank accounts do we have?` asks for the members themselves."""
        figures = self._scan.says("amount", "highest", "lowest", "total", "change", "up", "down", "average", "spend")
        sides = any(item.of(SideSense) or item.of(VerbSense) for item in self._scan.items)
        return self._scan.says("list", "called") and not figures and not sides and len(subjects) == 1

    def _is_of_rows(self, item: Item) -> bool:
        """Whether an item speaks of parties or of rows of another table."""
        entities = [s.name for s in item.senses if isinstance(s, EntitySense)]
        known = (self._measures.levels.members, *self._units(), *self._parties_of_a_level())
        if item.of(PartySense) and (item.of(SetSense) or item.of(MemberSense)):
            others = [i for i in self._scan.items if i is not item and not i.of(PartySense) and self._names_members(i)]
            verbs = any(i.of(VerbSense) for i in self._scan.items)
            return not self._scan.says("spend") and (verbs or not others)
        return bool(item.of(PartySense)) or any(name not in known for name in entities)

    def _names_members(self, item: Item) -> bool:
        return bool(item.of(SetSense) or item.of(MemberSense) or item.of(Code))

    def _units(self) -> tuple[str, ...]:
        kinds = (e.name for e in self._measures.descriptor.entities if e.semantic_type is SemanticType.UNIT)
        return tuple(kinds)

    def _parties_of_a_level(self) -> tuple[str, ...]:
        """Kinds of party beside a level of what they owe or are owed: `owed to suppliers (payment terms)`."""
        moving = self._measures.movements
        levels = [s.name for i in self._scan.items for s in i.senses if isinstance(s, SetSense)]
        if moving is None or not self._scan.periods or not any(not self._measures.sets[n].is_flow for n in levels):
            return ()
        kinds = (e for e in self._measures.descriptor.entities if e.parent_entity == moving.parties)
        return tuple(e.name for e in kinds if any(i.field == moving.party_kind for i in e.invariants))

    def _is_about_figures(self) -> bool:
        return (
            any(item.of(SideSense) for item in self._scan.items)
            or bool(self._scan.says("vague", "compare", "previous", "course", "spend"))
            or bool((self._scan.periods or self._scan.relative) and self._scan.says("amount", "change", "total"))
        )

    def flows(self) -> tuple[Subject, ...]:
        """What came and went that the question names, whatever else it asks."""
        named = self._subjects()
        if isinstance(named, Lacking):
            return ()
        return tuple(one.subject for one in named if one.subject.is_flow and not one.is_excluded)

    # subjects

    def _subjects(self) -> list[_Named] | Lacking:
        found: list[_Named] = []
        for at, item in enumerate(self._scan.items):
            subject = self._subject(item)
            if isinstance(subject, Lacking):
                codes = frozenset(c for s in item.senses if isinstance(s, MemberSense) for c in s.codes)
                flows = bool(codes) and all(self._measures.members[c].is_flow for c in codes)
                unsure = Subject(item.text, codes, 1, flows, is_open=True)
                found.append(_Named(unsure, item.span, item.in_brackets, self._follows(at, "without")))
                self._open = subject
                continue
            if subject is not None:
                without = self._follows(at, "without")
                found.append(_Named(subject, item.span, item.in_brackets, without, self._is_included(at)))
        found = [one for one in found if not self._is_net_of(one, found)]
        whole = [one for one in found if not one.is_included]
        found = [
            one for one in found if not one.is_included or not any(one.subject.codes <= o.subject.codes for o in whole)
        ]
        merged = self._merged(found)
        if any(not one.subject.codes or one.subject.is_open for one in merged):
            return self._open
        return merged

    _open = Lacking("subject")
    _excludes = False
    _more: tuple[Side, ...] = ()

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
        if sets and len(whole) > 1 and at and self._is_member_word(self._scan.items[at - 1]):
            options = tuple(f"{members[code].name} ({code})" for code in sorted(whole))
            return Lacking("which_member", item.text, options)
        if sets:
            known = self._measures.sets[sets[0].name]
            if not known.codes:
                return Lacking("no_members", item.text)
            return Subject(item.text, known.codes, known.sign, known.is_flow)
        if not named:
            return None
        whole = [s for s in named if s.is_whole] or named
        found = dict.fromkeys(code for s in whole for code in s.codes)
        if len(found) > 1 and not self._alike(found):
            options = tuple(f"{members[code].name} ({code})" for code in found)
            return Lacking("which_member", item.text, options)
        return self._of_codes(item.text, frozenset(found))

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
                if codes and not set(codes) <= own and not own <= set(codes):
                    return not self._scan.says("share", "share_of", "compare", "exceed", "change", "and")
        return False

    def _alike(self, codes: Sequence[str] | dict[str, None]) -> bool:
        return False

    def _of_codes(self, title: str, codes: frozenset[str], *, is_code: bool = False) -> Subject:
        members = [self._measures.members[code] for code in codes]
        same = next((s for s in self._measures.sets.values() if s.codes == codes), None)
        if same is not None and len(codes) > 1:
            return Subject(title, codes, same.sign, same.is_flow, is_code)
        signs = {member.sign for member in members}
        sign = signs.pop() if len(signs) == 1 else 1
        return Subject(title, codes, sign, all(m.is_flow for m in members), is_code)

    def _merged(self, found: list[_Named]) -> list[_Named]:
        """One subject per thing: a set and its number beside it, a set and the parts it is explained by."""
        found = self._explained_by_brackets(found)
        kept: list[_Named] = []
        for one in found:
            same = next((i for i in reversed(range(len(kept))) if self._is_same(kept[i], one)), None)
            if same is None:
                kept.append(one)
            else:
                kept[same] = self._narrower(kept[same], one)
        sure = frozenset(code for one in kept if not one.subject.is_open for code in one.subject.codes)
        kept = [one for one in kept if not (one.subject.is_open and self._is_settled(one, kept, sure))]
        return self._without_parts(kept)

    def _is_settled(self, one: _Named, others: list[_Named], sure: frozenset[str]) -> bool:
        """Whether it is said elsewhere which of several is meant: all of them, or one by its number right behind."""
        if one.subject.codes and one.subject.codes <= sure:
            return True
        behind = [o for o in others if o.subject.is_code and o.in_brackets and o.at[0] >= one.at[1]]
        return any(
            o.subject.codes <= one.subject.codes
            and all(i.is_word("code", "light") or self._is_member_word(i) for i in self._between(one.at[1], o.at[0]))
            for o in behind
        )

    def _explained_by_brackets(self, found: list[_Named]) -> list[_Named]:
        """`cash discounts granted (account 3800)`: the number says which of the words before it is meant; `EBIT (the
        operating result before …)`: what stands in brackets behind the same thing only explains it."""
        plain = [one for one in found if not one.in_brackets]
        inside = [one for one in found if one.in_brackets]
        if plain and inside and inside[0].subject.codes == plain[-1].subject.codes and not inside[0].subject.is_code:
            found = plain
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
                gone = [o for o in before if o not in near]
                found = [o for o in found if o not in gone]
        return found

    def _is_same(self, one: _Named, other: _Named) -> bool:
        if one.subject.codes == other.subject.codes and one.is_excluded == other.is_excluded:
            return True
        mine, theirs = one.subject.codes, other.subject.codes
        nested = bool(mine) and bool(theirs) and (mine <= theirs or theirs <= mine)
        if not mine or not theirs:
            nested = other.subject.is_code or one.subject.is_code or not mine
        if mine != theirs and nested and self._is_result(mine | theirs):
            nested = False  # a profit of something is not the something
        between = self._between(one.at[1], other.at[0])
        between = [item for item in between if not self._is_of(item, mine | theirs)]
        direct = all(item.is_word("code", "light") or self._is_member_word(item) for item in between)
        loose = all(
            item.is_word(*_EDGES) or self._is_member_word(item) or item.of(VerbSense) for item in between
        ) and not self._scan.says("share", "share_of")
        return nested and (direct if other.in_brackets or other.subject.is_code else loose) and not one.is_excluded

    def _is_result(self, codes: frozenset[str]) -> bool:
        """Whether what came in and what went out are both among these members."""
        levels = self._measures.levels
        flows = [m for code in codes if (m := self._measures.members[code]).is_flow]
        return len({levels.kinds.get(member.kind) for member in flows}) > 1

    def _is_of(self, item: Item, codes: frozenset[str]) -> bool:
        """Whether an item names members among these."""
        subject = self._subject(item)
        return isinstance(subject, Subject) and bool(subject.codes) and subject.codes <= codes

    def _is_member_word(self, item: Item) -> bool:
        return any(isinstance(s, EntitySense) and s.name == self._measures.levels.members for s in item.senses)

    def _between(self, start: int, end: int) -> list[Item]:
        return [item for item in self._scan.items if start <= item.span[0] and item.span[1] <= end]

    def _narrower(self, one: _Named, other: _Named) -> _Named:
        if not one.subject.codes or one.subject.is_open:
            return other
        if other.subject.is_open:
            return one
        if not other.subject.codes or len(other.subject.codes) >= len(one.subject.codes):
            return one
        title = one.subject.title if other.subject.is_code and other.in_brackets else other.subject.title
        return replace(other, subject=replace(other.subject, title=title))

    def _without_parts(self, kept: list[_Named]) -> list[_Named]:
        """`Personal, also Löhne, Sozialversicherungen und Übriges`: the parts only say what the whole is."""
        for one in kept:
            others = [o for o in kept if o is not one and o.at[0] > one.at[0]]
            union = frozenset(code for o in others for code in o.subject.codes)
            if len(others) > 1 and union == one.subject.codes:
                return [one]
        return kept

    def _is_net_of(self, one: _Named, found: list[_Named]) -> bool:
        """`after reductions`, `net of tax`: a figure that holds it all, or nothing of it, is after it."""
        at = next(i for i, item in enumerate(self._scan.items) if item.span == one.at)
        others = [o.subject.codes for o in found if o.at != one.at]
        apart = all(one.subject.codes <= codes or not one.subject.codes & codes for codes in others)
        return self._follows(at, "after") and bool(others) and apart

    def _is_included(self, at: int) -> bool:
        items = self._scan.items
        after = items[at + 1] if at + 1 < len(items) else None
        return self._follows(at, "including") or (after is not None and after.is_word("including"))

    def _follows(self, at: int, klass: str) -> bool:
        """Whether a word of a class stands before an item, with nothing but light words between."""
        for item in reversed(self._scan.items[:at]):
            if item.is_word(klass):
                return True
            over = klass == "after" and bool(item.of(SetSense) or item.of(MemberSense))
            if not item.is_word("light") and not over:
                return False
        return False

    # times

    def _times(self, named: list[_Named]) -> tuple[Period, ...] | Lacking | Refused:
        times = list(self._scan.periods)
        for one in named:
            if one.is_excluded and len(times) > 1:
                places = zip(self._scan.periods, self._scan.period_places, strict=True)
                apart = {t: min(abs(place[0] - one.at[1]), abs(one.at[0] - place[1])) for t, place in places}
                nearest = min(apart, key=lambda t: apart[t])
                if apart[nearest] <= _NEAR:
                    times.remove(nearest)
        if len(times) == 1 and self._scan.says("change", "up", "down", "higher", "lower", "compare"):
            times = list(self._scan.apart) if len(self._scan.apart) == 2 else _ends(times[0])
        if self._scan.says("previous") and len(times) == 1:
            times.insert(0, year_before(times[0]))
        flows = any(one.subject.is_flow for one in named)
        levels = any("closing" in s.sides for i in self._scan.items for s in i.senses if isinstance(s, SideSense))
        times = [_since_new_year(time, is_level=levels) if flows else time for time in times]
        for at, time in enumerate(times):
            if time.bound is Bound.SINCE:
                last = self._measures.years[1]
                if not (time.is_year and self._scan.says("by_grain") and last >= time.start.year):
                    return Refused("not_read", time.said)
                times[at] = replace(time, end=time.end.replace(year=last), bound=Bound.WITHIN)
                continue
            if time.bound is Bound.UNTIL and flows:
                times[at] = replace(time, start=time.end.replace(month=1, day=1), bound=Bound.WITHIN)
        if self._scan.relative:
            return Lacking("time")
        if not times:
            if self._scan.says("by_grain") and any(i.detail("by_grain") == "year" for i in self._scan.items):
                return ()
            return Lacking("time" if flows else "date")
        return tuple({(time.start, time.end, time.is_point): time for time in reversed(times)}.values())[::-1]

    # what is made of it

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
        several = scan.says("total", "and", "including") and len(subjects) > 1
        asked = replace(asked, more_sides=self._more, wants_total=several, per_member=self._per_member())
        if len(subjects) > 1 and not self._are_joined(subjects):
            return Refused("not_read", subjects[1].title)
        if scan.says("minus"):
            return self._less(asked)
        flowing = scan.says("passive") and not first.is_flow and asked.side is Side.NET
        if flowing and not times[0].is_point and not any(i.of(VerbSense) for i in scan.items):
            return Lacking("which_side", first.title)
        moved = self._moved(asked)
        if isinstance(moved, Lacking):
            return moved
        asked = moved
        if self._moves_on_no_member():
            return Lacking("subject")
        if scan.says("not") and not asked.is_question:
            return Refused("not_read", scan.words("not")[0].text)
        grain = self._grain()
        ranking = self._ranking()
        if ranking is not None and any(a.is_word("total") and b.is_word("and") for a, b in pairwise(scan.items)):
            return Refused("several_questions", scan.words("total")[0].text)
        if scan.says("rank") and ranking is None:
            ranking = True, max(1, len(subjects))
        if ranking is not None and len(subjects) > 1 and all(s.is_flow == first.is_flow for s in subjects):
            kept = [s for s in subjects if not any(o is not s and o.codes < s.codes for o in subjects)]
            if len(kept) > 1 and all(s.is_code or s.is_single for s in kept) and scan.says("rank"):
                codes = frozenset(code for s in kept for code in s.codes)
                first = Subject(", ".join(s.title for s in kept), codes, kept[0].sign, kept[0].is_flow)
                asked = replace(asked, subjects=(first,), wants_total=False)
                ranking = ranking[0], len(kept)
        amount = self._amount(ranking)
        percent = (
            scan.says("percent") and len(subjects) == 2 and not scan.says("change", "up", "down", "higher", "lower")
        )
        if percent:
            return replace(asked, make=Make.SHARE, subjects=self._part_and_whole(subjects))
        is_change = len(subjects) == 1 and scan.says("up", "down", "change", "higher", "lower")
        if scan.says("share", "share_of") and not is_change:
            if len(subjects) != 2:
                return Lacking("whole", first.title)
            return replace(asked, make=Make.SHARE, subjects=self._part_and_whole(subjects))
        if scan.says("cumulated"):
            if not first.is_flow:
                return Refused("levels_not_added", first.title)
            return replace(asked, make=Make.CUMULATED, grain=grain or "month")
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
        if ranking is not None:
            is_max, limit = ranking
            asked = replace(asked, is_max=is_max, limit=limit)
            if scan.says("in_which") or grain:
                return replace(asked, make=Make.EXTREME, grain=grain or "month")
            if len(first.codes) > 1 and scan.says("change", "up", "down") and len(times) <= 2:
                both = (year_before(list(times)[-1]), *times)[-2:]
                down = scan.says("down") and not scan.says("up")
                return replace(asked, make=Make.RANK_CHANGE, times=both, is_max=not down)
            if len(first.codes) > 1:
                return replace(asked, make=Make.RANK)
            if not first.is_flow:
                return replace(asked, make=Make.EXTREME, grain="month")
            return Lacking("grain", first.title)
        if scan.says("average"):
            if first.is_flow and grain is None:
                return Lacking("grain", first.title)
            if not first.is_flow and grain not in (None, "month"):
                return Refused("not_read", scan.words("average")[0].text)
            return replace(asked, make=Make.AVERAGE, grain=grain or "month")
        return self._compared(asked, grain, amount)

    def _moved(self, asked: Asked) -> Asked | Lacking:
        """What is spent on something that stays is what was added to it. What else happened to a level in a stretch of
        time is not its level at the end: on which side it is, only the person knows."""
        first, scan = asked.subjects[0], self._scan
        is_level = not first.is_flow and asked.side is Side.NET
        if not is_level or asked.times[0].is_point or any(i.of(VerbSense) for i in scan.items):
            return asked
        if scan.says("spend", "acquired") and first.sign > 0 and len(asked.times) == 1:
            return replace(asked, side=Side.RISE)
        if scan.says("spend", "acquired", "posted", "happened"):
            return Lacking("which_side", first.title)
        return asked

    def _compared(self, asked: Asked, grain: str | None, amount: Decimal | None) -> Asked | Lacking | Refused:
        scan, (first, *others) = self._scan, asked.subjects
        compared = scan.says("exceed", "compare", "change", "higher", "lower", "up", "down")
        together = scan.says("and") and not scan.says("exceed", "change", "higher", "lower")
        if len(others) == 1 and compared and not together:
            low = scan.says("lower", "down") and not scan.says("higher", "up", "exceed")
            return replace(asked, make=Make.DIFFERENCE, comparison="<" if low else ">")
        if len(asked.times) == 2 and (grain is None or scan.says("compare", "change", "higher", "lower", "up", "down")):
            down = scan.says("lower", "down", "below") and not scan.says("higher", "up", "above")
            said = scan.says("higher", "lower", "up", "down", "above", "below")
            both = scan.says("up") and scan.says("down")
            return replace(asked, make=Make.CHANGE, comparison="?" if both else ("<" if down else ">") if said else "")
        if len(asked.times) > 2:
            return replace(asked, make=Make.SERIES, grain=None)
        if grain is not None or scan.says("course"):
            return replace(asked, make=Make.SERIES, grain=grain or "month")
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
        if scan.says("negative", "positive"):
            return replace(asked, is_question=not scan.says("why"), expected_sign=-1 if scan.says("negative") else 1)
        if asked.is_question and not scan.says("confirm") and not any(i.of(VerbSense) for i in scan.items):
            asked = replace(asked, asks_whether=not any(i.is_word("amount") for i in scan.items))
        opposite = [self._is_opposite(item) for item in scan.items]
        if any(opposite) and not any(self._is_plain(item) for item in scan.items):
            plain = replace(asked.subjects[0], title=self._plain_title(asked.subjects[0]))
            return replace(asked, expected_sign=-1, subjects=(plain, *asked.subjects[1:]))
        return asked

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

    def _less(self, asked: Asked) -> Asked | Refused:
        """`1520 abzüglich 1529`, `income less costs`: of levels what is left of both, of flows their difference."""
        said = self._scan.words("minus")[0]
        if len(asked.subjects) != 2:
            return Refused("not_read", said.text)
        one, other = asked.subjects
        if one.is_flow and other.is_flow:
            return replace(asked, make=Make.DIFFERENCE)
        if one.is_flow or other.is_flow or one.sign != other.sign or one.codes & other.codes:
            return Refused("not_read", said.text)
        title = f"{one.title} {said.text} {other.title}"
        both = replace(one, codes=one.codes | other.codes, title=title, is_code=False)
        return replace(asked, subjects=(both,))

    def _are_joined(self, subjects: Sequence[Subject]) -> bool:
        """Whether several subjects are said to be several: by `and`, by a comma, or because they are compared."""
        if self._scan.says(*_COMPARING, "including", "percent", "share", "share_of", "or", "minus"):
            return True
        places = sorted(item.span for item in self._scan.items if item.text in {s.title for s in subjects})
        tokens = self._scan.tokens
        joints = (",", "&", "/", "+")
        for (_, end), (start, _) in pairwise(places):
            said = any(i.is_word("and") for i in self._between(end, start))
            if not said and not any(token.text in joints for token in tokens[end:start]):
                return False
        return True

    def _moves_on_no_member(self) -> bool:
        """`the turnover on the account`, and no account is named."""
        items = self._scan.items
        sides = [item for item in items if item.of(SetSense) and item.of(SideSense)]
        return bool(sides) and not any(i.of(Code) for i in items) and any(self._is_member_word(i) for i in items)

    def _part_and_whole(self, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
        """The part first: what is within the other; else what the words say it is a share of comes last."""
        one, other = subjects
        if one.codes < other.codes or other.codes < one.codes:
            return (one, other) if one.codes < other.codes else (other, one)
        items = self._scan.items
        places = [
            next(i for i, item in enumerate(items) if item.text == s.title or s.title in item.text) for s in subjects
        ]
        marked = [self._follows(at, "whole") for at in places]
        if marked == [False, True]:
            return one, other
        if marked == [True, False] or any(item.is_word("share_of") for item in items[: places[0]]):
            return other, one
        return one, other

    def _side(self, first: Subject, times: Sequence[Period]) -> Side:
        senses = [
            s
            for item in self._scan.items
            for s in item.senses
            if isinstance(s, SideSense) and (not item.of(SetSense) or self._others_named(item))
        ]
        said = {side for s in senses if len(s.sides) == 1 for side in s.sides}
        if {"rise", "fall"} <= said or (any(len(s.sides) > 1 for s in senses) and not said & {"rise", "fall"}):
            return Side.BOTH
        if "closing" in said and said & {"rise", "fall", "opening"}:
            self._more = (Side.CLOSING,)
        for side in (Side.RISE, Side.FALL, Side.OPENING):
            if side.value in said:
                return side
        if self._scan.says("opening") and not first.is_flow:
            self._more = (Side.CLOSING,) if self._scan.says("ending") else ()
            return Side.OPENING
        if "closing" in said:
            return Side.CLOSING
        if times and times[0].is_start and not first.is_flow:
            return Side.OPENING
        return Side.NET

    def _is_question(self) -> bool:
        scan = self._scan
        first = scan.items[0] if scan.items else None
        return scan.says("confirm") or (first is not None and first.span[0] == 0 and first.is_word("asks"))

    def _per_member(self) -> bool:
        items = self._scan.items
        pairs = list(pairwise(items))
        named = any(a.of(SetSense) and self._is_member_word(b) for a, b in pairs)
        if self._scan.says("list") and named and self._scan.periods and not self._scan.says("highest", "lowest", "top"):
            return True
        return any(a.is_word("each") and (b.is_word("code") or self._is_member_word(b)) for a, b in pairs)

    def _grain(self) -> str | None:
        for klass in ("by_grain", "in_which"):
            for item in self._scan.words(klass):
                return item.detail(klass)
        items = self._scan.items
        for before, item in zip((None, *items), items, strict=False):
            grain = item.detail("grain")
            if grain is None:
                continue
            is_front = any(isinstance(s, SetSense | MemberSense | SideSense) for s in item.senses)
            following = next((i for i in items if i.span[0] == item.span[1]), None)
            is_front = is_front or (following is not None and bool(following.of(SideSense)))
            if (before is not None and before.is_word("each", "any", "highest", "lowest")) or is_front:
                return grain
        return None

    def _ranking(self) -> tuple[bool, int] | None:
        scan = self._scan
        if not scan.says("highest", "lowest", "top"):
            return None
        is_max = not scan.says("lowest")
        items = scan.items
        for a, b in pairwise(items):
            for one, other in ((a, b), (b, a)):
                numbers = [s.value for s in one.senses if isinstance(s, Amount)]
                if numbers and other.is_word("highest", "lowest", "top"):
                    return is_max, int(numbers[0])
        return is_max, 1

    def _amount(self, ranking: tuple[bool, int] | None) -> Decimal | None:
        found = [s.value for item in self._scan.items for s in item.senses if isinstance(s, Amount)]
        if ranking is not None and ranking[1] != 1:
            found = [value for value in found if value != ranking[1]]
        return found[0] if len(found) == 1 else None

    def _in_unit(self, asked: Asked) -> Asked | Refused:
        """Only members of the currency that is named; none of it, no answer."""
        units = {item.detail("unit") for item in self._scan.words("unit")}
        if len(units) != 1 or asked.per_member:
            return asked
        unit = units.pop()
        subjects: list[Subject] = []
        for subject in asked.subjects:
            codes = frozenset(c for c in subject.codes if self._measures.members[c].unit == unit)
            if not codes:
                return Refused("no_conversion", unit or "")
            subjects.append(replace(subject, codes=codes))
        return replace(asked, subjects=tuple(subjects))


def _uses_side(asked: Asked) -> bool:
    """Whether the side that is named goes into what is made: else it would be passed over."""
    if asked.side in (Side.NET, Side.CLOSING) or asked.make is Make.VALUE:
        return True
    return asked.make is Make.CHANGE and asked.side in (Side.RISE, Side.FALL)


def _since_new_year(period: Period, *, is_level: bool = False) -> Period:
    """What came and went `per 31.12.2025` is what did since the year began."""
    is_end = (period.end + timedelta(days=1)).day == 1
    if not (period.is_point and (is_level or period.start == period.end) and is_end):
        return period
    return replace(period, start=period.end.replace(month=1, day=1), is_point=False)


def _ends(period: Period) -> list[Period]:
    """`from 2023 to 2025`, where a change is asked: its first and its last year."""
    first, last = period.start, period.end
    if first.year == last.year or (first.month, first.day, last.month, last.day) != (1, 1, 12, 31):
        return [period]
    return [replace(period, end=first.replace(month=12, day=31)), replace(period, start=last.replace(month=1, day=1))]
