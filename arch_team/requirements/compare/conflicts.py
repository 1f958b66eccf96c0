"""What makes two texts say different things however alike they are, and how each stands to what it speaks of.

The stance is read from the parts of speech: a denial belongs to the demand or to the condition it stands in; a verb
that forbids counts where it is what is demanded.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from arch_team.requirements.compare.lexicon import contrasts, packaged
from arch_team.requirements.compare.vocabulary import Token
from arch_team.requirements.compare.wording import Wording
from arch_team.text.quantities import differ
from arch_team.text.roots import root
from arch_team.text.speech import Spoken, spoken
from arch_team.vectors.words import fold
from arch_team.wire import Language

Conflict = Literal["number", "negation", "actor", "opposite", "alternative"]
_OPPOSITE_BOUNDS = {frozenset({"upper"}), frozenset({"lower"})}


def conflict_of(one: Wording, other: Wording) -> Conflict | None:
    if _apart(one.roles, other.roles):
        return "actor"
    if (one.quantities != other.quantities and differ(one.quantities, other.quantities)) or (
        one.bounds != other.bounds and {one.bounds, other.bounds} == _OPPOSITE_BOUNDS
    ):
        return "number"
    own, others = _only(one, other), _only(other, one)
    if not (own and others):
        # One side has no word of its own: what differs then is meant.
        if one.denied != other.denied and not _opposite(one, other, own, others):
            return "negation"
        if _apart(one.story_role, other.story_role):
            return "actor"
    if one.denied == other.denied and _opposite(one, other, own, others):
        return "opposite"
    return "alternative" if _other_alternatives(one, other) else None


def denial_differs(one: Wording, other: Wording) -> bool:
    """One denies what the other demands. `Not open` and `closed` agree: the opposite, denied, is the same."""
    return one.denied != other.denied and not _opposite(one, other, _only(one, other), _only(other, one))


def only_opposites_differ(one: Wording, other: Wording) -> bool:
    """Every word that only one side has is the opposite of one that only the other has."""
    own, others = _only(one, other), _only(other, one)
    return (
        bool(own and others)
        and all(any(token.excludes(partner) for partner in others) for token in own)
        and all(any(partner.excludes(token) for token in own) for partner in others)
    )


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and one.isdisjoint(other)


def _opposite(one: Wording, other: Wording, own: list[Token], others: list[Token]) -> bool:
    """`own` and `others` are the words that only one side has."""
    if not one.sides.isdisjoint(-side for side in other.sides) or _opposite_relations(one, other):
        return True
    return any(token.excludes(partner) for token in own for partner in others)


def _opposite_relations(one: Wording, other: Wording) -> bool:
    """`vor dem Speichern` and `nach dem Speichern`; not where each has both."""
    own, others = one.related - other.related, other.related - one.related
    pairs = contrasts().opposite_relations
    both_ways = {*pairs, *((second, first) for first, second in pairs)}
    opposite = {(second, meaning) for relation, meaning in own for first, second in both_ways if first == relation}
    return not opposite.isdisjoint(others)


def _other_alternatives(one: Wording, other: Wording) -> bool:
    own, others = one.alternatives - other.alternatives, other.alternatives - one.alternatives
    return bool({kind for kind, _ in own} & {kind for kind, _ in others})


def _only(one: Wording, other: Wording) -> list[Token]:
    """Words of its own. A word that denies is counted as a denial, not as a word."""
    negations, meanings = contrasts().negations, other.meanings
    return [t for t in one.tokens if t.meanings.isdisjoint(meanings) and t.word not in negations]


LONGEST = 1_500
"""Characters that are read."""
_VERBS = frozenset({"verb", "past", "inf", "part", "zuinf", "ing"})
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Stance:
    """Each as the words that say it, as they are written."""

    denies: tuple[str, ...] = ()
    """In the demand itself: `not`, `prevent`, `hide`."""
    limits: tuple[str, ...] = ()
    """`only`, `exclusively`, `restrict to`."""
    waits: tuple[str, ...] = ()
    """`until`, `unless`, `except`, `first`: allowed at times only."""
    denies_case: tuple[str, ...] = ()
    """A denial inside the condition."""
    colours: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    """Roots of the verbs of the demand, without those that only allow, provide or forbid."""
    denied: frozenset[str] = frozenset()
    """Roots of what its denials stand before: the verb or the noun."""
    case_actions: frozenset[str] = frozenset()
    """Roots of the verbs of its conditions."""
    overrules: bool = False
    """It forbids by a verb of its own (`hide`), which takes the place of the other's."""

    @property
    def denials(self) -> int:
        """In the demand and in its condition together: `hält an, wenn … nicht` is `ohne … hält an`."""
        return len(self.denies) + len(self.denies_case)

    @property
    def is_denied(self) -> bool:
        """Two denials demand again: `shall not hide`."""
        return len(self.denies) % 2 == 1


@lru_cache(maxsize=8_192)
def stance_of(text: str, language: Language) -> Stance:
    words = _TOKEN.findall(text[:LONGEST])
    said = _words()
    read = spoken(words, language)
    found: dict[str, list[str]] = {"denies": [], "limits": [], "waits": [], "denies_case": []}
    lemmas = {one.lemma for one in read}
    is_ability = not said["able"].isdisjoint(lemmas)
    in_case = language == "de" and bool(read) and read[0].tag in {"verb", "aux"}
    actions: set[str] = set()
    denied: set[str] = set()
    case_actions: set[str] = set()
    overrules = False
    for place, (word, one) in enumerate(zip(words, read, strict=True)):
        if one.lemma in said["case"]:
            in_case = True
        elif word in {",", ";", "."} or one.lemma in said["then"]:
            in_case = False
        if one.lemma in said["waits"]:
            found["waits"].append(word)
        elif one.lemma in said["limits"] and _limits(read, place, is_ability=is_ability):
            found["limits"].append(word)
        elif one.lemma in said["deny"] and not _is_idiom(words, place, said["idioms"]):
            found["denies_case" if in_case else "denies"].append(word)
            denied.update(_next_content(read, place, said))
        elif not in_case and _forbids(one.lemma, one.tag, said, is_ability=is_ability):
            found["denies"].append(word)
            overrules = overrules or one.lemma in said["forbid_where_due"]
        elif one.tag in _VERBS and one.lemma not in said["no_action"]:
            (case_actions if in_case else actions).add(root(fold(one.lemma)))
    kept = {name: tuple(listed) for name, listed in found.items()}
    return Stance(
        **kept,
        colours=frozenset(lemmas & said["colours"]),
        actions=frozenset(actions),
        denied=frozenset(denied),
        case_actions=frozenset(case_actions),
        overrules=overrules,
    )


def _next_content(read: Sequence[Spoken], place: int, said: "dict[str, frozenset[str]]") -> Iterator[str]:
    """The first verb or noun after a denial; after `without`, the verb where there is one."""
    after = [one for one in read[place + 1 : place + 8] if one.lemma not in said["no_action"]]
    verbs = (one for one in after if one.tag in {"ing", "inf", "zuinf", "verb"})
    first = next((one for one in after if one.tag in {*_VERBS, "noun", "name"}), None)
    if read[place].lemma in said["without"]:
        first = next(verbs, first)
    if first is not None:
        yield root(fold(first.lemma))


def _forbids(lemma: str, tag: str, said: "dict[str, frozenset[str]]", *, is_ability: bool) -> bool:
    """To hide something is a denial where the system shall do it, and a function where a user can."""
    if tag not in _VERBS:
        return False
    return lemma in said["forbid"] or (lemma in said["forbid_where_due"] and not is_ability)


def _limits(read: Sequence[Spoken], place: int, *, is_ability: bool) -> bool:
    """`only admins`, `only once`; not `stored only encrypted`, a speed limit, or a limit that a user can set."""
    if read[place].tag == "noun" or (read[place].tag in _VERBS and is_ability):
        return False
    following = [one.tag for one in read[place + 1 : place + 3]]
    return not (following and following[0] in {"part", "adj"} and following[1:] not in (["noun"], ["adj"]))


def _is_idiom(words: list[str], place: int, idioms: frozenset[str]) -> bool:
    """`not only`, `no more than`, `nicht älter als`: no denial."""
    following = [word.lower() for word in words[place : place + 3]]
    return " ".join(following[:2]) in idioms or following[2:] in (["als"], ["than"])


@lru_cache(maxsize=1)
def _words() -> dict[str, frozenset[str]]:
    listed = cast("dict[str, list[str]]", packaged("stance"))
    return {name: frozenset(words) for name, words in listed.items()}
