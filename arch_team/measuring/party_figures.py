"""Revenue, invoices and payments by party, from movements."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from arch_team.measuring.asked import Lacking, Refused, Subject
from arch_team.measuring.composing import Composer
from arch_team.measuring.events import event_of
from arch_team.measuring.model import MemberSet
from arch_team.measuring.party_rows import PartyRows
from arch_team.measuring.row_asked import Filter, PartyAsked, PartyMake, RowsAsked
from arch_team.measuring.scan import Amount, Code, Item
from arch_team.measuring.used_words import PARTY_MADE_WITH, PARTY_WITH, ROW_ALWAYS
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, VerbSense
from arch_team.measuring.wording import since_new_year
from arch_team.ontologies.descriptor import SemanticType
from arch_team.ontologies.roles import PartyFigure, PartyVerb
from arch_team.text.periods import Bound, Period, stretches, year_before


class PartyFigures(PartyRows):
    """Reads questions for what was done with parties."""

    def _party_figure(self) -> PartyAsked | RowsAsked | Lacking | Refused | None:
        """Revenue, invoices and payments by party, from movements."""
        scan = self._scan
        party = self._parties()
        places = self._places()
        several = self._several_parties() if isinstance(party, Lacking) else {}
        if several:
            party, places = None, {**places, **several}
        verb = self._verb() or self._meant_verb(party, places) or self._billed() or self._spent_without_tax(party)
        kinds = self._kinds() | self._said_kinds(verb)
        sets = [s.name for item in scan.items for s in item.senses if isinstance(s, SetSense)]
        flows = [name for name in sets if self._measures.sets[name].is_flow]
        subjects = Composer(scan, self._measures).flows()
        done = {s.name for item in scan.items for s in item.senses if isinstance(s, VerbSense)}
        if len(done) > 1 and scan.says("and") and not scan.says("must"):
            return Refused("several_questions", next(item.text for item in reversed(scan.items) if item.of(VerbSense)))
        if isinstance(party, Lacking) and (verb is not None or flows or subjects or scan.says("spend")):
            return party
        if isinstance(party, Lacking) or (party is None and not kinds and not places and not self._says_thing(verb)):
            return None
        if verb is not None and verb.is_open and not subjects:
            return None
        doings = self._doings(verb, party, kinds) if verb is not None else None
        if doings is not None:
            return doings
        comes = verb is not None and ("added" in verb.classes or verb.reduces) and not subjects
        if scan.says("added") and not comes:
            return Refused("not_read", scan.words("added")[0].text)
        ranks = scan.says("highest", "lowest", "top", "who", "rank")
        each = scan.says("each") or (verb is not None and self._asks_party() and not self._other_rows())
        is_said = verb is not None or bool(subjects)
        if party is None and not kinds and not places:
            return None
        if party is None and not ranks and not each and not (is_said and self._is_of_all(verb, places)):
            return None
        if not scan.periods:
            return (
                Lacking("time")
                if (verb and not verb.is_open) or flows or (self._ranks() and party is None and not self._other_rows())
                else None
            )
        name = party[0] if party else None
        kind = self._kind_of(name) if name else next(iter(kinds or self._kinds_of(several)), "")
        subjects = subjects or self._of_kind(kind)
        figure = verb.by_kind.get(kind) if verb else None
        without_tax = self._without_tax(figure, subjects)
        if isinstance(without_tax, Refused):
            return without_tax
        if without_tax is not None or (subjects and verb is not None and verb.classes):
            subjects, figure, verb = (without_tax or subjects[0],), None, None
        if figure is not None and not subjects:
            if name is None and verb is not None and self._ranks_single(verb):
                return self._single(figure, kind)
            of, side = self._named_by(figure, verb), figure.side
        elif figure is not None:
            return Refused("several_questions", subjects[0].title)
        elif len(subjects) == 1 and verb is None and scan.says("gross", "taxed"):
            return Refused("not_read", (scan.words("gross") or scan.words("taxed"))[0].text)
        elif len(subjects) == 1 and verb is None:
            of, side = subjects[0], "net"
            if self._is_of_several_kinds(of):
                return Refused("not_read", of.title)
        else:
            return Lacking("subject") if name and not self._other_rows() else None
        if scan.units_left_out:
            return Refused("not_read", next(iter(scan.words("without"))).text)
        whole = next(iter(scan.words("everything")), None)
        if whole is not None and verb is not None and verb.reduces and self._is_question():
            return Refused("not_read", whole.text)  # whether anything is left to pay, what was paid does not tell
        asked = PartyAsked(
            of.title,
            of.codes,
            side,
            of.sign,
            tuple(map(self._stretch, scan.periods)),
            name,
            kind or None,
            self._shown_parties() if ranks and name is None else None,
            not scan.says("lowest"),
            scan.says("share", "share_of", "percent"),
            next(iter(scan.units)) if len(scan.units) == 1 else None,
            is_question=self._is_question(),
            where=tuple(flt for i, flt in enumerate(places.values()) if flt not in list(places.values())[:i]),
        )
        return self._party_made(asked, ranks=ranks, each=each, places=places, of=of)

    def placed(self) -> PartyAsked | RowsAsked | Lacking | Refused | None:
        """What came and went with parties that no name tells: `revenue from abroad`, `who bought most`."""
        own = {e.field for e in self._descriptor.entities if e.own}
        places = self._places()
        meant = bool(places) and (bool(self._kinds()) or all(flt["field"] in own for flt in places.values()))
        named = Composer(self._scan, self._measures).flows()
        who = self._scan.says("who") and self._verb() is None and self._meant_verb(None, places) is not None
        return self._party_figure() if (meant and named) or (who and not named) else None

    def _party_made(
        self, asked: PartyAsked, *, ranks: bool, each: bool, places: dict[int, Filter], of: Subject
    ) -> PartyAsked | Lacking | Refused:
        """What is made of the figures; every word must have gone into it."""
        scan, one = self._scan, asked.party is not None
        amounts = [(at, s.value) for at, i in enumerate(scan.items) for s in i.senses if isinstance(s, Amount)]
        used = set(places)
        compared = scan.says("above", "below") and len(amounts) == 1
        bounds = [item for item in scan.items if item.is_word("above", "below")]
        if len(bounds) > 1:
            return Refused("not_read", bounds[1].text)
        if compared:
            used.add(amounts[0][0])
            asked = replace(asked, amount=amounts[0][1], comparison=">" if scan.says("above") else "<", limit=None)
        down = scan.says("down", "lower") or (scan.says("minus") and scan.says("than"))
        grain = self._said_grain()
        several = any(flt["op"] == "IN" for flt in asked.where)
        beside = several and len(asked.times) == 1 and not scan.says("up", "higher", "change", "previous")  # each other
        if down or (scan.says("up", "higher", "change", "compare", "previous") and not beside):
            if several:
                return Refused("several_questions", [i.text for i in scan.items if i.of(PartySense)][-1])
            changed = self._changed(asked, down=down, compared=compared, is_one=one or (bool(places) and not ranks))
            if isinstance(changed, Lacking):
                return changed
            asked = changed
        elif compared:
            asked = replace(asked, make=PartyMake.BEYOND, wants_total=scan.says("count"))
        elif scan.says("count"):
            asked = replace(asked, make=PartyMake.COUNT)
        elif (grain is not None or scan.says("course")) and not ranks and (one or places):
            spans = any(period.start.year != period.end.year for period in asked.times) or len(asked.times) > 1
            asked = replace(asked, make=PartyMake.SERIES, grain=grain or ("year" if spans else "month"))
        elif not one and (ranks or each or several):
            total = scan.says("total") if ranks or each else True
            asked = replace(asked, make=PartyMake.RANK, wants_total=total)
        single = next((item for item in scan.items for s in item.senses if self._is_one_of_kind(item, s)), None)
        if asked.make is not PartyMake.RANK and not one and single is not None and places:
            return Lacking("which_member", single.text)
        if asked.make is PartyMake.TOTAL and one:
            asked = replace(asked, before=self._before(of, asked.kind or ""))
        if asked.make not in (PartyMake.TOTAL, PartyMake.RANK):
            asked = replace(asked, wants_share=False)
        if one and asked.make in (PartyMake.BEYOND, PartyMake.COUNT):
            return Refused("not_read", scan.items[amounts[0][0]].text if amounts else scan.words("count")[0].text)
        known = (
            ROW_ALWAYS
            | PARTY_WITH
            | {"outside"}
            | PARTY_MADE_WITH[asked.make]
            | frozenset({"compare"} if beside else ())
        )
        left = self._left(known, (), frozenset(used), codes=asked.codes) or self._unused_column(places)
        return Refused("not_read", left) if left else asked

    def _changed(self, asked: PartyAsked, *, down: bool, compared: bool, is_one: bool) -> PartyAsked | Lacking:
        """Between two times: of one party, or of each of them."""
        apart = map(self._stretch, self._scan.apart)
        times = sorted(apart if len(asked.times) == 1 else asked.times, key=lambda period: period.end)
        years = stretches(times[0], "year") if len(times) == 1 else ()
        times = [years[0], years[-1]] if len(years) > 1 else times  # from the first to the last of several years
        if len(times) == 1 and self._scan.says("up", "down", "higher", "lower", "change", "previous", "minus"):
            times = [year_before(times[0]), times[0]]
        if len(times) != 2:
            return Lacking("second_time")
        turned = self._scan.says("than") and len(asked.times) == 2 and asked.times[0].end < asked.times[1].end
        said = self._scan.says("up", "down", "higher", "lower", "minus")
        claimed = ("<" if down != turned else ">") if said else ""  # of the later time, whichever is named first
        asked = replace(asked, times=tuple(times), make=PartyMake.CHANGE if is_one else PartyMake.RANK_CHANGE)
        if is_one:
            return replace(asked, comparison=claimed, amount=None, is_question=asked.is_question and bool(claimed))
        ranked = self._scan.says("highest", "lowest", "top", "who")
        limit = None if compared or not ranked else asked.limit or self._limit()
        percent = compared and self._scan.says("percent")
        return replace(asked, is_max=not down and asked.is_max, comparison=claimed, is_percent=percent, limit=limit)

    def _stretch(self, period: Period) -> Period:
        """A time as a stretch with both ends: what happened since a day did until the last, what did by one since the
        year began."""
        period, last = since_new_year(period), self._measures.last_day
        if period.bound is Bound.SINCE and last is not None:
            return replace(period, end=max(period.end, last), bound=Bound.WITHIN)
        if period.bound is Bound.UNTIL:
            return replace(period, start=period.end.replace(month=1, day=1), bound=Bound.WITHIN)
        return period

    def _is_of_all(self, verb: PartyVerb | None, places: dict[int, Filter]) -> bool:
        """Whether all parties, or all of some place, are asked about together, without a rank."""
        scan = self._scan
        beyond = scan.says("above", "below") and any(item.of(Amount) for item in scan.items)
        counted = scan.says("count") and verb is not None
        changed = scan.says("up", "down")
        return bool(places) or ((beyond or counted or changed) and not self._other_rows())

    def _meant_verb(self, party: object, places: dict[int, Filter]) -> PartyVerb | None:
        """What a word of the language says of parties: those who buy are customers; with whom one grows are, too."""
        scan = self._scan
        whose = party is not None or bool(self._kinds()) or bool(places) or scan.says("who")
        verbs = [v for v in self._descriptor.party_verbs if v.classes]
        said = [v for v in verbs if scan.says(*v.classes) and not scan.says("self")]  # what we buy is no sale
        said = said or [v for v in verbs if v.our_classes and scan.says(*v.our_classes)]
        grown = verbs if not said and scan.says("up", "down") and not any(map(self._is_named, scan.items)) else []
        return next(iter(said or grown), None) if whose else None

    def _billed(self) -> PartyVerb | None:
        """`invoices of 2024 without tax`: what was billed, which only members hold without it."""
        tables = [table for name in self._names if (table := self._table_entity(name)) is not None]
        verbs = [verb for table in tables if (verb := event_of(self._measures, table)) is not None]
        return verbs[0] if verbs and self._scan.says("untaxed") and not self._scan.says("count", "list") else None

    def _spent_without_tax(self, party: object) -> PartyVerb | None:
        """`what did Keller cost us without tax`: what was billed, where it is said whether the tax is in it."""
        if not (isinstance(party, tuple) and self._scan.says("spend") and self._scan.says("untaxed")):
            return None
        names = cast("tuple[str, ...]", party)
        kind = self._kind_of(names[0])
        billed = (v for v in self._descriptor.party_verbs if kind in v.by_kind and v.by_kind[kind].without_tax)
        return next(billed, None)

    def _is_one_of_kind(self, item: Item, sense: object) -> bool:
        entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
        return entity is not None and self._is_kind(sense) and self._is_single(item, entity)

    def _is_named(self, item: Item) -> bool:
        """Whether an item says what the figures are of."""
        return bool(item.of(SetSense) or item.of(MemberSense) or item.of(VerbSense) or item.of(Code))

    def _named_by(self, figure: PartyFigure, verb: PartyVerb | None) -> Subject:
        """What is done, under the word for it; where no word of the model is said, under what the model calls it."""
        known = self._measures.sets[figure.of]
        entity = self._descriptor.entity(figure.of)
        said = [i.text for i in self._scan.items if i.of(VerbSense)]
        labels = entity.labels.of(self._scan.language) if entity else ()
        return Subject(next(iter((*said, *labels)), known.name), known.codes, known.sign, known.is_flow)

    def _is_of_several_kinds(self, subject: Subject) -> bool:
        """What is left after costs is nobody's: some of it comes from one kind of party and some goes to another."""
        figures = [pair for verb in self._descriptor.party_verbs for pair in verb.by_kind.items()]
        told = {
            kind for kind, f in figures if f.without_tax and subject.codes & self._measures.sets[f.without_tax].codes
        }
        return len(told) > 1

    def _of_kind(self, kind: str) -> tuple[Subject, ...]:
        """Of several members that a word may name, those that movements with such parties are on: `consulting`."""
        verbs = [verb.by_kind[kind] for verb in self._descriptor.party_verbs if kind in verb.by_kind]
        known = next((self._measures.sets[f.without_tax] for f in verbs if f.without_tax), None)
        for item in self._scan.items:
            named = {code for s in item.senses if isinstance(s, MemberSense) for code in s.codes}
            kept = frozenset(named & known.codes) if known else frozenset[str]()
            if known is not None and kept and len(named) > 1:
                return (Subject(item.text, kept, known.sign, known.is_flow),)
        return ()

    def _several_parties(self) -> dict[int, Filter]:
        """Several that are named, each by a name of its own: what is asked is asked of each."""
        moving = self._measures.movements
        found = {at: s for at, i in enumerate(self._scan.items) for s in self._best_parties(i)}
        names = list(dict.fromkeys(sense.names[0] for sense in found.values()))
        sure = all(len(sense.names) == 1 and not sense.is_part for sense in found.values())
        kinds = {self._kind_of(name) for name in names}
        if moving is None or not sure or len(names) < 2 or len(kinds) != 1:
            return {}
        flt: Filter = {"field": moving.party_name, "op": "IN", "value": names}
        return dict.fromkeys(found, flt)

    def _kinds_of(self, several: dict[int, Filter]) -> set[str]:
        names = [str(n) for flt in several.values() for n in cast("list[object]", flt["value"])]
        return {self._kind_of(name) for name in names}

    def _unused_column(self, places: dict[int, Filter]) -> str | None:
        """A column, or a table, that is named and goes into nothing."""
        party, unit = self._party_entity(), SemanticType.UNIT
        for at, item in enumerate(self._scan.items):
            named = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            whose = any(self._is_kind(s) for s in item.senses) or any(e.name == party for e in named)
            billed = self._billed() is not None and any(e.semantic_type is SemanticType.MEASURE for e in named)
            told = at in places or whose or billed
            if named and not told and all(e.field and e.semantic_type is not unit for e in named):
                return item.text
        return None

    def _said_grain(self) -> str | None:
        """`per quarter`."""
        for item in self._scan.items:
            if item.is_word("by_grain"):
                return item.detail("by_grain")
        return None

    def _before(self, of: Subject, kind: str) -> tuple[str, frozenset[str]] | None:
        """What was invoiced without tax, where less is asked for: both are shown."""
        for verb in self._descriptor.party_verbs:
            figure = verb.by_kind.get(kind)
            plain = figure is not None and figure.without_tax_also is None
            known = self._measures.sets.get(((figure.without_tax if figure else None) if plain else None) or "")
            entity = self._descriptor.entity(known.name) if known else None
            if known is not None and entity is not None and known.codes < of.codes:
                return next(iter(entity.labels.of(self._scan.language)), known.name), known.codes
        return None

    def _without_tax(self, figure: PartyFigure | None, subjects: Sequence[Subject]) -> Subject | Refused | None:
        """`invoiced sales`, `invoiced without tax`: the members that hold what was invoiced less the tax on it."""
        net = [item for item in self._scan.items if item.is_word("net", "untaxed")]
        if figure is None or not (net or subjects):
            return None
        known = self._net_of_tax(figure)
        if known is None or self._scan.says("gross", "taxed"):
            return Refused("not_read", net[0].text) if net else None
        if len(subjects) == 1 and subjects[0].codes < known.codes:
            return subjects[0]  # invoiced consulting: some of the members
        if any(not known.codes <= subject.codes for subject in subjects):
            return None
        said = {subject.title for subject in subjects}
        title = " ".join(i.text for i in self._scan.items if i.of(VerbSense) or i.text in said)
        nouns = (i.text for i in self._scan.items if i.of(EntitySense) and not any(map(self._is_kind, i.senses)))
        title = title or next(nouns, "")
        return Subject(title, known.codes, known.sign, known.is_flow)

    def _net_of_tax(self, figure: PartyFigure) -> MemberSet | None:
        sets = self._measures.sets
        known, more = sets.get(figure.without_tax or ""), sets.get(figure.without_tax_also or "")
        if known is None or more is None:
            return known
        both: frozenset[str] = known.codes | more.codes
        return replace(known, codes=both)

    def _ranks(self) -> bool:
        return self._scan.says("highest", "lowest", "top", "rank")

    def _other_rows(self) -> bool:
        return any(self._is_row_table(name) for name in self._names)

    def _is_row_table(self, name: str) -> bool:
        entity = self._descriptor.entity(name)
        moving = self._measures.movements
        party = moving.parties if moving else None
        return entity is not None and self._descriptor.table_of(name) != self._descriptor.table_of(party or "")
