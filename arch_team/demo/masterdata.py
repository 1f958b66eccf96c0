"""The master data of the demo companies: who they are, their charts of accounts, their customers and suppliers.

The chart follows the Swiss SME chart of accounts (Kontenrahmen KMU). Companies and people are invented.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from arch_team.demo.trustee import (
    AccountType,
    ContactType,
    TrusteeDataAccount,
    TrusteeDataContact,
)

FEATURE_INSTANCE = "trustee-main"


@dataclass(frozen=True, slots=True)
class Company:
    mandate: str
    name: str
    city: str
    seed: int


ALPENBLICK = Company("alpenblick", "Alpenblick Informatik AG", "Zürich", 1024)
SEELAND = Company("seeland", "Seeland Gastro GmbH", "Biel/Bienne", 2508)
COMPANIES = (ALPENBLICK, SEELAND)


def accounts(mandate: str) -> list[TrusteeDataAccount]:
    return [
        TrusteeDataAccount(
            mandate_id=mandate,
            feature_instance_id=FEATURE_INSTANCE,
            account_number=row["number"],
            account_name=row["name"],
            account_type=AccountType(row["type"]),
            account_group=row["group"],
            currency=row["currency"],
            is_active=row["active"] == "yes",
        )
        for row in _read("accounts.csv")
        if mandate in row["used_by"].split()
    ]


def contacts(mandate: str) -> list[TrusteeDataContact]:
    return [
        TrusteeDataContact(
            mandate_id=mandate,
            feature_instance_id=FEATURE_INSTANCE,
            id=f"{mandate}-{row['number']}",
            contact_number=row["number"],
            name=row["name"],
            contact_type=ContactType(row["type"]),
            city=row["city"],
            country=row["country"],
            email=row["email"] or None,
            vat_number=row["vat_number"] or None,
        )
        for row in _read("contacts.csv")
        if row["mandate"] == mandate
    ]


def _read(name: str) -> Iterator[dict[str, str]]:
    text = (files("arch_team.demo") / "data" / name).read_text(encoding="utf-8")
    return csv.DictReader(text.splitlines())
