"""What a driver says, in our words. The driver's text stays in the cause: it may hold values and host names."""

from sqlalchemy.exc import DBAPIError, NoSuchModuleError, SQLAlchemyError

from arch_team.errors import DataError, SourceUnavailable, StatementTimeout

_STOPPED = ("InterruptException", "QueryCanceled")
_GONE = ("OperationalError", "IOException", "ConnectionException")


def told(error: SQLAlchemyError, seconds: float = 0) -> DataError:
    """The same failure in our words."""
    origin = getattr(error, "orig", None)
    name, text = type(origin).__name__, str(origin).lower()
    if name in _STOPPED or "interrupted" in text:
        return StatementTimeout(
            f"the query took longer than {seconds:g} s", "Narrow the filters, or ask for a smaller period."
        )
    if "lock" in text and ("database" in text or "file" in text):
        return SourceUnavailable(
            "another program is writing to the database file", "Close that program, or wait until it is done."
        )
    if "not a database" in text or "not a valid duckdb" in text or "malformed" in text:
        return SourceUnavailable("the file is no database of this kind", "Check that the URL names the right file.")
    if isinstance(error, DBAPIError) and (error.connection_invalidated or name in _GONE):
        return SourceUnavailable(
            "the database does not answer", "Check that it runs and that ARCH_TEAM_DB names it rightly."
        )
    return DataError("the database could not answer this query", "The log has the cause; report it if it comes again.")


def not_opened(error: Exception, url: str = "") -> SourceUnavailable:
    """Why a URL leads to no database. A path of a file is none: then the URL to write is told."""
    if url and "://" not in url:
        kind = "duckdb" if url.endswith((".duckdb", ".ddb")) else "sqlite"
        return SourceUnavailable(f"a path is no database URL: write {kind}:///{url}", "Name the database by its URL.")
    if isinstance(error, ModuleNotFoundError) and error.name:
        return SourceUnavailable(
            f"the driver {error.name} is not installed", f"Install it, e.g. with: pip install {error.name}."
        )
    what = "its kind of database is not known" if isinstance(error, NoSuchModuleError) else type(error).__name__
    return SourceUnavailable(
        f"the database URL is not understood ({what})",
        "Write it as duckdb:///file, sqlite:///file or postgresql+psycopg://user@host/name.",
    )


def does_not_fit(column: str) -> DataError:
    return DataError(
        f"a value of {column} is not of its column's type",
        f"Mend the data of {column}, or leave that column out.",
    )
