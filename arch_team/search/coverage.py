"""Which facets of a question the sources cover: read from the text where no model did, summed up and compared."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arch_team.search.contracts import CoverageDimension, LLMScoredItem, RecommendedIngestItem
from arch_team.search.phrases import Phrases
from arch_team.text.packaged import packaged
from arch_team.vectors.words import fold
from arch_team.wire import Language, Wire

Coverage = Mapping[CoverageDimension, float]


class _Words(Wire):
    """Keywords of a facet. `source` is the published map; the others came with this project."""

    source: tuple[str, ...]
    en: tuple[str, ...] = ()
    de: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def keyword_map() -> Mapping[CoverageDimension, tuple[str, ...]]:
    shipped = packaged("coverage_keywords.yaml", "arch_team.search")
    lists = {CoverageDimension(name): _Words.model_validate(words) for name, words in shipped.items()}
    return {name: tuple(dict.fromkeys((*words.source, *words.en, *words.de))) for name, words in lists.items()}


@lru_cache(maxsize=1)
def _patterns() -> Mapping[CoverageDimension, re.Pattern[str]]:
    return {name: _pattern(words) for name, words in keyword_map().items()}


def _pattern(keywords: Sequence[str]) -> re.Pattern[str]:
    """Keywords that start a word stand behind one check for that, which spares trying them everywhere else."""
    longest_first = sorted(keywords, key=len, reverse=True)
    starting = "|".join(_ended(word) for word in longest_first if not word.startswith("*"))
    within = [_ended(word) for word in longest_first if word.startswith("*")]
    return re.compile("|".join((rf"\b(?:{starting})", *within)))


def _ended(keyword: str) -> str:
    return re.escape(fold(keyword.strip("*"))) + ("" if keyword.endswith("*") else r"\b")


def facets_in(text: str) -> dict[CoverageDimension, float]:
    """Facets that a text's words hint at. One keyword gives a half, each further one half of what is left."""
    folded = fold(text)
    hits = {name: len(set(pattern.findall(folded))) for name, pattern in _patterns().items()}
    return {name: 1 - 0.5**count for name, count in hits.items() if count}


def covered_by(parts: Iterable[Coverage]) -> dict[CoverageDimension, float]:
    """What several sources cover together: on each facet as much as the best of them."""
    together: dict[CoverageDimension, float] = {}
    for part in parts:
        for name, share in part.items():
            together[name] = max(share, together.get(name, 0.0))
    return {name: together[name] for name in CoverageDimension if name in together}


@dataclass(frozen=True, slots=True)
class Need:
    """What a good result has to cover, and how much of it is missing so far; from 0 to 1."""

    missing: Coverage

    def filled_by(self, facets: Coverage) -> float:
        """The share of what is missing that a source brings; from 0 to 1."""
        whole = sum(self.missing.values())
        if not whole:
            return 0.0
        return sum(min(gap, facets.get(name, 0.0)) for name, gap in self.missing.items()) / whole


def need_of(question: str, held: Coverage | None) -> Need:
    """The facets the question names; if it names none, all that the held documents leave open.

    `held` is None where the held documents are themselves what is ranked: then only what is asked for counts.
    """
    asked: Iterable[CoverageDimension] = facets_in(question)
    if not asked and held is not None:
        asked = CoverageDimension
    known = held or {}
    return Need({name: 1.0 - known.get(name, 0.0) for name in asked if known.get(name, 0.0) < 1.0})


def coverage_delta(
    held: Coverage | None, top: Coverage, need: Need, *, covered_from: float, language: Language, unavailable: bool
) -> str:
    """What the head of the ranking adds to what is held, in one or two sentences."""
    say = Phrases.of(language)
    before = held or {}
    gained = {name: (before.get(name, 0.0), share) for name, share in top.items() if share > before.get(name, 0.0)}
    parts: list[str] = []
    if unavailable:
        parts.append(say("held_unknown"))
    if gained and held is not None:
        steps = ", ".join(f"{name.value} ({old:.2f} → {new:.2f})" for name, (old, new) in gained.items())
        parts.append(say("adds", facets=steps))
    elif gained:
        parts.append(say("covers", facets=", ".join(f"{name.value} ({new:.2f})" for name, (_, new) in gained.items())))
    else:
        parts.append(say("adds_nothing"))
    still = gaps(covered_by((before, top)), need, covered_from=covered_from)
    if still:
        parts.append(say("still_open", facets=", ".join(name.value for name in still)))
    return " ".join(parts)


def gaps(coverage: Coverage, need: Need, *, covered_from: float) -> tuple[CoverageDimension, ...]:
    """What is needed and not covered."""
    return tuple(name for name in need.missing if coverage.get(name, 0.0) < covered_from)


def recommended_ingest(
    items: Sequence[LLMScoredItem],
    held: Coverage,
    need: Need,
    *,
    already_held: frozenset[str],
    covered_from: float,
    limit: int,
    language: Language,
) -> tuple[RecommendedIngestItem, ...]:
    """The fewest, in their order, that cover what no held document does: each brings a facet the ones before lack."""
    say = Phrases.of(language)
    covered = {name for name in CoverageDimension if held.get(name, 0.0) >= covered_from}
    wanted = set(need.missing) - covered
    chosen: list[RecommendedIngestItem] = []
    for item in items:
        brings = [name for name in item.facet_coverage if name in wanted and item.facet_coverage[name] >= covered_from]
        if not brings or item.candidate_id in already_held:
            continue
        if len(chosen) == limit:
            break
        names = ", ".join(name.value for name in brings)
        chosen.append(RecommendedIngestItem(candidate_id=item.candidate_id, reason=say("fills", facets=names)))
        wanted.difference_update(brings)
    return tuple(chosen)
