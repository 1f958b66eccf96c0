"""Who did something, where one table alone holds people: those are meant."""

from dataclasses import replace
from typing import TYPE_CHECKING

from arch_team.forms.showing import columns_in
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.written import written
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.forms.form import Form
    from arch_team.modelling.model import Model
    from arch_team.semantics.reader import Read, Reader


def asked_of_people(question: str, language: Language, model: "Model", reader: "Reader") -> "Read | None":
    """`Who has the most orders?` as a question for customers. None where it does not begin so, or does not read so."""
    people = [table for table in model.tables.values() if table.is_person]
    tokens = () if is_too_long(question) else tokens_of(question, language)
    lexicon = lexicon_of(language)
    if len(people) != 1 or not tokens or tokens[0].folded not in lexicon.words("who"):
        return None
    from arch_team.semantics.reading import parts_within

    [table] = people
    text = f"{lexicon.which} {table.title or written(table.name, language)}{question[tokens[0].end :]}"
    read = reader.read(text)
    kept = tuple(
        replace(each, parts=parts_within(question, text, each))
        for each in read.candidates
        if each.form.table == table.name and not each.form.group_by and _verbs_are_told(text, each.form, model, lexicon)
    )
    return replace(read, question=question, candidates=kept) if kept else None


def _verbs_are_told(text: str, form: "Form", model: "Model", lexicon: Lexicon) -> bool:
    """Whether the tables say what was done: who repaired a boat is not told by who hired it."""
    lattice = Lattice.of(text, model, lexicon)
    columns = set(columns_in(form))
    days = [model.field(table, name) for table, name in columns if name in model.tables[table].fields]

    def is_told(verb: str) -> bool:
        if verb in lexicon.words("happening") or not lattice.telling((verb,)):
            return True
        named = set(lattice.tables_of((verb,)))
        return not named.isdisjoint(table for table, _ in columns) or any(lattice.dates((verb,), day) for day in days)

    return all(is_told(word) for at, word in enumerate(lattice.words) if lattice.relates(at))
