"""Zip files from outside: opened only when what they unpack to is of a sane size."""

import io
import zipfile

from arch_team.documents.document import UnreadableDocument

LARGEST_CONTENT = 300 * 1024 * 1024
LARGEST_RATIO = 300
"""Bytes unpacked for a byte packed, over the whole archive. Office files of text stay below 30."""
MOST_MEMBERS = 5_000
_BLOCK = 1 << 16


def opened(data: bytes, name: str = "it") -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(f"{name} is damaged: its parts cannot be found", "Save or export it again.") from error
    members = archive.infolist()
    content = sum(member.file_size for member in members)
    if len(members) > MOST_MEMBERS or content > LARGEST_CONTENT or content > LARGEST_RATIO * max(len(data), 10_000):
        raise _too_large(name)
    if any(member.flag_bits & 1 for member in members):
        raise UnreadableDocument(f"{name} is protected by a password", "Save it without one.")
    return archive


def unpacked(archive: zipfile.ZipFile, member: str, name: str = "it", most: int = LARGEST_CONTENT) -> bytes:
    """The member's bytes, counted while they come: an archive may lie about their number."""
    out = bytearray()
    try:
        with archive.open(member) as source:
            while block := source.read(_BLOCK):
                out += block
                if len(out) > most:
                    raise _too_large(name)
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError) as error:
        raise UnreadableDocument(
            f"{name} is damaged: {member} cannot be unpacked", "Save or export it again."
        ) from error
    return bytes(out)


def _too_large(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} unpacks to more than any document needs", "Check where it comes from.")
