"""DBOS tells of its own doings. Warnings are for our log; what we make it do on purpose is not worth a line."""

import logging

_EXPECTED = (
    "Asyncio task cancelled for workflow or step",  # a run that was parked or handed over
    "is no longer owned by this execution",
    "was cancelled during execution",
    "outcome was not recorded",
    "exceeds the partition concurrency limit",
)


class _Expected(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not any(text in record.getMessage() for text in _EXPECTED)


def quieten() -> None:
    """DBOS puts a handler of its own on its logger where there is none: so there is one, and the rest is up to us."""
    log = logging.getLogger("dbos")
    log.setLevel(logging.WARNING)
    log.propagate = True
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    if not any(isinstance(found, _Expected) for found in log.filters):
        log.addFilter(_Expected())
