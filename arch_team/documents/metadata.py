"""Dates, addresses and licences as documents write them, brought into one form. What cannot be read is left unknown."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar
from urllib.parse import urlsplit

from arch_team.documents.document import Facts

_GERMAN_DATE = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_YEAR_MONTH = re.compile(r"(\d{4})-(\d{2})")
_PDF_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?([Zz+-])?(\d{2})?'?(\d{2})?'?")
_LIMIT = 300
"""Characters of a title, an author or a licence. More is text that stands in the wrong place."""

_Value = TypeVar("_Value")

DATE_NAMES = ("updated", "lastmod", "last_modified", "modified", "date", "published", "created", "stand", "datum")
LICENCE_NAMES = ("licence", "license", "lizenz", "rights")
URL_NAMES = ("url", "canonical", "canonical_url", "source", "quelle")
LANGUAGE_NAMES = ("lang", "language", "sprache")
AUTHOR_NAMES = ("author", "authors", "autor")
SUPERSEDES_NAMES = ("supersedes", "replaces", "ersetzt")
SUPERSEDED_NAMES = ("superseded_by", "replaced_by", "ersetzt_durch")


def parsed_date(given: object) -> datetime | None:
    """An aware date in UTC. A date without a zone is taken as UTC, a day as its beginning."""
    if isinstance(given, datetime):
        return _in_utc(given)
    if isinstance(given, date):
        return datetime(given.year, given.month, given.day, tzinfo=UTC)
    if not isinstance(given, str) or not given.strip():
        return None
    text = given.strip()
    try:
        return _in_utc(datetime.fromisoformat(text))
    except ValueError:
        pass
    try:
        if german := _GERMAN_DATE.fullmatch(text):
            day, month, year = (int(part) for part in german.groups())
            return datetime(year, month, day, tzinfo=UTC)
        if year_month := _YEAR_MONTH.fullmatch(text):
            return datetime(int(year_month[1]), int(year_month[2]), 1, tzinfo=UTC)
        if text.startswith("D:"):
            return _pdf_date(text)
        return _in_utc(parsedate_to_datetime(text))
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def _in_utc(given: datetime) -> datetime | None:
    try:
        return given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _pdf_date(text: str) -> datetime | None:
    """`D:20240131120000+01'00'`, of which anything after the year may be missing."""
    match = _PDF_DATE.match(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, sign, zone_hours, zone_minutes = match.groups()
    zone = f"{sign}{zone_hours}:{zone_minutes or '00'}" if sign in ("+", "-") and zone_hours else "+00:00"
    iso = f"{year}-{month or '01'}-{day or '01'}T{hour or '00'}:{minute or '00'}:{second or '00'}{zone}"
    return _in_utc(datetime.fromisoformat(iso))


def host_of(url: str | None) -> str | None:
    if not url:
        return None
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.") or None
    except ValueError:
        return None


def web_address(given: object) -> str | None:
    """An http address, or None: `source` in a front matter may just as well be a person's name."""
    if not isinstance(given, str):
        return None
    text = given.strip()
    return text if re.match(r"https?://[^\s/]+", text) and len(text) <= 2_000 else None


def short(given: object) -> str | None:
    if isinstance(given, list | tuple):
        parts: list[object] = [*given]  # pyright: ignore[reportUnknownArgumentType]  # front matter can hold anything
        given = ", ".join(str(part) for part in parts)
    if not isinstance(given, str | int | float):
        return None
    return " ".join(str(given).split())[:_LIMIT] or None


def facts_from(given: Mapping[str, object]) -> Facts:
    """Facts from a front matter or from properties. Spellings differ; the first that says something counts."""
    named = {str(name).strip().lower().replace("-", "_"): value for name, value in given.items()}
    url = _first(web_address(named.get(name)) for name in URL_NAMES)
    dated = _first(parsed_date(named.get(name)) for name in DATE_NAMES)
    return Facts(
        title=short(named.get("title")) or short(named.get("titel")),
        date=dated,
        date_source="document" if dated else None,
        url=url,
        host=host_of(url),
        licence=_first(short(named.get(name)) for name in LICENCE_NAMES),
        author=_first(short(named.get(name)) for name in AUTHOR_NAMES),
        language=_first(short(named.get(name)) for name in LANGUAGE_NAMES),
        supersedes=_listed(named, SUPERSEDES_NAMES),
        superseded_by=_listed(named, SUPERSEDED_NAMES),
        status=short(named.get("status")),
    )


def _listed(named: Mapping[str, object], names: Iterable[str]) -> tuple[str, ...]:
    """Names of other documents, one or several."""
    given = _first(named.get(name) for name in names)
    several: list[object] = [*given] if isinstance(given, list | tuple) else [given]  # pyright: ignore[reportUnknownArgumentType]  # front matter can hold anything
    return tuple(name for name in map(short, several) if name)


def dated_by_file(facts: Facts, modified: datetime | None) -> Facts:
    """The file's own time, marked as such, where the document itself has no date."""
    if facts.date is not None or modified is None:
        return facts
    return replace(facts, date=_in_utc(modified), date_source="file")


def _first(values: Iterable[_Value | None]) -> _Value | None:
    return next((value for value in values if value is not None), None)
