"""Uploaded files: tried before they are kept, limited in size and number, replaced by name, deletable."""

import json
import re
import secrets
import shutil
import unicodedata
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path, PurePath

from pydantic import AwareDatetime, ValidationError

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.owndata.place import own_folder
from arch_team.settings import Settings
from arch_team.wire import Wire

KINDS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".parquet")
MEGABYTE = 1024 * 1024
_ABOUT = "about.json"
_ID = re.compile(r"^[0-9a-f]{16}$")
_LONGEST_NAME = 100
_MOST_PARTS, _LARGEST_CONTENT, _LARGEST_RATIO = 5_000, 300 * MEGABYTE, 300
"""Of a workbook: parts, bytes unpacked, bytes unpacked for a byte packed."""
_MOST_CELLS = 50_000_000
"""Of a Parquet file."""


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
        from arch_team.tools.files import open_file

        if path.suffix.lower() in (".xlsx", ".xlsm") and not _unpacks_sanely(path):
            raise UnreadableUpload(f"{path.name} cannot be opened", "Save it again as .xlsx, or divide it.")
        if path.suffix.lower() == ".parquet" and not _is_sane_parquet(path):
            raise UnreadableUpload(f"{path.name} cannot be opened", "Save it again, or divide it.")
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


def _unpacks_sanely(path: Path) -> bool:
    """Whether a workbook's parts unpack to a size that a spreadsheet has, by what the archive itself says of them. One
    that lies breaks off where it is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False
    content = sum(member.file_size for member in members)
    packed = max(path.stat().st_size, 10_000)
    return len(members) <= _MOST_PARTS and content <= min(_LARGEST_CONTENT, _LARGEST_RATIO * packed)


def _is_sane_parquet(path: Path) -> bool:
    """Whether a file's cells and texts are of a size that the server can hold: a few bytes may stand for very many. The
    cells are told by the file, the texts are added up as they are read."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            counted = "SELECT num_rows FROM parquet_file_metadata($path)"
            found = connection.execute(counted, {"path": str(path)}).fetchone()
            columns = connection.execute("DESCRIBE SELECT * FROM read_parquet($path)", {"path": str(path)}).fetchall()
            if found is None or int(found[0]) * max(len(columns), 1) > _MOST_CELLS:
                return False
            texts = [str(name) for name, kind, *_ in columns if kind in ("VARCHAR", "BLOB")]
            sizes = " + ".join(f"coalesce(sum(octet_length({_as_bytes(name)})), 0)" for name in texts)
            if not sizes:
                return True
            total = connection.execute(f"SELECT {sizes} FROM read_parquet($path)", {"path": str(path)}).fetchone()  # noqa: S608
            return total is not None and int(total[0]) <= _LARGEST_CONTENT
    except duckdb.Error:
        return False


def _as_bytes(column: str) -> str:
    quoted = '"' + column.replace('"', '""') + '"'
    return f"encode({quoted}::VARCHAR)"


def _about(folder: Path) -> UploadedFile | None:
    try:
        return UploadedFile.model_validate(json.loads((folder / _ABOUT).read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError):
        return None
