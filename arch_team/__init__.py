"""arch_team: answers from your own tables, every figure bound to the cell it came from."""

from typing import TYPE_CHECKING

from arch_team.version import __version__

if TYPE_CHECKING:
    from arch_team.runs.answer import Answer as Answer
    from arch_team.society import Society as Society

__all__ = ["Answer", "Society", "__version__"]


def __getattr__(name: str) -> object:
    """The two public classes, imported when first asked for: the command line does not need them to say help."""
    if name == "Society":
        from arch_team.society import Society

        return Society
    if name == "Answer":
        from arch_team.runs.answer import Answer

        return Answer
    raise AttributeError(f"module 'arch_team' has no attribute {name!r}")
