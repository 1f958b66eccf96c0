"""Reads questions on the tables of one model: pieces, what each is said of, and the forms that come of it."""

from dataclasses import replace
from functools import lru_cache

from arch_team.doubts.kinds import says_what_was_said
from arch_team.doubts.loose import is_loose
from arch_team.doubts.lost import loses_a_figure
from arch_team.doubts.main_verbs import tells_its_verb
from arch_team.doubts.of_pieces import DOUBTS_OF_PIECES, shows_unnamed_rows
from arch_team.doubts.zeros import asks_for_zeros
from arch_team.forms.each_once import each_once
from arch_team.forms.form import Form, Member, Related
from arch_team.forms.joins import Joins
from arch_team.forms.left_out import without_none
from arch_team.forms.one_unit import mixed_in, per_unit
from arch_team.forms.roles import with_roles
from arch_team.forms.sensible import contradicts_itself, goes_back, parts_each_row, ranks_texts
from arch_team.forms.showing import columns_in, counting, nodes_in
from arch_team.forms.void import is_void
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Span
from arch_team.interpreting.attaching import Attaching
from arch_team.interpreting.covering import ways
from arch_team.interpreting.forming import Forming
from arch_team.interpreting.local import LEFT_OUT, Local
from arch_team.interpreting.named_ties import of_named_ties
from arch_team.interpreting.phrases import Told, Unknown
from arch_team.interpreting.read import Candidate, Read
from arch_team.interpreting.shortened import written_short
from arch_team.interpreting.words import words_of
from arch_team.modelling.model import Model
from arch_team.text.compounds import parted
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

MARGIN = 0.15
FARTHEST = 2.0
CLEAR, APART = 0.5, 1.2
"""What a reading that nothing speaks against costs at the most, and the next one at the least."""
DOUBTED = 0.4
"""What a reading costs less than one of the same form that leaves a verb untold."""
_DEAREST_WAY = 1.5
"""What a way to part a question into pieces costs more than the cheapest, at the most."""
_KEPT = 16
"""Questions that are looked at more than once while one is read."""
_TAILS = ("code_noun", "label_phrases", "time_noun", "quantity_noun", "count_noun")
"""What a compound may end with that no column is called: the number of a Reisenummer."""


class Interpreter:
    """Reads questions against one model. Holds no state of a question."""

    def __init__(self, model: Model, language: Language) -> None:
        self.model, self.lexicon, self.words = model, lexicon_of(language), words_of(language)
        self.language: Language = language
        self.joins = Joins(model)
        self._kept = lru_cache(maxsize=_KEPT)(self._lattices)

    def _lattices(self, question: str, _as_of: float) -> tuple[Lattice, Lattice]:
        """The question as it is written, and with the words that nothing explains as what they are short for."""
        lattice = self._plain(question)
        unknown = [at for at in lattice.unknown() if not self.words.at(lattice.words, at)]
        if not unknown:
            return lattice, lattice
        short = written_short(lattice.tokens, unknown, self.model, self.language)
        return lattice, replace(lattice, tokens=short) if short != lattice.tokens else lattice

    def _plain(self, question: str) -> Lattice:
        if not self.lexicon.has_free_order:
            return Lattice.of(question, self.model, self.lexicon)
        tokens = tokens_of(question, self.language)
        first = Lattice(self.model, self.lexicon, question, tokens)
        known = self.model.single_nouns
        apart = first.parted()
        tails = frozenset[str]().union(*(self.lexicon.words(klass) for klass in _TAILS))
        apart = parted(apart, self.lexicon, known.__contains__, first.is_unexplained, tails=tails)
        return replace(first, tokens=apart)

    def read(self, question: str, *, is_alone: bool = True) -> Read:
        """How a question reads. Where another reader found something (not `is_alone`), what is not among the likeliest
        is not looked for."""
        if is_too_long(question):
            return Read(question)
        plain, lattice = self._kept(question, self.model.values.as_of())
        if any(token.text.strip("\"'«»“”„‘’") == "" for token in lattice.tokens):
            return Read(question)  # nothing between quotes
        not_held = lattice.model.topic_not_held(lattice.stems)
        if not_held is not None:
            return Read(question, not_held=not_held)
        local = Local(lattice, self.words)
        said = {token.folded for token in plain.tokens}
        is_guessed = any(token.folded not in said for token in lattice.tokens)
        if local.asks_whether:
            return self._whether(question, local)
        if asks_for_zeros(lattice) is not None:
            return Read(question)
        found: dict[object, Candidate] = {}
        least = mixed = None
        denies = any(local.ends(at, "neither") for at in range(local.size))
        written = Lattice.of(question, self.model, self.lexicon) if self.lexicon.has_free_order else lattice
        best = FARTHEST
        attaching = Attaching(lattice, self.joins, self.words)
        for cost, pieces in ways(local):
            unknown = [piece.what.word for piece in pieces if isinstance(piece.what, Unknown)]
            if unknown:
                if least is None:
                    return Read(question, unknown=tuple(unknown))
                break
            least = cost if least is None else least
            leaves_out = any(isinstance(piece.what, Told) and piece.what.word == LEFT_OUT for piece in pieces)
            dearest = FARTHEST if is_alone else min(FARTHEST, best + MARGIN)
            if cost - least > min(_DEAREST_WAY, dearest):
                break
            for frame in attaching.frames(pieces, dearest - (cost - least)):
                for form, dear in Forming(self.model, frame).forms():
                    if (
                        not is_held_by_the_tables(form, self.model)
                        or contradicts_itself(form)
                        or parts_each_row(form, self.model)
                        or is_void(form.table, form.where)
                    ):
                        continue
                    form = each_once(per_unit(with_roles(form, self.model, lattice.calls_a_role), self.model))
                    form = without_none(form) if leaves_out else form
                    if (unit := mixed_in(form, self.model)) is not None:
                        mixed = unit.field
                        continue
                    made = Candidate(form, cost - least + frame.cost + dear, frame.parts)
                    if form not in found or _dear(found[form]) > _dear(made):
                        found[form] = made
                        if _dear(made) < best and self._stands(form, written, denies=denies):
                            best = _dear(made)
        ranked = _apart(sorted((c for c in found.values() if c.cost < FARTHEST), key=_dear))
        if not ranked:
            return Read(question, mixed=mixed)
        lattice = written
        ranked = [*of_named_ties([c for c in ranked if self._stands(c.form, lattice, denies=denies)], lattice)]
        if not ranked:
            return Read(question)
        ranked = [replace(c, parts=tuple(replace(p, span=lattice.place(p.span)) for p in c.parts)) for c in ranked]
        near = tuple(c for c in ranked if _dear(c) <= _dear(ranked[0]) + MARGIN)[:5]
        sure = tuple(c for c in near if tells_its_verb(c.form, lattice) and not c.is_doubtful)
        if not sure and all(c.untold for c in near):
            return Read(question, unknown=(str(near[0].untold),))
        sure = tuple(c for c in sure if not says_what_was_said(c.form, lattice)) or sure
        echoes = all(says_what_was_said(c.form, lattice) for c in sure)
        if echoes or any(doubt(c.form, lattice) for c in sure for doubt in DOUBTS_OF_PIECES):
            near, sure = sure or near, ()
        sure = tuple(c for c in sure if not shows_unnamed_rows(c.form, lattice))
        farther = ranked[1] if len(near) == len(sure) == 1 < len(ranked) else None
        loose = any(is_loose(c.form, lattice) for c in sure)
        clear = len(sure) == 1 and not is_guessed and _is_clear(sure[0], ranked, lattice)
        return Read(question, sure, farther=farther, is_loose=loose, doubtful=() if sure else near[:2], is_clear=clear)

    def _stands(self, form: Form, lattice: Lattice, *, denies: bool) -> bool:
        """Whether a form can be meant at all. `denies`: `neither` of two is said."""
        if ranks_texts(form, self.model) or goes_back(form, self.model) or loses_a_figure(form, lattice):
            return False
        return not (denies and _denies_one_of_two(form))

    def _whether(self, question: str, local: Local) -> Read:
        """`Are there any overdue jobs?`: whether there is one of those that would be listed."""
        end = local.end(0, "there")
        if end is None or end >= len(local.lattice):
            return Read(question)
        asked = min(self.words.phrases("listing_word"))
        text = f"{asked} {question[local.lattice.tokens[end].start :]}"
        read = self.read(text)
        counted = ((each, counting(each.form, self.model)) for each in read.candidates)
        found = tuple(
            replace(
                each,
                form=form.model_copy(update={"asks_whether": True}),
                parts=tuple(replace(part, span=_moved(part.span, end - len(asked.split()))) for part in each.parts),
            )
            for each, form in counted
            if form is not None
        )
        return replace(read, question=question, candidates=found, doubtful=(), farther=None)


def _denies_one_of_two(form: Form) -> bool:
    """`neither tasted nor treated`: what was not treated, and yet tasted."""
    return {c.negated for c in form.where if isinstance(c, Member)} == {True, False}


def _moved(span: Span, by: int) -> Span:
    return (max(0, span[0] + by), max(0, span[1] + by))


def _is_clear(one: Candidate, ranked: list[Candidate], lattice: Lattice) -> bool:
    if one.cost > CLEAR or any(other.cost < APART for other in ranked if other is not one):
        return False
    return all(node.table in lattice.tables_named for _, node in nodes_in(one.form) if isinstance(node, Form))


def is_held_by_the_tables(form: Form, model: Model) -> bool:
    """Whether the tables have every column that a form speaks of."""
    ties = ((table, node.to) for table, node in nodes_in(form) if isinstance(node, Related))
    return all(name in model.tables[table].fields for table, name in (*columns_in(form), *ties))


def _dear(candidate: Candidate) -> float:
    return candidate.cost + DOUBTED * candidate.is_doubtful


def _apart(ranked: list[Candidate]) -> list[Candidate]:
    """Without those that show the same in another order."""
    found: dict[object, Candidate] = {}
    for one in ranked:
        shown = frozenset(output.value.model_dump_json() for output in one.form.outputs)
        found.setdefault((shown, one.form.model_copy(update={"outputs": ()})), one)
    return list(found.values())
