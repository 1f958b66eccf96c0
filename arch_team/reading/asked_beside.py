"""What else is asked of the rows of a list, in the same sentence: `Which technicians work nights, and when were they
hired?`"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from arch_team.forms.form import Column, Form, Output
from arch_team.forms.joins import Joins
from arch_team.forms.showing import free_name, is_figure
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import Model, ModelField
from arch_team.modelling.naming import PARTIAL
from arch_team.semantics.reader import Read, Reader
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import TokenKind, tokens_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.semantics.building import Candidate

_SMALL = ("pronoun", "be", "have", "auxiliary", "filler", "determiner", "each", "preposition", "linking")
_PLAIN = ("tying", "locating", "happening", "doing", "owning", "belonging")
_MOST = 3
"""Joints that are tried, the last first."""


def asked_beside(question: str, language: Language, model: Model, reader: Reader) -> Read | None:
    """The list that the first part of a question asks for, with what the second asks of each of its rows beside it.
    None: it is no such question, or one part is not read."""
    lexicon = lexicon_of(language)
    for front, behind in _cuts(question, lexicon):
        asked = Lattice.of(behind, model, lexicon)
        if (
            any(asked.texts)
            or asked.unknown()
            or not any(asked.ends(_start(asked), klass) is not None for klass in ("what", "asks_when"))
        ):
            continue
        listed = reader.read(front).candidates
        if len(listed) != 1 or not _is_list(listed[0].form):
            continue
        columns = _columns(asked, listed[0].form.table, model)
        if columns:
            return Read(question, (_with(listed[0], columns),))
    return None


def _cuts(question: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """What stands before a joint, and behind it."""
    tokens = () if is_too_long(question) else tokens_of(question, lexicon.language)
    joints = [at for at in range(2, len(tokens) - 1) if tokens[at].folded in lexicon.words("and")]
    for at in joints[: -_MOST - 1 : -1]:
        last = at - 1 if tokens[at - 1].kind is not TokenKind.SIGN else at - 2
        yield question[: tokens[last].end] + "?", question[tokens[at + 1].start :]


def _start(asked: Lattice) -> int:
    """Past a preposition: `from which supplier`."""
    return asked.ends(0, "preposition") or 0 if asked.ends(0, "asks_when") is None else 0


def _is_list(form: Form) -> bool:
    plain = all(isinstance(output.value, Column) for output in form.outputs)
    return plain and not (is_figure(form) or form.group_by or form.having or form.also or form.asks_whether)


def _columns(asked: Lattice, table: str, model: Model) -> list[Column]:
    """What of the listed rows is asked for: a column of theirs, or the names of rows that they point at. None, where
    another word says something."""
    start = _start(asked)
    when = asked.ends(0, "asks_when")
    if when is not None:
        days = [f for f in model.tables[table].fields.values() if f.is_temporal]
        verbs = _rest(asked, when)
        named = [field for field in days if verbs and asked.dates(verbs, field)]
        plain = not verbs or all(map(asked.lexicon.words("happening").__contains__, verbs))
        found = named if verbs and not plain else days
        return [Column(field=found[0].name)] if len(found) == 1 else []
    place = asked.ends(start, "what")
    for noun in asked.nouns[place] if place is not None and place < len(asked) else ():
        verbs = _rest(asked, noun.span[1])
        senses = [s for s in noun.senses if s.tier < PARTIAL]
        own = [model.field(s.table, s.field) for s in senses if s.table == table and s.field is not None]
        if len(own) == 1 and own[0].refers_to is None and _are_told(verbs, own[0], asked):
            return [Column(field=own[0].name)]
        there = {s.table for s in senses if s.field is None and s.table != table}
        ways = [(other, steps) for other in there for steps in Joins(model).up(table, other)]
        if not own and len(ways) == 1 and len(ways[0][1]) == 1 and _are_told(verbs, None, asked):
            other, steps = ways[0]
            label = model.tables[other].label or model.tables[other].key
            return [Column(field=name, via=steps) for name in label]
    return []


def _rest(asked: Lattice, at: int) -> list[str]:
    """The words that say more than small ones do."""
    small = {word for klass in _SMALL for word in asked.lexicon.words(klass)}
    said = [asked.words[i] for i in range(at, len(asked)) if asked.tokens[i].kind is not TokenKind.SIGN]
    return [word for word in said if word not in small]


def _are_told(words: list[str], field: ModelField | None, asked: Lattice) -> bool:
    """Whether words say no more than that it is theirs, or what the column is called by."""
    plain = frozenset[str]().union(*map(asked.lexicon.words, _PLAIN))
    return all(word in plain or (field is not None and asked.dates((word,), field)) for word in words)


def _with(candidate: "Candidate", columns: list[Column]) -> "Candidate":
    form, outputs = candidate.form, list(candidate.form.outputs)
    for column in (each for each in columns if all(output.value != each for output in form.outputs)):
        outputs.append(Output(name=free_name(column, outputs), value=column))
    return replace(candidate, form=form.model_copy(update={"outputs": tuple(outputs)}))
