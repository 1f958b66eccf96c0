"""What a question needs, imported at once. Modules stay until the process ends: the garbage collector need not look
through them while they come, nor at the end; and seldom through what one question makes."""

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module

_NEEDED = (
    "arch_team.agents.conversation",
    "arch_team.agents.engine_desk",
    "arch_team.agents.desks",
    "arch_team.agents.endings",
    "arch_team.agents.quality",
    "arch_team.agents.team",
    "arch_team.models.embedded.engine_operator",
    "arch_team.models.operators",
)
_NOT_NEEDED = "requests"
"""What a library of the agent framework takes to fetch schemas from elsewhere, if it is there; it does without. The
schemas of tools are whole, and to import it takes a sixth of all that the framework imports."""

_SELDOM = 50_000


def warm_up() -> None:
    gc.disable()
    with _left_out(_NOT_NEEDED):
        for name in _NEEDED:
            import_module(name)
    gc.freeze()
    gc.set_threshold(max(gc.get_threshold()[0], _SELDOM), *gc.get_threshold()[1:])
    gc.enable()


@contextmanager
def _left_out(name: str) -> Generator[None]:
    """Whoever imports it meanwhile is told that it is not there; afterwards it is, as ever."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # pyright: ignore[reportArgumentType] - how Python marks what may not be imported
    try:
        yield
    finally:
        sys.modules.pop(name, None)
