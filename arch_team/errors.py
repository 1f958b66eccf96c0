"""What can go wrong, as one small tree.

    ArchTeamError
    ├── UsageError            the person asked for something that does not exist, or left something out
    │   ├── OntologyError     an ontology contradicts itself or names what is not there
    │   ├── FormError         a form names what is not there, or puts together what does not fit
    │   └── ScopeError        a table is divided by tenant and no tenant was given
    └── DataError             the data could not be read
        ├── SourceUnavailable the database or file does not answer
        └── StatementTimeout  the statement ran longer than allowed

Each says what happened (`str(error)`) and what to do next (`error.next_step`).
"""


class ArchTeamError(Exception):
    def __init__(self, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.next_step = next_step


class UsageError(ArchTeamError): ...


class OntologyError(UsageError): ...


class FormError(UsageError): ...


class ScopeError(UsageError): ...


class DataError(ArchTeamError): ...


class SourceUnavailable(DataError): ...


class StatementTimeout(DataError): ...
