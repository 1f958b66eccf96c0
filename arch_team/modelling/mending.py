"""Words of a question that nothing explains, read as the one known word that each can mean."""

from collections.abc import Sequence
from dataclasses import replace

from arch_team.featuredata.naming import parts_of
from arch_team.modelling.model import Model, ModelTable
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.modelling.spelling import Vocabulary, shortened, writes_short
from arch_team.text.alike import alike
from arch_team.text.compounds import is_for_another
from arch_team.text.dictionary import is_word
from arch_team.text.folding import folded, loosely_folded, spelled_out
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem, related
from arch_team.text.tokens import Token, TokenKind
from arch_team.wire import Language

_TELLING = 4
"""Letters that tell which word is meant, wherever in it they stand."""
_TOLD = 6
"""Letters with which a German word begins that tell which one it is."""
_HEAD = 3
"""Letters of what a compound ends with, and of what stands before it."""
_PART, _BEGUN = 2, 5
"""A name that is the beginning of a word is half of it at least, and has so many letters: a province is no `prov`."""
_Pairs = dict[tuple[str, str], list[tuple[str, ...]]]


def mended(tokens: Sequence[Token], unknown: Sequence[int], model: Model, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens of a question, those at the `unknown` places as what they can only mean: a slip of the pen, or the
    word that a name of the tables writes short."""
    vocabulary, found = _vocabulary(model, lexicon), list(tokens)
    for at in unknown:
        word = tokens[at].folded
        near = vocabulary.near(word)
        if near is not None and not any(is_word(each, lexicon.language) for each in (word, tokens[at].text)):
            found[at] = replace(tokens[at], folded=near)
        elif (
            same := _named_otherwise(tokens[at], model, lexicon) or _done(tokens[at : at + 2], model, lexicon)
        ) is not None:
            found[at] = replace(tokens[at], folded=same)
        elif (day := _day(word, model, lexicon)) is not None:
            found[at] = replace(tokens[at], folded=day)
        elif (meant := _meant(word, model, lexicon) or _begun(tokens[at], model, lexicon)) is not None:
            found[at] = replace(tokens[at], folded=meant)
    return tuple(found)


def _day(word: str, model: Model, lexicon: Lexicon) -> str | None:
    """The name of a column of days that a compound says with what it holds: the `ende` of an Enddatum."""
    days = [f for table in model.tables.values() for f in table.fields.values() if f.is_temporal and lexicon.joining]
    names = {name.words for day in days for name in day.names if name.tier == EXACT and len(name.words) == 1}
    heads = (word.removesuffix(tail) for tail in lexicon.words("time_noun") if word.endswith(tail) and word != tail)
    bare = (head.removesuffix(letters) for head in heads for letters in lexicon.joining)
    return next((each for each in bare if (noun_stem(each, lexicon.language),) in names), None)


def _named_otherwise(token: Token, model: Model, lexicon: Lexicon) -> str | None:
    """The one name of the tables for what a word names as well: the clients of a table of customers."""
    if lexicon.joining and not token.is_capital:
        return None
    stem = noun_stem(token.folded, lexicon.language)
    others = [(other,) for other in alike(lexicon.language).get(stem, ()) if other in model.single_nouns]
    named = [other for other, of in ((other, _named(other, model)) for other in others) if of]
    return named[0][0] if len(named) == 1 else None


def _done(tokens: Sequence[Token], model: Model, lexicon: Lexicon) -> str | None:
    """The one name of the tables that tells by a verb of what a day is: the registration date of `date_registered`."""
    noun, *behind = (noun_stem(token.folded, lexicon.language) for token in tokens)
    dated = not lexicon.words("time_noun").isdisjoint(behind)
    if lexicon.joining or not dated or noun.endswith(lexicon.past_endings):
        return None
    names = (name for name in model.nouns if name.endswith(lexicon.past_endings))
    found = {name for name in names if related(noun, name, lexicon.language)}
    return found.pop() if len(found) == 1 else None


def _meant(word: str, model: Model, lexicon: Lexicon) -> str | None:
    short = _written_short(word, model, lexicon) or _joined_short(word, model, lexicon)
    return short or _nearest_kind(word, model, lexicon)


def _begun(token: Token, model: Model, lexicon: Lexicon) -> str | None:
    """The one name of the tables that is the beginning of a German noun and no word by itself: the Kampagnen of
    `T_KAMPAG`, the Schätzwert of `schaetz_eur`."""
    if not (lexicon.joining and token.is_capital):
        return None
    word = spelled_out(token.text)
    fits = [
        (len(begun), stem)
        for begun, stem in _beginnings(model, lexicon).items()
        if word.startswith(begun) and len(begun) * _PART >= len(word)
    ]
    most = max(fits, default=(0, ""))[0]
    found = {stem for length, stem in fits if length == most}
    return found.pop() if len(found) == 1 else None


def _beginnings(model: Model, lexicon: Lexicon) -> dict[str, str]:
    """The parts of names, as they are written, that no dictionary holds, and what the model calls by them."""
    language = lexicon.language

    def made() -> dict[str, str]:
        names = (name for table in model.tables.values() for name in (table.name, *table.stored))
        parts = {spelled_out(part) for name in names for part in parts_of(name)}
        told = (part for part in parts if len(part) >= _BEGUN and part not in lexicon.abbreviations)
        stems = {part: noun_stem(part, language) for part in told if not is_word(part, language)}
        known = model.single_nouns
        return {part: stem for part, stem in stems.items() if stem in known and not is_word(stem, language)}

    return model.kept(("beginnings", language), made)


def _joined_short(word: str, model: Model, lexicon: Lexicon) -> str | None:
    """The one name of two words that writes a compound short: the Kreditlimit of `kred_limit`, the Standort of
    `std_ort`."""
    if not lexicon.joining or len(word) < 2 * _TELLING:
        return None
    forms = (word, noun_stem(word, lexicon.language))
    names = (each for near in _short_pairs(model, lexicon.language).values() for each in near)
    near = (name for name in names if name[0][0] == word[0])
    found = {"".join(name) for name in near if any(_is_compound(name, said) for said in forms)}
    return found.pop() if len(found) == 1 else None


def _is_compound(name: tuple[str, ...], said: str) -> bool:
    """Whether a word is made of what two names write short, with or without a letter that joins them."""
    first, last = name
    cuts = range(len(first) + 1, len(said) - len(last) + 1)
    return any((said[at:] == last or writes_short(last, said[at:])) and writes_short(first, said[:at]) for at in cuts)


def taken_apart(tokens: tuple[Token, ...], model: Model, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens, what a hyphen joins as words of its own where each of them is known: the `km-Stand` of a `km stand`,
    high-priority tickets."""
    found: list[Token] = []
    for token in tokens:
        parts = token.text.split("-") if token.kind is TokenKind.WORD else []
        if len(parts) < 2 or not all(parts) or _is_known(token.folded, model, lexicon):
            found.append(token)
            continue
        words = [loosely_folded(part) if lexicon.joining else folded(part) for part in parts]
        if not all(_is_known(word, model, lexicon) for word in words):
            found.append(token)
            continue
        start = token.start
        for part, word in zip(parts, words, strict=True):
            found.append(replace(token, text=part, folded=word, start=start, end=start + len(part)))
            start += len(part) + 1
    return tuple(found)


def _is_known(word: str, model: Model, lexicon: Lexicon) -> bool:
    return noun_stem(word, lexicon.language) in model.nouns or bool(model.values.lookup(word))


def with_short_pairs(tokens: tuple[Token, ...], model: Model, lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens, two words that a name of the tables writes short as that name: the reserve price of `resv_prc`. Also
    where each is known by itself: that both fit is no chance."""
    pairs, found = _short_pairs(model, lexicon.language), list(tokens)
    for at in range(len(tokens) - 1 if pairs else 0):
        said = tuple(noun_stem(token.folded, lexicon.language) for token in tokens[at : at + 2])
        near = pairs.get((said[0][:1], said[1][:1]), ())
        meant = [each for each in near if all(map(_is_or_writes, each, said))]
        of = {_named(each, model) for each in meant}  # `wrk ord` is also known as `wrk order`
        if len(of) == 1 and said not in meant:
            found[at : at + 2] = [
                replace(t, folded=word) for t, word in zip(tokens[at : at + 2], meant[0], strict=True)
            ]
    return tuple(found)


def _named(words: tuple[str, ...], model: Model) -> frozenset[tuple[str, str | None]]:
    """The tables and columns that have a name."""
    senses = (s for name, senses in model.nouns.get(words[0], ()) if name == words for s in senses if s.tier < PARTIAL)
    return frozenset((sense.table, sense.field) for sense in senses)


def _is_or_writes(name: str, word: str) -> bool:
    """Whether a name is a word or short for it, by its beginning, its consonants or some more of its letters."""
    letters = iter(word)
    in_order = len(name) >= _TELLING and all(each in letters for each in name)
    return name == word or writes_short(name, word) or (in_order and name[0] == word[0])


def _short_pairs(model: Model, language: Language) -> _Pairs:
    """The names of two words of which one at least may be short for another, by the letters they begin with."""

    def made() -> _Pairs:
        names = {words for entries in model.nouns.values() for words, senses in entries if senses[0].tier < PARTIAL}
        found: _Pairs = {}
        for name in sorted(n for n in names if len(n) == 2):
            if any(len(word) <= _TELLING or not is_word(word, language) for word in name):
                found.setdefault((name[0][0], name[1][0]), []).append(name)
        return found

    return model.kept(("short pairs", language), made)


def _written_short(word: str, model: Model, lexicon: Lexicon) -> str | None:
    """No verb is meant by a name, nor is what is a word by itself, or short for another."""
    short = shortened(noun_stem(word, lexicon.language), model.single_nouns)
    if short is None or word.endswith(lexicon.past_endings) or short in lexicon.abbreviations:
        return None
    if any(_is_own_short(short, table) for table in model.tables.values()):
        return None  # the `BRD_NM` of a table of birds names no breeder
    if lexicon.joining and word.startswith(short) and len(short) < _TOLD:
        return None  # what is left of a German word without its ending begins many others
    if is_for_another(word, short, lexicon):
        return None
    return None if is_word(short, lexicon.language) else short


def _is_own_short(short: str, table: ModelTable) -> bool:
    """Whether columns of a table begin with what its own name is written short by."""
    begins = any(folded(parts_of(name)[0]) == short for name in table.stored if parts_of(name))
    return begins and any(word != short and writes_short(short, word) for name in table.names for word in name.words)


def _nearest_kind(word: str, model: Model, lexicon: Lexicon) -> str | None:
    """The table that a word is meant for by what its compound ends with, where no other does: the `Rad` of a table of
    Fahrräder."""
    language = lexicon.language
    tables = {
        words[0]
        for entries in model.nouns.values()
        for words, senses in entries
        if len(words) == 1 and any(sense.field is None and sense.tier < PARTIAL for sense in senses)
    }
    if not lexicon.joining or len(word) < _HEAD:
        return None
    heads = (name.rfind(word[:_HEAD], _HEAD) for name in model.single_nouns)
    ends = {
        name
        for name, head in zip(model.single_nouns, heads, strict=True)
        if head > 0 and noun_stem(name[:head] + word, language) == name
    }
    return ends.pop() if len(ends) == 1 and ends <= tables else None


def _vocabulary(model: Model, lexicon: Lexicon) -> Vocabulary:
    """The words a question may be made of, worked out once for each model and language."""

    def made() -> Vocabulary:
        nouns = [word for entries in model.nouns.values() for words, _ in entries for word in words]
        return Vocabulary([*nouns, *lexicon.all_words()])

    return model.kept(("vocabulary", lexicon.language), made)
