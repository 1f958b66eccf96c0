"""What a team has decided about findings, rewrites and pairs: kept, and heeded in the next review.

    finding   rejected: silent in that requirement; in a second one for the same words, silent for these everywhere.
              accepted: a step graver for these words everywhere, and never silenced for them by a generalisation.
    rewrite   rejected: not offered for that wording again. accepted: offered for it again as it was accepted, and the
              values in its brackets are the first answers offered for the same words elsewhere.
    pair      rejected: never shown again, neither as duplicates nor as a conflict. accepted: always shown.

Everything is known by its wording and not by ids: numbering a file anew changes nothing, changing a text asks again.
All of it can be taken back; what holds everywhere leaves as a rule file that another team can hold.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Literal

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.requirements.check.rules import RuleSet, Suppression
from arch_team.requirements.model import Requirement
from arch_team.requirements.wording_key import key_of
from arch_team.settings import Settings

FILE = "learned_requirements.sqlite"
EVERYWHERE_FROM = 2
"""Requirements in which the same words must have been rejected before they are silent everywhere."""
_VALUE = re.compile(r"(?<![\w-])([\w-]+(?: [\w-]+)?) \(([^()?]{2,120})\)")
"""Words, and what a bracket behind them says of them."""
_COLUMNS = "kind, text, reason, rule, words, verdict, other"
_KEEP = f"insert or replace into decided (tenant, about, {_COLUMNS}) values ({', '.join('?' * 9)})"  # noqa: S608

Kind = Literal["finding", "rewrite", "pair"]
Verdict = Literal["accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class Decision:
    kind: Kind
    text: str
    """The requirement's; empty: meant everywhere."""
    reason: str = ""
    rule: str = ""
    words: str = ""
    verdict: Verdict = "rejected"
    other: str = ""
    """The second text of a pair; the accepted text of a rewrite."""

    @property
    def key(self) -> str:
        """What it is about: a second decision about the same takes the place of the first."""
        texts = (_key(self.text), _key(self.other)) if self.kind == "pair" else (_key(self.text), "")
        return "\n".join((self.kind, *sorted(texts, reverse=True), self.rule, self.words.casefold()))


class Learned:
    """One tenant's decisions in a file that several processes may share."""

    def __init__(self, path: Path, *, tenant: str) -> None:
        self._path = path
        self._tenant = tenant

    @classmethod
    def of(cls, settings: Settings, *, tenant: str) -> "Learned":
        return cls(settings.home / FILE, tenant=tenant)

    def decide(self, decision: Decision) -> None:
        if decision.kind != "pair" and decision.verdict == "rejected" and len(decision.reason.strip()) < 2:
            raise UsageError("a rejection needs a reason", "Say why it does not hold: others will read it.")
        if decision.kind == "rewrite" and decision.verdict == "accepted" and not decision.other.strip():
            raise UsageError("which rewrite is accepted?", "Give its text.")
        with self._opened() as database:
            plain = replace(decision, words=decision.words.casefold(), reason=decision.reason.strip())
            database.execute(_KEEP, (self._tenant, decision.key, *astuple(plain)))

    def take_back(self, decision: Decision) -> bool:
        """False where nothing was decided about it."""
        with self._opened() as database:
            about = (self._tenant, decision.key)
            return database.execute("delete from decided where tenant = ? and about = ?", about).rowcount > 0

    def decisions(self, kind: Kind | None = None, verdict: Verdict | None = None) -> tuple[Decision, ...]:
        with self._opened() as database:
            ask = f"select {_COLUMNS} from decided where tenant = ? order by rule, words, text"  # noqa: S608
            found = [Decision(*row) for row in database.execute(ask, (self._tenant,))]
        return tuple(one for one in found if kind in {None, one.kind} and verdict in {None, one.verdict})

    def applied_to(self, rules: RuleSet) -> RuleSet:
        """The rules with what the team has silenced and confirmed."""
        decided = self.decisions("finding")
        return rules.with_changes((), silenced_by(decided), confirmed_by(decided))

    def pairs(self, requirements: Sequence[Requirement], verdict: Verdict) -> set[tuple[str, str]]:
        """The decided pairs of a set, by its ids."""
        by_key: dict[str, list[str]] = {}
        for requirement in requirements:
            by_key.setdefault(_key(requirement.text), []).append(requirement.id)
        return {
            (first, second)
            for one in self.decisions("pair", verdict)
            for first in by_key.get(_key(one.text), ())
            for second in by_key.get(_key(one.other), ())
            if first != second
        }

    def rewrites(self) -> dict[str, str | None]:
        """By the key of the original: the accepted text, or None where none is to be offered."""
        return {_key(one.text): one.other if one.verdict == "accepted" else None for one in self.decisions("rewrite")}

    def values(self) -> dict[str, str]:
        """What accepted rewrites said of a word: `fast` is `response time < 2 s`."""
        return {
            words.casefold(): match[2]
            for one in self.decisions("rewrite", "accepted")
            for match in _VALUE.finditer(one.other)
            if match[0] not in one.text
            for words in (match[1], match[1].split()[-1])
        }

    def as_rule_file(self) -> str:
        """What holds everywhere, as the `silence` and `confirm` sections of a rule file."""
        import yaml

        decided = self.decisions("finding")
        sections = {"silence": silenced_by(decided), "confirm": confirmed_by(decided)}
        told = {
            name: [
                {"rule": one.rule, **({"words": one.words} if one.words else {}), "reason": one.reason}
                for one in listed
                if one.wording is None
            ]
            for name, listed in sections.items()
        }
        return yaml.safe_dump(told, allow_unicode=True, sort_keys=False)

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=30)) as database, database:
                database.execute(
                    "create table if not exists decided (tenant text, about text, kind text, verdict text,"
                    " text text, other text, reason text, rule text, words text, primary key (tenant, about))"
                )
                yield database
        except (sqlite3.Error, OSError) as error:
            raise SourceUnavailable(
                f"What was learned in {self._path} could not be reached: {error}.",
                "Check that the folder may be written, or set ARCH_TEAM_HOME to another one.",
            ) from error


def silenced_by(decisions: Sequence[Decision]) -> tuple[Suppression, ...]:
    """For a wording each; for words that were rejected often enough, or without a text, in general."""
    found: defaultdict[tuple[str, str], list[Decision]] = defaultdict(list)
    accepted = {(one.rule, one.words) for one in decisions if one.verdict == "accepted"}
    for one in decisions:
        if one.verdict == "rejected":
            found[one.rule, one.words].append(one)
    out: list[Suppression] = []
    for (rule, words), same in found.items():
        often = bool(words) and len(same) >= EVERYWHERE_FROM and (rule, words) not in accepted
        everywhere = often or any(not one.text for one in same)
        out += [_suppression(one, everywhere=everywhere) for one in (same[:1] if everywhere else same)]
    return tuple(out)


def confirmed_by(decisions: Sequence[Decision]) -> tuple[Suppression, ...]:
    """Words that were accepted as a fault are one everywhere; a finding without words only where it was accepted."""
    accepted = (one for one in decisions if one.verdict == "accepted")
    return tuple(_suppression(one, everywhere=bool(one.words) or not one.text) for one in accepted)


def _suppression(one: Decision, *, everywhere: bool) -> Suppression:
    wording = None if everywhere else _key(one.text)
    return Suppression(rule=one.rule, words=one.words or None, reason=one.reason.strip() or "accepted", wording=wording)


def _key(text: str) -> str:
    return key_of(text) if text.strip() else ""
