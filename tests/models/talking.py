"""Conversations on the demo's books, through the public door."""

import asyncio

from arch_team import Society
from arch_team.runs.answer import Answer


def talk(society: Society, *said: str) -> Answer:
    """The answer to what is said last, after all that was said before."""
    return asyncio.run(society.ask(said[-1], earlier=said[:-1]))
