"""How a requirement stands to what it speaks of: demands it, forbids it, allows it to some or at times only.

Two requirements of one thing with different stances cannot both hold. The stance is read from the parts of speech: a
denial belongs to the demand or to the condition it stands in; a verb that forbids counts where it is what is demanded.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from arch_team.requirements.compare.packaged import packaged
from arch_team.requirements.compare.roots import root
from arch_team.text.speech import Spoken, spoken
from arch_team.vectors.words import fold
from arch_team.wire import Language

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
    is_ability: bool = False
    """`can`, `be able to`, `allow`: something may be done, and need not."""
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
        elif not in_case and one.tag in _VERBS and one.lemma not in said["no_action"]:
            actions.add(root(fold(one.lemma)))
        elif in_case and one.tag in _VERBS and one.lemma not in said["no_action"]:
            case_actions.add(root(fold(one.lemma)))
    colours = frozenset(lemmas & said["colours"])
    kept = {name: tuple(listed) for name, listed in found.items()}
    return Stance(
        **kept,
        is_ability=is_ability,
        colours=colours,
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
