"""Names, codes and items of a list, bound like figures: what a draft names must be in the evidence.

Four places are looked at, all in the typed part of a draft: items of lists, tables and enumerations; quoted pieces;
short codes (`K-07`); and, in running text, words with a capital that no everyday word, no word of the question and no
name of a table or field explains. What stands there must be a cell of this run or words of the question. Two names that
stand together must be of one row: `Anna Meier` is nobody where there are Anna Huber and Peter Meier.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from arch_team.evidence.everyday_words import has_common_ending, item_words, lists
from arch_team.evidence.held_words import HeldWords, Place
from arch_team.evidence.masks import blanked, masked_spans
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.text.common_words import things
from arch_team.text.folding import folded
from arch_team.wire import Language

REFERENCE = "\ufffc"
"""What a reference is overwritten with in the typed text."""
LONGEST_NAME = 6
"""Words of an item that may be a name; longer ones are said, not named."""

_ATOM = re.compile(r"[^\W_]+")
_ITEM = re.compile(r"^[ \t>]*(?:[-*•+–][ \t]+|\d{1,3}[.)][ \t]+)(?P<item>.+)$")
_RULE = re.compile(r"^[\s|:+-]*$")
_PIECES = re.compile(r"[,:;|()\[\]=→⇒]|\s[-–—]\s")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_QUOTED = re.compile(r"[\"“„«‹](?P<one>[^\"“”„»›\n]{2,80})[\"”“»›]|(?<!\w)['‘](?P<two>[^'’\n]{2,80})['’](?!\w)")
_CODE = re.compile(r"(?<![\w-])[^\W\d_]{1,8}[-_/]?\d{1,2}(?:[-_/]\w+)*(?![\w-])")
_MARKS = " \t*_#>\"'“„«‹(["
_HINT = "Refer to the cell that holds it, {{e1.r0.column}}, or leave it out."


@dataclass(frozen=True, slots=True)
class Atom:
    """A word of the draft, at its place."""

    text: str
    word: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        return self.text[:1].isupper()

    @property
    def is_number(self) -> bool:
        return self.text.isdecimal()


@dataclass(frozen=True)
class NamedThings:
    """Holds the typed part of one draft against what is held by name."""

    text: str
    """The draft with its references overwritten, each place as it was."""
    held: HeldWords
    language: Language

    def unheld(self) -> Iterator[GuardFinding]:
        """What is named and nowhere held, each once."""
        seen: set[str] = set()
        for quote in self._unheld():
            said = " ".join(quote.replace(REFERENCE, " ").split())
            if said and not any(folded(said) in other for other in seen):
                seen.add(folded(said))
                message = f"{said!r} is in no tool result of this run, nor in the question."
                yield finding(GuardCode.UNBOUND_NAME, message, _HINT, said)

    def _unheld(self) -> Iterator[str]:
        yield from self._quotations()
        yield from self._codes()
        at = 0
        lines = self.text.split("\n")
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            is_header = line.count("|") > 1 and "-" in following and bool(_RULE.match(following))
            if line.count("|") > 1 and not is_header and not _RULE.match(line):
                for start, end in _parts(line, "|"):
                    yield from self._item(at + start, at + end)
            elif item := _ITEM.match(line):
                yield from self._item(at + item.start("item"), at + item.end("item"))
            else:
                yield from self._enumerations(at, at + len(line))
            yield from self._running(at, at + len(line))
            at += len(line) + 1

    def _quotations(self) -> Iterator[str]:
        for match in _QUOTED.finditer(self.text):
            said = match["one"] or match["two"]
            if REFERENCE not in said and not self._is_held(self._words(said)):
                yield said

    def _codes(self) -> Iterator[str]:
        """Codes with few digits; those with more are figures without a reading."""
        for match in _CODE.finditer(self._words_alone):
            words = self._words(match[0])
            if not self._is_known(words) and not self.held.is_asked(words):
                yield match[0]

    def _item(self, start: int, end: int) -> Iterator[str]:
        """One item of a list: what it is called must be held, and each word beside that known."""
        pieces = [self._atoms(*span) for span in _spans(self.text, _PIECES, start, end)]
        named = [piece for piece in pieces if any(not atom.is_number for atom in piece)]
        for number, piece in enumerate(named):
            if number == 0 and len(piece) <= LONGEST_NAME and not self._may_head(piece):
                yield self._said(piece)
            else:
                yield from self._strange(piece)

    def _enumerations(self, start: int, end: int) -> Iterator[str]:
        """`A, B and C` after a colon, or anywhere where the first of them is held."""
        for first, last in _spans(self.text, _SENTENCE_END, start, end):
            colon = self.text.find(":", first, last)
            begin = first if colon < 0 else colon + 1
            spans = list(_spans(self.text, _joints(), begin, last))
            if len(spans) < 2:
                continue
            items = [self._atoms(*span) for span in spans]
            if colon < 0:
                if not self._ends_held(items[0]):
                    continue
                items = items[1:]
            if any(len([a for a in item if not a.is_number]) > LONGEST_NAME for item in items):
                continue
            has_held = any(self._is_known(tuple(a.word for a in item)) for item in items if item)
            for item in items if has_held or colon < 0 else ():
                words = [atom for atom in item if not atom.is_number]
                goes_on = colon < 0 and item is items[-1] and bool(words) and self._is_row_word(words[0])
                if words and not goes_on and not self._may_head(item) and not self._is_clause(item):
                    yield self._said(item)

    def _is_clause(self, item: Sequence[Atom]) -> bool:
        """Whether words go on with the sentence: none of them could be a name."""
        return all(atom.is_number or (not atom.is_capital and self.held.is_plain(atom.word)) for atom in item)

    def _ends_held(self, item: Sequence[Atom]) -> bool:
        words = [atom for atom in item if not atom.is_number]
        return bool(words) and not self.held.is_plain(words[-1].word) and self._is_known((words[-1].word,))

    def _running(self, start: int, end: int) -> Iterator[str]:
        """Words with a capital that nothing explains, and names that are put together of two rows."""
        atoms = self._atoms(start, end)
        run: list[Atom] = []
        for atom in (*atoms, None):
            if atom is not None and self._looks_like_name(atom, start):
                joined = not run or self.text[run[-1].end : atom.start].strip("-'’.& ") == ""
                if joined:
                    run.append(atom)
                    continue
                yield from self._of_run(run)
                run = [atom]
            else:
                yield from self._of_run(run)
                run = []

    def _of_run(self, run: Sequence[Atom]) -> Iterator[str]:
        if run and not self._is_one(run):
            yield self._said(run)

    def _looks_like_name(self, atom: Atom, line: int) -> bool:
        if not atom.is_capital or atom.is_number or len(atom.word) < 2 or self.held.is_plain(atom.word):
            return False
        if self.language == "de":
            return not has_common_ending(atom.word, "de")
        before = self.text[line : atom.start].rstrip(_MARKS)
        begins = not before or before[-1] in ".!?:;|-•"
        return not (begins and has_common_ending(atom.word, "en"))

    def _strange(self, piece: Sequence[Atom]) -> Iterator[str]:
        """The words of a piece that nothing explains. Those with a capital are looked at in running text."""
        for atom in piece:
            if atom.is_number or atom.is_capital or self.held.is_plain(atom.word):
                continue
            if len(piece) > 2 and has_common_ending(atom.word, self.language):
                continue
            if not self.held.rows_with((atom.word,)):
                yield atom.text

    def _may_head(self, piece: Sequence[Atom]) -> bool:
        words = tuple(atom.word for atom in piece)
        if self._is_held(words):
            return True
        named = [atom for atom in piece if not atom.is_number]
        if not all(self._may_stand(atom) for atom in named) or not self._is_one(
            [a for a in named if self._is_row_word(a)]
        ):
            return False
        return any(self._names(atom) for atom in named) or len(named) < len(piece)

    def _may_stand(self, atom: Atom) -> bool:
        if self._names(atom):
            return True
        return self.held.is_plain(atom.word) and atom.word not in things() and not atom.is_capital

    def _names(self, atom: Atom) -> bool:
        word = atom.word
        return word in item_words() or self.held.is_named(word) or bool(self.held.rows_with((word,)))

    def _is_row_word(self, atom: Atom) -> bool:
        return not self.held.is_plain(atom.word) and bool(self.held.rows_with((atom.word,)))

    def _is_held(self, words: tuple[str, ...]) -> bool:
        """A cell, words of the question, or names of tables and fields."""
        return not words or self._is_known(words) or self.held.is_asked(words) or all(map(self.held.is_named, words))

    def _is_known(self, words: tuple[str, ...]) -> bool:
        return bool(words) and bool(self.held.rows_with(words))

    def _is_one(self, run: Sequence[Atom]) -> bool:
        """Whether names that stand together are all held, and by one row."""
        shared: frozenset[Place] | None = None
        at = 0
        while at < len(run):
            until, rows = at + 1, self.held.rows_with((run[at].word,))
            while until < len(run) and (more := self.held.rows_with(tuple(a.word for a in run[at : until + 1]))):
                until, rows = until + 1, more
            shared = rows if shared is None else shared & rows
            if not shared:
                return False
            at = until
        return True

    def _atoms(self, start: int, end: int) -> list[Atom]:
        found = _ATOM.finditer(self._words_alone, start, end)
        return [Atom(m[0], folded(m[0]), m.start(), m.end()) for m in found]

    @cached_property
    def _words_alone(self) -> str:
        """The text without dates, quarters and the numbers of lists."""
        return blanked(self.text, masked_spans(self.text))

    def _words(self, text: str) -> tuple[str, ...]:
        return tuple(folded(m) for m in _ATOM.findall(text))

    def _said(self, atoms: Sequence[Atom]) -> str:
        return self.text[atoms[0].start : atoms[-1].end]


def _parts(text: str, mark: str) -> Iterator[tuple[int, int]]:
    return _spans(text, re.compile(re.escape(mark)), 0, len(text))


def _spans(text: str, at: re.Pattern[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """What stands between the matches of a pattern."""
    for match in at.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


@cache
def _joints() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(lists().joints, key=len, reverse=True))
    return re.compile(rf",?\s+(?:{words})\s+|[,;]\s*", re.IGNORECASE)
