"""Parts of speech of German words, by closed classes, verb forms, endings, capitals and the words around.

The tags are those of English, with inf (infinitive), zuinf (`abzulehnen`) and verb for finite forms only.
"""

from functools import lru_cache

from arch_team.requirements.reading.lexicon import packaged, word_set
from arch_team.requirements.reading.words import Word, fold, is_abbreviation

_ENDINGS = ("", "e", "en", "em", "er", "es")


@lru_cache(maxsize=1)
def _closed() -> dict[str, str]:
    listed: dict[str, tuple[str, ...]] = packaged("german")["closed"]
    return {fold(word): tag for tag, words in reversed(listed.items()) for word in words}


@lru_cache(maxsize=1)
def _forms() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """Infinitives, infinitives with `zu` inside, participles, finite forms: made from the list of verbs."""
    listed = packaged("german")
    prefixes = tuple(sorted(map(fold, listed["prefixes"]), key=len, reverse=True))
    fixed = tuple(word_set("de", "fixed_prefixes"))
    infinitives, zu_forms = set[str](), set[str]()
    participles, finite = set[str](), set(map(fold, listed["irregular_finite"]))
    for verb in map(fold, listed["verbs"]):
        infinitives.add(verb)
        finite.add(_stem(verb) + _t(_stem(verb)))
        prefix = next((one for one in prefixes if verb.startswith(one) and len(verb) - len(one) > 4), "")
        bare = verb[len(prefix) :]
        if verb.startswith(fixed) or prefix in word_set("de", "unstressed_prefixes") or verb.endswith("ieren"):
            participles.add(_stem(verb) + _t(_stem(verb)))
        else:
            participles.add(f"{prefix}ge{_stem(bare)}{_t(_stem(bare))}")
        if prefix and not verb.startswith(fixed):
            zu_forms.add(f"{prefix}zu{bare}")
            finite.add(_stem(bare) + _t(_stem(bare)))
    for participle in map(fold, listed["irregular_participles"]):
        participles.add(participle)
        if participle.startswith("ge"):
            participles |= {prefix + participle for prefix in (*prefixes, *fixed)}
            participles |= {prefix + participle[2:] for prefix in fixed}
    return frozenset(infinitives), frozenset(zu_forms), frozenset(participles), frozenset(finite)


def _t(stem: str) -> str:
    """The ending of the third person and of the participle."""
    return "et" if stem.endswith(("t", "d", "chn", "ffn", "gn")) else "t"


def _stem(infinitive: str) -> str:
    return infinitive[:-2] if infinitive.endswith("en") else infinitive[:-1]


@lru_cache(maxsize=1)
def _adjective_endings() -> tuple[str, ...]:
    return tuple(suffix + ending for suffix in packaged("german")["suffix_adj"] for ending in _ENDINGS)


@lru_cache(maxsize=8192)
def _by_itself(folded: str) -> str:
    if (tag := _closed().get(folded)) is not None:
        return tag
    infinitives, zu_forms, participles, finite = _forms()
    if folded in zu_forms or ("zu" in folded[2:-4] and folded.endswith("n") and _is_zu_form(folded)):
        return "zuinf"
    if folded in finite and folded in participles:
        return "finite_or_part"
    if folded in infinitives and folded in participles:
        return "inf_or_part"
    if folded in infinitives:
        return "inf"
    if folded in finite:
        return "verb"
    if folded in participles:
        return "part"
    if folded.endswith(_adjective_endings()):
        return "adj"
    if folded.endswith("ieren") or _without_prefixes(folded) in infinitives:
        return "inf"
    if folded.endswith(("t", "en")) and _without_prefixes(folded).startswith("ge") and len(folded) > 5:
        return "part"
    if folded.endswith(("iert", "isiert")):
        return "finite_or_part"
    if any(folded.removesuffix(ending) in participles for ending in _ENDINGS[1:] if folded.endswith(ending)):
        return "adj"
    return ""


def _without_prefixes(folded: str) -> str:
    """`wiederhergestellt` without its two prefixes: `gestellt`."""
    prefixes = packaged("german")["prefixes"]
    for _ in range(2):
        prefix = max((one for one in prefixes if folded.startswith(one)), key=len, default="")
        folded = folded[len(prefix) :]
    return folded


def _is_zu_form(folded: str) -> bool:
    """`freizuschalten`: a prefix, `zu`, and a verb that is known."""
    infinitives = _forms()[0]
    prefixes = packaged("german")["prefixes"]
    return any(
        folded.startswith(prefix + "zu")
        and (folded[len(prefix) + 2 :] in infinitives or prefix + folded[len(prefix) + 2 :] in infinitives)
        for prefix in prefixes
    )


def tag_german(words: list[Word], sentences: list[range]) -> None:
    """Fills in the tag of each word."""
    for sentence in sentences:
        starts = True
        for index in sentence:
            word = words[index]
            word.tag = _tag(words, index, sentence, starts)
            starts = word.folded in {":", "„", "“", '"', "(", "•", "*"} or (starts and not word.is_word)
        passive = any(words[index].folded in word_set("de", "passive") for index in sentence)
        for index in sentence:
            if words[index].tag == "finite_or_part":
                words[index].tag = "part" if passive and _closes_clause(words, index, sentence) else "verb"
            elif words[index].tag == "inf_or_part":
                words[index].tag = "part" if _has_werden(words, index, sentence) else "inf"


def _tag(words: list[Word], index: int, sentence: range, starts: bool) -> str:
    word = words[index]
    if not word.is_word:
        return "sign"
    if word.folded[0].isdigit():
        return "num"
    by_itself = _by_itself(word.folded)
    if is_abbreviation(word) and not (
        by_itself in {"modal", "sub", "conj", "det", "neg", "aux"} and word.text.isalpha()
    ):
        return "abbr"
    if word.folded == "sein":
        following = words[index + 1] if index + 1 < sentence.stop else None
        return "det" if following is not None and following.is_capital else "aux"
    if word.is_capital and not starts:
        return (
            by_itself
            if word.text.isupper() or (by_itself in {"det", "pron", "prep"} and len(word.text) < 4)
            else "noun"
        )
    if word.folded == "zu":
        following = words[index + 1] if index + 1 < sentence.stop else None
        return "to" if following and following.text.islower() and _by_itself(following.folded) == "inf" else "prep"
    if by_itself:
        return "noun" if word.is_capital and by_itself.endswith("part") else by_itself
    if word.is_capital:
        return "noun"
    return "adj" if word.folded.endswith(("e", "en", "em", "er", "es")) else "adv"


def _has_werden(words: list[Word], index: int, sentence: range) -> bool:
    """`übertragen werden`, `wird übertragen`: passive; `muss … übertragen`: not."""
    if index + 1 < sentence.stop and words[index + 1].folded in word_set("de", "passive"):
        return True
    modal = any(words[one].tag == "modal" for one in range(sentence.start, index))
    return not modal and any(words[one].folded in word_set("de", "passive") for one in range(sentence.start, index))


def _closes_clause(words: list[Word], index: int, sentence: range) -> bool:
    """Participles stand at the end of their clause, before an auxiliary, a conjunction or a sign."""
    if index + 1 >= sentence.stop:
        return True
    following = words[index + 1]
    return following.tag in {"aux", "modal", "conj", "sign", "to", "part", "finite_or_part"}
