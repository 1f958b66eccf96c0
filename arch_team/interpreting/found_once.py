"""What begins at a place of a question is looked for once, however many pieces ask for it."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast


class Finds(Protocol):
    """Looks for what begins at the places of one question, and keeps what it found."""

    found: dict[tuple[object, ...], list[Any]]


Finder = TypeVar("Finder", bound=Finds)
Where = ParamSpec("Where")
Found = TypeVar("Found")


def found_once(
    find: Callable[Concatenate[Finder, Where], Iterable[Found]],
) -> Callable[Concatenate[Finder, Where], list[Found]]:
    """A method that looks at one place of a question, so that it does so once."""

    @wraps(find)
    def finding(finder: Finder, *at: Where.args, **how: Where.kwargs) -> list[Found]:
        key = (find.__name__, at, *how.items())
        known = finder.found.get(key)
        if known is None:
            known = finder.found[key] = list(find(finder, *at, **how))
        return cast("list[Found]", known)

    return finding
