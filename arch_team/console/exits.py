"""Exit codes of the command."""

ANSWERED = 0
ERROR = 1
USAGE = 2
CLARIFY = 3
REFUSED = 4
BELOW = 5
"""A review found requirements below the threshold that was set, or ones it could not review."""
