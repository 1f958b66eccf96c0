"""How the pages of this ontology write down what people call a thing."""

import re
from itertools import product

from arch_team.ontologies.roles import Labels

_ALTERNATIVES = re.compile(r"\(([^()]*\|[^()]*)\)")


def called(*, de: str, en: str) -> Labels:
    """Labels from lists with commas. The first word of each is the one shown. `(as per|by) (the |)ledger` are four."""
    return Labels(de=_listed(de), en=_listed(en))


def _listed(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said for word in words.split(",") for said in _each(word)))


def _each(word: str) -> tuple[str, ...]:
    """Every way to choose one of each alternatives."""
    parts = _ALTERNATIVES.split(word)
    chosen = product(*(part.split("|") if at % 2 else [part] for at, part in enumerate(parts)))
    return tuple(" ".join("".join(each).split()) for each in chosen)
