"""Validators of a skill's own, by reference: `package.module:function`.

A validator is called with the output. It answers True or "" if all is well, False or a complaint if not, or both as a
pair. Anything else is no verdict.
"""

from importlib import import_module
from typing import cast


class CouldNotRun(Exception):
    """The validator cannot be imported, raised, or gave no verdict. Whether the output is good is not known."""


def run_validator(ref: str, output: object) -> str | None:
    """None if the output is good, else the complaint."""
    module_name, _, name = ref.partition(":")
    try:
        validator = getattr(import_module(module_name), name)
    except (Exception, SystemExit) as error:
        raise CouldNotRun(f"The validator {ref} cannot be imported: {_told(error)}") from error
    try:
        verdict = cast("object", validator(output))
    except (Exception, SystemExit) as error:
        raise CouldNotRun(f"The validator {ref} raised {_told(error)}") from error
    return _complaint(ref, verdict)


def _complaint(ref: str, verdict: object) -> str | None:
    generic = f"The validator {ref} rejects the output."
    match verdict:
        case True | "":
            return None
        case False:
            return generic
        case str():
            return verdict
        case (True, str()):
            return None
        case (False, str() as said):
            return said or generic
        case _:
            raise CouldNotRun(f"The validator {ref} gave no verdict, but {type(verdict).__name__}.")


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
