"""Whether a word is one of the language: a word that exists is not a slip of the pen for another."""

from functools import lru_cache

from arch_team.wire import Language


@lru_cache(maxsize=4096)
def is_word(word: str, language: Language) -> bool:
    """The dictionary is loaded with the first word that is asked."""
    import simplemma

    return simplemma.is_known(word, lang=language)
