"""The pieces of a question: what a few words that stand together say, before it is known what they are said of."""

from dataclasses import dataclass
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.grammar.syntax import Noun, Number, Span, Text, Time


@dataclass(frozen=True, slots=True)
class Top:
    """The most or the least of something: `oldest`, `the three heaviest`, `most`."""

    span: Span
    is_max: bool
    dimension: str | None = None
    """The word that says by itself what it goes by."""
    counts: bool = False
    """It goes by how many there are."""
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of something: `at least three`, `no more than 5`."""

    span: Span
    op: Op
    value: Decimal


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table: `the three heaviest bells`, `no orders`, `each dairy`."""

    noun: Noun
    texts: tuple[Text, ...] = ()
    """Values before or right behind the noun."""
    top: Top | None = None
    amount: Amount | None = None
    deeds: tuple[str, ...] = ()
    """Participles before the noun: `recorded events`."""
    is_each: bool = False
    is_none: bool = False
    is_asked: bool = False
    """`which`"""
    is_any: bool = False
    is_pointing: bool = False
    """Said of before: `those bells`, `its paths`."""
    is_distinct: bool = False
    number: Number | None = None
    """Right behind the noun: `course 101`."""


@dataclass(frozen=True, slots=True)
class Cols:
    """Columns that one name may mean, with what is made of them: `the average hourly wage`."""

    noun: Noun
    functions: tuple[Function, ...] = ()
    top: Top | None = None
    amount: Amount | None = None
    is_distinct: bool = False
    is_each: bool = False
    is_none: bool = False
    is_asked: bool = False
    is_pointing: bool = False
    is_beside: bool = False
    """Shown beside the rows that were named before it."""
    owner: Noun | None = None
    """Right before it, whose column it is: `order status`, `the alloy's name`."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are: of rows, of different values, or of what was spoken of."""

    of: Rows | Cols | None
    is_distinct: bool = False
    functions: tuple[Function, ...] = ()
    """What is made of the numbers: the average number of orders per customer."""
    top: Top | None = None


@dataclass(frozen=True, slots=True)
class Mean:
    """A figure to hold something against: `the average`, `the average age of all singers`, `the average film`."""

    function: Function
    of: Rows | Cols | None = None


@dataclass(frozen=True, slots=True)
class Than:
    """Another row to hold something against: `than Ann`."""

    text: Text


Right = Number | Time | Text | Mean | Than | Cols
"""Several numbers of `=` are a choice."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is held against something: `above 10 kg`, `after 2010`, `older than the average`."""

    span: Span
    op: Op
    rights: tuple[Right, ...]
    dimension: str | None = None
    is_date: bool = False
    is_times: bool = False
    """So many times: `at least twice`."""


@dataclass(frozen=True, slots=True)
class Held:
    """A column and what it is held against, or that nothing or something stands in it."""

    cols: Cols
    bound: Bound | None = None
    texts: tuple[Text, ...] = ()
    is_missing: bool = False
    is_known: bool = False
    is_denied: bool = False
    """`is not`"""
    how: str = ""
    """`contains`, `starts`, `ends`"""
    joint: str = "or"


@dataclass(frozen=True, slots=True)
class Values:
    texts: tuple[Text, ...]
    joint: str = ""


@dataclass(frozen=True, slots=True)
class Sorted:
    """How the answer is put in order."""

    by: tuple["Cols | Count | Top", ...] = ()
    descending: bool = False
    is_directed: bool = False
    is_chronological: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time that dates are put into: `month`, `year`."""

    grain: Grain
    is_each: bool = False
    is_asked: bool = False
    top: Top | None = None


@dataclass(frozen=True, slots=True)
class How:
    """`how old`: the column that a word asks for."""

    dimension: str


@dataclass(frozen=True, slots=True)
class Figured:
    """A figure of what was spoken of: `…, and the average`."""

    function: Function


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb that says something: `enrolled`, `supplied`."""

    word: str


@dataclass(frozen=True, slots=True)
class Told:
    """A word of the language."""

    klasses: frozenset[str]
    word: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    word: str


@dataclass(frozen=True, slots=True)
class Piece:
    span: Span
    what: object
    cost: float
