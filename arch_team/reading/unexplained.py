"""What of a question nothing explains: it must not be passed over in silence, and it may be a name."""

import re

from arch_team.reading.cues import NOUNS, cue_matches, is_common
from arch_team.reading.labels import Mention
from arch_team.reading.lexicon import bare_verbs, is_filler, other_verbs, things
from arch_team.reading.numbers import Amount
from arch_team.reading.wording import word_list
from arch_team.reading.words import Span, Word, folded, overlaps, stem

REFERENCE = re.compile(r"\b[A-Z]{2,4}-\d{2,4}-\d{2,6}\b")
"""The number of a booking or an invoice, such as `RE-2025-0012`."""
_GLOSS = re.compile(r"\(\s*(?:konten|konto|accounts?|a/c)?\s*(?:nr\.?|no\.?)?\s*[1-9]\d{3}[^)]*\)")


def is_no_noun(mention: Mention, text: str) -> bool:
    """`schulden wir`, `nicht mehr aktiv` name nothing: German nouns have a capital, where capitals are used at all."""
    said = mention.said.casefold()
    english = any(said == label.casefold() or said in label.casefold().split() for label in mention.entity.labels.en)
    inflected = stem(folded(said))
    german = any(
        said == label or (label[0].islower() and stem(folded(label)) == inflected) for label in mention.entity.labels.de
    )
    within = mention.start > 0 and text[mention.start - 1].isalpha()
    lower = mention.said[:1].islower() and len(mention.said.split()) == 1 and not within
    return lower and not english and not german and text[:1].isupper()


def unread_in(
    text: str, flat: str, words: list[Word], mentions: list[Mention], amounts: list[Amount]
) -> tuple[list[Word], list[Word]]:
    """What is left when mentions, cues, amounts, numbers and fillers are taken away; and apart from it what looks like
    a verb: it may be passed over where an account and a period are asked for, not where rows are chosen."""
    spots: list[Span] = [(m.start, m.end) for m in mentions] + [span for _, span in cue_matches(flat)]
    for amount in amounts:
        start = flat.find(amount.said)
        spots.append((start, start + len(amount.said)))
    spots += explained_by_number(flat)
    cued = [span for name, span in cue_matches(flat) if name != NOUNS]
    unread: list[Word] = []
    verbs: list[Word] = []
    capitals = _looks_german(flat) and text[:1].isupper()
    for i, word in enumerate(words):
        is_part = _is_object(word, flat, mentions) or _is_compound(word, flat, mentions)
        if is_part and not overlaps(word.span, cued):
            unread.append(word)
            continue
        if _is_explained(word, spots):
            continue
        before = words[i - 1].folded if i else ""
        follows = words[i + 1] if i + 1 < len(words) else None
        is_attribute = (
            follows is not None and follows.text[0].isupper() and _is_attribute(word, before, follows, mentions)
        )
        is_lower = word.text[0].islower() and word.folded.isalpha()
        german = capitals and not is_attribute
        english = before in word_list("subjects") or word.folded in other_verbs()
        (verbs if is_lower and (german or english) else unread).append(word)
    return unread, verbs


_AUXILIARY = re.compile(r"\b(?:did|do|does|will|would|can|could|should|to|must|may|might|shall|let|help|make|made)\b")
_ARTICLE = re.compile(r"(?:^|\b(?:from|of|the|our|for|in|on|with|by|an?|all|and|or))\s*$")
_WHOSE = re.compile(
    r"(?:\s+(?:im jahr|in|im|year))?(?:\s+\S*\d{2,4})?\s+(?:der|des|von|vom|of|by)\s+(?:unser\w* |the |our |dem )*"
)
_SPENT_ON = re.compile(r"\s*(?:fur|furs|for|on|of)\s+(?:die |das |den |der |the |our |unsere\w* )*")


def _is_object(word: Word, flat: str, mentions: list[Mention]) -> bool:
    """`Kosten für Buchhaltung`, `meeting costs`: a noun that is harmless elsewhere here says what the money went on."""
    is_noun = word.folded in things() or word.folded in other_verbs() or word.folded.endswith("ing")
    if not is_noun or word.folded in word_list("no_objects"):
        return False
    if any(m.start <= word.start < m.end for m in mentions):
        return False
    for mention in mentions:
        if _names_accounts(mention) and word.folded in word_list("people"):
            return bool(_WHOSE.fullmatch(flat[mention.end : word.start]))
        if mention.entity.name != "Expense":
            continue
        if _SPENT_ON.fullmatch(flat[mention.end : word.start]) or flat[word.end : mention.start] == " ":
            return True
    return False


def _is_compound(word: Word, flat: str, mentions: list[Mention]) -> bool:
    """`cash flow`, `repeat customers`: beside a noun an English verb is part of it, and not a verb."""
    if word.folded not in bare_verbs():
        return False
    before = flat[: word.start]
    after_noun = any(_names_accounts(m) and flat[m.end : word.start] == " " for m in mentions)
    if after_noun and not _AUXILIARY.search(before):
        return True
    return bool(_ARTICLE.search(before)) and any(flat[word.end : m.start] == " " for m in mentions)


def _names_accounts(mention: Mention) -> bool:
    return any(i.field in ("accountNumber", "accountType") for i in mention.entity.invariants)


def _is_attribute(word: Word, before: str, follows: Word, mentions: list[Mention]) -> bool:
    """`der bereinigte Gewinn`: an unknown word before a noun says which one, and must not be passed over."""
    if any(m.start <= follows.start < m.end for m in mentions) or not is_filler(follows.folded):
        return True
    return before in word_list("articles") and word.folded.endswith(("e", "en", "er", "es", "em"))


def _is_explained(word: Word, spots: list[Span]) -> bool:
    if word.text == "IT":
        return False  # the department, not the pronoun
    if all(any(start <= i < end for start, end in spots) for i in range(word.start, word.end)):
        return True
    heads = [start for start, end in spots if word.start < start and end == word.end]
    if heads and word.folded[: min(heads) - word.start] in word_list("fronts"):
        return True  # `Monatsumsatz`, `Schlussbestand`: the front only says of when, or of how much of it
    plain = re.sub(r"['’]s$|['’]$", "", word.folded)
    short = all(len(part) < 2 and part.isalpha() for part in plain.split("."))
    if short or not any(c.isalpha() for c in plain) or REFERENCE.fullmatch(word.text):
        return True
    return any(is_filler(form) or is_common(form) for form in (word.folded, plain))


def explained_by_number(flat: str) -> list[Span]:
    """`Direct tax expense (8900)`: the number in brackets says which account the words before it mean."""
    spans: list[Span] = []
    for match in _GLOSS.finditer(flat):
        clause = max(flat.rfind(mark, 0, match.start()) for mark in (",", ";", ":", "?", ")"))
        spans.append((clause + 1, match.end()))
    return spans


def _looks_german(flat: str) -> bool:
    return not word_list("german").isdisjoint(re.sub(r"[?,.]", " ", flat).split())
