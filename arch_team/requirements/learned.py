"""What a team has decided about findings and rewrites: kept, and heeded in the next review.

A finding that was rejected in one requirement is silent there. Rejected in a second one for the same words, it is
silent for these words everywhere: they are the team's. A rewrite that was rejected is not offered for that wording
again. All of it can be taken back, and leaves as a rule file that another team, or a version control, can hold.
"""

import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.requirements.check.rule_set import RuleSet, Suppression
from arch_team.requirements.check.suppressions import wording_key
from arch_team.settings import Settings

FILE = "learned_requirements.sqlite"
EVERYWHERE_FROM = 2
"""Requirements in which the same words must have been accepted before they are so everywhere."""
Kind = Literal["finding", "rewrite"]


@dataclass(frozen=True, slots=True)
class Decision:
    """Something a person rejected. An empty text means every requirement."""

    kind: Kind
    text: str
    reason: str
    rule: str = ""
    words: str = ""


class Learned:
    """One tenant's decisions in a file that several processes may share."""

    def __init__(self, path: Path, *, tenant: str) -> None:
        self._path = path
        self._tenant = tenant

    @classmethod
    def of(cls, settings: Settings, *, tenant: str) -> "Learned":
        return cls(settings.home / FILE, tenant=tenant)

    def reject(self, decision: Decision) -> None:
        if decision.kind == "finding" and not decision.rule:
            raise UsageError("a rejected finding needs its rule", "Name the rule, as in vague-quality.")
        if len(decision.reason.strip()) < 2:
            raise UsageError("a rejection needs a reason", "Say why the finding does not hold.")
        with self._opened() as database:
            database.execute("insert or replace into learned values (?, ?, ?, ?, ?, ?, ?)", self._row(decision))

    def allow(self, kind: Kind, text: str = "", rule: str = "", words: str = "") -> bool:
        """Takes a rejection back. False where there was none."""
        with self._opened() as database:
            gone = database.execute(
                "delete from learned where tenant = ? and kind = ? and wording = ? and rule = ? and words = ?",
                (self._tenant, kind, wording_key(text), rule, words.casefold()),
            )
            return gone.rowcount > 0

    def decisions(self) -> tuple[Decision, ...]:
        with self._opened() as database:
            found = database.execute(
                "select kind, text, reason, rule, words from learned where tenant = ? order by rule, words, text",
                (self._tenant,),
            )
            return tuple(Decision(*row) for row in found)

    def applied_to(self, rules: RuleSet) -> RuleSet:
        """The rules with what the team has silenced."""
        return rules.with_changes((), suppressions_of(self.decisions()))

    def refuses(self, text: str) -> bool:
        """Whether the rewrite of this wording was rejected."""
        key = wording_key(text)
        return any(one.kind == "rewrite" and wording_key(one.text) == key for one in self.decisions())

    def as_rule_file(self) -> str:
        """What holds everywhere, as the `silence` section of a rule file."""
        import yaml

        general = [one for one in suppressions_of(self.decisions()) if one.wording is None]
        listed = [
            {"rule": one.rule, **({"words": one.words} if one.words else {}), "reason": one.reason} for one in general
        ]
        return yaml.safe_dump({"silence": listed}, allow_unicode=True, sort_keys=False)

    def _row(self, one: Decision) -> tuple[str, ...]:
        words = one.words.casefold()
        return (self._tenant, one.kind, wording_key(one.text), one.rule, words, one.text, one.reason.strip())

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=30)) as database, database:
                database.execute(
                    "create table if not exists learned (tenant text, kind text, wording text, rule text, words text,"
                    " text text, reason text, primary key (tenant, kind, wording, rule, words))"
                )
                yield database
        except (sqlite3.Error, OSError) as error:
            raise SourceUnavailable(
                f"What was learned in {self._path} could not be reached: {error}.",
                "Check that the folder may be written, or set ARCH_TEAM_HOME to another one.",
            ) from error


def suppressions_of(decisions: Sequence[Decision]) -> tuple[Suppression, ...]:
    """For a wording each; for words that were rejected often enough, or without a text, in general."""
    found: dict[tuple[str, str], list[Decision]] = {}
    for one in decisions:
        if one.kind == "finding":
            found.setdefault((one.rule, one.words), []).append(one)
    out: list[Suppression] = []
    for (rule, words), same in found.items():
        general = any(not one.text for one in same) or (bool(words) and len(same) >= EVERYWHERE_FROM)
        if general:
            out.append(Suppression(rule=rule, words=words or None, reason=same[0].reason))
        else:
            keys = [(wording_key(one.text), one.reason) for one in same]
            out += [Suppression(rule=rule, words=words or None, reason=why, wording=key) for key, why in keys]
    return tuple(out)
