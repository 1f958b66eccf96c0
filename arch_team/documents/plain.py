"""Plain text, and how bytes become text at all."""

import codecs
import re
import unicodedata
from typing import NamedTuple

from arch_team.documents.document import Document, Facts, Section, UnreadableDocument, document_from

_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters, signs without width, direction marks, soft hyphens, tags, halves of pairs."""
_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_ITEM = re.compile(r"\s*(?:[-*•+]|\(?[0-9a-z]{1,3}[.)])\s")
_CELLED = re.compile(r"\S {3,}\S|\t| \| ")
_WRAPPED_FROM = 50
"""Letters: a line this long is one of running text."""
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
REPLACED = "\N{REPLACEMENT CHARACTER}"
_MOST_BINARY = 0.05
_SPACES = dict.fromkeys(map(ord, "\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")
_STEERING = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Control characters, halves of pairs, and what turns the direction of the text around it."""


def tamed(text: str) -> tuple[str, int]:
    """The text without what could steer a terminal or break a document, and how many characters that were.

    One character for one: positions in the text stay positions in its file.
    """
    return _STEERING.subn(REPLACED, text)


def visible(text: str) -> str:
    """The text as it may be shown anywhere."""
    return tamed(text)[0]


def decoded(content: bytes, *, declared: str | None = None) -> str:
    """The text of a file: by its mark, by what it declares, as UTF-8, else as Windows text. Unix line ends, NFC."""
    marked = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    if declared is not None and marked is None:
        try:
            return cleaned(content.decode(declared))
        except (UnicodeDecodeError, LookupError):
            pass
    name, _ = encoding_of(content)
    try:
        return cleaned(content.decode(name, errors="replace" if name == "cp1252" else "strict"))
    except UnicodeDecodeError as error:
        raise UnreadableDocument(f"it says it is {name} and is not", "Save it as UTF-8.") from error


class Strange(NamedTuple):
    """What a reader of a file should know of its text."""

    encoding: str = ""
    """In which it is written, where the file does not say so and it is not UTF-8."""
    signs: int = 0
    """Characters that steer, or that could not be read, and were replaced."""


def as_written(data: bytes) -> tuple[str | None, Strange]:
    """The text with Unix line ends; None where it is no text.

    Every replacement is one character for one, so that positions found in the text are positions in the file.
    """
    encoding, is_said = encoding_of(data)
    try:
        text = data.decode(encoding, errors="replace" if encoding == "cp1252" else "strict").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None, Strange()
    text, count = tamed(text.replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES))
    count = count if is_said else text.count(REPLACED)
    shown = "" if is_said else "Windows-1252" if encoding == "cp1252" else "UTF-16"
    return (None if count > max(20, _MOST_BINARY * len(text)) else text), Strange(shown, count)


def encoding_of(data: bytes) -> tuple[str, bool]:
    """In which a text is written, and whether the file says so itself, or is what every file should be."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, True
    sample = data[:4096]
    half = len(sample) // 2
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):  # every second byte of western text is zero
        zeros, others = sample[first::2].count(0), sample[1 - first :: 2].count(0)
        if half >= 4 and zeros > 0.7 * half and others < 0.1 * half:
            return encoding, False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252", False
    return "utf-8", True


def cleaned(text: str) -> str:
    """Unix line ends, one form of each letter, and no sign that steers a terminal or hides from the reader."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    return _HIDDEN.sub("", unicodedata.normalize("NFC", text))


def read_plain(content: bytes, name: str) -> Document:
    """Paragraphs as they stand. Text of no known form has no headings to go by."""
    text = _EMPTY_LINES.sub("\n\n", decoded(content)).strip("\n")
    blocks = [unwrapped(block) for block in text.split("\n\n")]
    return document_from("text", [Section("\n\n".join(blocks).strip())], Facts(), fallback_title=name)


def unwrapped(block: str) -> str:
    """Running text that was broken at a width is one line again, and so is every item of a list.

    What is short, as code, verses and addresses are, keeps its lines."""
    lines = block.split("\n")
    if len(lines) < 2 or sum(len(line) >= _WRAPPED_FROM for line in lines[:-1]) * 2 <= len(lines) - 1:
        return block
    told: list[str] = []
    for line in lines:
        if told and not _ITEM.match(line) and not _CELLED.search(line):
            told[-1] = f"{told[-1]} {line.strip()}"
        else:
            told.append(line.strip())
    return "\n".join(told)
