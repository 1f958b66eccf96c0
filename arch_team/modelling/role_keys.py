"""Columns called by what somebody does, `reviewer_no` or `issued_by`: whom they point at is told by the rows."""

from collections.abc import Iterable
from functools import lru_cache

from arch_team.featuredata.tables import FieldType, Table
from arch_team.modelling.key_data import KeyData
from arch_team.modelling.key_names import NUMBERING, words_of
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.stems import noun_stem
from arch_team.wire import Language

_LANGUAGES: tuple[Language, ...] = ("en", "de")


def whom(field: str, table: Table, people: Iterable[tuple[Table, str]], data: KeyData) -> tuple[Table, str] | None:
    """The table and its key at whose rows a column points, where it is called by a role. Of several tables of people
    that hold all its values: the one whose rows are said to have that role, or else the one of those who work here."""
    role = role_of(field)
    if role is None:
        return None
    same = [
        (to, key) for to, key in people if to.name != table.name and to.fields[key].type is table.fields[field].type
    ]
    held = [(to, key) for to, key in same if data.is_within(table, field, to, key)]
    said = [one for one in held if role and _says_so(role, table, field, one, data)]
    working = [(to, key) for to, key in held if _is_called(to, "worker_noun")]
    return next((one[0] for one in (said, working, held) if len(one) == 1), None) if held else None


def role_of(field: str) -> tuple[str, ...] | None:
    """The role a column is called by; nothing, where it is only said that somebody did it. None: it is no such name."""
    words = words_of(field)
    if len(words) < 2:
        return None
    if words[-1] in NUMBERING and any(_is_role(words[-2], lexicon) for lexicon in _lexicons()):
        return words[:-1]
    return () if any(words[-1] in lexicon.words("done_by") for lexicon in _lexicons()) else None


def verbs_of(field: str) -> tuple[str, ...]:
    """What somebody did at whom a column points: they packed it, of `packed_by`."""
    return words_of(field)[:-1] if role_of(field) == () else ()


def is_of_people(table: Table) -> bool:
    """Whether rows are people, by what the table is called or by the names they have."""
    named = {" ".join(words_of(name)) for name in table.fields}
    known = (label for lexicon in _lexicons() for label in (*lexicon.label_pairs, *lexicon.person_labels))
    return _is_called(table, "person_noun") or not named.isdisjoint(known)


def _is_called(table: Table, klass: str) -> bool:
    last = words_of(table.name)[-1]
    return any(noun_stem(last, lexicon.language) in lexicon.words(klass) for lexicon in _lexicons())


def _is_role(word: str, lexicon: Lexicon) -> bool:
    """Not by how it ends: a floor and a trailer do nothing. German joins what it is the leader of to it."""
    stem, roles = noun_stem(word, lexicon.language), lexicon.words("person_noun") | lexicon.words("role_noun")
    return stem in roles or (bool(lexicon.joining) and stem.endswith(tuple(role for role in roles if len(role) > 3)))


def _says_so(role: tuple[str, ...], table: Table, field: str, to: tuple[Table, str], data: KeyData) -> bool:
    """Whether all rows that are pointed at have one value in common, and that names the role."""
    parent, key = to
    texts = [each.name for each in parent.fields.values() if each.type is FieldType.STRING and each.name != key]
    shared = (data.shared(table, field, parent, key, text) for text in texts)
    return any(value is not None and words_of(value)[-1:] == role[-1:] for value in shared)


@lru_cache(maxsize=1)
def _lexicons() -> tuple[Lexicon, ...]:
    return tuple(map(lexicon_of, _LANGUAGES))
