"""Where a sentence ends, with the abbreviations that only look like an end."""

from arch_team.requirements.check.reading.lexicon import packaged
from arch_team.requirements.check.reading.words import Word
from arch_team.wire import Language

_ENDS = frozenset({".", "!", "?"})


def sentences_of(text: str, words: list[Word], language: Language) -> list[range]:
    """Ends at a full stop, question mark or exclamation mark before a new beginning, and at an empty line."""
    short: tuple[str, ...] = packaged("abbreviations")[language]
    found: list[range] = []
    begin = 0
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        between = text[word.end : following.start] if following else ""
        ends = (
            following is not None
            and word.folded in _ENDS
            and between != ""
            and not following.text[0].islower()
            and following.text[0] not in ",;)"
            and not (following.text == "(" and index + 2 < len(words) and words[index + 2].text == "[")
            and not (index > 0 and word.folded == "." and words[index - 1].folded in short)
            and not (index > 0 and words[index - 1].folded.isdigit() and not _starts(following, language))
        )
        if following is None or ends or between.count("\n") > 1:
            found.append(range(begin, index + 1))
            begin = index + 1
    return found


def _starts(word: Word, language: Language) -> bool:
    """After a number (`1. As a nurse`, `am 3. April`) only an article, a pronoun or the like begins a new sentence."""
    closed: dict[str, tuple[str, ...]] = packaged("german" if language == "de" else "english")["closed"]
    return any(word.folded in closed[tag] for tag in ("det", "pron"))
