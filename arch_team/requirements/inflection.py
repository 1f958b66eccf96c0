"""The forms of a word, by rule instead of by list."""

from collections.abc import Iterator

from arch_team.wire import Language

_DECLINED = ("", "e", "en", "em", "er", "es")
_IRREGULAR = {
    "gut": ("besser", "best"), "viel": ("mehr", "meist"), "gross": ("grösser", "grösst"), "hoch": ("höher", "höchst"),
    "lang": ("länger", "längst"), "kurz": ("kürzer", "kürzest"), "nah": ("näher", "nächst"), "alt": ("älter", "ältest"),
    "jung": ("jünger", "jüngst"), "stark": ("stärker", "stärkst"), "schwach": ("schwächer", "schwächst"),
    "klug": ("klüger", "klügst"), "scharf": ("schärfer", "schärfst"), "arm": ("ärmer", "ärmst"),
}  # fmt: skip


def forms_of(word: str, language: Language) -> Iterator[str]:
    """An adjective or adverb with its endings and degrees, folded."""
    yield from _german(word) if language == "de" else _english(word)


def _german(word: str) -> Iterator[str]:
    stems = [word, *([word[:-2] + word[-1]] if word.endswith(("el", "er")) and len(word) > 4 else [])]
    if word == "hoch":
        stems.append("hoh")
    for stem in stems:
        yield from (stem + ending for ending in _DECLINED if not (ending and stem.endswith("e") and ending[0] != "e"))
    if word.endswith("e"):
        yield from (word + ending for ending in ("n", "m", "r", "s"))
    comparative, superlative = _IRREGULAR.get(word, (stems[-1].removesuffix("e") + "er", _superlative(word)))
    yield from (comparative + ending for ending in _DECLINED)
    yield from (superlative + ending for ending in _DECLINED[1:])


def _superlative(word: str) -> str:
    return word + ("est" if word.endswith(("d", "t", "s", "ss", "sch", "z", "x")) else "st")


def _english(word: str) -> Iterator[str]:
    yield word
    if len(word) > 6 or " " in word:
        return
    stem = word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")
    if (
        len(word) < 5
        and word[-1] not in "wxy"
        and word[-1] not in "aeiou"
        and word[-2] in "aeiou"
        and word[-3] not in "aeiou"
    ):
        stem += word[-1]
    yield from (stem + "er", stem + "est")
