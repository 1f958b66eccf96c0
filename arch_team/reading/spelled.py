"""Names as people and databases spell them: `device_type` for device type, `grade point` for gradepoint."""

from typing import TYPE_CHECKING

from arch_team.grammar.lattice import Lattice
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import Lexicon
from arch_team.text.tokens import Token, TokenKind, spelled_apart

if TYPE_CHECKING:
    from arch_team.modelling.model import Model


def as_named(question: str, model: "Model", lexicon: Lexicon) -> str | None:
    """The question with words as the model has them: columns that are written as the database writes them apart, and
    two words as one where nobody knows the one by itself. None where there is nothing of the kind."""
    if is_too_long(question):
        return None
    lattice = Lattice.of(question, model, lexicon)
    unknown = {lattice.tokens[at].start for at in lattice.unknown()}
    pieces, done = list[str](), 0
    before: Token | None = None
    for token in lattice.tokens:
        text, start = _apart(token, lattice), token.start
        if (
            before is not None
            and not unknown.isdisjoint((before.start, token.start))
            and _is_one(before, token, lattice)
        ):
            text, start = before.text + token.text, before.start
        if text is not None and start >= done:
            pieces += [question[done:start], text]
            done = token.end
        before = token
    return "".join((*pieces, question[done:])) if pieces else None


def _apart(token: Token, lattice: Lattice) -> str | None:
    words = spelled_apart(token)
    stems = tuple(lattice.stem(word.folded) for word in words)
    known = len(words) > 1 and any(name == stems for name, _ in lattice.model.nouns.get(stems[0], ()))
    return " ".join(word.text for word in words) if known and not lattice.model.values.lookup(token.text) else None


def _is_one(first: Token, second: Token, lattice: Lattice) -> bool:
    words = first.kind is second.kind is TokenKind.WORD and first.text.isalpha() and first.end < second.start
    return words and lattice.stem(first.folded + second.folded) in lattice.model.single_nouns
