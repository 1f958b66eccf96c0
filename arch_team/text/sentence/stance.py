"""How a sentence stands to what it speaks of: does it demand it, forbid it, allow it to some only, or put it off?

Read from the parts of speech: a denial belongs to the demand or to the condition it stands in; a verb that forbids
counts where it is what is demanded.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import cast

from arch_team.text.folding import loosely_folded as fold
from arch_team.text.packaged import packaged
from arch_team.text.roots import root
from arch_team.text.speech import Spoken, spoken
from arch_team.wire import Language

_VERBS = frozenset({"verb", "past", "inf", "part", "zuinf", "ing"})
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")


@dataclass(slots=True)
class Stance:
    """How a requirement stands to what it speaks of: each as the words that say it, as they are written."""

    denies: list[str] = field(default_factory=list[str])
    """In the demand itself: `not`, `prevent`, `hide`."""
    limits: list[str] = field(default_factory=list[str])
    """`only`, `exclusively`, `restrict to`."""
    waits: list[str] = field(default_factory=list[str])
    """`until`, `unless`, `except`, `first`: allowed at times only."""
    denies_case: list[str] = field(default_factory=list[str])
    """A denial inside the condition."""
    colours: frozenset[str] = frozenset()
    actions: set[str] = field(default_factory=set[str])
    """Roots of the verbs of the demand, without those that only allow, provide or forbid."""
    denied: set[str] = field(default_factory=set[str])
    """Roots of what its denials stand before: the verb or the noun."""
    case_actions: set[str] = field(default_factory=set[str])
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
    words, said = _TOKEN.findall(text), _said()
    read = spoken(words, language)
    lemmas = {one.lemma for one in read}
    is_ability = not said["able"].isdisjoint(lemmas)
    in_case = language == "de" and bool(read) and read[0].tag in {"verb", "aux"}
    stance = Stance(colours=frozenset(lemmas & said["colours"]))
    for place, (word, one) in enumerate(zip(words, read, strict=True)):
        # To hide something is a denial where the system shall do it, and a function where a user can.
        hides = one.lemma in said["forbid_where_due"] and not is_ability
        if one.lemma in said["case"]:
            in_case = True
        elif word in {",", ";", "."} or one.lemma in said["then"]:
            in_case = False
        if one.lemma in said["waits"]:
            stance.waits.append(word)
        elif one.lemma in said["limits"] and _limits(read, place, is_ability=is_ability):
            stance.limits.append(word)
        elif one.lemma in said["deny"] and not _is_idiom(words, place):
            (stance.denies_case if in_case else stance.denies).append(word)
            stance.denied |= _denied(read, place)
        elif not in_case and one.tag in _VERBS and (one.lemma in said["forbid"] or hides):
            stance.denies.append(word)
            stance.overrules = stance.overrules or hides
        elif one.tag in _VERBS and one.lemma not in said["no_action"]:
            (stance.case_actions if in_case else stance.actions).add(root(fold(one.lemma)))
    return stance


def _denied(read: Sequence[Spoken], place: int) -> set[str]:
    """The first verb or noun after a denial; after `without`, the verb where there is one."""
    after = [one for one in read[place + 1 : place + 8] if one.lemma not in _said()["no_action"]]
    found = [one for one in after if one.tag in {*_VERBS, "noun", "name"}]
    if read[place].lemma in _said()["without"]:
        found.sort(key=lambda one: one.tag not in {"ing", "inf", "zuinf", "verb"})
    return {root(fold(one.lemma)) for one in found[:1]}


def _limits(read: Sequence[Spoken], place: int, *, is_ability: bool) -> bool:
    """`only admins`, `only once`; not `stored only encrypted`, a speed limit, or a limit that a user can set."""
    if read[place].tag == "noun" or (read[place].tag in _VERBS and is_ability):
        return False
    following = [one.tag for one in read[place + 1 : place + 3]]
    return not (following and following[0] in {"part", "adj"} and following[1:] not in (["noun"], ["adj"]))


def _is_idiom(words: list[str], place: int) -> bool:
    """`not only`, `no more than`, `nicht älter als`: no denial."""
    following = [word.lower() for word in words[place : place + 3]]
    return " ".join(following[:2]) in _said()["idioms"] or following[2:] in (["als"], ["than"])


@cache
def _said() -> dict[str, frozenset[str]]:
    listed = cast("dict[str, list[str]]", packaged("sentence/stance.yaml"))
    return {name: frozenset(words) for name, words in listed.items()}
