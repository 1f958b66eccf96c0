"""Parts of speech of English words, by closed classes, verb forms, endings and the words before.

A few tags are all the checks need: det, prep, to, pron, modal, aux, conj, sub, neg, adv, adj, num, abbr, sign, verb
(finite or base form), ing, part (past participle), noun.
"""

from functools import lru_cache

from arch_team.requirements.reading.lexicon import packaged, word_set
from arch_team.requirements.reading.words import Word, is_abbreviation

_VOWELS = "aeiou"
_GOVERNS_VERB = {"modal", "to"}
_BEFORE_NOUN = {"det", "adj", "prep", "num", "abbr"}
_OPENS_OBJECT = {"det", "pron", "num", "abbr"}


@lru_cache(maxsize=1)
def _closed() -> dict[str, str]:
    listed: dict[str, tuple[str, ...]] = packaged("english")["closed"]
    return {word: tag for tag, words in reversed(listed.items()) for word in words}


@lru_cache(maxsize=1)
def verb_forms() -> tuple[dict[str, str], frozenset[str]]:
    """Each form with its kind (base, s, ing, part), and the verbs that are nouns as well."""
    listed = packaged("english")
    forms: dict[str, str] = {}
    ambiguous: set[str] = set(listed["noun_verbs"])
    for verb in (*listed["verbs"], *listed["noun_verbs"]):
        stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
        if _doubles(verb):
            stem += verb[-1]
        past = stem[:-1] + "ied" if verb.endswith("y") and verb[-2] not in _VOWELS else stem + "ed"
        forms.setdefault(past, "part")
        forms.setdefault(stem + "ing", "ing")
        forms.setdefault(_third_person(verb), "s")
        if verb in ambiguous:
            ambiguous.add(_third_person(verb))
        forms[verb] = "base"
    forms |= dict.fromkeys(listed["irregular_participles"], "part")
    for past in listed["irregular_past"]:
        forms.setdefault(past, "part")
    for verb in listed["verbs"]:
        forms[verb] = "base"
    return forms, frozenset(ambiguous)


def _doubles(verb: str) -> bool:
    short = len(verb) <= 4 and verb[-1] not in "wxy" and verb[-1] not in _VOWELS
    ends = verb.endswith(("mit", "fer", "cel", "vel", "bel", "gin", "bed", "pel"))
    return (short and len(verb) > 2 and verb[-2] in _VOWELS and verb[-3] not in _VOWELS) or ends


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "z", "o")) else "s")


@lru_cache(maxsize=4096)
def _by_itself(folded: str) -> str:
    """The tag of a word without its context; `base` and `s` are verb forms still to be read."""
    if (tag := _closed().get(folded)) is not None:
        return tag
    listed = packaged("english")
    if (kind := verb_forms()[0].get(folded)) is not None:
        return kind
    if folded.endswith("ly") and len(folded) > 4 and folded not in listed["not_adverbs"]:
        return "adv"
    if folded.endswith("ed") and len(folded) > 4 and folded not in listed["not_participles"]:
        return "part"
    if folded.endswith("ing") and len(folded) > 5:
        return "ing"
    if len(folded) > 5 and folded.endswith(listed["suffix_adj"]):
        return "adj"
    return "noun"


def tag_english(words: list[Word], sentences: list[range]) -> None:
    """Fills in the tag of each word."""
    for sentence in sentences:
        governed = False
        for index in sentence:
            word = words[index]
            word.tag = _tag(words, index, sentence, governed)
            if word.tag in {"modal", "to"} or (word.tag == "aux" and word.folded in word_set("en", "do")):
                governed = True
            elif word.tag == "sub" or word.folded == ";":
                governed = False


def _tag(words: list[Word], index: int, sentence: range, governed: bool) -> str:
    word = words[index]
    if not word.is_word:
        return "sign"
    if word.folded[0].isdigit():
        return "num"
    following = words[index + 1] if index + 1 < sentence.stop else None
    by_itself = _by_itself(word.folded)
    if is_abbreviation(word) and not (by_itself not in {"noun", "adj", "pron"} and word.text.isalpha()):
        return "abbr"
    if word.folded == "to":
        return "to" if following and _can_be_verb(words, index + 1, sentence) else "prep"
    before = _before(words, index, sentence)
    is_open = by_itself == "noun" or (by_itself == "adj" and verb_forms()[0].get(word.folded) == "base")
    if is_open and before in _GOVERNS_VERB and word.text.islower():
        return "verb"
    if by_itself == "noun" and before == "conj" and governed and word.text.islower():
        return "verb" if _opens_object(following) or words[index - 2].tag == "verb" else "noun"
    if by_itself in {"base", "s"}:
        return _read_verb(words, index, sentence, before, by_itself, governed)
    if by_itself == "part" and before == "det" and following and _by_itself(following.folded) in {"noun", "base", "s"}:
        return "adj"
    return by_itself


def _opens_object(word: Word | None) -> bool:
    return word is not None and _by_itself(word.folded) in {"det", "pron"}


def _can_be_verb(words: list[Word], index: int, sentence: range) -> bool:
    """Whether what follows `to` is an infinitive: a known verb, or anything after `want`, `able`, `need`."""
    word = words[index]
    by_itself = _by_itself(word.folded)
    if by_itself == "adv" and index + 1 < sentence.stop:
        return _can_be_verb(words, index + 1, sentence)
    if by_itself in {"base", "aux"} or verb_forms()[0].get(word.folded) == "base":
        return True
    before = words[index - 2].folded if index - 2 >= sentence.start else ""
    return by_itself == "noun" and word.text.islower() and before in word_set("en", "before_infinitive")


def _before(words: list[Word], index: int, sentence: range) -> str:
    """The tag of the word before, looking past adverbs and `not`."""
    index -= 1
    while index > sentence.start and words[index].tag in {"adv", "neg"}:
        index -= 1
    return words[index].tag if index >= sentence.start else ""


def _read_verb(words: list[Word], index: int, sentence: range, before: str, kind: str, governed: bool) -> str:
    word = words[index]
    following = words[index + 1] if index + 1 < sentence.stop else None
    after = _by_itself(following.folded) if following and following.is_word else ""
    is_ambiguous = word.folded in verb_forms()[1]
    if before in _GOVERNS_VERB:
        return "verb" if kind == "base" else "noun"
    if kind == "base" and before == "aux" and words[index - 1].folded not in word_set("en", "be"):
        return "verb"
    if before in _BEFORE_NOUN or before == "aux":
        return "noun"
    if kind == "s":
        if not is_ambiguous:
            return "verb"
        return "verb" if before in {"noun", "pron", "sub"} and after in {"det", "num", "pron"} else "noun"
    if before == "" or (words[index - 1].folded in {":", "-", "•", "*"} and not governed):
        imperative = after in _OPENS_OBJECT or not is_ambiguous
        return "verb" if imperative and after not in {"modal", "aux"} else "noun"
    if before in {"conj", "sign"} or words[index - 1].folded == "then":
        in_chain = governed or _follows_verb(words, index, sentence)
        if words[index - 1].folded in {"and", "or", ","} and words[index - 2].tag == "verb":
            return "verb"
        return "verb" if in_chain and (not is_ambiguous or after in _OPENS_OBJECT) else "noun"
    if before == "pron":
        return "verb"
    return "noun" if is_ambiguous or before == "noun" else "verb"


def _follows_verb(words: list[Word], index: int, sentence: range) -> bool:
    return any(words[earlier].tag == "verb" for earlier in range(sentence.start, index))
