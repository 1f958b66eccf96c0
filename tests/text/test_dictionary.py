"""The dictionary of a language is large: of many who need it at once, one loads it, from what is kept."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Lock

import pytest
import simplemma
from simplemma.strategies import DefaultDictionaryFactory

from arch_team.text import dictionary
from arch_team.text.dictionary import PackedWords, dictionary_of, is_word, singular_of

MANX = "gv"
"""A small one."""


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("restless")
def test_nobody_loads_it_while_another_does(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, overlaps = Lock(), list[str]()

    def known(_lookup: object, word: str, _lang: str) -> str:
        if not inside.acquire(blocking=False):
            overlaps.append(word)
            return word
        for _ in range(2_000):
            pass
        inside.release()
        return word

    monkeypatch.setattr("simplemma.strategies.DictionaryLookupStrategy.get_lemma", known)
    begin = Barrier(8)

    def ask(number: int) -> bool:
        begin.wait()
        return all(is_word(f"nobodyswrote{number}x{nth}", "de") for nth in range(40))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))
    assert overlaps == []


def test_a_word_is_one_of_its_language() -> None:
    assert is_word("house", "en")
    assert not is_word("hooouse", "en")


ASKED = ("house", "Houses", "mice", "Xyzzy", "e-mail", "can't", "cant", "12", "ß", "\n\t", "house\thouse", "!")


def test_it_says_what_simplemma_says() -> None:
    for word in ASKED:
        assert is_word(word, "en") == simplemma.is_known(word, lang="en"), word
        told = simplemma.lemmatize(word, lang="en")
        assert singular_of(word, "en") == (told if told[:1].isupper() == word[:1].isupper() else word), word


def test_german() -> None:
    assert [is_word(word, "de") for word in ("Häuser", "häuser", "Kundenn")] == [True, True, False]
    assert [singular_of(word, "de") for word in ("Kunden", "Häuser", "Xyzzy")] == ["Kunde", "Haus", "Xyzzy"]


def test_packed_words_are_the_same_words() -> None:
    words = {f"{chr(97 + nth % 26)}wört{nth}": f"wort {nth}" for nth in range(1_000)} | {"": "nothing", "é": "e"}
    packed = PackedWords.pack(words)
    assert dict(packed) == words
    assert len(packed) == len(words)
    for other in ("awört", "zz", "\n", "awört0\twort 0", "wort 0"):
        assert other not in packed
    assert "a" not in PackedWords.pack({})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where dictionaries are kept, for this test."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(dictionary, "__file__", str(tmp_path / "dictionary.py"))
    return tmp_path / "__pycache__"


def test_what_was_read_once_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dict(DefaultDictionaryFactory().get_dictionary(MANX))
    load = dictionary_of.__wrapped__
    assert dict(load(MANX)) == whole
    (kept,) = folder.iterdir()
    before = kept.read_bytes()
    with monkeypatch.context() as patch:
        patch.delattr("simplemma.strategies.DefaultDictionaryFactory")
        assert dict(load(MANX)) == whole
    kept.write_bytes(before[:-1])
    assert dict(load(MANX)) == whole
    assert kept.read_bytes() == before


def test_another_version_of_simplemma_is_read_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dictionary_of.__wrapped__(MANX)
    (kept,) = folder.iterdir()
    before = kept.read_bytes()
    monkeypatch.setattr(simplemma, "__version__", "0")
    dictionary_of.__wrapped__(MANX)
    assert kept.read_bytes() != before


def test_where_python_keeps_nothing_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert "thie" in dictionary_of.__wrapped__(MANX)
    assert not folder.exists()
