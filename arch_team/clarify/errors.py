"""What can go wrong with a question to the person.

    UsageError
    └── ClarificationError
        ├── UnknownClarification    no such question, or an id that cannot be one
        ├── InvalidAnswer           the answer is empty, too long or not text
        ├── ClarificationConflict   it was settled differently before: the first answer stands
        ├── ClarificationExpired    its deadline has passed
        └── ClarificationCancelled  it was withdrawn

A folder that cannot be read or written is a `DataError`.
"""

from arch_team.errors import UsageError


class ClarificationError(UsageError): ...


class UnknownClarification(ClarificationError): ...


class InvalidAnswer(ClarificationError): ...


class ClarificationConflict(ClarificationError): ...


class ClarificationExpired(ClarificationError): ...


class ClarificationCancelled(ClarificationError): ...
