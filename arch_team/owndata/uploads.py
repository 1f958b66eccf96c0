"""Uploaded files: tried before they are kept, limited in size and number, replaced by name, deletable."""

import json
import re
import secrets
import shutil
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path, PurePath

from pydantic import AwareDatetime, ValidationError

from arch_team.errors import ArchTeamError, SourceUnavailable, UsageError
from arch_team.owndata.place import own_folder
from arch_team.settings import Settings
from arch_team.wire import Wire

KINDS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".parquet")
MEGABYTE = 1024 * 1024
_ABOUT = "about.json"
_ID = re.compile(r"^[0-9a-f]{16}$")
_LONGEST_NAME = 100


class TooManyFiles(UsageError): ...


class FileTooLarge(UsageError): ...


class UnreadableUpload(UsageError): ...


class UnknownFile(UsageError): ...


class UploadedFile(Wire):
    id: str
    name: str
    size: int
    uploaded_at: AwareDatetime
    tables: tuple[str, ...] = ()


class Uploads:
    """The files of one caller's tenant and mandate. Nobody else's folder is ever looked into."""

    def __init__(self, settings: Settings, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`settings` narrowed to the caller."""
        self._settings, self._clock = settings, clock
        self._folder = own_folder(settings) / "files"

    def list(self) -> tuple[UploadedFile, ...]:
        """Oldest first."""
        found: list[UploadedFile] = []
        for folder in self._folder.iterdir() if self._folder.is_dir() else ():
            if _ID.match(folder.name) and (about := _about(folder)):
                found.append(about)
        return tuple(sorted(found, key=lambda file: (file.uploaded_at, file.id)))

    def paths(self) -> tuple[Path, ...]:
        return tuple(self._folder / file.id / file.name for file in self.list())

    def add(self, name: str, content: bytes) -> UploadedFile:
        """Keeps a file once it was read as a table. One of the same name is replaced."""
        name = plain_name(name)
        known = self.list()
        others = [file for file in known if file.name != name]
        if len(others) >= self._settings.upload_files:
            raise TooManyFiles(
                f"there are {len(others)} files already",
                f"Delete some: at most {self._settings.upload_files} are kept.",
            )
        most = self._settings.upload_megabytes * MEGABYTE
        if len(content) > most:
            raise FileTooLarge(
                f"{name} is larger than {self._settings.upload_megabytes} MB", "Divide it, or use a database."
            )
        new = secrets.token_hex(8)
        making = self._folder / f"new-{new}"
        making.mkdir(mode=0o700, parents=True)
        try:
            path = making / name
            path.write_bytes(content)
            about = UploadedFile(
                id=new, name=name, size=len(content), uploaded_at=self._clock(), tables=self._tried(path)
            )
            (making / _ABOUT).write_text(about.to_json(), encoding="utf-8")
            making.rename(self._folder / new)
        except BaseException:
            shutil.rmtree(making, ignore_errors=True)
            raise
        for file in known:
            if file.name == name:
                self.remove(file.id)
        return about

    def remove(self, file_id: str) -> None:
        if not _ID.match(file_id) or not (self._folder / file_id).is_dir():
            raise UnknownFile("there is no such file", "List the files for their ids.")
        shutil.rmtree(self._folder / file_id)

    def _tried(self, path: Path) -> tuple[str, ...]:
        """The names of its tables. A file that cannot be read is not kept."""
        from arch_team.requirements.read.archives import opened
        from arch_team.tools.files import open_file

        if path.suffix.lower() in (".xlsx", ".xlsm"):
            try:
                opened(path.read_bytes(), path.name).close()
            except ArchTeamError as error:
                raise UnreadableUpload(f"{path.name} cannot be opened", "Save it again as .xlsx.") from error
        plain = self._settings.model_copy(update={"ontology": None})
        try:
            source = open_file(path, plain)
        except (SourceUnavailable, UsageError) as error:
            raise UnreadableUpload(str(error), error.next_step) from error
        try:
            return tuple(source.catalog.views)
        finally:
            source.close()


def plain_name(name: str) -> str:
    """A name without a path, without what cannot be shown, and of a kind that can be read."""
    bare = unicodedata.normalize("NFC", PurePath(name.replace("\\", "/")).name)
    bare = "".join(c for c in bare if c.isprintable() and c not in '<>:"|?*').strip(". ")
    path = PurePath(bare)
    if path.suffix.lower() not in KINDS or not path.stem.strip():
        raise UnreadableUpload("this is no table", f"Upload one of: {', '.join(KINDS)}.")
    return path.stem[:_LONGEST_NAME] + path.suffix.lower()


def _about(folder: Path) -> UploadedFile | None:
    try:
        return UploadedFile.model_validate(json.loads((folder / _ABOUT).read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError):
        return None
