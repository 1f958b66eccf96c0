"""Whether a word is one of the language: a word that exists is not a slip of the pen for another."""

from functools import lru_cache
from threading import Lock

from arch_team.wire import Language

_lock = Lock()


@lru_cache(maxsize=4096)
def is_word(word: str, language: Language) -> bool:
    """The dictionary is loaded with the first word that is asked, which takes seconds: who asks meanwhile waits, and
    does not load it as well."""
    with _lock:
        import simplemma

        return simplemma.is_known(word, lang=language)


@lru_cache(maxsize=4096)
def singular_of(noun: str, language: Language) -> str:
    """`Kunde` of `Kunden`: the form under which a dictionary has a noun. A word it does not know is left alone."""
    with _lock:
        import simplemma

        found = simplemma.lemmatize(noun, lang=language)
    return found if found[:1].isupper() == noun[:1].isupper() else noun
