"""The reader: a question in, the form it asks for out, or the reason why there is none."""

from collections.abc import Callable
from dataclasses import replace

from arch_team.doubts.doubting import is_doubtful
from arch_team.doubts.kinds import says_what_was_said, worked_out
from arch_team.doubts.loose import is_loose, is_of_a_rest, keeps_values
from arch_team.doubts.lost import leaves_out_rows, loses_a_figure
from arch_team.doubts.main_verbs import tells_its_verb
from arch_team.doubts.names import is_no_money
from arch_team.doubts.ties import is_tied_otherwise
from arch_team.doubts.times import is_done_elsewhere, is_of_anothers_time
from arch_team.doubts.unsaid import stuck_at
from arch_team.forms.form import Form, Member, Not
from arch_team.forms.joins import Joins
from arch_team.forms.one_tie import as_one_tie
from arch_team.forms.placing import behind, placed
from arch_team.forms.roles import with_roles
from arch_team.forms.same_rows import of_that_row, of_the_first_row, of_the_same, per_value, without_its_own_rank
from arch_team.forms.sensible import contradicts_itself, goes_back, ranks_texts
from arch_team.forms.showing import columns_in, counts_or_adds, is_figure, is_held_by
from arch_team.grammar.covering import Covering
from arch_team.grammar.dating import dated_by, is_told_by_a_day, said_by_its_day, with_days
from arch_team.grammar.kinds_named import asks_of_each
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.pairing import Pair, Pairing
from arch_team.grammar.roundabout import plainer
from arch_team.grammar.sentences import Sentences
from arch_team.interpreting.read import Candidate, Read
from arch_team.modelling.model import Model
from arch_team.semantics.building import Builder
from arch_team.semantics.reading import parts_of, parts_within
from arch_team.text.frames import adds_up, cues_in
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.negated import spelled_out
from arch_team.wire import Language

MARGIN = 0.2
"""Forms that cost so little more than the cheapest are other readings, not worse ones."""
FARTHEST = 5.0
"""What costs as much is far-fetched: of such readings every third was wrong."""
_MOST_DOUBTFUL = 2
_DENYING = ("not", "none", "without")


class Reader:
    """Reads questions against one model. Holds no state of a question."""

    def __init__(self, model: Model, language: Language = "en") -> None:
        self._model, self._lexicon, self.joins = model, lexicon_of(language), Joins(model)
        self._language: Language = language

    def _lattice(self, question: str) -> Lattice:
        return Lattice.of(question, self._model, self._lexicon)

    def read(self, question: str) -> Read:
        told = None if is_too_long(question) else dated_by(question, self._model, self._lexicon)
        if told is not None:
            rest, days = told
            read = Reader(with_days(self._model, days), self._language).read(rest)
            used = tuple(c for c in read.candidates if not days.isdisjoint(columns_in(c.form)))
            if used:
                return replace(read, question=question, candidates=used)
        if not is_too_long(question) and (ranked := placed(question, self._lexicon)) is not None:
            rest, place = ranked
            found = ((each, behind(each.form, place)) for each in self.read(rest).candidates)
            told = [replace(c, form=f, parts=parts_within(question, rest, c)) for c, f in found if f is not None]
            if told:
                return Read(question, tuple(told))
        read = self._read(question)
        if is_too_long(question):
            return read
        cues = cues_in(question, self._language)
        kept, doubtful = (
            tuple(c for c in found if not any(is_held_by(c.form, cue) for cue in cues))
            for found in (read.candidates, read.doubtful)
        )
        if adds_up(question, self._language):  # what they cost together is no list
            kept = tuple(c for c in kept if c.form.order_by or is_figure(c.form) or counts_or_adds(c.form))
        read = replace(read, candidates=kept, doubtful=doubtful)
        is_rest = bool(cues and kept) and all(is_of_a_rest(c.form, cues, self._lattice(question)) for c in kept)
        if (kept and not is_rest) or read.not_held is not None:
            return read
        if cues and (pairs := self._pairs(question)):
            is_sure = not any(is_of_anothers_time(c.form, self._lattice(question)) for c in pairs)
            return Read(question, pairs if is_sure else (), doubtful=() if is_sure else pairs[:_MOST_DOUBTFUL])
        if kept:
            return read
        found = self._plainly(question) or (None if read.doubtful else self._by_words(question))
        return found or (_without(read, cues) if cues else read)

    def _by_words(self, question: str) -> Read | None:
        """What all words of a question are said of, whatever their order."""
        lattice = self._lattice(question)
        form = None if lattice.unknown() else Covering(lattice, self.joins).form()
        if form is None:
            return None
        form = with_roles(form, self._model, lattice.calls_a_role)
        found = (Candidate(form, 0.0, ()),)
        is_sure = not is_doubtful(form, lattice) and not says_what_was_said(form, lattice)
        return Read(question, found if is_sure else (), doubtful=() if is_sure else found)

    def _plainly(self, question: str) -> Read | None:
        """The question said another way, where that reads: in the first way that does."""
        lattice = self._lattice(question)
        for way in plainer(question, lattice):
            found = self._read(way.text).candidates
            doubts = is_no_money if way.says_all else is_doubtful
            sure = not any(doubts(c.form, lattice) or says_what_was_said(c.form, lattice) for c in found)
            if found and sure and all(way.fits(each.form) and keeps_values(each.form, lattice) for each in found):
                told = (replace(each, parts=parts_within(question, way.text, each)) for each in found)
                return Read(question, tuple(told))
        return None

    def _pairs(self, question: str) -> tuple[Candidate, ...]:
        """The question as one that holds two figures against each other."""
        known: dict[str, tuple[Candidate, ...]] = {}

        def reads(text: str) -> tuple[Candidate, ...]:
            if text not in known:
                known[text] = self._read(text).candidates
            return known[text]

        def forms(text: str) -> list[Form]:
            return [candidate.form for candidate in reads(text)]

        def parts(text: str) -> list[str]:
            return [words for words, _ in parts_of(text, reads(text)[0], self._model, self._language)]

        pairs = Pairing(self._model, self._language, forms, parts).pairs(question)
        return tuple(self._candidate(question, pair, reads) for pair in pairs)

    def _candidate(self, question: str, pair: Pair, reads: Callable[[str], tuple[Candidate, ...]]) -> Candidate:
        sides = [reads(text)[0] for text in pair.sides if reads(text)]
        parts = (parts_within(question, text, side) for text, side in zip(pair.sides, sides, strict=False))
        return Candidate(pair.form, sum(side.cost for side in sides), tuple(p for each in parts for p in each))

    def _read(self, question: str) -> Read:
        if is_too_long(question):
            return Read(question)
        lattice = self._lattice(question)
        not_held = lattice.model.topic_not_held(lattice.stems)
        if not_held is not None:
            return Read(question, not_held=not_held)
        unknown = lattice.unknown()
        if unknown and (plain := spelled_out(question, self._lexicon)) is not None:
            return replace(self._read(plain), question=question)
        if unknown:
            return Read(question, unknown=tuple(lattice.tokens[at].text for at in unknown))
        grammar = Sentences(lattice)
        builder = Builder(lattice, self.joins)
        found: dict[Form, Candidate] = {}
        for whole in grammar.wholes():
            made = tuple(self._of_that_row(each, lattice) for each in builder.candidates(whole))
            made = tuple(replace(each, form=with_roles(each.form, self._model, lattice.calls_a_role)) for each in made)
            made = tuple(replace(each, form=as_one_tie(each.form, self._model)) for each in made)
            same = (replace(each, form=form) for each in made if (form := of_the_same(each.form)) is not None)
            for candidate in (*made, *same):
                known = found.get(candidate.form)
                if (known is None or known.cost > candidate.cost) and not contradicts_itself(candidate.form):
                    found[candidate.form] = candidate
        found = {f: each for f, each in found.items() if not (ranks_texts(f, self._model) or goes_back(f, self._model))}
        found = {f: each for f, each in found.items() if not loses_a_figure(f, lattice)}
        ranked = sorted((c for c in found.values() if c.cost < FARTHEST), key=lambda candidate: candidate.cost)
        ranked = _with_values(ranked, lattice) or ranked
        if not ranked and builder.mixed is not None:
            return Read(question, mixed=builder.mixed.field)
        ranked = [replace(c, parts=tuple(replace(p, span=lattice.place(p.span)) for p in c.parts)) for c in ranked]
        ranked = [c for c in ranked if not _denies_what_was_said_before(c, lattice)]
        if not ranked:
            return Read(question, stuck=stuck_at(lattice, grammar.furthest))
        near = tuple(c for c in ranked if c.cost <= ranked[0].cost + MARGIN)
        sure = tuple(c for c in near if tells_its_verb(c.form, lattice) and not c.is_doubtful)
        sure = tuple(c for c in sure if not is_tied_otherwise(c.form, lattice)) or sure
        sure = tuple(c for c in sure if not is_done_elsewhere(c.form, lattice)) or sure
        sure = tuple(c for c in sure if not leaves_out_rows(c.form, lattice)) or sure
        figures = worked_out(sure[0].form, lattice) if len(sure) == 1 else ()
        if figures:
            return Read(question, tuple(replace(sure[0], form=form) for form in figures))
        echoes = all(says_what_was_said(c.form, lattice) for c in sure)
        if echoes or any(is_doubtful(c.form, lattice) for c in sure):
            near, sure = sure or near, ()
        farther = ranked[1] if len(near) == len(sure) == 1 < len(ranked) else None
        loose = any(is_loose(c.form, lattice) for c in sure)
        return Read(question, sure, farther=farther, is_loose=loose, doubtful=() if sure else near[:_MOST_DOUBTFUL])

    def _of_that_row(self, candidate: Candidate, lattice: Lattice) -> Candidate:
        """What is asked of rows that were spoken of once is asked of those."""
        form = of_the_first_row(without_its_own_rank(candidate.form))
        candidate = replace(candidate, form=said_by_its_day(form, lattice))
        if not lattice.says("or"):
            form = per_value(candidate.form, is_said_of_each=asks_of_each(lattice))
            candidate = replace(candidate, form=form)
        form, rows = of_that_row(candidate.form), candidate.form.table
        ends = lattice.ends_of_rows(rows) if form is not None else ()
        return candidate if form is None or len(ends) > 1 else replace(candidate, form=form)


def _denies_what_was_said_before(candidate: Candidate, lattice: Lattice) -> bool:
    """`vehicles bought before 2018 do not run on diesel`: what is denied follows, where words keep an order."""
    if lattice.lexicon.has_free_order:
        return False
    first = next((at for at in range(len(lattice)) if any(lattice.ends(at, k) is not None for k in _DENYING)), 0)
    denied = (p.span for p in candidate.parts if isinstance(p.meaning, Not) or _is_denied(p.meaning))
    return any(end <= first for _, end in denied)


def _is_denied(meaning: object) -> bool:
    return isinstance(meaning, Member) and meaning.negated


def _without(read: Read, cues: tuple[str, ...]) -> Read:
    """A word that holds two things against each other is known, also where nothing is found that it holds."""
    unknown = tuple(word for word in read.unknown if word not in cues)
    return replace(read, unknown=unknown, stuck=read.stuck if unknown else read.stuck or cues[0])


def _with_values(ranked: list[Candidate], lattice: Lattice) -> list[Candidate]:
    """Those that take every word for the value it is of their own rows, where it may as well be a verb: `filled`."""
    verbal = [text for texts in lattice.texts for text in texts if text.is_verbal]

    def uses(candidate: Candidate) -> bool:
        spans, form = {part.span for part in candidate.parts}, candidate.form
        own = [text for text in verbal if any(hit.table == form.table for hit in text.hits)]
        return all(t.span in spans or is_told_by_a_day(lattice.words[t.span[0]], form, lattice) for t in own)

    return [candidate for candidate in ranked if uses(candidate)] if verbal else ranked
