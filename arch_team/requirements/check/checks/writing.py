"""How the text is written: doubled words, hidden signs, letters of another script, and a text too long to read."""

import re
import unicodedata
from collections.abc import Iterator

from arch_team.requirements.check.checks import Hit, Parameters, texts
from arch_team.requirements.check.reading.prose import Prose
from arch_team.requirements.model import Span

_HIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "ARABIC", "HEBREW", "ARMENIAN")


def repetition(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The same word twice in a row, other than where the grammar allows it: `…, die die Daten …`."""
    allowed = set(texts(parameters, "allowed"))
    for index in range(1, len(prose.words)):
        one, other = prose.words[index - 1], prose.words[index]
        if (
            one.folded == other.folded
            and one.is_word
            and not one.folded[0].isdigit()
            and not (one.folded in allowed and index > 1)
        ):
            yield Hit((prose.span(index - 1, index),))


def hidden_characters(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    for match in _HIDDEN.finditer(prose.text):
        name = unicodedata.name(match[0][0], f"U+{ord(match[0][0]):04X}")
        yield Hit((Span(start=match.start(), end=match.end(), text=match[0]),), said=name)
        return


def mixed_scripts(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """One word with letters of two scripts: a look-alike letter, or an accident."""
    for index, word in enumerate(prose.words):
        if word.text.isascii():
            continue
        names = {unicodedata.name(letter, "").split(" ")[0] for letter in word.text if letter.isalpha()}
        scripts = [script for script in _SCRIPTS if script in names]
        if len(scripts) > 1:
            yield Hit((prose.span(index, index),), said=", ".join(scripts))


def cut(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The text went on after what was analysed."""
    if prose.is_cut:
        yield Hit(said=f"{len(prose.text)}/{len(prose.requirement.text)}")


def mixed_logic(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`A and B or C` without brackets: two readings."""
    ands, ors = set(texts(parameters, "and")), set(texts(parameters, "or"))
    for sentence in prose.sentences:
        begin = sentence.start
        for index in (*sentence, sentence.stop):
            at_end = index == sentence.stop or prose.words[index].folded in {",", ";", "(", ")", ":"}
            if at_end:
                part = range(begin, index)
                joins = [one for one in part if prose.words[one].folded in ands | ors]
                kinds = {prose.words[one].folded in ands for one in joins}
                has_slash = any(prose.words[one].folded == "/" for one in part)
                if len(kinds) > 1 and not has_slash and joins[-1] - joins[0] <= 8:
                    yield Hit((prose.span(max(begin, joins[0] - 1), min(joins[-1] + 1, index - 1)),))
                begin = index + 1
