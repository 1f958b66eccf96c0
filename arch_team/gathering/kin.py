"""Values and flags that a word is of one family with: whom we `hire` is `hired`, `gefällt` is what has a Fällung."""

from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Text
from arch_team.modelling.model import Hit
from arch_team.text.folding import folded
from arch_team.text.stems import related
from arch_team.text.tokens import TokenKind

_SHORTEST = 4


def kin_of(lattice: Lattice, at: int) -> Text | None:
    """What a word that names nothing by itself says of rows, by a value of a few or by what a flag is called."""
    word = lattice.words[at]
    if lattice.tokens[at].kind is not TokenKind.WORD or len(word) < _SHORTEST or not lattice.telling((word,)):
        return None
    model, language = lattice.model, lattice.lexicon.language
    hits = [
        Hit(table, field, value)
        for (table, field), values in model.values.kinds()
        for value in values
        if len(folded(value).split()) == 1 and len(value) >= _SHORTEST and related(word, folded(value), language)
    ]
    if not hits:
        hits = [
            hit
            for words, found in model.worded.items()
            for hit in found
            if len(words[0]) >= _SHORTEST and lattice.names(word, words[0])
            if not any(words[0] in name.words for name in model.tables[hit.table].names)
        ]
    return Text((at, at + 1), lattice.tokens[at].text, tuple(dict.fromkeys(hits)), is_verbal=True) if hits else None
