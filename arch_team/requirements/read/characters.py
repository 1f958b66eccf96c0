"""Bytes into text, and text into what is safe to show.

Every replacement is one character for one, so that positions found in the text are positions in the file.
"""

import re

from arch_team.errors import DataError
from arch_team.requirements.read.notes import Note

REPLACED = "\N{REPLACEMENT CHARACTER}"
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_SPACES = dict.fromkeys(map(ord, "\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Control characters, halves of pairs, and what turns the direction of the text around it."""
_MOST_BINARY = 0.05


def decoded(data: bytes, name: str) -> tuple[str, list[Note]]:
    """The text of a file, line ends as `\\n`. UTF-8, UTF-16 or Windows-1252; what is none of them is no text."""
    text, notes = _by_encoding(data, name)
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES)
    text, count = tamed(text)
    if any(note.code == "encoding" for note in notes):
        count = text.count(REPLACED)
    if count > max(20, _MOST_BINARY * len(text)):
        raise _binary(name)
    if count:
        notes.append(Note.of("control_characters", count=count))
    return text, notes


def tamed(text: str) -> tuple[str, int]:
    """The text without what could steer a terminal or break a document, and how many characters that were."""
    return _CONTROL.subn(REPLACED, text)


def visible(text: str) -> str:
    """The text as it may be shown anywhere."""
    return tamed(text)[0]


def _by_encoding(data: bytes, name: str) -> tuple[str, list[Note]]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), []
            except UnicodeDecodeError as error:
                raise _binary(name) from error
    wide = _wide(data)
    if wide:
        try:
            return data.decode(wide), [Note.of("encoding", encoding=wide.upper())]
        except UnicodeDecodeError as error:
            raise _binary(name) from error
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), [Note.of("encoding", encoding="Windows-1252")]


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every second byte of western text is zero."""
    sample = data[:4096]
    half = len(sample) // 2
    if half < 4:
        return None
    if sample[1::2].count(0) > 0.7 * half and sample[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if sample[::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None


def _binary(name: str) -> DataError:
    return DataError(f"{name} is not text", "Give a text, Markdown, CSV, Excel (.xlsx) or ReqIF file; text as UTF-8.")
