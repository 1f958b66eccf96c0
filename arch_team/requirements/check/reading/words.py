"""Words with their places. Positions are those of the text as it was handed in; only the folded form is normalised."""

import re
import unicodedata
from dataclasses import dataclass

MARKS = "\u0300-\u036f"
_TOKEN = re.compile(
    rf"(?:[^\W\d_]\.){{2,}}"  # e.g., i.e., U.S.A.
    rf"|\d+(?:[.,'’]\d+)*(?:st|nd|rd|th)?(?![\w{MARKS}])"
    rf"|[\w{MARKS}]+(?:[-‐‑'’.@_](?=[^\W_])[\w{MARKS}]+)*"
    r"|<=|>=|≤|≥|\.\.\.|…|[^\w\s]"
)

_QUOTED = re.compile(r"„[^“”\n]{1,80}[“”]|“[^”\n]{1,80}”|«[^»\n]{1,80}»|»[^«\n]{1,80}«|\"[^\"\n]{1,80}\"")


@dataclass(slots=True)
class Word:
    """A word, number or sign. `tag` is its part of speech as far as the context tells."""

    text: str
    folded: str
    start: int
    end: int
    tag: str = ""
    lemma: str = ""
    """Its base form."""
    degree: str = ""
    """`comp` or `sup`, where it compares."""
    is_quoted: bool = False
    """Between quotation marks: a text to show, and not a word of the requirement."""
    is_subordinate: bool = False
    """In a clause that says when, why or which, and not what is required."""

    @property
    def is_word(self) -> bool:
        return self.text[0].isalnum()

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper()


def is_abbreviation(word: Word) -> bool:
    """More than one capital in a short word: `DMI`, `WLANs`. Keywords in capitals (`SHALL`) look the same."""
    return len(word.text) < 12 and "-" not in word.text and sum(letter.isupper() for letter in word.text) > 1


def fold(text: str) -> str:
    """One spelling of a word: composed, small letters, `ss` for `ß`, straight apostrophes and hyphens."""
    if text.isascii():
        return text.lower()
    composed = unicodedata.normalize("NFC", text).casefold()
    return composed.replace("’", "'").replace("‐", "-").replace("‑", "-")


def words_of(text: str) -> list[Word]:
    words = [Word(m[0], fold(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    quotes = [match.span() for match in _QUOTED.finditer(text)]
    for word in words if quotes else ():
        while quotes and quotes[0][1] <= word.start:
            quotes.pop(0)
        word.is_quoted = bool(quotes) and quotes[0][0] < word.start and word.end < quotes[0][1]
    return words
