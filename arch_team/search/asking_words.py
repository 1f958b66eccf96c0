"""The closed classes by which a question says what it asks for, read from `asking.yaml` once."""

from functools import lru_cache

from arch_team.text.dates import month_numbers
from arch_team.text.notation import notation
from arch_team.text.packaged import packaged
from arch_team.vectors.words import fold, stem, word_lists, words_of
from arch_team.wire import Language, Wire


class AskingWords(Wire):
    """`asking.yaml`."""

    interrogatives: dict[str, tuple[str, ...]]
    amounts: tuple[str, ...]
    counting: tuple[str, ...]
    lasting: tuple[str, ...]
    often: tuple[str, ...]
    costing: tuple[str, ...]
    repeating: tuple[str, ...]
    gratis: tuple[str, ...]
    what: tuple[str, ...]
    being: tuple[str, ...]
    articles: tuple[str, ...]
    explaining: tuple[str, ...]
    pointing: tuple[str, ...]
    locating: tuple[str, ...]
    numbered: tuple[str, ...]
    time_nouns: tuple[str, ...]
    amount_nouns: tuple[str, ...]
    person_nouns: tuple[str, ...]
    code_nouns: tuple[str, ...]
    time_units: tuple[str, ...]
    weekdays: tuple[str, ...]
    fractions: tuple[str, ...]


@lru_cache(maxsize=1)
def asking_words() -> AskingWords:
    return AskingWords.model_validate(packaged("asking.yaml", "arch_team.search"))


@lru_cache(maxsize=16)
def closed(name: str) -> frozenset[str]:
    words = asking_words()
    if name == "all":
        listed = [word for group in words.interrogatives.values() for word in group]
        return frozenset(map(fold, (*listed, *words.amounts)))
    if name in words.interrogatives:
        return frozenset(map(fold, words.interrogatives[name]))
    return frozenset(map(fold, getattr(words, name)))


@lru_cache(maxsize=16)
def stems(name: str) -> frozenset[str]:
    return frozenset(stem(fold(word)) for word in getattr(asking_words(), name))


@lru_cache(maxsize=1)
def number_values() -> dict[str, int]:
    """Words for numbers, except one, which is an article as often."""
    kinds = notation().number_words.values()
    units = {fold(word): value for words in kinds for word, value in words.units.items() if value > 1}
    return units | {fold(word): value for words in kinds for word, value in words.multipliers.items()}


@lru_cache(maxsize=1)
def ones() -> frozenset[str]:
    ones = {fold(w) for words in notation().number_words.values() for w, v in words.units.items() if v == 1}
    return frozenset(ones | {f"ein{ending}" for ending in ("em", "er", "es")})


@lru_cache(maxsize=1)
def calendar() -> dict[str, str]:
    """Days of the week and months, the same in both languages. `may` and `mai` are a verb as often, and left out."""
    days = asking_words().weekdays
    english, german = days[:7], [day for day in days[7:] if day != "sonnabend"]
    names = {fold(day): f"day{number}" for listed in (english, german) for number, day in enumerate(listed)}
    names |= {f"{day}s": number for day, number in names.items()} | {"sonnabend": "day5"}
    months = {fold(name): f"month{number}" for name, number in month_numbers().items() if len(name) > 3}
    return names | months


@lru_cache(maxsize=2)
def small_words(language: Language) -> frozenset[str]:
    """Words without a topic in this language: `die` is one in German alone."""
    lists = word_lists()
    parts = (lists[language], lists["modals"][language], lists["negations"][language])
    return frozenset(word for part in parts for word in words_of(part))
