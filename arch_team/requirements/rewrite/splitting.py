"""Several demands in one sentence, each as a sentence of its own, in the form and the words it was written in.

Only verbs that share one object are split, with nothing else beside them that might belong to one or to all. Actions
with an object each may follow from each other (`post jobs and provide details`): those a person has to split.
"""

from collections.abc import Sequence

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.text.kept import lost_words
from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

LONGEST = 600
_VERBS = frozenset({"verb", "inf"})
_OF_AN_OBJECT = frozenset({"det", "adj", "noun", "abbr"})
_GENITIVE = frozenset({"of", "der", "des", "eines", "einer"})
_DIVIDES = frozenset({",", "and", "und"})


def split(text: str, language: Language) -> tuple[str, ...]:
    """The single requirements; none where there is one only, or where it is not sure what belongs to what."""
    if len(text) > LONGEST or "\n" in text.strip():
        return ()
    prose = read(Requirement(id="text", text=text, language=language))
    words = prose.words
    inner = list(prose.means or (_demanded(prose) if len(prose.sentences) == 1 else ()))
    while inner and (words[inner[-1]].tag in {"sign", "modal"} or words[inner[-1]].folded == "können"):
        inner.pop()
    # `lock and release faulty chairs`, `Rechnungen anlegen, ändern und löschen`
    verbs = sorted(_listed(words, inner if language == "en" else inner[::-1]))
    shared = [index for index in inner if verbs and (index > verbs[-1] if language == "en" else index < verbs[0])]
    if len(verbs) < 2 or not _is_object([words[index] for index in shared], language):
        return ()
    around = text[: words[inner[0]].start], text[words[inner[-1]].end :]
    object_ = text[words[shared[0]].start : words[shared[-1]].end]
    actions = [(words[verb].text, object_)[:: 1 if language == "en" else -1] for verb in verbs]
    parts = tuple(" ".join(action).join(around).strip() for action in actions)
    return () if lost_words(text, " ".join(parts), language) else parts


def _demanded(prose: Prose) -> range:
    """What is demanded, in a sentence whose subject is read."""
    taken = take_apart(prose.text, prose.language)
    statement = taken.statements[0] if taken.statements else None
    if statement is None or not statement.is_read or statement.condition or statement.moved:
        return range(0)
    action = statement.rest.removeprefix("be able to ")
    at = prose.text.find(action)
    within = [i for i, word in enumerate(prose.words) if at <= word.start < at + len(action)] if at >= 0 else []
    return range(within[0], within[-1] + 1) if within else range(0)


def _listed(words: Sequence[Word], order: Sequence[int]) -> list[int]:
    """The verbs that stand first in this order, with nothing between them but commas and `and`."""
    found: list[int] = []
    is_divided = True
    for index in order:
        if words[index].folded in _DIVIDES:
            is_divided = True
        elif is_divided and words[index].tag in _VERBS:
            found.append(index)
            is_divided = False
        else:
            return [] if is_divided and found else found
    return found


def _is_object(words: Sequence[Word], language: Language) -> bool:
    """A plain noun phrase, with its noun at the end: nothing in it points elsewhere, counts or compares."""
    strange = word_set(language, "points")
    plain = all(one.tag in _OF_AN_OBJECT or one.folded in _GENITIVE for one in words)
    ends = bool(words) and words[-1].tag in {"noun", "abbr"}  # `Fotos leicht finden`: it may be meant of all of them
    return plain and ends and not any(one.folded in strange or one.degree for one in words)
