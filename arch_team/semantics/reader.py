"""The reader: a question in, the form it asks for out, or the reason why there is none."""

from dataclasses import dataclass

from arch_team.grammar.lattice import Lattice
from arch_team.grammar.sentences import Sentences, merged
from arch_team.modelling.model import Model
from arch_team.semantics.building import Builder, Candidate
from arch_team.semantics.joins import Joins
from arch_team.semantics.rows import Doubt
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.wire import Language

MARGIN = 0.2
"""Forms that cost so little more than the cheapest are other readings, not worse ones."""
FARTHEST = 5.0
"""What costs as much is far-fetched: of such readings every third was wrong."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a question may ask. `unknown`: words that nothing explains; `stuck`: the word no reading gets past."""

    question: str
    candidates: tuple[Candidate, ...] = ()
    unknown: tuple[str, ...] = ()
    stuck: str | None = None
    not_held: str | None = None
    """What the model says to a question for something that the tables do not hold."""
    mixed: str | None = None
    """The column of units, where a rank over figures of several units is asked for."""


class Reader:
    """Reads questions against one model. Holds no state of a question."""

    def __init__(self, model: Model, language: Language = "en") -> None:
        self._model, self._lexicon, self._joins = model, lexicon_of(language), Joins(model)

    def read(self, question: str) -> Read:
        if is_too_long(question):
            return Read(question)
        lattice = Lattice.of(question, self._model, self._lexicon)
        not_held = lattice.not_held()
        if not_held is not None:
            return Read(question, not_held=not_held)
        unknown = lattice.unknown()
        if unknown:
            return Read(question, unknown=tuple(lattice.tokens[at].text for at in unknown))
        grammar = Sentences(lattice)
        builder = Builder(lattice, self._joins)
        found: dict[object, Candidate] = {}
        for sentences in grammar.parsed():
            whole = merged(sentences)
            for candidate in builder.candidates(whole) if whole is not None and whole.targets else ():
                known = found.get(candidate.form)
                if known is None or known.cost > candidate.cost:
                    found[candidate.form] = candidate
        ranked = sorted((c for c in found.values() if c.cost < FARTHEST), key=lambda candidate: candidate.cost)
        if not ranked and builder.mixed is not None:
            return Read(question, mixed=builder.mixed.field)
        if not ranked:
            at = min(grammar.furthest, len(lattice) - 1)
            return Read(question, stuck=lattice.tokens[at].text if len(lattice) else None)
        near = tuple(c for c in ranked if c.cost <= ranked[0].cost + MARGIN)
        sure = tuple(c for c in near if not any(isinstance(part.meaning, Doubt) for part in c.parts))
        return Read(question, sure)
