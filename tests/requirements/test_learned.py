"""What a team decided is kept and heeded in the next review; a glossary names its words."""

from pathlib import Path

import pytest

from arch_team.errors import UsageError
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rules import load_rules
from arch_team.requirements.learned import Decision, Learned
from arch_team.requirements.read import read_bytes
from arch_team.requirements.review import Options, review_specifications

FAST, LIST = "The app shall be fast.", "The list shall be fast."


@pytest.fixture
def learned(tmp_path: Path) -> Learned:
    return Learned(tmp_path / "learned.sqlite", tenant="one")


def suppressed(learned: Learned, text: str) -> set[str]:
    evaluation = Evaluator(learned.applied_to(load_rules())).evaluate(text)
    return {found.rule for found in evaluation.findings if found.suppressed}


def test_a_rejected_finding_is_silent_in_that_requirement_only(learned: Learned) -> None:
    learned.decide(Decision("finding", FAST, "agreed", "vague-quality", "fast"))
    assert suppressed(learned, FAST) == {"vague-quality"}
    assert suppressed(learned, LIST) == set()


def test_the_same_words_rejected_twice_are_the_team_s(learned: Learned) -> None:
    for text in (FAST, LIST):
        learned.decide(Decision("finding", text, "fast is below 2 s here", "vague-quality", "fast"))
    assert suppressed(learned, "The door shall be fast.") == {"vague-quality"}
    assert "fast is below 2 s here" in learned.as_rule_file()


def test_what_was_learned_leaves_as_a_rule_file_that_does_the_same(learned: Learned, tmp_path: Path) -> None:
    learned.decide(Decision("finding", "", "our word", "vague-quality", "fast"))
    file = tmp_path / "house.yaml"
    file.write_text(learned.as_rule_file(), encoding="utf-8")
    found = Evaluator(load_rules(file)).evaluate(FAST).findings
    assert [one.suppressed for one in found if one.rule == "vague-quality"] == ["our word"]


def test_it_can_be_taken_back_and_other_tenants_have_their_own(learned: Learned, tmp_path: Path) -> None:
    learned.decide(Decision("finding", FAST, "agreed", "vague-quality", "fast"))
    assert suppressed(Learned(tmp_path / "learned.sqlite", tenant="other"), FAST) == set()
    assert learned.take_back(Decision("finding", FAST, rule="vague-quality", words="fast"))
    assert suppressed(learned, FAST) == set()


def test_a_rejected_rewrite_is_not_offered_again(learned: Learned) -> None:
    given = [read_bytes(f"- {FAST}\n- {LIST}\n".encode(), "x.md")]
    learned.decide(Decision("rewrite", FAST, "we keep it"))
    report = review_specifications(given, Options(duplicates=False, learned=learned))
    assert [one.requirement.text for one in report.review.rewrites.values()] == [LIST]


def test_a_rejection_without_a_reason_is_none(learned: Learned) -> None:
    with pytest.raises(UsageError, match="reason"):
        learned.decide(Decision("finding", FAST, " ", "vague-quality"))


def test_a_glossary_names_other_words_and_explains_its_own(tmp_path: Path) -> None:
    file = tmp_path / "glossary.yaml"
    terms = ("{term: booking, instead_of: [purchase]}", "{term: fast, meaning: below 2 s}")
    file.write_text("glossary:\n" + "".join(f"  - {term}\n" for term in terms), encoding="utf-8")
    evaluator = Evaluator(load_rules(file))
    found = evaluator.evaluate("The clerk shall cancel a purchase.").findings
    (named,) = [one for one in found if "glossary" in one.rule]
    assert named.message == "'purchase' is called “booking” in the glossary."
    assert all(one.suppressed == "below 2 s" for one in evaluator.evaluate(FAST).findings if one.spans)


def test_an_accepted_finding_counts_more_for_its_words_everywhere(learned: Learned, tmp_path: Path) -> None:
    text = "The clerk shall handle the claim."
    before = {one.rule: one.level for one in Evaluator().evaluate(text).findings}
    learned.decide(Decision("finding", "The app shall handle errors.", "", "vague-verb", "handle", "accepted"))
    after = {one.rule: one.level for one in Evaluator(learned.applied_to(load_rules())).evaluate(text).findings}
    assert (before["vague-verb"], after["vague-verb"]) == ("warning", "error")
    file = tmp_path / "house.yaml"
    file.write_text(learned.as_rule_file(), encoding="utf-8")
    told = {one.rule: one.level for one in Evaluator(load_rules(file)).evaluate(text).findings}
    assert told == after


def test_words_that_were_accepted_are_not_silenced_everywhere(learned: Learned) -> None:
    learned.decide(Decision("finding", "The door shall be fast.", "", "vague-quality", "fast", "accepted"))
    for text in (FAST, LIST):
        learned.decide(Decision("finding", text, "agreed", "vague-quality", "fast"))
    assert suppressed(learned, FAST) == {"vague-quality"}
    assert suppressed(learned, "The gate shall be fast.") == set()


def test_an_accepted_rewrite_is_offered_again_and_its_values_for_the_same_words(learned: Learned) -> None:
    accepted = "The app shall be fast (response time < 2 s)."
    learned.decide(Decision("rewrite", FAST, verdict="accepted", other=accepted))
    report = review_specifications(
        [read_bytes(f"- A1: {FAST}\n- A2: {LIST}\n".encode(), "x.md")], Options(duplicates=False, learned=learned)
    )
    again, other = report.review.rewrites["A1"], report.review.rewrites["A2"]
    assert (again.text, again.source, again.gaps) == (accepted, "team", ())
    assert again.after > again.before
    assert other.gaps[0].suggested_answers[0] == "response time < 2 s"


def test_an_accepted_rewrite_needs_its_text(learned: Learned) -> None:
    with pytest.raises(UsageError, match="which rewrite"):
        learned.decide(Decision("rewrite", FAST, verdict="accepted"))


def test_a_tool_that_asks_for_a_rewrite_gets_the_accepted_one(learned: Learned) -> None:
    import asyncio

    from arch_team.requirements.service import RequirementsService

    accepted = "The app shall be fast (response time < 2 s)."
    learned.decide(Decision("rewrite", FAST, verdict="accepted", other=accepted))
    first, second = asyncio.run(RequirementsService(learned=learned).rewrite([FAST, LIST]))
    assert (first.corrected_text, first.source, first.status) == (accepted, "team", "accepted")
    assert second.source == "rules"
