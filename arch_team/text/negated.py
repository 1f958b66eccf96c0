"""Words that deny what they are made of, spelled out: `unpaid invoices` are invoices that are not paid."""

from collections.abc import Sequence

from arch_team.text.dates import periods_in
from arch_team.text.lexicon import Lexicon
from arch_team.text.tokens import Token, TokenKind, tokens_of

_SAID_BEFORE = ("be", "auxiliary", "have")
_ENDS = frozenset({"order", "ascending", "descending", "alphabetical", "each", "group_by"})


def spelled_out(question: str, lexicon: Lexicon) -> str | None:
    """The question with such words said apart. None where it has none, or where one stands before a time, which would
    then be read as the time at which something was not done."""
    tokens = tokens_of(question, lexicon.language)
    times = [period.at[0] for period in periods_in(question)]
    times += [t.start for t in tokens if t.number is not None and 1800 <= t.number <= 2200]
    fillers = lexicon.words("filler")
    pieces: list[str] = []
    done, at = 0, 0
    while at < len(tokens):
        word = lexicon.denied(tokens[at].folded)
        if word is None or (lexicon.has_free_order and tokens[at].is_capital):  # an Untersuchung denies nothing
            at += 1
            continue
        start, end = tokens[at].start, tokens[at].end
        before = next((token.folded for token in reversed(tokens[:at]) if token.folded not in fillers), "")
        noun = _noun_at(tokens, at + 1, lexicon)
        told = not noun and any(before in lexicon.words(klass) for klass in _SAID_BEFORE)
        after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
        if any(time > start for time in times) or (times and not told) or after in lexicon.words("preposition"):
            return None  # `unpaid in Bern` is not what was not paid there
        if not noun:
            pieces += [question[done:start], lexicon.denying[0].format(word=word)]
            done, at = end, at + 1
            continue
        at = _end_of_clause(
            tokens, at + 1 + len(noun), lexicon
        )  # it describes what follows, with all that is said of it
        end = tokens[at - 1].end
        said = question[noun[0].start : end]
        clause = lexicon.denying[1].format(word=word)
        goes_on = clause[0] == "," and at < len(tokens) and tokens[at].kind is TokenKind.WORD
        pieces += [question[done:start], said, "" if clause[0] == "," else " ", clause, "," if goes_on else ""]
        done = end
    return "".join((*pieces, question[done:])) if pieces else None


def _end_of_clause(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """The place after what is said of a noun: a sign ends it, and so does how rows are ordered or put together."""
    words = tuple(token.folded for token in tokens)
    while at < len(tokens) and tokens[at].kind is not TokenKind.SIGN:
        if any(entry.klass in _ENDS for _, entry in lexicon.matches(words, at)):
            break
        at += 1
    return at


def _noun_at(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> list[Token]:
    """The noun of one or more words that begins at a place: a name ends it, and so does a word of the language."""
    found: list[Token] = []
    for token in tokens[at:]:
        is_next = token.is_capital or lexicon.has_free_order
        if token.kind is not TokenKind.WORD or lexicon.matches((token.folded,), 0) or (found and is_next):
            break
        found.append(token)
    return found
