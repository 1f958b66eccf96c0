"""Which data a caller's questions go to: what the server is configured with, the uploaded files, or the connection."""

from typing import Literal, get_args

from arch_team.errors import UsageError
from arch_team.owndata.connection import Connections
from arch_team.owndata.place import own_folder
from arch_team.owndata.uploads import Uploads
from arch_team.runs.records import SourceChoice
from arch_team.settings import Settings

_FILE = "source"
CHOICES: tuple[SourceChoice, ...] = get_args(SourceChoice)
Other = Literal["files", "connection"]


class NoSuchSource(UsageError): ...


def chosen(settings: Settings) -> SourceChoice:
    """What the caller chose last. What is no longer there is not chosen."""
    try:
        kept = (own_folder(settings) / _FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return "configured"
    there: dict[str, SourceChoice] = {choice: choice for choice in available(settings)}
    return there.get(kept, "configured")


def available(settings: Settings) -> tuple[SourceChoice, ...]:
    out: list[SourceChoice] = ["configured"]
    if Uploads(settings).list():
        out.append("files")
    if Connections(settings).url():
        out.append("connection")
    return tuple(out)


def choose(settings: Settings, source: SourceChoice) -> None:
    if source not in available(settings):
        raise NoSuchSource(f"there is no source {source}", "Upload a file or connect a database first.")
    folder = own_folder(settings)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / _FILE).write_text(source, encoding="utf-8")


def settings_with(settings: Settings, source: SourceChoice | None) -> Settings:
    """Settings, narrowed to a caller, that open the chosen data. None: what the caller chose last, if it is there."""
    found = _opening(settings, source or chosen(settings))
    if found is not None:
        return found
    if source is None:
        return settings  # it was taken away since
    missing, to_do = _MISSING[source]
    raise NoSuchSource(missing, f"{to_do}, or choose another source.")


_MISSING: dict[SourceChoice, tuple[str, str]] = {
    "files": ("no files are uploaded", "Upload one"),
    "connection": ("no database is connected", "Connect one"),
}


def _opening(settings: Settings, source: SourceChoice) -> Settings | None:
    """Settings that open this source, if it is there."""
    if source == "configured":
        return settings
    bare = {"db": None, "file": None, "files": (), "ontology": None, "feature": None}
    if source == "files":
        paths = Uploads(settings).paths()
        return settings.model_copy(update={**bare, "file": paths[0], "files": paths[1:]}) if paths else None
    url = Connections(settings).url()
    return settings.model_copy(update={**bare, "db": url}) if url is not None else None
