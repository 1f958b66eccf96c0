"""Reads a model's scores out of its answer: fenced, cut off in the middle, or with an item that breaks the contract.

Each item stands for itself. One that cannot be read is left out, and heuristics take its place.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import ValidationError

from arch_team.search.contracts import CoverageDimension, LLMScoredItem
from arch_team.search.heuristics import shortened

_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_LONGEST = 200_000
_SCORE: Mapping[str, object] = {"type": "number", "minimum": 0, "maximum": 1}
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "required": ["items"],
    "additionalProperties": False,
    "properties": {
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["candidate_id", "score", "reason"],
                "additionalProperties": False,
                "properties": {
                    "candidate_id": {"type": "string"},
                    "score": {"type": "number", "minimum": 0, "maximum": 100},
                    "reason": {"type": "string"},
                    "gap_tags": {"type": "array", "items": {"type": "string"}},
                    "risk_flags": {"type": "array", "items": {"type": "string"}},
                    "facet_coverage": {
                        "type": "object",
                        "properties": {name.value: _SCORE for name in CoverageDimension},
                        "additionalProperties": False,
                    },
                    "custom_facets": {"type": "object", "additionalProperties": _SCORE},
                },
            },
        }
    },
}


def items_in(text: str, ids: Sequence[str], *, longest_reason: int) -> dict[str, LLMScoredItem]:
    """Items by our own ids, which the prompt numbered c1, c2, …; an unknown number is passed over, a second one too."""
    own = {f"c{number}": candidate_id for number, candidate_id in enumerate(ids, start=1)}
    items: dict[str, LLMScoredItem] = {}
    for found in _objects(text):
        candidate_id = own.get(str(found.get("candidate_id")))
        if candidate_id is None or candidate_id in items:
            continue
        item = _item(found, candidate_id, longest_reason)
        if item is not None:
            items[candidate_id] = item
    return items


def _item(found: Mapping[str, object], candidate_id: str, longest_reason: int) -> LLMScoredItem | None:
    known = {name: found[name] for name in LLMScoredItem.model_fields if name in found}
    facets, custom = _sorted_facets(known.get("facet_coverage"), known.get("custom_facets"))
    reason = known.get("reason")
    if isinstance(reason, str):
        known["reason"] = shortened(" ".join(reason.split()), longest_reason)
    try:
        return LLMScoredItem.model_validate(
            {**known, "candidate_id": candidate_id, "facet_coverage": facets, "custom_facets": custom}
        )
    except ValidationError:
        return None


def _sorted_facets(facets: object, custom: object) -> tuple[object, object]:
    """A facet outside the enum belongs among the custom ones, and models mix them up."""
    if not isinstance(facets, dict):
        return facets, custom
    given = cast("dict[str, object]", facets)
    strange = {name: share for name, share in given.items() if name not in CoverageDimension.__members__}
    if not strange or not isinstance(custom, dict | None):
        return given, custom
    rest = {name: share for name, share in given.items() if name not in strange}
    return rest, {**strange, **cast("dict[str, object]", custom or {})}


def _objects(text: str) -> Iterator[Mapping[str, object]]:
    """Every whole object that names a candidate, wherever it stands: in a list, behind prose, before a break-off."""
    decoder = json.JSONDecoder()
    spoken = _THOUGHT.sub("", text[:_LONGEST])
    at = spoken.find("{")
    while at >= 0:
        end = at + 1
        try:
            found, stop = decoder.raw_decode(spoken, at)
        except RecursionError:
            return
        except ValueError:
            pass
        else:
            if "candidate_id" in found:
                yield cast("dict[str, object]", found)
                end = stop
        at = spoken.find("{", end)
