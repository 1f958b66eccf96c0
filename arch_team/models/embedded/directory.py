"""The names that are in the data: accounts, contacts and their towns. What a question says is looked up among them."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from arch_team.models.embedded.plan import Found, ToolCall
from arch_team.ontologies.trustee.tables import ACCOUNT, CONTACT
from arch_team.reading.cues import glossary
from arch_team.reading.wording import word_list
from arch_team.reading.words import folded, stem

ENOUGH = 1000
_MARKS = str.maketrans(dict.fromkeys("(),.&/'’", " "))


@dataclass(frozen=True, slots=True)
class Account:
    number: str
    name: str
    currency: str
    group: str = ""
    """What the company's own chart of accounts files it under."""

    @property
    def said(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True, slots=True)
class Contact:
    name: str
    city: str
    kind: str

    @property
    def parts(self) -> list[str]:
        return [part for part in parts_of(self.name) if part not in word_list("small_parts_of_names")]


def chart() -> Generator[ToolCall, Found, tuple[Account, ...]]:
    """All accounts."""
    fields = ["accountNumber", "accountName", "currency", "accountGroup"]
    found = yield ToolCall("queryTable", {"tableName": ACCOUNT, "fields": fields, "limit": ENOUGH, "purpose": "chart"})
    return tuple(Account(*(found.text(i, field) for field in fields)) for i in range(len(found.rows)))


def address_book() -> Generator[ToolCall, Found, tuple[Contact, ...]]:
    """All customers and suppliers."""
    call: dict[str, object] = {
        "tableName": CONTACT,
        "fields": ["name", "city", "contactType"],
        "limit": ENOUGH,
        "purpose": "contacts",
    }
    found = yield ToolCall("queryTable", call)
    return tuple(
        Contact(found.text(i, "name"), found.text(i, "city"), found.text(i, "contactType"))
        for i in range(len(found.rows))
    )


def parts_of(name: str) -> list[str]:
    return folded(name).translate(_MARKS).split()


def accounts_named(
    word: str, accounts: tuple[Account, ...], fits: Callable[[str], bool] = lambda number: True
) -> list[Account]:
    """Accounts whose name is the word, or has it in it; or one of the words the glossary gives for it. `fits` says of
    which kind the account must be, where the question tells."""
    plain = folded(word)
    wanted = glossary().get(plain) or glossary().get(stem(plain)) or (plain,)
    fitting = tuple(account for account in accounts if fits(account.number))
    return next((found for one in wanted if (found := _named(one, fitting))), list[Account]())


def group_named(name: str, accounts: tuple[Account, ...]) -> tuple[list[str], bool]:
    """The accounts that the chart files under this name, and whether no other account stands between them."""
    plain = _stems(name)
    mine = sorted(account.number for account in accounts if account.group and _stems(account.group) == plain)
    between = [a for a in accounts if mine and mine[0] <= a.number <= mine[-1] and a.number not in mine]
    return mine, not between


def is_called(account: Account, name: str) -> bool:
    """Whether this is the account's whole name, in whatever case or number it stands."""
    return folded(account.name) == folded(name) or _stems(account.name) == _stems(name)


def _stems(name: str) -> list[str]:
    return [stem(part) for part in parts_of(name)]


def _named(wanted: str, accounts: tuple[Account, ...]) -> list[Account]:
    """The whole name first, then the start of a word in it, then the end of one, then any part of one."""
    names = [(account, folded(account.name), parts_of(account.name)) for account in accounts]
    short = stem(wanted)
    if whole := [a for a, name, _ in names if wanted in (name, stem(name))]:
        return whole
    if first := [a for a, name, _ in names if name.startswith(wanted)]:
        return first
    if start := [a for a, _, parts in names if any(part.startswith(wanted) for part in parts)]:
        return start
    if len(short) < 5:
        return []
    if end := [a for a, _, parts in names if any(stem(part).endswith(short) for part in parts)]:
        return end
    return [a for a, _, parts in names if any(short in part for part in parts)]


def name_parts(accounts: tuple[Account, ...], contacts: tuple[Contact, ...]) -> Iterator[str]:
    """Every word in these names, for the spelling of others to be held against."""
    for account in accounts:
        yield from parts_of(account.name)
    for contact in contacts:
        yield from parts_of(contact.name)
        yield from parts_of(contact.city)
