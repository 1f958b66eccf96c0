"""What the day of a deed is called: who was `hired_on` a day has a hiring date, what was `certified_on` a certification
date."""

from collections.abc import Iterator

from arch_team.featuredata.naming import parts_of
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import is_participle, noun_stem, verb_stem

_ROOT = 3
"""Letters of a verb that nouns are made of, at least."""


def done_on(column: str, lexicon: Lexicon) -> str:
    """A column of days called by what was done then says so: `Joined` is when somebody joined. A Geburt only looks like
    something done."""
    words = parts_of(column)
    done = folded(words[0]) if len(words) == 1 else ""
    if not is_participle(done, lexicon.language) or done in lexicon.verb_nouns.values():
        return column
    return f"{column} {lexicon.date_preposition}"


def deed_names(done: str, lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """The names of the day on which something was done, as stems, by the participle. Some are no words: they do no
    harm, as nobody says them."""
    root = verb_stem(done, lexicon.language)
    nouns = {noun for verb, noun in lexicon.verb_nouns.items() if verb_stem(verb, lexicon.language) == root}
    if len(root) >= _ROOT:
        roots = (root, root[:-1] + "y") if root.endswith("i") else (root,)
        nouns |= {made.format(deed=each) for each in roots for made in lexicon.deeds}
    for noun in sorted(nouns):
        for called in lexicon.days_of_deeds:
            yield tuple(noun_stem(word, lexicon.language) for word in called.format(deed=noun).split())
