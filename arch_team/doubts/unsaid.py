"""The words of a question that a reading did not get past, where nothing of them is unknown."""

from arch_team.grammar.lattice import Lattice
from arch_team.text.tokens import TokenKind

_SMALL = (
    *("request", "what", "who", "relative", "pronoun", "determiner", "filler", "preposition", "be", "auxiliary"),
    *("have", "and", "or", "not", "none", "each", "how_many", "there_is", "thing", "person", "we", "whose"),
    *("comparator", "aggregate", "count_noun", "without", "group_by", "order"),
)


def stuck_at(lattice: Lattice, furthest: int) -> str | None:
    """The word, with the small ones before it. At the end or the beginning of a question it is one that no table, no
    column and no value tells: a verb first, then any other, then the last that is said of something."""
    words = [at for at in range(len(lattice)) if lattice.tokens[at].kind is not TokenKind.SIGN]
    if words and words[0] < furthest <= words[-1]:
        content = [at for at in words if at >= furthest and not _is_small(at, lattice)]
        last = content[0] if content else words[-1]
        return lattice.question[lattice.tokens[furthest].start : lattice.tokens[last].end] or None
    content = [at for at in words if not _is_small(at, lattice)]
    told = [at for at in content if lattice.nouns[at] or lattice.texts[at]]
    untold = [at for at in content if at not in told and lattice.number(at) is None and at not in lattice.times]
    verbs = [at for at in untold if lattice.relates(at) and not _is_named(lattice.words[at], lattice)]
    found = (verbs or untold or told)[-1:]
    return lattice.tokens[found[0]].text if found else None


def _is_small(at: int, lattice: Lattice) -> bool:
    return any(entry.klass in _SMALL for _, entry in lattice.entries[at]) and not lattice.nouns[at]


def _is_named(verb: str, lattice: Lattice) -> bool:
    """Whether a table or a column is called by a verb."""
    fields = (field for table in lattice.model.tables.values() for field in table.fields.values())
    return bool(lattice.tables_of((verb,))) or any(lattice.dates((verb,), field) for field in fields)
