"""What is asked of rows that are called by name, told by the words alone. Where every word of a question is said of one
column, of its table or of the row, and the column's name has no word that was not said, the order of the words says
nothing more: `When does the licence of Clara Colley expire?`, of a `licence_expiry`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Expression, Figure, Form, Given, Output, Step
from arch_team.forms.joins import Joins
from arch_team.grammar.dating import days_within, is_time
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Text, Time
from arch_team.modelling.model import FULL_NAME, NAME_JOINT, ModelField, ModelTable
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.dates import year_period
from arch_team.text.tokens import TokenKind

_FREE = ("filler", "determiner", "we", "pronoun", "be", "have", "auxiliary", "preposition", "request", "what", "who")
_SOMEBODY = ("person",)
"""Words that say nothing of which column is meant."""
_ASKING = ("asks_when", "how_many", "who", "what", "request")
_ADDING = ("altogether",)
_ENDS = ("?", ".", "!")


@dataclass(frozen=True, slots=True)
class _Row:
    """The values that a question names, as a table's rows have them."""

    table: ModelTable
    where: tuple[Condition, ...]
    is_one: bool
    """One row is called by its own name or number."""
    held: frozenset[int]
    """The places of the question that these say."""


class Covering:
    """The forms of one question that its words cover."""

    def __init__(self, lattice: Lattice, joins: Joins) -> None:
        self._lattice, self._joins = lattice, joins
        self._values = [text for text in _longest(lattice) if text.hits]
        self._times = [*lattice.times.values(), *_years(lattice)]
        self._start = self._question_word()

    def form(self) -> Form | None:
        """The form all words are said of, where there is one and no other."""
        if not (self._values or self._times) or self._start is None or len(self._times) > 1 or self._says_more():
            return None
        found: dict[Form, int] = {}
        for table in self._lattice.model.tables.values():
            for row in self._rows(table):
                for field in table.fields.values():
                    covered = None if field.is_key else self._covered(row, field)
                    value = self._asked(row, field) if covered else None
                    then = self._then(table) if value is not None else None
                    if covered and value is not None and then is not None:
                        outputs = (Output(name=field.name, value=value),)
                        found[Form(table=table.name, outputs=outputs, where=(*row.where, *then))] = covered
        best = [form for form, many in found.items() if many == max(found.values())]
        return best[0] if len(best) == 1 else None

    def _question_word(self) -> int | None:
        """Where the words begin that follow what makes it a question."""
        ends = [end for klass in _ASKING if (end := self._lattice.ends(0, klass)) is not None]
        if self._lattice.ends(0, "asks_since") is not None or self._lattice.ends(0, "asks_clock") is not None:
            return None
        return max(ends, default=None)

    def _says_more(self) -> bool:
        """Whether a number or another sentence stands beside the values, or how often is asked: it needs a grammar."""
        lattice = self._lattice
        held = {at for text in self._values for at in range(*text.span)}
        held |= self._timed
        rest = [at for at in range(len(lattice)) if at not in held]
        if any(map(lattice.is_how_often, rest)):
            return True
        signs = [at for at in rest if lattice.tokens[at].kind is not TokenKind.WORD and lattice.words[at] not in _ENDS]
        return bool(signs) or any(lattice.number(at) is not None for at in rest)

    def _rows(self, table: ModelTable) -> Iterator[_Row]:
        """The table's rows that have all values that are said: of their own, or of the one row that they point at."""
        where: list[Condition] = []
        is_one = False
        for text in self._values:
            hits = [(hit, steps) for hit in text.hits for steps in self._ways(table, hit.table)]
            own = [(hit, steps) for hit, steps in hits if not steps] or hits
            if len({(hit.table, hit.field) for hit, _ in own}) != 1 or len({steps for _, steps in own}) != 1:
                return
            first, steps = own[0]
            fields = {hit.value: hit.field for hit, _ in own}
            if first.field == FULL_NAME:
                if len(fields) > 1:
                    return
                label = self._lattice.model.tables[first.table].label
                parts = zip(label, first.value.split(NAME_JOINT), strict=True)
                where += [_equals(Column(field=name, via=steps), (value,)) for name, value in parts]
            else:
                where.append(_equals(Column(field=first.field, via=steps), tuple(fields)))
            names = {*self._lattice.model.tables[first.table].label, *table.key, FULL_NAME}
            is_one = is_one or (not steps and first.field in names)
        held = frozenset(at for text in self._values for at in range(*text.span))
        yield _Row(table, tuple(where), is_one, held)

    @cached_property
    def _timed(self) -> set[int]:
        return {at for time in self._times for at in range(*time.span)}

    def _then(self, table: ModelTable) -> tuple[Condition, ...] | None:
        """When it was, by the day that a verb of the question names, or the only one. None: it is not told which."""
        if not self._times:
            return ()
        days = [field for field in table.fields.values() if field.is_temporal and not field.type.is_number]
        said = self._lattice.telling([w for at, w in enumerate(self._lattice.words) if self._lattice.relates(at)])
        named = [field for field in days if self._lattice.dates(said, field)]
        one = named if len(named) == 1 else days
        day = one[0] if len(one) == 1 else None
        held = days_within(day, self._times[0], self._lattice.model) if day is not None else None
        if day is None or held is None or held[0] is None:
            return None
        return (Compare(left=Column(field=day.name), op=held[0], values=held[1]),)

    def _ways(self, table: ModelTable, other: str) -> Iterator[tuple[Step, ...]]:
        if table.name == other:
            yield ()
        ways = self._joins.up(table.name, other) if table.name != other else []
        for steps in ways if len(ways) == 1 else ():
            links = [link for link in self._lattice.model.links_from(table.name) if link.field == steps[0].field]
            if len(steps) == 1 and not any(map(self._lattice.role, links)):
                yield steps

    def _covered(self, row: _Row, field: ModelField) -> int:
        """How many words are said of a column, where all are, and all that it is called was said. Else none."""
        lattice = self._lattice
        free = self._free_places(field)
        said = [at for at in range(self._start or 0, len(lattice)) if at not in row.held | free | self._timed]
        counts = lattice.ends(0, "how_many") is not None and field.is_measure
        names = [name.words for name in field.names if name.tier == EXACT or (counts and name.tier <= PARTIAL)]
        table = {word for name in row.table.names if name.tier == EXACT for word in name.words}
        best = 0
        for words in names:
            own = [at for at in said if any(self._is_said(at, word) for word in words)]
            of_table = [at for at in said if at not in own and any(self._is_said(at, word) for word in table)]
            plain = self._plain(field, table)
            untold = [w for w in words if w not in plain and not any(self._is_said(at, w) for at in own)]
            if own and len(own) + len(of_table) == len(said) and not untold:
                best = max(best, len(own))
        return best

    def _is_said(self, at: int, word: str) -> bool:
        lattice = self._lattice
        return word in (lattice.stems[at], lattice.words[at]) or lattice.names(lattice.words[at], word)

    def _plain(self, field: ModelField, table: set[str]) -> set[str]:
        """Words of a column's name that need not be said: that it is a day, of its own table, how it is counted."""
        words = self._lattice.lexicon.words
        plain = table | words("unit_suffix") | self._lattice.lexicon.phrases("preposition") | words("label_last")
        return plain | words("time_noun") if field.is_temporal else plain

    def _free_places(self, field: ModelField) -> set[int]:
        """The places of words that say nothing of a column, and of the times it is asked for."""
        lattice = self._lattice
        free = {at for at in range(len(lattice)) if lattice.words[at] in _ENDS}
        classes = (*_FREE, *_ADDING) if field.adds_up else _FREE
        classes = (*classes, *_SOMEBODY) if lattice.ends(0, "who") is not None else classes
        for at in range(len(lattice)):
            ends = [end for klass in classes for end in lattice.all_ends(at, klass)]
            named = {w for name in field.names if name.tier == EXACT for w in name.words}
            if ends and lattice.stems[at] not in named:
                free.update(range(at, max(ends)))
        return free

    def _asked(self, row: _Row, field: ModelField) -> Expression | None:
        """The column, or what its values add up to, as the question asks for a day, somebody or a number."""
        lattice, column = self._lattice, Column(field=field.name)
        label = row.table.label
        if lattice.ends(0, "asks_name") is not None and (field.name not in label or row.is_one):
            return None  # the name of who referred somebody is not that of the referral
        if (lattice.ends(0, "asks_when") is not None) != field.is_temporal:
            return None
        if self._times and (row.is_one or not field.adds_up):
            return None
        if lattice.ends(0, "how_many") is not None and lattice.ends(0, "what") is None:
            if not field.is_measure:
                return None
            return column if row.is_one else (Figure(function=Function.SUM, of=column) if field.adds_up else None)
        if lattice.ends(0, "who") is not None and not (field.is_text or field.refers_to is not None):
            return None
        return column if row.is_one or not field.is_measure else None


def _equals(column: Column, values: Sequence[str]) -> Compare:
    if len(values) > 1:
        return Compare(left=column, op=Op.IN, values=tuple(values))
    return Compare(left=column, op=Op.EQ, right=Given(value=values[0]))


def _years(lattice: Lattice) -> Iterator[Time]:
    known = {at for time in lattice.times.values() for at in range(*time.span)}
    for number in (lattice.number(at) for at in range(len(lattice)) if at not in known):
        if number is not None and is_time(number):
            token = lattice.tokens[number.span[0]]
            yield Time(number.span, year_period(int(number.value), (token.start, token.end)))


def _longest(lattice: Lattice) -> Iterator[Text]:
    """The values of a question from left to right, none within another."""
    end = 0
    for at, texts in enumerate(lattice.texts):
        if at >= end and texts:
            text = max(texts, key=lambda each: each.span[1])
            yield text
            end = text.span[1]
