"""What comes of reading a question: the forms it may ask for, with the words that say them."""

from dataclasses import dataclass

from arch_team.forms.form import Form
from arch_team.grammar.syntax import Span


@dataclass(frozen=True, slots=True)
class Doubt:
    """A verb names other rows than those that it would have to be of: who reads it so is not answered."""

    untold: str = ""
    """The verb, where no word of the tables says it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Which words were read as what: a condition, an order, a table or a column."""

    span: Span
    meaning: object


@dataclass(frozen=True, slots=True)
class Candidate:
    """A form a question may have, what it costs to read it so, and which words are what."""

    form: Form
    cost: float
    parts: tuple[Part, ...]
    readers: frozenset[str] = frozenset()
    """Who of several readers found it, where they found more than one thing."""

    @property
    def is_doubtful(self) -> bool:
        return any(isinstance(part.meaning, Doubt) for part in self.parts)

    @property
    def untold(self) -> str | None:
        """The verb that no word of the tables says."""
        return next((p.meaning.untold for p in self.parts if isinstance(p.meaning, Doubt) and p.meaning.untold), None)


@dataclass(frozen=True, slots=True)
class Read:
    """What a question may ask. `unknown`: words that nothing explains; `stuck`: the word no reading gets past."""

    question: str
    candidates: tuple[Candidate, ...] = ()
    unknown: tuple[str, ...] = ()
    stuck: str | None = None
    not_held: str | None = None
    """What the model says to a question for something that the tables do not hold."""
    farther: Candidate | None = None
    """The next best reading beside a single one: where that finds nothing, this may be meant."""
    is_loose: bool = False
    """It leads to rows that nobody spoke of: where those find nothing, nothing is said of what was asked."""
    doubtful: tuple[Candidate, ...] = ()
    """Readings that take a verb for something no word of the tables says: somebody must say that one is meant."""
    mixed: str | None = None
    """The column of units, where amounts of several units would be ranked, compared or put together."""
    is_gathered: bool = False
    """What is doubtful was gathered from the words alone."""
    is_of_pieces: bool = False
    """What is doubtful was put together from pieces, and is no sentence: a figure that all words come to is surer."""
    is_clear: bool = False
    """Nothing in its one reading is assumed: all rows that it speaks of are named, and no other reading is near."""
