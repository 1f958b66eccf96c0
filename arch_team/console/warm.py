"""What a question needs, imported at once. Modules stay until the process ends: the garbage collector need not look
through them while they come, nor at the end; and seldom through what one question makes."""

import gc
from importlib import import_module

_NEEDED = (
    "arch_team.agents.conversation",
    "arch_team.agents.engine_desk",
    "arch_team.agents.engine_table",
    "arch_team.agents.desks",
    "arch_team.agents.endings",
    "arch_team.agents.quality",
    "arch_team.models.embedded.engine_operator",
)

_SELDOM = 50_000


def warm_up() -> None:
    gc.disable()
    for name in _NEEDED:
        import_module(name)
    gc.freeze()
    gc.set_threshold(max(gc.get_threshold()[0], _SELDOM), *gc.get_threshold()[1:])
    gc.enable()
