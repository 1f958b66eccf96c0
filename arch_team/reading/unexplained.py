"""What of a question nothing explains: it must not be passed over in silence, and it may be a name."""

import re

from arch_team.reading.cues import cue_spans, is_common, is_stopword
from arch_team.reading.labels import Mention
from arch_team.reading.numbers import Amount
from arch_team.reading.wording import word_list
from arch_team.reading.words import Word, words_of

REFERENCE = re.compile(r"\b[A-Z]{2,4}-\d{2,4}-\d{2,6}\b")
"""The number of a booking or an invoice, such as `RE-2025-0012`."""


def names_in(text: str, words: list[Word], mentions: list[Mention]) -> list[str]:
    """Runs of capitalised words in the middle of the question: perhaps a customer, a supplier or an account."""
    runs: list[list[Word]] = []
    first = next((word.start for word in words_of(text)), 0)
    for word in words:
        joins = bool(runs) and not text[runs[-1][-1].end : word.start].strip()
        legal_form = joins and word.folded in word_list("legal_forms")
        plain = word.text.casefold() in word_list("never_names") or (is_common(word.folded) and not legal_form)
        explained = any(m.start <= word.start < m.end for m in mentions)
        if not word.text[0].isupper() or plain or explained or word.start == first:
            continue
        if runs and text[runs[-1][-1].end : word.start].strip() in ("", "&", "und", "and"):
            runs[-1].append(word)
        else:
            runs.append([word])
    return [text[run[0].start : run[-1].end] for run in runs]


def is_no_noun(mention: Mention, text: str) -> bool:
    """`schulden wir`, `nicht mehr aktiv` name nothing: German nouns have a capital, where capitals are used at all."""
    said = mention.said.casefold()
    english = any(said == label.casefold() or said in label.casefold().split() for label in mention.entity.labels.en)
    german = any(said == label for label in mention.entity.labels.de)
    within = mention.start > 0 and text[mention.start - 1].isalpha()
    lower = mention.said[:1].islower() and len(mention.said.split()) == 1 and not within
    return lower and not english and not german and text[:1].isupper()


def unread_in(text: str, flat: str, words: list[Word], mentions: list[Mention], amounts: list[Amount]) -> list[str]:
    """What is left when mentions, cues, amounts, numbers and words without content are taken away."""
    spots = [(m.start, m.end) for m in mentions] + cue_spans(flat)
    for amount in amounts:
        start = flat.find(amount.said)
        spots.append((start, start + len(amount.said)))
    left: list[str] = []
    german = _looks_german(flat)
    for word in words:
        covered = all(any(start <= i < end for start, end in spots) for i in range(word.start, word.end))
        plain = word.folded.strip("'’s") if word.folded.endswith(("'s", "’s")) else word.folded
        if covered or len(plain) < 3 or not any(c.isalpha() for c in plain):
            continue
        if is_stopword(word.folded) or is_stopword(plain) or is_common(plain) or REFERENCE.fullmatch(word.text):
            continue
        if german and word.text[0].islower() and text[0].isupper():
            continue  # a verb or an adjective: German nouns are written with a capital
        left.append(word.text)
    return left


def _looks_german(flat: str) -> bool:
    return not word_list("german").isdisjoint(flat.replace("?", " ").split())
