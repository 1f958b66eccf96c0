"""Where a candidate comes from: its host, the kind of source it is, and whether a list of sources names it."""

import posixpath
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from arch_team.text.packaged import packaged
from arch_team.wire import Wire

UNSPECIFIED = "unspecified"


class Source(NamedTuple):
    scheme: str
    """Empty for the web, and where none is given."""
    host: str
    """Empty for what has no host, such as a local file."""
    path: str


NOWHERE = Source("", "", "")
_EVERYWHERE = Source("", "", "/")
_FEW = 16
_URL = re.compile(
    r"(?:https?://|([a-z][a-z0-9+.-]*)://)?(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::[^/?#]*)?([^?#]*)", re.IGNORECASE
)


def source_of(url: str | None) -> Source:
    """Reads a URL as a browser would: what stands before `@` is no host, and neither is the port."""
    found = _URL.match(url.strip().replace("\\", "/")) if url else None
    if found is None:
        return NOWHERE
    scheme, host, path = found.groups()
    host = host.lower()
    if host.endswith(".") or not host.isascii():
        host = _plain_host(host)
    return Source(scheme.lower() if scheme else "", host, path)


def _plain_host(host: str) -> str:
    """Without the root's dot, and as the name service writes it."""
    bare = host.rstrip(".")
    try:
        return bare.encode("idna").decode("ascii")
    except UnicodeError:
        return bare


def _normal(path: str) -> str:
    bare = unquote(path.partition("?")[0].partition("#")[0])
    return posixpath.normpath("/" + bare.strip("/")) if bare.strip("/") else "/"


class SourceList:
    """Sources by name: `example.com` is a host with all below it, `intranet://legal/hr` a place and all within it."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._by_host: dict[str, list[tuple[int, Source]]] = {}
        self._known: dict[str, list[tuple[int, Source]]] = {}
        for number, pattern in enumerate(patterns):
            named = source_of(pattern)
            place = named._replace(path=_normal(named.path))
            if place == _EVERYWHERE:
                continue
            self._by_host.setdefault(named.host, []).append((number, place))
        for places in self._by_host.values():
            places.sort(key=lambda each: -len(each[1].path))

    def among(self, urls: Sequence[str | None]) -> frozenset[int]:
        """The places of those it names. Few patterns are looked for as plain text first: most need no reading."""
        if not self._by_host:
            return frozenset()
        suspects: Iterable[int] = range(len(urls))
        if len(self._by_host) <= _FEW:
            lowered = [url.lower() if url else "" for url in urls]
            unusual = [place for place, url in enumerate(lowered) if not url.isascii()]
            suspects = {place for host in self._by_host for place, url in enumerate(lowered) if host in url}.union(
                unusual
            )
        return frozenset(place for place in suspects if self.names(source_of(urls[place])))

    def names(self, source: Source) -> bool:
        return self.best(source) is not None

    def best(self, source: Source) -> int | None:
        """The number of the pattern that names the source most closely."""
        if not self._by_host or source == NOWHERE:
            return None
        places = self._known.get(source.host)
        if places is None:
            places = self._known[source.host] = self._places(source.host)
        for number, place in places:
            if place.scheme in ("", source.scheme) and _within(source.path, place.path):
                return number
        return None

    def _places(self, host: str) -> list[tuple[int, Source]]:
        """The host's own patterns, then those of what it is below; of one host the longer path first."""
        places = list(self._by_host.get(host, ()))
        while host:
            host = host.partition(".")[2]
            if host in self._by_host:
                places += self._by_host[host] if host else ()
        return places


def _within(path: str, place: str) -> bool:
    if place == "/":
        return True
    normal = _normal(path)
    return normal == place or normal.startswith(place + "/")


class _DomainTypes(Wire):
    types: dict[str, tuple[str, ...]]
    """Endings of host names, by the kind of source."""


@lru_cache(maxsize=1)
def _endings() -> dict[str, str]:
    shipped = _DomainTypes.model_validate(packaged("domain_types.yaml", "arch_team.search"))
    return {ending: kind for kind, endings in shipped.types.items() for ending in endings}


def kind_of(host: str) -> str:
    """The kind of source a host is; the host itself if its name does not say."""
    if not host:
        return UNSPECIFIED
    endings = _endings()
    rest = host
    while rest:
        if rest in endings:
            return endings[rest]
        rest = rest.partition(".")[2]
    return host


def bucket_of(domain_type: str | None, source: Source) -> str:
    """What counts as one kind in a diverse selection: the stated type, else the host's."""
    return domain_type.strip().lower() if domain_type else kind_of(source.host)
