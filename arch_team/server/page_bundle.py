"""The page's modules as one script: a browser asks once instead of fifty times, one after the other.

Modules stay as they are written. Each becomes a function that is called once, in the order in which they need each
other, and gives what it exports. What this cannot put together (a default export, a cycle) is an error at once, which
the tests of the page meet.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import\s*\{(?P<names>[^}]*)\}\s*from\s*"(?P<path>[^"]+)";[^\S\n]*$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<kind>(?:async )?function\*?|const|class) (?P<name>[\w$]+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class BundleFault(Exception):
    """Modules that are not put together. The text says which, and why."""


def bundled(entry: Path) -> str:
    """One script that does what a module and all it imports do."""
    numbers: dict[Path, int] = {}
    _number(entry.resolve(), numbers, ())
    return "".join(["'use strict';\n", *(_function(path, numbers, entry.resolve().parent) for path in numbers)])


def _number(path: Path, numbers: dict[Path, int], above: tuple[Path, ...]) -> None:
    """Numbers a module behind all that it needs."""
    if path in above:
        raise BundleFault(f"{path.name} needs itself: {' → '.join(one.name for one in (*above, path))}")
    if path in numbers:
        return
    for match in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        _number((path.parent / match["path"]).resolve(), numbers, (*above, path))
    numbers[path] = len(numbers)


def _function(path: Path, numbers: dict[Path, int], folder: Path) -> str:
    text = path.read_text(encoding="utf-8")
    exported = [match["name"] for match in _EXPORT.finditer(text)]

    def taken(match: re.Match[str]) -> str:
        number = numbers[(path.parent / match["path"]).resolve()]
        names = (re.sub(r"\s+as\s+", ": ", name.strip()) for name in match["names"].split(","))
        return f"const {{ {', '.join(filter(None, names))} }} = module{number};"

    body = _EXPORT.sub(lambda match: f"{match['kind']} {match['name']}", _IMPORT.sub(taken, text))
    if left := _LEFT.search(body):
        raise BundleFault(f"{path.name}: {left[0]!r} is not understood")
    name = path.relative_to(folder).as_posix()
    return f"// {name}\nconst module{numbers[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
