"""Exit codes of the command."""

ANSWERED = 0
ERROR = 1
USAGE = 2
CLARIFY = 3
REFUSED = 4
