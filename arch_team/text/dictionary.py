"""Whether a word is one of the language: a word that exists is not a slip of the pen for another.

The dictionaries are those of simplemma. Reading the German one takes more than a second and a hundred megabytes of
memory: once it was read, it is kept in a form of which only the few lines around a word are unpacked.
"""

import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from arch_team.packaged import Kept
from arch_team.wire import Language

if TYPE_CHECKING:
    from simplemma import Lemmatizer
    from simplemma.strategies import DictionaryLookupStrategy

_FORM = "1"
"""Changes with the form in which dictionaries are kept."""
_TOGETHER = 256
"""Words that are packed and unpacked together."""

_lock = Lock()


@lru_cache(maxsize=4096)
def is_word(word: str, language: Language) -> bool:
    """The dictionary is loaded with the first word that is asked, which may take seconds: who asks meanwhile waits, and
    does not load it as well."""
    with _lock:
        from simplemma.utils import normalize_token

        return _lookup().get_lemma(normalize_token(word), language) is not None


@lru_cache(maxsize=4096)
def singular_of(noun: str, language: Language) -> str:
    """`Kunde` of `Kunden`: the form under which a dictionary has a noun. A word it does not know is left alone."""
    with _lock:
        found = _lemmatizer().lemmatize(noun, language)
    return found if found[:1].isupper() == noun[:1].isupper() else noun


class PackedWords(Mapping[str, str]):
    """Words and their base forms in the order of their letters, packed piece by piece."""

    def __init__(self, firsts: list[str], pieces: list[bytes]) -> None:
        self._firsts = firsts
        self._pieces = pieces
        self._unpacked = lru_cache(maxsize=64)(self._unpack)

    @classmethod
    def pack(cls, words: Mapping[str, str]) -> "PackedWords":
        ordered = sorted(words)
        firsts = ordered[::_TOGETHER]
        pieces: list[bytes] = []
        for start in range(0, len(ordered), _TOGETHER):
            lines = [f"\n{word}\t{words[word]}" for word in ordered[start : start + _TOGETHER]]
            pieces.append(zlib.compress("".join([*lines, "\n"]).encode(), 1))
        return cls(firsts, pieces)

    @property
    def packed(self) -> tuple[list[str], list[bytes]]:
        return self._firsts, self._pieces

    def __getitem__(self, word: str) -> str:
        nth = bisect_right(self._firsts, word) - 1
        if nth < 0 or "\n" in word or "\t" in word:
            raise KeyError(word)
        piece, key = self._unpacked(nth), word.encode()
        found = piece.find(b"\n%b\t" % key)
        if found < 0:
            raise KeyError(word)
        start = found + len(key) + 2
        return piece[start : piece.index(b"\n", start)].decode()

    def __iter__(self) -> Iterator[str]:
        for nth in range(len(self._pieces)):
            for line in self._unpack(nth)[1:-1].split(b"\n"):
                yield line.partition(b"\t")[0].decode()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _unpack(self, nth: int) -> bytes:
        return zlib.decompress(self._pieces[nth])


class Dictionaries:
    """Where simplemma takes its dictionaries from."""

    def get_dictionary(self, lang: str) -> Mapping[str, str]:
        return dictionary_of(lang)


@cache
def dictionary_of(language: str) -> Mapping[str, str]:
    """The words of a language and their base forms: what is kept, else what simplemma reads, which is then kept."""
    import simplemma

    kept = Kept(Path(__file__).with_name(f"dictionary_{language}"), f"{simplemma.__version__} {_FORM}".encode())
    packed = kept.read()
    if packed is not None:
        return PackedWords(*packed)
    from simplemma.strategies import DefaultDictionaryFactory

    words = DefaultDictionaryFactory().get_dictionary(language)
    if not kept.may_write:
        return words
    made = PackedWords.pack(words)
    kept.write(made.packed)
    return made


@cache
def _lookup() -> "DictionaryLookupStrategy":
    from simplemma.strategies import DictionaryLookupStrategy

    return DictionaryLookupStrategy(Dictionaries())


@cache
def _lemmatizer() -> "Lemmatizer":
    from simplemma import Lemmatizer
    from simplemma.strategies import DefaultStrategy

    return Lemmatizer(lemmatization_strategy=DefaultStrategy(dictionary_factory=Dictionaries()))
