"""Words of a question that nothing explains, read as the one known word that each can mean."""

from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from arch_team.modelling.model import Model
from arch_team.modelling.spelling import Vocabulary, shortened
from arch_team.text.dictionary import is_word
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token

_VOCABULARIES: "WeakKeyDictionary[Model, dict[str, Vocabulary]]" = WeakKeyDictionary()


def mended(tokens: Sequence[Token], unknown: Sequence[int], model: Model, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens of a question, those at the `unknown` places as what they can only mean: a slip of the pen, or the
    word that a name of the tables writes short."""
    vocabulary, found = _vocabulary(model, lexicon), list(tokens)
    for at in unknown:
        word = tokens[at].folded
        near = vocabulary.near(word)
        if near is not None and not any(is_word(each, lexicon.language) for each in (word, tokens[at].text)):
            found[at] = replace(tokens[at], folded=near)
        elif (short := _written_short(word, model, lexicon)) is not None:
            found[at] = replace(tokens[at], folded=short)
    return tuple(found)


def _written_short(word: str, model: Model, lexicon: Lexicon) -> str | None:
    """No verb is meant by a name, nor is what is a word by itself, or short for another."""
    short = shortened(noun_stem(word, lexicon.language), model.single_nouns)
    if short is None or word.endswith(lexicon.past_endings) or short in lexicon.abbreviations:
        return None
    return None if is_word(short, lexicon.language) else short


def _vocabulary(model: Model, lexicon: Lexicon) -> Vocabulary:
    """The words a question may be made of, worked out once for each model and language."""
    known = _VOCABULARIES.setdefault(model, {})
    if lexicon.language not in known:
        nouns = [word for entries in model.nouns.values() for words, _ in entries for word in words]
        known[lexicon.language] = Vocabulary([*nouns, *lexicon.all_words()])
    return known[lexicon.language]
