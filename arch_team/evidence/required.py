"""Which tools must have succeeded before an answer may show data."""

from dataclasses import dataclass
from typing import Literal

from arch_team.evidence.ledger import Ledger
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.featuredata.calls import Tool

SourceKind = Literal["sql", "file"]


@dataclass(frozen=True, slots=True)
class RequiredTools:
    """All of some, and one of others."""

    all_of: frozenset[str] = frozenset()
    any_of: frozenset[str] = frozenset()

    @classmethod
    def for_source(cls, kind: SourceKind) -> "RequiredTools":
        """For a database, a query or an aggregate; for a file, also a look at what it holds."""
        reading = frozenset({Tool.QUERY.value, Tool.AGGREGATE.value})
        return cls(frozenset({Tool.BROWSE.value}) if kind == "file" else frozenset(), reading)

    def missing(self, ledger: Ledger) -> list[GuardFinding]:
        """A finding that names the tools that were not called, or not with success."""
        succeeded = {entry.tool for entry in ledger if entry.error is None}
        names = sorted(self.all_of - succeeded)
        if self.any_of and not self.any_of & succeeded:
            names.append(" or ".join(sorted(self.any_of)))
        if not names:
            return []
        tools = ", ".join(names)
        message = f"The answer needs a successful call of: {tools}."
        return [finding(GuardCode.REQUIRED_TOOL_MISSING, message, f"Call {tools} first, then answer from the result.")]


NO_TOOLS = RequiredTools()
