"""Why two requirements are shown as a pair, in plain words that quote them."""

import re
from collections.abc import Iterable

from arch_team.requirements.compare.comparison import SAME_WORDING, Judgement, unpaired
from arch_team.requirements.compare.wording import LONGEST, Read, data
from arch_team.vectors.meanings import quoted
from arch_team.wire import Language

_QUANTITY = re.compile(r"[<>≤≥]?\s?\d[\d.,:'’]*\s?(?:%|°\s?[CF]|[^\W\d_]+)?")


def told(group: str, kind: str, own: Iterable[str], speaks: Language) -> str:
    """The reason of this kind; `own` quotes what each of the two has."""
    said = data("reasons")[speaks]
    one, other = (words or said["nothing"] for words in own)
    return str(said[group][kind]).format(one=one, other=other)


def reason_for(one: Read, other: Read, judgement: Judgement, speaks: Language | None = None) -> str:
    language = speaks or one.language
    texts: dict[str, str] = data("reasons")[language]
    if judgement.similarity >= SAME_WORDING:
        return texts["identical"]
    own = own_words(one, other)
    if judgement.conflict is not None:
        differing = values_of(one, other) if judgement.conflict == "number" else own
        return told("conflict", judgement.conflict, differing, language)
    apart = unpaired(one.wording, other.wording)
    shared = quoted(one.text[:LONGEST], [token for token in one.wording.tokens if token not in apart])
    kind = "meaning" if not shared else "shared" if one.language == other.language else "across"
    reason = texts[kind].format(shared=shared)
    if all(own):
        return reason + texts["replaced"].format(one=own[0], other=own[1])
    return reason + texts["own"].format(words=own[0] or own[1]) if any(own) else reason


def own_words(one: Read, other: Read) -> tuple[str, str]:
    """The words that each has and the other has not, as they stand there."""
    first, second = one.wording, other.wording
    return quoted(one.text[:LONGEST], unpaired(first, second)), quoted(other.text[:LONGEST], unpaired(second, first))


def values_of(*pair: Read) -> list[str]:
    """The quantities of each, as they stand there."""
    matches = (_QUANTITY.finditer(one.text[:LONGEST]) for one in pair)
    return [", ".join(dict.fromkeys(match[0].strip() for match in found)) for found in matches]
