"""Failures told plainly: what the system, a file or a driver objects to becomes an error of ours, never a traceback."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

import typer

from arch_team.errors import ArchTeamError, DataError


@contextmanager
def plainly() -> Generator[None]:
    """What the system, a file or a driver objects to, as an error of ours."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        stop_writing()
        raise typer.Exit(0) from None
    except ArchTeamError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise DataError(
            f"{where}{error.strerror or error}", "Check the path, its rights and the space left."
        ) from error
    except Exception as error:
        told = _driver_failure(error)
        if told is None:
            raise
        raise told from error


def _driver_failure(error: Exception) -> ArchTeamError | None:
    if isinstance(error, ImportError):
        from arch_team.featuredata.failures import not_opened

        return not_opened(error)
    home = type(error).__module__.partition(".")[0]
    if home in ("duckdb", "_duckdb"):
        return DataError(
            f"DuckDB cannot do this ({type(error).__name__})",
            "Check that the file is a DuckDB file, can be read and written, and is not held by another program.",
        )
    if home == "sqlalchemy":
        from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

        from arch_team.featuredata.failures import not_opened, told

        if isinstance(error, ArgumentError | NoSuchModuleError):
            return not_opened(error)
        return told(error) if isinstance(error, SQLAlchemyError) else None
    return None


def stop_writing() -> None:
    """Nothing more can be said; the rest goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
