"""A live line of what the agents are doing, on standard error."""

import json
import sys

from arch_team.society import Event

_DOING = {
    "QueryOperator": "the operator drafts",
    "Validator": "the validator checks",
    "UserClarification": "the clarification agent listens",
    "QAApprover": "the approver decides",
}
_CLEAR = "\r\x1b[2K"


class Progress:
    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def show(self, event: Event) -> None:
        if not self._enabled or event.kind == "answer":
            return
        text = _DOING.get(event.seat, event.text)
        if event.kind == "call":
            text = f"calls {_call(event.text)}"
        elif event.kind == "result":
            text = "reads the result"
        sys.stderr.write(f"{_CLEAR}\x1b[2m… {text[:100]}\x1b[0m")
        sys.stderr.flush()

    def done(self) -> None:
        if self._enabled:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()


def _call(text: str) -> str:
    name, _, arguments = text.partition(" ")
    try:
        return f"{name} {json.loads(arguments).get('tableName', '')}"
    except (ValueError, AttributeError):
        return name
