"""Words of a question that the ontology does not explain, looked up among the names of accounts and contacts."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import cast

from rapidfuzz import fuzz

from arch_team.models.embedded.accounts import AccountSet, number_set
from arch_team.models.embedded.plan import Found, ToolCall
from arch_team.ontologies.trustee.tables import ACCOUNT, CONTACT
from arch_team.reading.cues import glossary
from arch_team.reading.wording import word_list
from arch_team.reading.words import folded, stem

ENOUGH = 1000
MISSPELT_AT = 86


@dataclass(frozen=True, slots=True)
class Named:
    """An account (its number) or a contact (its name) of the data."""

    key: str
    name: str


Names = Generator[ToolCall, Found, tuple[Named, ...]]


def chart() -> Names:
    """All accounts."""
    found = yield ToolCall(
        "queryTable",
        {"tableName": ACCOUNT, "fields": ["accountNumber", "accountName"], "limit": ENOUGH, "purpose": "chart"},
    )
    rows = range(len(found.rows))
    return tuple(Named(found.text(i, "accountNumber"), found.text(i, "accountName")) for i in rows)


def contacts() -> Names:
    found = yield ToolCall(
        "queryTable", {"tableName": CONTACT, "fields": ["name"], "limit": ENOUGH, "purpose": "contacts"}
    )
    return tuple(Named(found.text(i, "name"), found.text(i, "name")) for i in range(len(found.rows)))


def accounts_named(word: str, accounts: tuple[Named, ...]) -> list[Named]:
    """Accounts whose name has the word in it, or the German word the glossary gives for it."""
    plain = folded(word)
    wanted = glossary().get(plain) or glossary().get(stem(plain)) or plain
    whole = [a for a in accounts if folded(a.name) == wanted]
    if whole:
        return whole
    start = [a for a in accounts if any(part.startswith(wanted) for part in _parts(a.name))]
    if start or len(wanted) < 5:
        return start
    short = stem(wanted)
    return [a for a in accounts if any(short in part for part in _parts(a.name))] if len(short) >= 5 else []


def narrow(accounts: AccountSet, said: str, known: tuple[Named, ...]) -> AccountSet:
    """`Reisespesen` is one account although its group is wider: the account by that name is meant.

    Not where several accounts of the group begin with the word: then the group is meant.
    """
    filters = [f for f in accounts.filters if f["field"] == "accountNumber"]
    inside = [a for a in known if filters and _within(a.key, filters[0])]
    if len(inside) < 2:
        return accounts
    for word in (said, *said.split()):
        wanted = glossary().get(folded(word), folded(word))
        matching = [a for a in inside if any(part.startswith(wanted) for part in _parts(a.name))]
        if matching:
            return number_set(matching[0].key) if len(matching) == 1 else accounts
    return accounts


def _within(number: str, only: dict[str, object]) -> bool:
    if only["op"] == "LIKE":
        return number.startswith(str(only["value"]).rstrip("%"))
    if only["op"] == "BETWEEN":
        low, high = cast("list[str]", only["value"])
        return low <= number <= high
    return number == only["value"]


def contacts_named(words: list[str], known: tuple[Named, ...]) -> list[Named]:
    """Contacts whose name has all these words, small slips forgiven."""
    wanted = [folded(word) for word in words if folded(word) not in word_list("small_parts_of_names")]
    if not wanted:
        return []

    def has(contact: Named, word: str) -> bool:
        parts = _parts(contact.name)
        return any(part == word or (len(word) >= 4 and part.startswith(word)) for part in parts) or any(
            len(word) >= 5 and fuzz.ratio(part, word) >= MISSPELT_AT for part in parts
        )

    return [contact for contact in known if all(has(contact, word) for word in wanted)]


def _parts(name: str) -> list[str]:
    plain = folded(name)
    for mark in "(),.&/":
        plain = plain.replace(mark, " ")
    return [plain.strip(), *plain.split()]
