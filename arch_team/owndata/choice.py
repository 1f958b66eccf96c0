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
    """Settings, narrowed to a caller, that open the chosen data. None: what the caller chose last."""
    source = source or chosen(settings)
    if source == "configured":
        return settings
    bare = {"db": None, "file": None, "files": (), "ontology": None, "feature": None}
    if source == "files":
        paths = Uploads(settings).paths()
        if not paths:
            raise NoSuchSource("no files are uploaded", "Upload one, or choose another source.")
        return settings.model_copy(update={**bare, "file": paths[0], "files": paths[1:]})
    url = Connections(settings).url()
    if url is None:
        raise NoSuchSource("no database is connected", "Connect one, or choose another source.")
    return settings.model_copy(update={**bare, "db": url})
