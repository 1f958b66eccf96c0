"""Revenue, invoices and payments by party, from movements."""

from collections.abc import Sequence

from arch_team.measuring.asked import Lacking, Refused, Subject
from arch_team.measuring.composing import Composer
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.row_filters import RowFilters
from arch_team.measuring.used_words import PARTY_WITH, ROW_ALWAYS
from arch_team.measuring.vocabulary import SetSense, VerbSense
from arch_team.modelling.described import stems_of
from arch_team.ontologies.roles import PartyFigure, PartyVerb
from arch_team.text.periods import unix


class PartyFigures(RowFilters):
    """Reads questions for what was done with parties."""

    def _party_figure(self) -> PartyAsked | RowsAsked | Lacking | Refused | None:
        """Revenue, invoices and payments by party, from movements."""
        scan = self._scan
        verb = self._verb()
        party = self._parties()
        kinds = self._kinds() | self._said_kinds(verb)
        sets = [s.name for item in scan.items for s in item.senses if isinstance(s, SetSense)]
        flows = [name for name in sets if self._measures.sets[name].is_flow]
        subjects = Composer(scan, self._measures).flows()
        done = {s.name for item in scan.items for s in item.senses if isinstance(s, VerbSense)}
        if len(done) > 1 and scan.says("and") and not scan.says("must"):
            return Refused("several_questions", next(item.text for item in reversed(scan.items) if item.of(VerbSense)))
        if isinstance(party, Lacking) and (verb is not None or flows or subjects or scan.says("spend")):
            return party
        if party is None and not kinds:
            return None
        if isinstance(party, Lacking):
            return None
        ranks = scan.says("highest", "lowest", "top", "who")
        if verb is not None and verb.is_open and not subjects:
            return None
        if party is None and not ranks and not scan.says("each"):
            return None
        if not scan.periods:
            return (
                Lacking("time")
                if (verb and not verb.is_open) or flows or (ranks and party is None and not self._other_rows())
                else None
            )
        name = party[0] if party else None
        kind = self._kind_of(name) if name else next(iter(kinds), "")
        figure = verb.by_kind.get(kind) if verb else None
        without_tax = self._without_tax(figure, subjects)
        if isinstance(without_tax, Refused):
            return without_tax
        if without_tax is not None:
            subjects, figure, verb = (without_tax,), None, None
        if figure is not None and not subjects:
            known = self._measures.sets[figure.of]
            if name is None and verb is not None and self._ranks_single(verb):
                return self._single(figure, kind)
            of = Subject(next(i.text for i in scan.items if i.of(VerbSense)), known.codes, known.sign, known.is_flow)
            side = figure.side
        elif figure is not None:
            return Refused("several_questions", subjects[0].title)
        elif len(subjects) == 1 and verb is None and scan.says("gross"):
            return Refused("not_read", scan.words("gross")[0].text)
        elif len(subjects) == 1 and verb is None:
            of, side = subjects[0], "net"
        else:
            return Lacking("subject") if name and not self._other_rows() else None
        left = self._left(ROW_ALWAYS | PARTY_WITH, (), codes=of.codes)
        if left:
            return Refused("not_read", left)
        units = set(scan.units)
        if scan.units_left_out:
            return Refused("not_read", next(iter(scan.words("without"))).text)
        limit = self._limit() if ranks and name is None else None
        return PartyAsked(
            of.title,
            of.codes,
            side,
            of.sign,
            scan.periods,
            name,
            kind or None,
            limit,
            not scan.says("lowest"),
            scan.says("share", "share_of", "percent"),
            units.pop() if len(units) == 1 else None,
            before=self._before(of, kind) if name else None,
        )

    def _before(self, of: Subject, kind: str) -> tuple[str, frozenset[str]] | None:
        """What was invoiced without tax, where less is asked for: both are shown."""
        for verb in self._descriptor.party_verbs:
            figure = verb.by_kind.get(kind)
            known = self._measures.sets.get((figure.without_tax if figure else None) or "")
            entity = self._descriptor.entity(known.name) if known else None
            if known is not None and entity is not None and known.codes < of.codes:
                return next(iter(entity.labels.of(self._scan.language)), known.name), known.codes
        return None

    def _without_tax(self, figure: PartyFigure | None, subjects: Sequence[Subject]) -> Subject | Refused | None:
        """`invoiced sales`, `invoiced without tax`: the members that hold what was invoiced less the tax on it."""
        net = self._scan.words("net")
        if figure is None or not (net or subjects):
            return None
        known = self._measures.sets.get(figure.without_tax or "")
        if known is None or self._scan.says("gross"):
            return Refused("not_read", net[0].text) if net else None
        if any(not known.codes <= subject.codes for subject in subjects):
            return None
        title = " ".join(i.text for i in self._scan.items if i.of(VerbSense) or i.text in {s.title for s in subjects})
        return Subject(title, known.codes, known.sign, known.is_flow)

    def _said_kinds(self, verb: PartyVerb | None) -> set[str]:
        """The kinds of party that a word for what is done tells of: a customer payment."""
        language = self._scan.language
        texts = {stems_of(item.text, language) for item in self._scan.items if item.of(VerbSense)}
        said = verb.said_of.items() if verb is not None and not verb.is_open else ()
        return {kind for kind, words in said if any(stems_of(word, language) in texts for word in words.of(language))}

    def _ranks_single(self, verb: PartyVerb) -> bool:
        """`the biggest customer payment`: one of them, not what somebody paid in all."""
        items = [item for item in self._scan.items if not item.is_word("single")]
        ranks = [at for at, item in enumerate(items) if item.is_word("highest", "lowest")]
        language = self._scan.language
        things = {stems_of(word, language) for word in verb.things.of(language)}
        nouns = [at for at, i in enumerate(items) if i.of(VerbSense) and stems_of(i.text, language) in things]
        return any(0 < noun - rank <= 2 for rank in ranks for noun in nouns)

    def _single(self, figure: PartyFigure, kind: str) -> RowsAsked | Refused:
        """The largest single movement with parties of a kind."""
        entity = next(e for e in self._descriptor.entities if e.movements is not None)
        role = entity.movements
        assert role is not None  # noqa: S101
        [period, *more] = self._scan.periods
        if more or figure.side == "net":
            return Refused("not_read", self._scan.periods[-1].said)
        measure = role.rise if figure.side == "rise" else role.fall
        root = (role.party or "").rpartition(".")[0]
        filters: list[Filter] = [
            {"field": role.member, "op": "IN", "value": sorted(self._measures.sets[figure.of].codes)},
            {"field": role.date, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]},
            {"field": f"{root}.{role.party_kind}", "op": "=", "value": kind},
        ]
        entry = role.date.rpartition(".")[0]
        fields = tuple(name for name in entity.list_columns if name.startswith(entry))
        left = self._left(ROW_ALWAYS | PARTY_WITH | {"when"}, (), codes=self._measures.sets[figure.of].codes)
        if left:
            return Refused("not_read", left)
        return RowsAsked(
            entity.name,
            RowMake.EXTREME,
            tuple(filters),
            measure,
            order=measure,
            is_max=not self._scan.says("lowest"),
            fields=(*fields, role.party or "", measure),
            times=(period,),
            titles=tuple(item.text for item in self._scan.items if item.of(VerbSense)),
        )

    def _other_rows(self) -> bool:
        return any(self._is_row_table(name) for name in self._names)

    def _is_row_table(self, name: str) -> bool:
        entity = self._descriptor.entity(name)
        moving = self._measures.movements
        party = moving.parties if moving else None
        return entity is not None and self._descriptor.table_of(name) != self._descriptor.table_of(party or "")
