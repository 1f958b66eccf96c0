"""Who did something, where the tables tell it of one kind of people: those are meant."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arch_team.forms.form import Column
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in
from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.interpreter import MARGIN
from arch_team.interpreting.read import Read
from arch_team.modelling.model import FULL_NAME
from arch_team.modelling.written import written
from arch_team.semantics.reading import parts_within
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.forms.form import Form
    from arch_team.interpreting.read import Candidate
    from arch_team.modelling.model import Model, ModelField, ModelTable
    from arch_team.reading.two_readers import Reads

_FEW = 4
"""Kinds of people that are tried."""


@dataclass(frozen=True, slots=True)
class _People:
    """A kind of people: the rows of a table, or who a column names."""

    table: "ModelTable"
    field: "ModelField | None" = None

    def called(self, language: Language) -> str:
        named = self.field or self.table
        return named.title or written(named.name, language)

    def are_shown_by(self, form: "Form") -> bool:
        if self.field is None:
            return form.table == self.table.name and not form.group_by
        column = Column(field=self.field.name)
        shown = bool(form.outputs) and form.outputs[0].value == column
        return form.table == self.table.name and shown and form.group_by in ((), (column,))


def asked_of_people(question: str, language: Language, model: "Model", reader: "Reads") -> "Read | None":
    """`Who has the most orders?` as a question for customers. None where it does not begin so, or does not read so."""
    tokens = () if is_too_long(question) else tokens_of(question, language)
    lexicon = lexicon_of(language)
    if not tokens or tokens[0].folded not in lexicon.words("who"):
        return None
    lattice = Lattice.of(question, model, lexicon)
    people = [_People(table) for table in model.tables.values() if table.is_person and not table.is_bridge]
    named = [each for each in people if each.table.name in lattice.tables_named]  # `who of our keepers`
    somebody = [f for f in lattice.shared.somebody if lattice.speaks_of(f.table)]  # who took a photo made no lens
    people = named or people or [_People(model.tables[field.table], field) for field in somebody]
    if not 0 < len(people) <= _FEW:
        return None
    read = [found for each in people if (found := _read_of(each, question, tokens[0].end, language, model, reader))]
    nearest = sorted(read, key=lambda found: found[0].cost)
    if not read or not nearest[0][0].is_told or any(f[0].cost <= nearest[0][0].cost + MARGIN for f in nearest[1:]):
        return None
    return Read(question, tuple(each.candidate for each in nearest[0] if each.is_told))


@dataclass(frozen=True)
class _Meant:
    candidate: "Candidate"
    is_told: bool

    @property
    def cost(self) -> float:
        return self.candidate.cost


def _read_of(
    people: _People, question: str, behind: int, language: Language, model: "Model", reader: "Reads"
) -> list[_Meant]:
    """The readings of a question as one for people of a kind, nearest first, and whether the tables say of them what
    was done."""
    lexicon = lexicon_of(language)
    text = f"{lexicon.which} {people.called(language)}{question[behind:]}"
    read = reader.read(text)
    found = [
        _Meant(
            replace(each, parts=parts_within(question, text, each)),
            each not in read.doubtful and _verbs_are_told(text, each.form, people, model, lexicon),
        )
        for each in (*read.candidates, *read.doubtful)
        if people.are_shown_by(each.form)
    ]
    return sorted(found, key=lambda each: each.cost)


def _verbs_are_told(text: str, form: "Form", people: _People, model: "Model", lexicon: Lexicon) -> bool:
    """Whether the tables say what was done: who repaired a boat is not told by who hired it."""
    naming = people.table.label if people.field is None else (people.field.name,)
    if any((form.table, name) in pinned(form) for name in naming):
        return False  # who owns the Lake Hotel is not the Lake Hotel
    lattice = Lattice.of(text, model, lexicon)
    done = lexicon.words("owning")  # who owns it: that is no noun, even where they are called so
    nouns = (noun for at, found in enumerate(lattice.nouns) if lattice.words[at] not in done for noun in found)
    spans = sorted(
        (noun.span for noun in nouns if any((s.table, s.field) == (form.table, None) for s in noun.senses)),
        key=lambda span: (span[0], -span[1]),
    )
    if spans and any(start >= spans[0][1] for start, _ in spans):
        return False  # a translation is not all that translators do
    columns = set(columns_in(form))
    plain = frozenset[str]().union(*map(lexicon.words, ("happening", "dwelling", "tying", "working")))
    fields = [model.tables[table].fields.get(name) for table, name in columns]
    things = [table for table in model.tables.values() if table.label and table.name != form.table]
    made = {own for table in things for own in table.fields.values() if own.is_temporal}  # a house was built by others
    days = [field for field in fields if field is not None and field not in made]

    def is_told(verb: str) -> bool:
        if verb in lexicon.words("doing") and not _did_it(people, lattice):
            return False  # whose a loan was did not carry it
        if verb in plain or not lattice.telling((verb,)):
            return True
        named = set(lattice.tables_of((verb,)))
        return not named.isdisjoint(table for table, _ in columns) or any(lattice.dates((verb,), day) for day in days)

    verbs = [word for at, word in enumerate(lattice.words) if lattice.relates(at)]
    main = [verb for verb in verbs if verb not in lexicon.words("auxiliary")]
    return all(map(is_told, main or verbs))


def _did_it(people: _People, lattice: Lattice) -> bool:
    """Whether rows that are named say themselves who it was."""
    if people.field is not None:
        return True
    own, model = people.table.name, lattice.model
    called = (hit for texts in lattice.texts for text in texts for hit in text.hits)
    named = {hit.table for hit in called if hit.field in (*model.tables[hit.table].label, FULL_NAME)}
    named = (named | lattice.tables_named) - {own}
    links = [link for table in named for link in model.links_from(table)]
    bridged = [link for link in model.links_to(own) if model.tables[link.table].is_tie]
    return not named or bool(bridged) or any(link.to_table == own for link in links)
