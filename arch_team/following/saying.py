"""What a follow-up says of the question before, told by its words alone: so it is no question by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.following.turn import ASKS, bare, flat, pronouns_in, words_of
from arch_team.text import leading
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Places:
    """So many at the one end of a ranking or at the other, or the one at a place."""

    number: int
    is_one: bool
    from_end: bool = False


def lists(said: str, language: Language) -> bool:
    """`which ones?`, `zeig sie mir`: the rows themselves."""
    return " ".join(bare(said, language)) in words_of(language)["which_ones"]


def narrows(said: str, language: Language) -> bool:
    """`only the open ones`, `just those in Bern`, `of those`."""
    first = flat(said).split()[:2]
    return leading.narrows(said, language) or any(word in words_of(language)["only_so"] for word in first)


def counts_some(core: str, lexicon: Lexicon) -> bool:
    """`how many are still open?`: of rows that were spoken of, with no name for them."""
    words = tuple(flat(core).split())
    ends = [end for end, entry in lexicon.matches(words, 0) if entry.klass == "how_many"] if words else []
    at = max(ends, default=len(words))
    return at + 1 < len(words) and any(entry.klass in _VERBS for _, entry in lexicon.matches(words, at))


def of_two(said: str, language: Language) -> bool:
    """`how many more is that?`, `both together`: nothing but that two are set against each other, or put together."""
    data = words_of(language)
    words, two = flat(said).split(), {*data["set_apart"], *data["put_together"]}
    return any(word in two for word in words) and all(word in two or word in data["beside"] for word in words)


def against(core: str, language: Language) -> tuple[str, bool] | None:
    """`how much more is that than in 2022?`: what it is set against, and whether it is asked how much less."""
    data, words = words_of(language), flat(core).split()
    at = next((at for at, word in enumerate(words) if at and word in data["set_against"]), None)
    if at is None or at + 1 == len(words) or words[0] not in data["asks_apart"]:
        return None  # `and more than 40 kg?` is no question of how much more
    if not of_two(" ".join(words[:at]), language) or any(word in data["put_together"] for word in words[:at]):
        return None
    rest = core.split()[at + 1 :]
    return " ".join(rest).strip(" ?.!"), any(word in data["set_below"] for word in words[:at])


def each_of(core: str, language: Language) -> str | None:
    """`per city`, `broken down by town`, `nach Sparte`: what a breakdown is by."""
    spelt = _spelt(core, language)
    while spelt and folded(spelt[-1]) in words_of(language)["parted"]:
        spelt = spelt[:-1]
    words = [folded(word) for word in spelt]
    phrases = {folded(phrase) for phrase in words_of(language)["by_each"]}
    each = {*lexicon_of(language).phrases("each"), *phrases}
    lead = next((n for n in (4, 3, 2, 1) if " ".join(words[:n]) in each), 0)
    if not lead or lead == len(words) or sorted_by(core, language) is not None:
        return None
    return " ".join(spelt[lead:])


def altogether(core: str, language: Language) -> bool:
    """`and altogether?`: whatever it was told by."""
    words, data = " ".join(bare(core, language)), words_of(language)
    asked = next((phrase for phrase in data["how_many_all"] if words.startswith(f"{phrase} ")), "")
    return words.removeprefix(asked).strip() in data["altogether_so"]


def side_of(said: str, language: Language) -> str:
    """`below`, of `and below?`: on which side of a number. Empty: nothing of it is said."""
    data, last = words_of(language), "".join(flat(said).split()[-1:])
    return last if last in (*data["below_it"], *data["above_it"]) else ""


def sums_up(core: str, language: Language) -> bool:
    """`how much is that altogether?`: what rows that were shown come to."""
    data, words = words_of(language), bare(core, language)
    asked = any(" ".join(words).startswith(phrase) for phrase in data["how_much"])
    return asked and all(word in data["much_beside"] for word in words)


def all_times(core: str, language: Language) -> bool:
    """`over all years`: whenever it was."""
    return " ".join(bare(core, language)) in words_of(language)["all_times"]


def share(core: str, language: Language) -> str | None:
    """`what share of all permits is that?`: of what; nothing, where that is not said."""
    data, spelt = words_of(language), _spelt(core, language)
    unit = next((len(p.split()) for p in data["in_percent"] if flat(core).endswith(f" {p}")), 0)
    spelt = spelt[: len(spelt) - unit]
    words = [folded(word) for word in spelt]
    lead = next((len(p.split()) for p in data["share_asked"] if " ".join(words).startswith(f"{p} ")), 0)
    rest = " ".join(words[lead:])
    begun = next(
        (len(p.split()) for p in data["share_closed"] if f"{rest} ".startswith(f"{p} ")), 0
    )  # `is that of all?`
    end = next((len(p.split()) for p in data["share_closed"] if " ".join(words).endswith(f" {p}")), 0)
    if not lead or not (begun or end) or lead + end > len(words):
        return None
    base = spelt[lead + begun :] if begun else spelt[lead : len(spelt) - end]
    small = {
        *lexicon_of(language).words("determiner"),
        *lexicon_of(language).words("genitive"),
        *data["every"],
        *lexicon_of(language).words("every"),
        *data["of"],
    }
    while base and folded(base[0]) in small:
        base = base[1:]
    return " ".join(base)


def unclosed(core: str, language: Language) -> str:
    """Without the end that points at what was shown: `how many visits`, of `how many visits were those?`"""
    said = core.rstrip(" ?.!")
    data, words = words_of(language), said.split()
    end = len(next((p for p in data["share_closed"] if flat(said).endswith(f" {p}")), "").split())
    of_those = [folded(word) for word in words[-2:]]  # `the total amount in those`
    if (
        not end
        and len(words) > _FEW
        and of_those[1] in data["pointing"]
        and of_those[0] in lexicon_of(language).words("preposition")
    ):
        end = len(of_those)
    return " ".join(words[:-end]) if end else said


def sorted_by(core: str, language: Language) -> str | None:
    """`sort by date`, `newest first`, `nach Datum sortiert`: an order."""
    lexicon, spelt = lexicon_of(language), _spelt(core, language)
    words = tuple(folded(word) for word in spelt)
    order = ("order", "alphabetical", "ascending", "descending")
    found = any(entry.klass in order for _, entry in (lexicon.matches(words, 0) if words else ()))
    last = words[-1] if words else ""
    ends = last in words_of(language)["sorted_so"] and len(words) <= _SHORT
    return " ".join(spelt) if found or ends else None


def places(core: str, lexicon: Lexicon) -> Places | None:
    """`the top 3`, `die ersten drei`, `who is second?`, `number four`."""
    data, words = words_of(lexicon.language), bare(core, lexicon.language)
    words = [w for w in words if w not in lexicon.words("determiner") and w not in data["who_is"]]
    numbers = [_number(word, lexicon) for word in words]
    if len(words) == 2 and any(numbers):
        other, number = words[(numbers[0] > 0 and 1) or 0], max(numbers)
        if other in data["places"] and not numbers[0]:
            return Places(number, is_one=True)
        if other in data["from_top"] or other in data["from_end"]:
            return Places(number, is_one=False, from_end=other in data["from_end"])
        return None
    ordinals: dict[str, int] = data["ordinals"]
    forms = {f"{stem}{end}": n for stem, n in ordinals.items() for end in data["ordinal_ends"]}
    number = forms.get(" ".join(words), 0)
    return Places(number, is_one=True) if number > 1 else None


def extreme(core: str, lexicon: Lexicon) -> tuple[str, bool] | None:
    """`which one is the heaviest?`, `and the lowest?`, `the average?`: the word that says so, and whether the row is
    asked for."""
    data, spelt = words_of(lexicon.language), _spelt(core, lexicon.language)
    if flat(core) in data["on_average"]:
        return data["average_word"], False
    small = {*lexicon.words("determiner"), *lexicon.words("be"), *data["articles"], *data["how_high"]}
    asked = {*data["which_one"]}
    words = [folded(word).removesuffix("'s") for word in spelt]
    rest = [word for word, plain in zip(spelt, words, strict=True) if plain not in small and plain not in asked]
    if len(rest) != 1:
        return None
    classes = {entry.klass for _, entry in lexicon.matches((folded(rest[0]),), 0)}
    if not classes & {"superlative", "aggregate"}:
        return None
    return rest[0], "aggregate" not in classes and any(word in asked for word in words)


def other_side(core: str, language: Language) -> str | None:
    """`and how many with one?`, `and those without?`: those that have it, of those that lack it. Which side it is."""
    data = words_of(language)
    words = [word for word in bare(core, language) if word not in data["other_beside"]]
    said = " ".join(words)
    return next((side for side in ("with_it", "without_it") if said in data[side]), None)


def which_of(core: str, language: Language) -> str | None:
    """`which businesses were they?`: the kind of rows that is asked for, of what was shown."""
    data, spelt, lexicon = words_of(language), _spelt(core, language), lexicon_of(language)
    if len(spelt) > _BARE and folded(spelt[0]) in lexicon.words("preposition"):
        spelt = spelt[1:]  # `by which officers?`
    words = [folded(word) for word in spelt]
    if not words or words[0] not in data["which_of"]:
        return None
    is_bare = len(words) == _BARE and words[0] in data["which_bare"]
    if is_bare and not any(entry.klass in _NO_NOUNS for _, entry in lexicon.matches(tuple(words[1:]), 0)):
        return spelt[1]  # `which businesses?`
    if not _LEAST <= len(words) <= _MOST or words[-1] not in data["pointing"]:
        return None
    return " ".join(spelt[1:-2]) if words[-2] in lexicon.words("be") else None


def counted_of_it(core: str, lexicon: Lexicon) -> str:
    """`panels`, in `how many panels does it have?`"""
    tokens = tokens_of(core.rstrip(" ?.!"), lexicon.language)
    words = tuple(token.folded for token in tokens)
    start = max((end for end, e in (lexicon.matches(words, 0) if words else ()) if e.klass == "how_many"), default=0)
    verbs = {*lexicon.words("auxiliary"), *lexicon.words("have"), *lexicon.words("be")}
    end = next((at for at in range(start, len(words)) if words[at] in verbs), start)
    return " ".join(token.text for token in tokens[start:end]) if start else ""


def leans(said: str, core: str, language: Language) -> bool:
    """Whether a text speaks of what was asked or shown before."""
    lexicon = lexicon_of(language)
    if lists(core, language) or lists(said, language) or of_two(said, language) or narrows(said, language):
        return True
    if counts_some(core, lexicon):
        return True
    if (
        pronouns_in(said, language)
        or all_times(core, language)
        or altogether(core, language)
        or places(core, lexicon) is not None
    ):
        return True
    said_so = (against, each_of, share, sorted_by, other_side, which_of)
    return any(tell(core, language) is not None for tell in said_so) or extreme(core, lexicon) is not None


def is_piece(core: str, lexicon: Lexicon) -> bool:
    """`how many inspections?`, `the last one?`: a few words without a verb, so of something that was spoken of."""
    words = tuple(token.folded for token in tokens_of(core, lexicon.language) if token.text.isalnum())
    verbs = {"be", "auxiliary", "have", "there_is", "request"}
    found = {entry.klass for at in range(len(words)) for _, entry in lexicon.matches(words, at)}
    return len(words) <= _FEW and not found & verbs


def says_nothing(core: str, lexicon: Lexicon) -> bool:
    """`when was it?`: nothing but what asks, and what is spoken of. What something costs is said of it."""
    found = [{entry.klass for _, entry in lexicon.matches((word,), 0)} for word in flat(core).split()]
    return all(classes and classes != {"measuring"} for classes in found)


def of_such(core: str, lexicon: Lexicon) -> bool:
    """`the open ones`: rows of the same kind, told by something else."""
    words = flat(core).split()
    return 1 < len(words) <= _FEW and words[-1] in lexicon.words("thing")


def asks(core: str, lexicon: Lexicon) -> bool:
    """Whether a text begins as a question does."""
    words = tuple(token.folded for token in tokens_of(core, lexicon.language))
    return bool(words) and any(entry.klass in ASKS for _, entry in lexicon.matches(words, 0))


def year_before(core: str, language: Language) -> bool:
    phrases: Sequence[str] = packaged(f"lexicon/figures_{language}.yaml")["year_before"]  # type: ignore[index]
    return flat(core) in {folded(phrase) for phrase in phrases}


_VERBS = ("be", "have")
_SHORT = 4
"""Words of an order that is said by its end."""
_FEW = 3
"""Words of a piece of a question."""
_BARE = 2
"""Words of `which dogs`."""
_NO_NOUNS = ("be", "superlative", "preposition", "thing", "auxiliary", "pronoun")
_MOST = 6
_LEAST = 4
"""Words of `which dogs are they`."""


def _spelt(core: str, language: Language) -> list[str]:
    """The words as they were written, without courtesies."""
    courtesies = words_of(language)["courtesies"]
    words = (word.strip(",;:?!.") for word in core.split())
    return [word for word in words if word and folded(word) not in courtesies]


def _number(word: str, lexicon: Lexicon) -> int:
    return int(word) if word.isdigit() else lexicon.number_words.get(word, 0)
