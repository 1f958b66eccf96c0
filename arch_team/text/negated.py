"""Words that deny what they are made of, spelled out: `unpaid invoices` are invoices that are not paid."""

from arch_team.text.dates import periods_in
from arch_team.text.lexicon import Lexicon
from arch_team.text.tokens import TokenKind, tokens_of

_SAID_BEFORE = ("be", "auxiliary", "have")


def spelled_out(question: str, lexicon: Lexicon) -> str | None:
    """The question with such words said apart. None where it has none, or where it names a time, which would then be
    read as the time at which something was not done."""
    tokens = tokens_of(question, lexicon.language)
    if periods_in(question) or any(t.number is not None and 1800 <= t.number <= 2200 for t in tokens):
        return None
    pieces: list[str] = []
    at = done = 0
    while at < len(tokens):
        word = lexicon.denied(tokens[at].folded)
        if word is None:
            at += 1
            continue
        start, end = tokens[at].start, tokens[at].end
        before = tokens[at - 1].folded if at else ""
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        told = any(before in lexicon.words(klass) for klass in _SAID_BEFORE)
        if told or following is None or following.kind is not TokenKind.WORD:
            pieces += [question[done:start], lexicon.denying[0].format(word=word)]
        else:  # it describes what follows
            noun, end, at = question[following.start : following.end], following.end, at + 1
            pieces += [question[done:start], f"{noun} {lexicon.denying[1].format(word=word)}"]
        done, at = end, at + 1
    return "".join((*pieces, question[done:])) if pieces else None
