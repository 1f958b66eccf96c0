"""The forms of an adjective, by rule instead of by list."""

from collections.abc import Iterator

from arch_team.wire import Language

_DECLINED = ("", "e", "en", "em", "er", "es")
_VOWELS = "aeiou"
_IRREGULAR = {
    "gut": ("besser", "best"), "viel": ("mehr", "meist"), "gross": ("grösser", "grösst"), "hoch": ("höher", "höchst"),
    "lang": ("länger", "längst"), "kurz": ("kürzer", "kürzest"), "nah": ("näher", "nächst"), "alt": ("älter", "ältest"),
    "jung": ("jünger", "jüngst"), "stark": ("stärker", "stärkst"), "schwach": ("schwächer", "schwächst"),
    "scharf": ("schärfer", "schärfst"), "warm": ("wärmer", "wärmst"), "kalt": ("kälter", "kältest"),
}  # fmt: skip


def declined(word: str, language: Language) -> Iterator[str]:
    """An adjective with the endings it takes before a noun; the bare form is its adverb."""
    yield word
    if language == "en":
        return
    if word.endswith("e"):
        yield from (word + ending for ending in ("n", "m", "r", "s"))
        return
    yield from (_before_ending(word) + ending for ending in _DECLINED[1:])
    if word.endswith(("el", "er")):
        yield from (word + ending for ending in _DECLINED[1:])


def compared(word: str, language: Language) -> Iterator[tuple[str, str]]:
    """Its comparative and superlative forms with their degree; `comp?` where a declined form looks the same."""
    if language == "en":
        yield from _compared_english(word)
        return
    comparative, superlative = _IRREGULAR.get(word, (_before_ending(word) + "er", _superlative(word)))
    same_as_declined = comparative in set(declined(word, "de"))
    yield comparative, "comp?" if same_as_declined else "comp"
    yield from ((comparative + ending, "comp") for ending in _DECLINED[1:])
    yield from ((superlative + ending, "sup") for ending in _DECLINED[1:])


def _before_ending(word: str) -> str:
    """`flexibel` loses its e (`flexible`), `teuer` too, `hoch` its c (`hohe`)."""
    if word == "hoch":
        return "hoh"
    if word.endswith(("bel", "euer", "auer", "unkel")):
        return word[:-2] + word[-1]
    return word.removesuffix("e")


def _superlative(word: str) -> str:
    return word.removesuffix("e") + ("est" if word.endswith(("d", "t", "s", "sch", "z", "x")) else "st")


def _compared_english(word: str) -> Iterator[tuple[str, str]]:
    stem = word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")
    if len(word) < 5 and word[-1] not in "wxye" and word[-2] in _VOWELS and word[-3] not in _VOWELS:
        stem += word[-1]
    yield stem + "er", "comp"
    yield stem + "est", "sup"
