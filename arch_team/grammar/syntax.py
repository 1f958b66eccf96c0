"""How a question is put together, before it is known what its words stand for: phrases with their modifiers.

A noun keeps all its senses and a value all its places until the whole is resolved. Every node knows its span of tokens.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.modelling.model import Hit, NounSense
from arch_team.modelling.naming import EXACT
from arch_team.text.dates import Period

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Noun:
    span: Span
    senses: tuple[NounSense, ...]
    is_own: bool = False
    """A column of what it is said of, and of nothing beside it: what a lamp costs is no repair's cost."""

    @property
    def names_a_table(self) -> bool:
        """Whether it is what a table is called."""
        return any(sense.field is None and sense.tier == EXACT for sense in self.senses)


@dataclass(frozen=True, slots=True)
class Text:
    """A value: a quoted piece, or words the data holds. `hits` is empty where no column holds it."""

    span: Span
    text: str
    hits: tuple[Hit, ...] = ()
    is_quoted: bool = False
    is_lower: bool = False
    is_verbal: bool = False
    """It may as well be a verb that ties two things."""
    is_worded: bool = False
    """The model or the language says that the word stands for the value."""


@dataclass(frozen=True, slots=True)
class Number:
    span: Span
    value: Decimal
    unit: str = ""
    """What it is counted in, where that is said: 2000 francs are no year."""


@dataclass(frozen=True, slots=True)
class Time:
    span: Span
    period: Period


@dataclass(frozen=True, slots=True)
class CountWord:
    """`the number`, `the count`: how many there are of what the phrase speaks of."""

    span: Span


@dataclass(frozen=True, slots=True)
class Pronoun:
    span: Span


@dataclass(frozen=True, slots=True)
class Thing:
    """A person, a thing, a record: a word for rows of whatever table is meant."""

    span: Span
    is_person: bool = False


@dataclass(frozen=True, slots=True)
class GrainWord:
    """A stretch of time to put dates into: a month, a quarter."""

    span: Span
    grain: Grain


@dataclass(frozen=True, slots=True)
class Everything:
    """All columns of what the phrase speaks of: `all information about`."""

    span: Span


Head = Noun | Text | Number | Time | CountWord | Pronoun | Thing | GrainWord | Everything


@dataclass(frozen=True, slots=True)
class Superlative:
    span: Span
    is_max: bool
    limit: int = 1
    dimension: str | None = None
    """The word that names a dimension by itself: `oldest`."""
    counts: bool = False
    """It ranks by how many there are: `most`, `most common`."""


@dataclass(frozen=True, slots=True)
class Quantity:
    span: Span
    op: Op
    value: Decimal


@dataclass(frozen=True, slots=True)
class Phrase:
    span: Span
    head: Head
    owners: tuple[Noun, ...] = ()
    """Nouns right before the head: the student of `student names`."""
    texts: tuple[Text, ...] = ()
    """Values right before the head: the female of `female students`."""
    functions: tuple[Function, ...] = ()
    superlative: Superlative | None = None
    quantity: Quantity | None = None
    is_distinct: bool = False
    is_each: bool = False
    is_count: bool = False
    is_none: bool = False
    is_both: bool = False
    is_any: bool = False
    modifiers: tuple["Modifier", ...] = ()
    is_counted: bool = False
    """How many there are of it is asked."""
    verbs: tuple[str, ...] = ()
    """Participles before the head: the registered of `registered students`."""

    @property
    def counts(self) -> bool:
        """Whether it is ranked by how many there are."""
        return self.superlative is not None and self.superlative.counts

    def with_modifiers(self, *more: "Modifier") -> "Phrase":
        return replace(self, modifiers=(*self.modifiers, *more))


@dataclass(frozen=True, slots=True)
class Coordination:
    kind: Literal["and", "or"]
    items: tuple[Phrase, ...]
    is_both: bool = False


@dataclass(frozen=True, slots=True)
class Attach:
    """A phrase behind a preposition: `of the students`, `in France`."""

    span: Span
    preposition: str
    phrases: Coordination
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A clause that ties the phrase to others: `who take courses`, `with two orders`, `without any invoice`."""

    span: Span
    verbs: tuple[str, ...]
    phrases: Coordination | None
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """`whose age is above 40`, `older than the average`, `between 3 and 5`. Without `of`, of the phrase itself."""

    span: Span
    of: Phrase | None
    op: Op
    rights: tuple[Head | Phrase, ...]
    is_negated: bool = False
    dimension: str | None = None
    is_any_of: bool = False
    verbs: tuple[str, ...] = ()
    is_amount: bool = False
    """It compares amounts (`over 2000`): a year is none."""
    is_date: bool = False
    """It compares times (`after 2010`): a number that points at a row is none."""
    measured_by: str | None = None
    """The word that compares a column, where it names what is compared: `whose age is older than 40`."""
    is_all: bool = False
    """Several rights are all held, each by some row: `both A and B`."""
    is_each: bool = False
    """Several rights are kinds that are spoken of, none as a choice: `male and female students`."""


@dataclass(frozen=True, slots=True)
class Match:
    """`whose name contains "x"`."""

    span: Span
    of: Phrase | None
    how: Literal["contains", "starts", "ends"]
    text: Text
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    span: Span
    of: Phrase | None
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Modifiers of which one must hold (`or`) or all, each by some row (`and`)."""

    span: Span
    kind: Literal["and", "or"]
    of: tuple["Modifier", ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Columns that stand in brackets behind what they are wanted of."""

    span: Span
    columns: tuple[Phrase, ...]


Modifier = Attach | Relation | Comparison | Match | Missing | Choice | Shown


@dataclass(frozen=True, slots=True)
class Sorting:
    span: Span
    by: tuple[Phrase, ...]
    descending: bool
    is_directed: bool
    is_of_age: bool = False
    """From old to young, or from young to old: of days it is the other way round."""
    ranks: str | None = None
    """The word that says by itself what it is by: `from the youngest to the oldest`."""
    is_turned: bool = False
    """That word is the last: `from the oldest to the newest`."""
    of_figure: bool = False
    """It is by the figure that is asked for: `in order of the average`."""


@dataclass(frozen=True, slots=True)
class Sentence:
    targets: tuple[Phrase, ...] = ()
    groups: tuple[Phrase, ...] = ()
    sorting: tuple[Sorting, ...] = ()
    asks_who: bool = False
    asks_whether: bool = False
    """Yes or no is asked; the target is what there must be for a yes."""
