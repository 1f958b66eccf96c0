"""How tables and columns are spoken of in a suggested question: in one language, as one or as several."""

import re
from functools import cache
from typing import Literal, cast

from arch_team.modelling.model import Model, ModelField, ModelTable
from arch_team.modelling.naming import PARTIAL
from arch_team.modelling.written import language_of, no_nouns, parted, with_umlauts, written
from arch_team.text.dictionary import is_word, singular_of
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem, stems_of
from arch_team.wire import Language

Gender = Literal["m", "f", "n", "p"]
Thing = ModelTable | ModelField

_UNIT = re.compile(r" \([^)]*\)$")
_WITH_EN = ("ung", "heit", "keit", "schaft", "ion", "tät")
_UNCHANGED = ("er", "el", "en", "chen", "lein")
_MEASURES: dict[Gender, dict[str, str]] = {
    "m": {"the": "der", "highest": "den höchsten"},
    "f": {"the": "die", "highest": "die höchste"},
    "n": {"the": "das", "highest": "das höchste"},
    "p": {"the": "die", "highest": "die höchsten"},
}
_WHICH: dict[Gender, str] = {"m": "Welcher", "f": "Welche", "n": "Welches"}


class Phrasing:
    """The words of one model in one language."""

    def __init__(self, model: Model, language: Language) -> None:
        self._language: Language = language
        self._is_own = language_of(names_in(model)) == language

    def has_words(self, thing: Thing) -> bool:
        """Whether a thing can be spoken of: by a word of the model, or by a name all of whose words are of the language
        that the tables are written in."""
        if thing.title:
            return True
        short = lexicon_of(self._language).abbreviations
        words = [word.casefold() for word in parted(thing.name)[0]]
        is_noun = self._is_own and words[-1] not in no_nouns()
        return is_noun and all(word in short or self._knows(word) for word in words)

    def _knows(self, word: str) -> bool:
        return len(word) > 1 and is_word(with_umlauts(word) if self._language == "de" else word, self._language)

    def called(self, thing: Thing) -> str:
        """What people call it, without the unit it is in."""
        if thing.title:
            return _UNIT.sub("", thing.title)
        if not any(name.tier < PARTIAL for name in thing.names):
            return thing.name
        short = lexicon_of(self._language).abbreviations
        return written(" ".join(short.get(word.casefold(), word) for word in parted(thing.name)[0]), self._language)

    def one(self, thing: Thing) -> str:
        return one_of(self.called(thing), self._language)

    def several(self, table: ModelTable) -> str | None:
        return several_of(self.called(table), self._language)

    def of_rows(self, measure: str, table: ModelTable) -> str:
        """Of which rows a figure is, where it is not said with the figure: the price of products, the product price."""
        several = self.several(table)
        if several is None or set(stems_of(measure, self._language)) & set(stems_of(several, self._language)):
            return ""
        return f" of {several}"

    def inflected(self, measure: str, group: str) -> dict[str, str] | None:
        """The words that go with the gender of others. None where it is not known."""
        if self._language == "en":
            return {"is": "are" if _is_several(measure) else "is"}
        words: dict[str, str] = {}
        if measure:
            gender = gender_of(measure)
            if gender is None:
                return None
            plural = gender == "p"
            words |= _MEASURES[gender] | {"is": "sind" if plural else "ist"}
            words |= {"whole": "gesamten" if plural else "gesamte"}
            words |= {"mean": "durchschnittlichen" if plural else "durchschnittliche"}
        return words | {"which": _WHICH.get(gender_of(group) or "p", "")}


def names_in(model: Model) -> list[str]:
    return [name for table in model.tables.values() for name in (table.name, *table.stored)]


def gender_of(words: str) -> Gender | None:
    """Of a German noun, `p` where it is one of several. None: unknown."""
    last = (words.split() or [""])[-1].casefold()
    ending = max((ending for ending in _genders() if last.endswith(ending)), key=len, default=None)
    return _genders()[ending] if ending else None


@cache
def _genders() -> dict[str, Gender]:
    listed = cast("dict[Gender, str]", packaged("genders.yaml", "arch_team.onboarding"))
    return {ending: gender for gender, endings in listed.items() for ending in endings.split()}


def one_of(words: str, language: Language) -> str:
    """`per customer` and not `per customers`."""
    *before, last = words.split()
    return " ".join((*before, noun_stem(last, "en") if language == "en" else singular_of(last, "de")))


def several_of(words: str, language: Language) -> str | None:
    """`how many orders`, whatever the table is called. None where a language makes its plurals in many ways, and nobody
    can tell which."""
    *before, last = words.split()
    if language == "de":
        several = _german_plural(last)
        return " ".join((*before, several)) if several else None
    if _is_several(words):
        return words
    if last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        last = last[:-1] + "ie"
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "e"
    return " ".join((*before, f"{last}s"))


def _is_several(words: str) -> bool:
    """Whether an English noun is a plural; what stands behind one, as in *transactions daily*, changes nothing."""
    return any(noun_stem(word.casefold(), "en") != word.casefold() for word in words.split()[-2:])


def _german_plural(noun: str) -> str | None:
    if singular_of(noun, "de") != noun:
        return noun
    if noun.endswith(_WITH_EN):
        return f"{noun}en"
    if noun.endswith("e"):
        return f"{noun}n"
    return noun if noun.endswith(_UNCHANGED) and gender_of(noun) != "f" else None


def number_of(many: int, what: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{many} {what if many == 1 else several_of(what, 'en')}"
