"""What a question says last of how its times are meant: `… in 2024, by order date`."""

from dataclasses import replace
from datetime import date, datetime, time

from arch_team.featuredata.calls import Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Form, Given, Plain
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Number, Time
from arch_team.modelling.model import Model, ModelField
from arch_team.text.dates import periods_in
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of

Day = tuple[str, str]
"""A table and its column of days."""


def dated_by(question: str, model: Model, lexicon: Lexicon) -> tuple[str, frozenset[Day]] | None:
    """The question without its last words, and the days they name. None: it says nothing of the kind, or no time."""
    tokens = [token for token in tokens_of(question, lexicon.language) if token.folded not in ("?", ".", "!")]
    if tokens and tokens[-1].folded == ")":
        tokens = tokens[:-1]
    said = [token.folded for token in tokens]
    for at in range(len(said) - 2, 1, -1):
        begins = [p.split() for p in lexicon.phrases("dating") if said[at : at + len(p.split())] == p.split()]
        if not begins or _sorts(said[: at + max(map(len, begins))], lexicon):
            continue
        start = at + max(map(len, begins))
        while start < len(said) and said[start] in lexicon.words("determiner"):
            start += 1
        end = at - 1 if said[at - 1] in (",", "(") else at
        for last in (len(said), len(said) - 1) if lexicon.has_free_order else (len(said),):  # `… verändert`
            days = _days(tuple(noun_stem(word, lexicon.language) for word in said[start:last]), model)
            rest = question[: tokens[end - 1].end] + "".join(f" {token.text}" for token in tokens[last:])
            if days and _speaks_of_time(rest, said[:end], lexicon):
                return rest, days
    return None


def _sorts(said: list[str], lexicon: Lexicon) -> bool:
    """Whether words end with what asks for an order: `sorted by` a day says nothing of which day is meant."""
    return any(said[-len(p) :] == p for p in (phrase.split() for phrase in lexicon.phrases("order")))


def _days(stems: tuple[str, ...], model: Model) -> frozenset[Day]:
    """The columns of days that some words name."""
    named = [senses for words, senses in model.nouns.get(stems[0], ()) if words == stems] if stems else []
    found = [(s.table, s.field) for senses in named for s in senses if s.field is not None]
    return frozenset((table, field) for table, field in found if model.field(table, field).is_temporal)


def with_days(model: Model, days: frozenset[Day]) -> Model:
    """A model in which times are those of these columns."""
    tables = dict(model.tables)
    for name in {table for table, _ in days}:
        own = model.tables[name].fields
        fields = {n: replace(f, is_default_time=(name, n) in days) for n, f in own.items()}
        tables[name] = replace(model.tables[name], fields=fields)
    return replace(model, tables=tables)


def _speaks_of_time(text: str, words: list[str], lexicon: Lexicon) -> bool:
    grains = {word for phrase in lexicon.phrases("grain") for word in phrase.split()}
    return bool(periods_in(text)) or not grains.isdisjoint(words) or any(_is_year(word) for word in words)


def _is_year(word: str) -> bool:
    return word.isdecimal() and 1800 <= int(word) <= 2200


def days_within(field: ModelField, right: Time, model: Model) -> tuple[Op | None, tuple[Plain, ...]] | None:
    """How a column holds a time: the comparison, if it is not as said, and its values. A month without its year is of
    the one year that the column is of."""
    period = right.period
    if period.is_of_any_year:
        year = model.values.year(field.table, field.name)
        if year is None:
            return None
        period = period.in_year(year)
    if field.type is FieldType.INTEGER and field.is_temporal and period.is_year:
        return None, (period.start.year,)
    if field.type is FieldType.DATE:
        return (None, (period.start,)) if period.is_day else (Op.BETWEEN, (period.start, period.end))
    if field.type is FieldType.DATETIME:
        return Op.BETWEEN, (_midnight(period.start), datetime.combine(period.end, time(23, 59, 59)))
    if field.type is FieldType.STRING and field.is_temporal:
        last = datetime.combine(period.end, time(23, 59, 59)).isoformat(sep=" ")
        return Op.BETWEEN, (period.start.isoformat(), last)
    return None


def is_told_by_a_day(word: str, form: Form, lattice: Lattice) -> bool:
    """Whether a form shows, or is held to, the day on which that was done which a word says."""
    fields = lattice.model.tables[form.table].fields
    shown = [o.value for o in form.outputs]
    held = [c.left for c in form.where if isinstance(c, Compare) and c.op is not Op.NOT_NULL]
    own = [c.field for c in (*shown, *held) if isinstance(c, Column) and not c.via and c.field in fields]
    return any(fields[name].is_temporal and lattice.dates((word,), fields[name]) for name in own)


def said_by_its_day(form: Form, lattice: Lattice) -> Form:
    """What was booked in March was booked on a day in March, whatever has become of it since: the state that is called
    so is not asked for as well."""

    def is_named(column: Column) -> bool:
        """`have the status open`: the state is asked for by its name."""
        nouns = (noun for nouns in lattice.nouns for noun in nouns)
        return any((s.table, s.field) == (form.table, column.field) for noun in nouns for s in noun.senses)

    def is_state(condition: object) -> bool:
        if not isinstance(condition, Compare) or condition.op is not Op.EQ or not isinstance(condition.right, Given):
            return False
        word = folded(str(condition.right.value))
        own = isinstance(condition.left, Column) and not condition.left.via and not is_named(condition.left)
        return own and word in lattice.words and is_told_by_a_day(word, form, lattice)

    kept = tuple(c for c in form.where if not is_state(c))
    return form if len(kept) == len(form.where) else form.model_copy(update={"where": kept})


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def is_time(head: object) -> bool:
    """A date, or a number that can be a year."""
    return isinstance(head, Time) or (isinstance(head, Number) and not head.unit and 1000 <= head.value <= 2999)
