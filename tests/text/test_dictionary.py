"""The dictionary of a language is large: of many who need it at once, one loads it."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import pytest

from arch_team.text.dictionary import is_word


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

    def known(word: str, lang: str) -> bool:
        if not inside.acquire(blocking=False):
            overlaps.append(word)
            return True
        for _ in range(2_000):
            pass
        inside.release()
        return True

    monkeypatch.setattr("simplemma.is_known", known)
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
