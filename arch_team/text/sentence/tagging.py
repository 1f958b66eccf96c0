"""Parts of speech of a requirement's words: those of the closed classes by list, all others as the tagger reads them.

The tags: det, prep, to, pron, modal, aux, conj, sub, neg, adv, adj, num, abbr, sign, verb (finite; in English the base
form too), ing, part (participle), noun; in German also inf and zuinf (`abzulehnen`).
"""

from collections.abc import Iterator
from functools import lru_cache

from arch_team.text.folding import composed
from arch_team.text.sentence.words import Word, is_abbreviation, packaged, word_set
from arch_team.text.speech import Spoken, spoken
from arch_team.wire import Language

_ALIKE = {"name": "noun", "rel": "sub", "prefix": "adv"}
_NOT_CAPITAL = {"modal", "sub", "conj", "det", "neg", "aux", "prep", "to", "pron", "adv"}
_OPENS_OBJECT = {"det", "noun", "abbr", "adj", "pron", "num", "verb"}
_BEFORE_NOUN = {"det", "adj", "num", "prep"}


@lru_cache(maxsize=2)
def _closed(language: Language) -> dict[str, str]:
    """Words that have one part of speech only."""
    listed: dict[str, tuple[str, ...]] = packaged("german" if language == "de" else "english")["closed"]
    return {composed(word): tag for tag, words in reversed(listed.items()) for word in words}


def tag_words(words: list[Word], sentences: list[range], language: Language) -> None:
    """Fills in tag and lemma of each word."""
    for sentence in sentences:
        read = spoken([_plain(words[index]) for index in sentence], language)
        for index, one in zip(sentence, read, strict=True):
            words[index].lemma = one.lemma
            words[index].tag = _tag(words[index], one, language)
        if language == "en":
            _settle_english(words, sentence, read)
        else:
            _settle_german(words, sentence)


def _plain(word: Word) -> str:
    """Keywords in capitals (`SHALL`) are words, and a typographic apostrophe is one."""
    text = word.text.lower() if word.text.isupper() and len(word.text) > 3 and word.text.isalpha() else word.text
    return text.replace("’", "'")


def _tag(word: Word, one: Spoken, language: Language) -> str:
    if not word.is_word:
        return "sign"
    if word.folded[0].isdigit():
        return "num"
    closed = _closed(language).get(word.folded)
    if is_abbreviation(word) and not (closed in _NOT_CAPITAL and word.text.isalpha()):
        return "abbr"
    if closed is not None:
        return closed
    tag = _ALIKE.get(one.tag, one.tag)
    return "verb" if tag == "inf" and language == "en" else tag


def _settle_english(words: list[Word], sentence: range, read: tuple[Spoken, ...]) -> None:
    """`failed login attempts` is no past tense, and `is failed` none either."""
    for index, one in zip(sentence, read, strict=True):
        word = words[index]
        before = words[index - 1].tag if index > sentence.start else ""
        after = words[index + 1].tag if index + 1 < sentence.stop else ""
        if word.tag == "past":
            if before in _BEFORE_NOUN and after in {"noun", "abbr", "adj"}:
                word.tag = "adj"
            else:
                word.tag = "verb" if before in {"noun", "pron"} and after in {"det", "pron"} else "part"
        elif word.tag == "part" and before == "det" and after in {"noun", "abbr"}:
            word.tag = "adj"
        elif word.tag == "verb" and (before == "det" or _names_something(words, index, sentence)):
            word.tag = "noun"
        elif _goes_on(words, index, sentence) or (
            word.tag == "noun" and before in {"modal", "to"} and word.text.islower() and one.tag != "name"
        ):
            word.tag = "verb"


def _names_something(words: list[Word], index: int, sentence: range) -> bool:
    """Before the modal stands what the sentence speaks of: `users with read and write permission shall`."""
    for later in range(index + 1, sentence.stop):
        if words[later].tag in {"sub", "sign", "to", "pron"}:
            return False
        if words[later].tag == "modal":
            return all(words[one].tag not in {"sub", "pron", "modal", "sign"} for one in range(sentence.start, index))
    return False


def _goes_on(words: list[Word], index: int, sentence: range) -> bool:
    """A verb among verbs: `want to search, filter and sort files`."""
    join = index - 1
    if words[index].tag not in {"noun", "adj"}:
        return False
    if join - 1 < sentence.start or words[join].folded not in {",", "and", "or"}:
        return False
    if words[join - 1].tag != "verb" or not words[index].text.islower() or words[index].folded.endswith("s"):
        return False
    following = words[index + 1] if index + 1 < sentence.stop else None
    opens = following is not None and (following.folded in {",", "and", "or"} or following.tag in _OPENS_OBJECT)
    is_verb = spoken(("they", "must", words[index].text, "it"), "en")[2].tag == "inf"
    return opens and (is_verb or words[index].folded.endswith(words[join - 1].folded))


def _settle_german(words: list[Word], sentence: range) -> None:
    """A capital inside a sentence is a noun's; `zu` before an infinitive is its mark."""
    opens = True
    helper = next((index for index in sentence if words[index].tag in {"modal", "aux"}), None)
    finite = any(words[index].tag in {"modal", "aux"} for index in sentence)
    for index in sentence:
        word = words[index]
        if (
            word.text[0].islower()
            and word.folded.endswith(("en", "eln", "ern"))
            and helper is not None
            and index > helper
        ):
            closes = index + 1 >= sentence.stop or words[index + 1].tag in {"sign", "modal", "conj"}
            if closes and (word.tag in {"verb", "noun"} or (word.tag == "part" and word.lemma == word.folded)):
                word.tag = "inf"
        if word.tag == "verb" and not finite and _is_order(words, index, sentence):
            word.tag = "inf"
        if opens and word.tag == "verb" and word.is_capital and not finite and _has_infinitive(words, index, sentence):
            word.tag = "noun"
        if word.is_word and word.is_capital and not opens and word.tag in {"verb", "inf", "part", "adj", "adv"}:
            word.tag = "noun"
        opens = word.folded in {":", "„", "“", '"', "(", "•", "*", "-"} or (opens and not word.is_word)


def _is_order(words: list[Word], index: int, sentence: range) -> bool:
    """`Berichte exportieren.`: a verb in its base form at the end of a sentence without another."""
    closes = all(not words[later].is_word for later in range(index + 1, sentence.stop))
    alone = all(words[one].tag not in {"verb", "pron", "sub"} for one in range(sentence.start, index))
    return closes and alone and index > sentence.start and words[index].lemma == words[index].folded


def _has_infinitive(words: list[Word], index: int, sentence: range) -> bool:
    """`Berichte exportieren`: an order, whose first word is its object."""
    return any(words[later].tag == "inf" for later in range(index + 1, sentence.stop))


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


def mark_degrees(words: list[Word], language: Language) -> None:
    """Sets `degree` on words that compare: `comp` or `sup`."""
    forms = _forms(language)
    for index, word in enumerate(words):
        if word.is_quoted:
            continue
        degree = forms.get(word.folded)
        if degree == "comp?":
            degree = None if _declines(words, index) else "comp"
        if degree is not None and not (word.is_capital and word.tag == "noun" and language == "de"):
            word.degree = degree
        if language == "en" and index and _is_compared(words, index):
            word.degree = words[index - 1].degree


def _is_compared(words: list[Word], index: int) -> bool:
    """`more efficient`, and not `at least many`."""
    before = words[index - 1]
    at = index > 1 and words[index - 2].folded == "at"
    return before.folded in word_set("en", "more") and not at and words[index].tag in {"adj", "adv"}


def _declines(words: list[Word], index: int) -> bool:
    """`ein schneller Zugriff`, `schneller, sicherer Zugriff`: a noun follows."""
    following = next((word for word in words[index + 1 : index + 4] if word.tag not in {"adj", "conj"}), None)
    return following is not None and following.tag in {"noun", "abbr"} and following.is_capital


@lru_cache(maxsize=2)
def _forms(language: Language) -> dict[str, str]:
    listed: dict[str, tuple[str, ...]] = packaged("degrees")[language]
    found: dict[str, str] = {}
    for adjective in map(composed, listed["adjectives"]):
        for form, degree in compared(adjective, language):
            if degree != "sup" or adjective not in listed["objective"]:
                found.setdefault(form, degree)
    found |= dict.fromkeys(map(composed, listed["comparatives"]), "comp")
    found |= dict.fromkeys(map(composed, listed["superlatives"]), "sup")
    for word in map(composed, listed["neither"]):
        found.pop(word, None)
    return found
