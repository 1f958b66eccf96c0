"""From what the words stand for to what is asked. What does not fit together is not guessed."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from arch_team.measuring.asked import Asked, Lacking, Make, Refused, Side, Subject
from arch_team.measuring.by_levels import called_after
from arch_team.measuring.left_over import LeftOver
from arch_team.measuring.payments import is_for, is_within, payments, written_as
from arch_team.measuring.row_asked import RowsAsked
from arch_team.measuring.scan import Code, Item, Quoted
from arch_team.measuring.used_words import SERIES
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    PartySense,
    SetSense,
    SideSense,
    TopicSense,
    Value,
    VerbSense,
    language_words,
)
from arch_team.ontologies.roles import PartyVerb
from arch_team.text.folding import folded
from arch_team.text.periods import Bound

_SUBJECTS = {Make.VALUE: 20, Make.SERIES: 6, Make.DIFFERENCE: 2, Make.SHARE: 2, Make.PROPORTION: 20}
"""How many subjects go into what is made; of one, where nothing is said."""


class Composer(LeftOver):
    """Puts one question together."""

    def asked(self) -> Asked | RowsAsked | Lacking | Refused | None:
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
        if len(named) == 1 and self._is_only_taken_off(named[0]):
            return Lacking("subject")
        if scan.says("converted"):
            return Refused("no_conversion")
        subjects = self._without_excluded(named)
        if isinstance(subjects, Refused):
            return subjects
        subjects = subjects or self._paid_to_owners() or self._all_that_is_spent()
        subjects = self._what_it_costs(subjects)
        on_level = self._on_a_level(subjects)
        level = next((one.title for one in subjects if one.codes == on_level), "")
        subjects = tuple(one for one in subjects if one.codes != on_level) if on_level else subjects
        over_time = scan.says("by_grain")  # `show the fees per year`: of all years
        if subjects and not (scan.periods or over_time) and (self._asks_which(subjects) or self._is_open_now(subjects)):
            return None
        if (
            subjects
            and subjects[0].is_code
            and not any(item.of(SideSense) or item.of(SetSense) for item in scan.items)
            and scan.says("posted")
            and not scan.says("amount", "spend", "total", *SERIES, "compare")
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
        made = self._made(subjects, times)
        asked = self._by_verb(made) if isinstance(made, Asked) else made
        if isinstance(asked, Asked) and (for_it := self._for_a_year(asked)) is not None:
            return for_it
        if on_level and isinstance(asked, Asked):
            plain = asked.make is Make.VALUE and asked.side is Side.NET and len(asked.times) == 1
            if not plain:
                return Refused("not_read", level)
            title = f"{subjects[0].title} ({level})"
            reduced = frozenset(code for each in on_level for code in called_after(each, self._measures))
            asked = replace(
                asked, side=Side.RISE, against=on_level | reduced, subjects=(replace(subjects[0], title=title),)
            )
        if isinstance(asked, Asked) and len(asked.subjects) > _SUBJECTS.get(asked.make, 1):
            return Refused("not_read", asked.subjects[1].title)
        if isinstance(asked, Asked) and not _uses_side(asked):
            return Refused("not_read", asked.subjects[0].title)
        if isinstance(asked, Asked):
            whether = asked.make is Make.VALUE and asked.is_question and all(s.is_flow for s in asked.subjects)
            left = self._left_over(asked, frozenset({"any"} if whether else ()))  # `was there any income`
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

    def _what_it_costs(self, subjects: Sequence[Subject]) -> tuple[Subject, ...]:
        """`interest on the loan`: of a level and what the model says that it costs, the cost."""
        sets, charges = self._measures.sets, self._measures.levels.charges
        apart = self._scan.says("and", "minus", "share", "share_of", "compare", "percent", "taken_off", "added")
        for name, codes in charges.items() if len(subjects) == 2 and not apart else ():
            levels = [one for one in subjects if name in sets and one.codes == sets[name].codes]
            costs = [one for one in subjects if one.codes <= set(codes)]
            if len(levels) == len(costs) == 1:
                return (replace(costs[0], title=f"{costs[0].title} {levels[0].title}"),)
        return tuple(subjects)

    def _on_a_level(self, subjects: Sequence[Subject]) -> frozenset[str]:
        """`depreciation of machines`: the members that something is booked on. Empty: nothing of the kind."""
        sets = self._measures.sets
        held = [sets[name].codes for name in self._measures.levels.on_levels if name in sets]
        levels = [one.codes for one in subjects if not one.is_flow]
        flows = [one for one in subjects if one.codes in held]
        apart = self._scan.says("and", "minus", "share", "share_of", "compare", "percent")
        return levels[0] if len(subjects) == 2 and len(levels) == len(flows) == 1 and not apart else frozenset()

    def _paid_to_owners(self) -> tuple[Subject, ...]:
        """`paid out to shareholders`: through the members that the model says are for them."""
        verbs = {s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)}
        paid = any(verb.reduces and verb.name in verbs for verb in self._measures.descriptor.party_verbs)
        codes = frozenset(self._measures.levels.owners) & frozenset(self._measures.members)
        if not paid or not codes or not self._scan.says("owners"):
            return ()
        [first, *_] = [self._measures.members[code] for code in sorted(codes)]
        return (Subject(first.name, codes, first.sign, first.is_flow, is_gathered=True),)

    def _all_that_is_spent(self) -> tuple[Subject, ...]:
        """`What do we spend most on?`: of all that went out."""
        scan = self._scan
        other = (Quoted, Value, PartySense, VerbSense, EntitySense, SideSense)
        if not (scan.says("spend") and scan.says("highest", "top")) or scan.says(
            "in_which", "by_grain", "single", "who"
        ):
            return ()
        if any(item.of(kind) for item in scan.items for kind in other):
            return ()
        for known in self._measures.sets.values():
            entity = self._measures.descriptor.entity(known.name)
            if known.is_kind and known.is_flow and known.sign > 0 and entity is not None:
                title = next(iter(entity.labels.of(scan.language)), known.name)
                return (Subject(title, known.codes, known.sign, known.is_flow),)
        return ()

    def _settled(self, subject: Subject) -> Subject:
        """The members through which what is owed is paid."""
        sets = [s.name for s in self._measures.sets.values() if s.codes == subject.codes]
        for name in sets:
            entity = self._measures.descriptor.entity(name)
            if entity is not None and entity.settled:
                return replace(subject, codes=frozenset(entity.settled))
        return subject

    def _by_verb(self, asked: Asked) -> Asked | RowsAsked | Refused:
        """What is done with parties, said of members: a debt that is paid goes down, what is owed is its level."""
        verbs = [s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)]
        for verb in self._measures.descriptor.party_verbs:
            if verb.name not in verbs:
                continue
            [first, *_] = asked.subjects
            ours = self._scan.says("by_us") or self._says_we(verb.name)
            if verb.is_open and ours and not first.is_flow and first.sign > 0:
                return Refused("not_read", first.title)  # what one has is not owed
            said = {side for i in self._scan.items for s in i.senses if isinstance(s, SideSense) for side in s.sides}
            owed = not first.is_flow or self._settled(first).codes != first.codes
            if verb.reduces and not first.is_flow and self._must_now():
                return asked  # what we have to pay is what we owe
            if verb.reduces and owed and (paid := self._paid_when(verb, asked)) is not None:
                return paid
            if verb.reduces and not first.is_flow and "closing" in said:
                return Refused("not_read", first.title)
            owned = first.codes <= set(self._measures.levels.owners) and not asked.times[0].is_point
            if verb.reduces and owned and asked.is_question and asked.make is Make.VALUE:
                asked = replace(asked, is_question=False)  # what was paid in a time is told, not what is left to pay
            if verb.reduces and not first.is_flow and asked.is_question and asked.make is Make.VALUE:
                within = any(p.bound is Bound.WITHIN and p.start != p.end for p in self._scan.periods)
                if within and not self._scan.says("edge") and (ours or self._scan.says("self")):
                    return Refused("not_read", first.title)  # whether we paid any of it, not whether it is paid off
                return replace(asked, amount=Decimal(0), comparison="=")
            settled = self._settled(first)
            if verb.reduces and first.is_flow and settled.codes != first.codes:
                first = replace(settled, is_flow=False, sign=-1)  # what is paid of a cost is not its cost
                asked = replace(asked, subjects=(first, *asked.subjects[1:]))
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

    def _says_we(self, verb: str) -> bool:
        """Whether it is we who do it: `we owe`."""
        words = language_words(self._scan.language)
        said = [i.text for i in self._scan.items if any(isinstance(s, VerbSense) and s.name == verb for s in i.senses)]
        each = [folded(word) for text in said for word in text.split()]
        return any(found.klass == "self" for word in each for _, found in words.matches([word], 0))

    def _must_now(self) -> bool:
        now = language_words(self._scan.language).must_now
        return not self._scan.says("when") and any(folded(item.text) in now for item in self._scan.words("must"))

    def _for_a_year(self, asked: Asked) -> RowsAsked | Refused | None:
        """`the dividend for 2023`: what went to the owners of the result of a year is paid later; its text says so."""
        owned = asked.subjects[0].codes <= set(self._measures.levels.owners) and asked.times[0].is_year
        plain = asked.make is Make.VALUE and len(asked.times) == len(asked.subjects) == 1 and not asked.against
        if not (owned and self._scan.periods and is_for(self._scan, 0)) or asked.against:
            return None
        if not plain:
            return Refused("not_read", asked.times[0].said)
        verb = next(verb for verb in self._measures.descriptor.party_verbs if verb.reduces)
        return self._paid_when(verb, asked) or Refused("not_read", asked.times[0].said)

    def _paid_when(self, verb: PartyVerb, asked: Asked) -> RowsAsked | Refused | None:
        """`When was the tax of the third quarter paid?`: the payments themselves. A time that they are for stands in
        their text, and is not when they were made."""
        first = self._settled(asked.subjects[0])
        period = asked.times[0]
        of_a_year = asked.subjects[0].is_flow and period.is_year  # the taxes of a year are paid in another
        untold = of_a_year or (asked.subjects[0].is_gathered and not period.is_year)
        meant = is_for(self._scan, 0) or (
            untold and self._scan.says("when") and not (of_a_year and is_within(self._scan, 0))
        )
        if not meant and not self._scan.says("when"):
            return None
        texts = written_as(self._measures, period) if meant else ()
        if len(asked.subjects) > 1 or len(asked.times) > 1 or (meant and not texts):
            return Refused("not_read", period.said)
        left = self._left_over(replace(asked, make=Make.VALUE), frozenset({"when"}))
        if left is not None:
            return Refused("not_read", left)
        within, since = (None, period.start) if meant else (period, None)
        return payments(
            self._measures,
            verb,
            titles=(first.title,),
            codes=sorted(first.codes),
            texts=texts,
            period=within,
            since=since,
        )

    def _is_open_now(self, subjects: Sequence[Subject]) -> bool:
        """`what is still open with debtors`: the rows that are open, not the level on some day."""
        verbs = {s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)}
        opens = [v for v in self._measures.descriptor.party_verbs if v.is_open and v.name in verbs]
        held = [self._measures.sets.get(figure.also or "") for verb in opens for figure in verb.by_kind.values()]
        return len(subjects) == 1 and any(s is not None and s.codes == subjects[0].codes for s in held)

    def _asks_which(self, subjects: Sequence[Subject]) -> bool:
        """`Which bank accounts do we have?` asks for the members themselves."""
        figures = self._scan.says("amount", "highest", "lowest", "total", "change", "up", "down", "average", "spend")
        sides = any(item.of(SideSense) or item.of(VerbSense) for item in self._scan.items)
        return self._scan.says("list", "called") and not figures and not sides and len(subjects) == 1

    def _is_of_rows(self, item: Item) -> bool:
        """Whether an item speaks of parties or of rows of another table."""
        entities = [s.name for s in item.senses if isinstance(s, EntitySense)]
        if item.of(PartySense) and (item.of(SetSense) or item.of(MemberSense)):
            others = [i for i in self._scan.items if i is not item and not i.of(PartySense) and self._names_members(i)]
            verbs = any(i.of(VerbSense) for i in self._scan.items)
            if not verbs and any(isinstance(s, MemberSense) and s.is_whole for s in item.senses):
                return False  # called so, and a party only has it in its name
            return not self._scan.says("spend") and (verbs or not others)
        return bool(item.of(PartySense)) or any(name not in self._of_levels for name in entities)

    def _is_about_figures(self) -> bool:
        return (
            any(item.of(SideSense) for item in self._scan.items)
            or bool(self._scan.says("vague", "compare", "previous", "course", "spend"))
            or bool((self._scan.periods or self._scan.relative) and self._scan.says("amount", "change", "total"))
        )


def _uses_side(asked: Asked) -> bool:
    """Whether the side that is named goes into what is made: else it would be passed over."""
    if asked.side in (Side.NET, Side.CLOSING) or asked.make is Make.VALUE:
        return True
    return asked.make is Make.CHANGE and asked.side in (Side.RISE, Side.FALL)
