"""What the chart of accounts says of a name: an account's whole name, a group of the company's own, a book value."""

import re
from dataclasses import replace

from arch_team.models.embedded.accounts import (
    EXCEPT,
    AccountSet,
    Placed,
    holds,
    is_within,
    listed_set,
    number_set,
    range_set,
)
from arch_team.models.embedded.directory import Account, accounts_named, group_named, is_called, parts_of
from arch_team.reading.question import Reading
from arch_team.reading.words import folded, overlaps

GROUP = re.compile(r"\b(?:konten|account )?(?:gruppe|group)n?\b")
_LOST = re.compile(
    r"(?:kumulierte )?(?:wertberichtigung(?:en)?|abschreibungen|accumulated depreciation) (?:auf |of |on )?(.+)"
)
_BRACKETS = re.compile(r"s? ?(?:20\d\d )?\([^()\d]*\)")


def exactly(one: Placed, accounts: tuple[Account, ...], reading: Reading) -> Placed:
    """A set whose word is the very name of one account in it means that account; one that is the name of a group in
    the company's own chart, the accounts of that group."""
    label, grouped = one.accounts.label, bool(GROUP.search(reading.flat))
    named = [a for a in accounts if is_called(a, label) and holds(one.accounts, a.number)]
    if len(named) == 1 and not one.is_own and not grouped:
        return replace(one, accounts=number_set(named[0].number, named[0].name))
    group = group_of(label, accounts, grouped)
    if group is None or (named and not grouped):
        return one
    same = {a.number for a in accounts if holds(one.accounts, a.number)} == {
        a.number for a in accounts if holds(group, a.number)
    }
    return replace(one, accounts=group) if not same and (grouped or is_within(group, one.accounts)) else one


def adjusted(named: list[Placed], accounts: tuple[Account, ...], reading: Reading) -> list[Placed]:
    """The book value of machines is their account together with the one that says what they have lost."""
    if "book_value" not in reading.cues:
        return named
    own = {one.accounts.label_number: one for one in named if one.accounts.is_single}
    names = {account.number: folded(account.name) for account in accounts}
    out = list(named)
    for number, one in own.items():
        for other in accounts:
            lost = _LOST.fullmatch(folded(other.name))
            if lost and lost[1] == names.get(number) and other.number not in own:
                out.append(replace(one, accounts=number_set(other.number, other.name)))
    return out


def group_of(label: str, accounts: tuple[Account, ...], grouped: bool) -> AccountSet | None:
    """What the chart files under a name. Accounts that others stand between are meant only where a group is named."""
    numbers, side_by_side = group_named(label, accounts)
    if len(numbers) > 1 and side_by_side:
        return range_set(numbers[0], numbers[-1], label)
    return listed_set(numbers, label) if len(numbers) > 1 and grouped else None


def called_in(reading: Reading, accounts: tuple[Account, ...]) -> list[Placed]:
    """Accounts whose whole name stands in the question, where that is several words: `Telefon und Internet`."""
    found: list[Placed] = []
    for account in sorted(accounts, key=lambda one: -len(one.name)):
        parts = parts_of(account.name)
        if len(parts) < 2 or parts[0] not in reading.flat or account.number in reading.accounts:
            continue
        joined = r"[\s(),.&/-]+(?:(?:und|and|u\.) )?".join(map(re.escape, parts))
        for match in re.finditer(rf"\b{joined}\b", reading.flat):
            if not overlaps(match.span(), [(one.start, one.end) for one in found]):
                named = number_set(account.number, account.name)
                found.append(
                    Placed(named, *match.span(), bool(EXCEPT.search(reading.flat[: match.start()])), text=reading.flat)
                )
    return found


def instead(placed: list[Placed], called: list[Placed]) -> list[Placed]:
    """Words inside the name of an account name nothing else."""
    spots = [(one.start, one.end) for one in called]
    return [*called, *(one for one in placed if not overlaps((one.start, one.end), spots))]


def without_glosses(named: list[Placed], flat: str) -> list[Placed]:
    """`Handelsertrag (Hardware und Lizenzen)`: what stands in brackets behind a set says what is in it."""
    spots = [
        match.span()
        for one in named
        if not one.is_loose and (match := _BRACKETS.match(flat, one.end)) and not one.accounts.is_single
    ]
    return [one for one in named if not any(start <= one.start and one.end <= end for start, end in spots)]


def front_named(front: str, accounts: tuple[Account, ...]) -> list[Account]:
    """Accounts by the first half of a compound, with or without a joining s."""
    named: list[Account] = []
    for form in (front, front.removesuffix("s")):
        named = named or (accounts_named(form, accounts) if len(form) >= 4 else [])
    return named
