"""Pairs that a person rejected stay rejected: by their wording, for the tenant, in a file."""

from pathlib import Path

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.requirements.compare import RejectedPairs, find_duplicates
from arch_team.requirements.model import Requirement
from arch_team.settings import Settings
from tests.requirements.compare.labelled import as_set, model

ONE, OTHER = as_set(["Users can delete their account.", "A user shall be able to delete his account."])


def rejected(folder: Path, tenant: str = "a") -> RejectedPairs:
    return RejectedPairs.of(Settings(home=folder), tenant=tenant)


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
