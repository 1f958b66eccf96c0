"""Pairs that a person decided about stay so: by their wording, for the tenant, in a file."""

from pathlib import Path

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.requirements.compare import find_duplicates
from arch_team.requirements.learned import Decision, Learned
from arch_team.requirements.model import Requirement
from arch_team.requirements.service import find_with
from arch_team.settings import Settings
from tests.requirements.compare.labelled import as_set, model

ONE, OTHER = as_set(["Users can delete their account.", "A user shall be able to delete his account."])


class Pairs:
    """One tenant's pairs."""

    def __init__(self, folder: Path, tenant: str) -> None:
        self.learned = Learned.of(Settings(home=folder), tenant=tenant)

    def reject(self, one: Requirement, other: Requirement) -> None:
        self.learned.decide(Decision("pair", one.text, other=other.text))

    def allow(self, one: Requirement, other: Requirement) -> bool:
        return self.learned.take_back(Decision("pair", one.text, other=other.text))

    def among(self, requirements: list[Requirement]) -> set[tuple[str, str]]:
        return self.learned.pairs(requirements, "rejected")

    def holds(self, one: Requirement, other: Requirement) -> bool:
        return bool(self.among([one, other]))


def rejected(folder: Path, tenant: str = "a") -> Pairs:
    return Pairs(folder, tenant)


def test_a_rejected_pair_is_no_longer_found_in_whichever_order_it_was_rejected(tmp_path: Path) -> None:
    assert find_duplicates([ONE, OTHER], embedder=model()).pairs
    rejected(tmp_path).reject(OTHER, ONE)
    known = rejected(tmp_path)
    assert known.holds(ONE, OTHER)
    duplicates = find_duplicates([ONE, OTHER], embedder=model(), rejected=known.among([ONE, OTHER]))
    assert (duplicates.pairs, duplicates.groups) == ((), ())


def test_it_stays_rejected_under_new_numbers_and_is_asked_again_when_a_text_changes(tmp_path: Path) -> None:
    rejected(tmp_path).reject(ONE, OTHER)
    renumbered = [Requirement(id="X-9", text=f"4.1 {ONE.text}"), Requirement(id="X-3", text=OTHER.text.upper())]
    assert rejected(tmp_path).among(renumbered) in ({("X-9", "X-3")}, {("X-3", "X-9")})
    changed = [renumbered[0], Requirement(id="X-3", text=f"{OTHER.text} At once.")]
    assert rejected(tmp_path).among(changed) == set()


def test_every_copy_of_a_rejected_wording_is_rejected(tmp_path: Path) -> None:
    rejected(tmp_path).reject(ONE, OTHER)
    three = [ONE, OTHER, Requirement(id="copy", text=OTHER.text)]
    pairs = find_duplicates(three, embedder=model(), rejected=rejected(tmp_path).among(three)).pairs
    assert [(pair.one, pair.other) for pair in pairs] == [(OTHER.id, "copy")]


def test_the_same_text_twice_can_be_rejected_too(tmp_path: Path) -> None:
    twice = [ONE, Requirement(id="copy", text=ONE.text)]
    rejected(tmp_path).reject(*twice)
    assert not find_duplicates(twice, embedder=model(), rejected=rejected(tmp_path).among(twice)).pairs


def test_a_rejection_can_be_taken_back_and_rejecting_twice_is_once(tmp_path: Path) -> None:
    rejected(tmp_path).reject(ONE, OTHER)
    rejected(tmp_path).reject(OTHER, ONE)
    assert rejected(tmp_path).allow(OTHER, ONE)
    assert not rejected(tmp_path).allow(ONE, OTHER)
    assert rejected(tmp_path).among([ONE, OTHER]) == set()


def test_tenants_do_not_see_what_others_rejected(tmp_path: Path) -> None:
    rejected(tmp_path, "a").reject(ONE, OTHER)
    assert not rejected(tmp_path, "b").holds(ONE, OTHER)
    assert not rejected(tmp_path, "b").allow(ONE, OTHER)
    assert rejected(tmp_path, "a").holds(ONE, OTHER)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SourceUnavailable, match="file"):
        rejected(tmp_path / "file").reject(ONE, OTHER)


def test_an_accepted_pair_is_always_shown_and_the_last_word_counts(tmp_path: Path) -> None:
    two = as_set(["The app must be fast.", "Pages open within two seconds."])
    learned = Learned.of(Settings(home=tmp_path), tenant="a")
    assert not find_with(two, learned)[0]
    learned.decide(Decision("pair", two[1].text, verdict="accepted", other=two[0].text))
    pairs, groups = find_with(two, learned)
    assert [(pair.one, pair.other) for pair in pairs] == [(two[0].id, two[1].id)]
    assert groups == ((two[0].id, two[1].id),)
    learned.decide(Decision("pair", two[0].text, other=two[1].text))
    assert not find_with(two, learned)[0]
