"""What a column holds of people: mail addresses, phone numbers, names. A draft tells the kind, and none of the values:
it is a file that people hand on.

Told by the values, by the heading, and for names by what the model says: who somebody is, and what they are to the rows
(a `driver`, a Kundin). Where it is not sure, it is taken for personal: a draft without examples is still a draft.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import cast

from arch_team.featuredata.naming import parts_of
from arch_team.modelling.model import ModelField, ModelTable
from arch_team.text.common_words import fillers
from arch_team.text.folding import folded, letters_folded, loosely_folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem
from arch_team.wire import Wire

_NAME, _OF_PEOPLE = "name", ("phone", "birth", "identity", "name")
"""The kind of names, and the kinds of headings that only tables of people have."""
_SHORTEST_END = 4
"""Letters of a word that compounds may end with."""
_SHORTEST_HEAD = 3
"""Letters of what stands before it in a compound."""
_LOOKED_AT = 200
"""Letters of a value. Longer ones are not shown anyhow."""
_PART = re.compile(r"[^\W\d_]+\.?")
_BETWEEN = re.compile(r", ?|[ '’-]")
_FEWEST_PARTS, _MOST_PARTS = 2, 4


class _Kind(Wire):
    called: str
    some: str | None = None
    most: str | None = None
    headings: tuple[str, ...] = ()
    with_most: str | None = None


def personal_kind(field: ModelField, table: ModelTable, values: Sequence[str], lexicon: Lexicon) -> str | None:
    """What of people a column of texts holds, as it is told in place of its values. None: nothing that is known.
    `lexicon`: of the language of its heading."""
    held = [value.strip()[:_LOOKED_AT] for value in values]
    for name, kind in _kinds().items() if held else ():
        if name != _NAME and _is_of(kind, field.name, held):
            return kind.called
    is_name = _named_so(_kinds()[_NAME], field.name) or _tells_who(field.name, lexicon) or _names_rows(field, table)
    told = not _only_whether(held, lexicon) if is_name else len(held) > 1 and all(map(_is_full_name, held))
    return _kinds()[_NAME].called if held and told else None


def _is_of(kind: _Kind, heading: str, values: Sequence[str]) -> bool:
    if kind.some and any(re.search(kind.some, value) for value in values):
        return True
    if kind.most and _are_most(kind.most, values):
        return True
    return _named_so(kind, heading) and (kind.with_most is None or _are_most(kind.with_most, values))


def _are_most(pattern: str, values: Sequence[str]) -> bool:
    return 0 < len(values) <= 2 * sum(re.fullmatch(pattern, value) is not None for value in values)


def _named_so(kind: _Kind, heading: str) -> bool:
    """Whether a word of a heading is one of a kind's, or ends with one as compounds do."""
    said = [loosely_folded(word) for word in kind.headings]
    ends = tuple(word for word in said if len(word) >= _SHORTEST_END)
    words = [loosely_folded(part) for part in parts_of(heading)]
    return any(word in said or word.endswith(ends) for word in words)


def _tells_who(heading: str, lexicon: Lexicon) -> bool:
    """Whether a heading ends with what somebody is, or with who did it: `driver`, Sachbearbeiterin, `checked by`."""
    people = [lexicon.words(klass) for klass in ("person_noun", "role_noun", "worker_noun", "owner_noun")]
    known = frozenset[str]().union(*people)
    last = next((folded(part) for part in reversed(parts_of(heading))), "")
    words = {noun_stem(last.removesuffix(end), lexicon.language) for end in ("", *lexicon.female_endings)}
    ends = [end for end in known if len(end) >= _SHORTEST_END] if lexicon.joining else []
    heads = [word.removesuffix(end) for end in ends for word in words if word.endswith(end)]
    is_joined = any(len(head) >= _SHORTEST_HEAD for head in heads)  # and no Behälter
    return last in lexicon.words("done_by") or bool(words & known) or is_joined


def _names_rows(field: ModelField, table: ModelTable) -> bool:
    """Whether a column names the rows of a table of people: of one that is called so, or has what only people have."""
    is_of_people = table.is_person or any(
        _named_so(_kinds()[kind], other) for other in table.stored for kind in _OF_PEOPLE
    )
    return is_of_people and field.name in table.label


def _only_whether(values: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether values only say yes or no, or number something: whether somebody is a member, which driver it was."""
    whether = lexicon.words("flag_yes") | lexicon.words("flag_no")
    return all(folded(value) in whether or not any(map(str.isalpha, value)) for value in values)


def _is_full_name(value: str) -> bool:
    """`Anna Meier`, `Meier, Anna`: a few words, each with one capital, the first, and none an everyday one."""
    parts = _BETWEEN.split(value)
    return _FEWEST_PARTS <= len(parts) <= _MOST_PARTS and all(
        _PART.fullmatch(part) is not None and part.istitle() and letters_folded(part) not in fillers() for part in parts
    )


@cache
def _kinds() -> dict[str, _Kind]:
    listed = cast("dict[str, object]", packaged("personal.yaml", "arch_team.onboarding"))
    return {name: _Kind.model_validate(kind) for name, kind in listed.items()}
