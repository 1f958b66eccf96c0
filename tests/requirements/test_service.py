"""The review's door. Whatever holds in process holds over HTTP: the same tests run against both."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.contract import Item, Requirements
from arch_team.requirements.errors import NothingToReview, ReviewError, TooMuch, UnknownCriterion
from arch_team.requirements.model import CRITERIA, Requirement
from arch_team.requirements.service import RequirementsService
from tests.requirements.reviewing import in_process, remote

Result = TypeVar("Result")
FAST = "Die App muss schnell sein"
WATERMARKS = ("Video-Wasserzeichen für Urheberrecht", "Wasserzeichen in Videos einfügen")
GOOD = "The system shall refresh the display every 60 seconds."


def run(work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(work)


@pytest.fixture(params=["in process", "over HTTP"])
def review(request: pytest.FixtureRequest) -> Requirements:
    return in_process() if request.param == "in process" else remote()


class TestEvaluate:
    def test_the_source_example_fails_on_clarity_testability_and_measurability(self, review: Requirements) -> None:
        found = run(review.evaluate(FAST, ["clarity", "testability", "measurability"]))
        assert (found.verdict, found.language) == ("fail", "de")
        assert found.score < 0.7
        assert [(one.criterion, one.passed) for one in found.evaluation] == [
            ("clarity", False),
            ("testability", False),
            ("measurability", False),
        ]
        assert all("schnell" in one.feedback for one in found.evaluation)

    @pytest.mark.parametrize("keys", [None, [], ["all"], ["All", "clarity"]])
    def test_all_criteria_are_the_default(self, review: Requirements, keys: list[str] | None) -> None:
        assert [one.criterion for one in run(review.evaluate(GOOD, keys)).evaluation] == list(CRITERIA)

    def test_an_unknown_criterion_is_named_with_those_there_are(self, review: Requirements) -> None:
        with pytest.raises(UnknownCriterion, match="beauty") as caught:
            run(review.evaluate(FAST, ["clarity", "beauty"]))
        assert "testability" in caught.value.next_step

    @pytest.mark.parametrize("text", ["", "   ", "…!?"])
    def test_a_text_without_words_is_nothing_to_review(self, review: Requirements, text: str) -> None:
        with pytest.raises(NothingToReview):
            run(review.evaluate(text))

    def test_a_text_that_is_too_long_is_refused(self, review: Requirements) -> None:
        with pytest.raises(TooMuch, match="20001 characters"):
            run(review.evaluate("x" * 20_001))


class TestRewrite:
    def test_what_is_missing_comes_back_as_questions(self, review: Requirements) -> None:
        (item,) = run(review.rewrite([FAST]))
        assert (item.id, item.original_text, item.status, item.verdict) == (1, FAST, "needs_clarification", "fail")
        assert item.corrected_text == "Als [Rolle?] möchte ich, dass die App schnell ([Metrik?]) ist, damit [Nutzen?]."
        assert [one.placeholder for one in item.questions] == ["[Metrik?]", "[Rolle?]", "[Nutzen?]"]

    def test_with_the_answers_it_is_accepted(self, review: Requirements) -> None:
        answers = {"[Metrik?]": "Antwortzeit P95 < 2 s", "[Rolle?]": "Disponent", "[Nutzen?]": "ohne"}
        (item,) = run(review.rewrite([Item(text=FAST, answers=answers)]))
        assert (item.status, item.verdict, item.questions) == ("accepted", "pass", ())
        assert item.original_score < 0.7 <= item.score
        assert {one.criterion for one in item.evaluation} == set(CRITERIA)

    def test_what_passes_is_unchanged(self, review: Requirements) -> None:
        (item,) = run(review.rewrite([GOOD]))
        assert (item.status, item.corrected_text, item.score) == ("unchanged", GOOD, item.original_score)

    def test_what_still_fails_is_rejected(self, review: Requirements) -> None:
        text = "Als Disponent möchte ich alles usw. haben, damit alles irgendwie besser und schöner wird."
        answers = {"close_list": "alle möglichen Dinge etc. usw.", "[Bedingung?]": "immer"}
        (item,) = run(review.rewrite([Item(text=text, answers=answers)]))
        assert (item.status, item.verdict) == ("rejected", "fail")

    def test_a_compound_comes_back_in_parts(self, review: Requirements) -> None:
        (item,) = run(review.rewrite(["The system shall authenticate and authorize users."]))
        assert [part.text for part in item.parts] == [
            "The system shall authenticate users.",
            "The system shall authorize users.",
        ]
        assert item.status == "accepted"

    def test_each_keeps_its_number_and_language(self, review: Requirements) -> None:
        items = run(review.rewrite([FAST, GOOD, "The app must be fast"]))
        assert [item.id for item in items] == [1, 2, 3]
        assert "[Metrik?]" in items[0].corrected_text
        assert "[metric?]" in items[2].corrected_text

    def test_the_empty_one_of_many_is_named(self, review: Requirements) -> None:
        with pytest.raises(NothingToReview, match="requirement 2 has no words"):
            run(review.rewrite([FAST, " ", GOOD]))

    def test_none_at_all_is_nothing_to_review(self, review: Requirements) -> None:
        with pytest.raises(NothingToReview):
            run(review.rewrite([]))

    def test_too_many_are_refused(self, review: Requirements) -> None:
        with pytest.raises(TooMuch, match="1001 requirements"):
            run(review.rewrite(["x"] * 1001))

    def test_an_answer_to_nothing_is_said(self, review: Requirements) -> None:
        with pytest.raises(ReviewError if not isinstance(review, RequirementsService) else Exception, match="farbe"):
            run(review.rewrite([Item(text=FAST, answers={"[Farbe?]": "rot"})]))


def test_suggestions_come_by_number(review: Requirements) -> None:
    found = run(review.suggest([FAST, GOOD]))
    assert list(found.items) == ["REQ_1", "REQ_2"]
    assert [one.type for one in found.items["REQ_1"].suggestions][:3] == ["add_actor", "add_metric", "add_criteria"]
    assert found.items["REQ_2"].suggestions == ()


def test_duplicates_come_by_place(review: Requirements) -> None:
    found = run(review.detect_duplicates(["Video a", "Bild b", "Video c"]))
    assert [(one.req1_idx, one.req2_idx, one.similarity) for one in found] == [(0, 2, 0.95)]
    assert found[0].reason


def test_the_two_watermark_sentences_are_duplicates() -> None:
    """The source's own example, with the real embeddings."""
    found = run(RequirementsService().detect_duplicates([FAST, *WATERMARKS]))
    assert [(one.req1_idx, one.req2_idx) for one in found] == [(1, 2)]
    assert found[0].similarity > 0.9
    assert found[0].reason


@pytest.mark.parametrize("text", [FAST, GOOD, "The system shall authenticate and authorize users.", "Die Suche usw."])
def test_both_say_the_same_to_the_last_field(text: str) -> None:
    async def both() -> None:
        here, there = in_process(), remote()
        assert await here.evaluate(text) == await there.evaluate(text)
        assert await here.rewrite([text]) == await there.rewrite([text])
        assert await here.suggest([text]) == await there.suggest([text])
        assert await here.detect_duplicates([text, text]) == await there.detect_duplicates([text, text])
        await there.close()

    run(both())


class TestASet:
    def requirements(self) -> tuple[Requirement, ...]:
        texts = [
            "Als Disponent möchte ich Aufträge als PDF drucken, damit ich sie dem Fahrer mitgebe.",
            FAST,
            "Die Suche muss schnell sein",
            GOOD,
        ]
        return tuple(Requirement(id=f"A-{number}", text=text) for number, text in enumerate(texts, 1))

    def test_everything_at_once(self) -> None:
        seen: list[tuple[int, int]] = []
        review = run(in_process().review(self.requirements(), progress=lambda done, of: seen.append((done, of))))
        assert [one.requirement.id for one in review.evaluations] == ["A-1", "A-2", "A-3", "A-4"]
        assert set(review.rewrites) == {"A-2", "A-3"}
        assert set(review.suggestions) >= {"A-2", "A-3"}
        assert review.groups == (("A-2", "A-3"),)
        assert seen[-1] == (4, 4)

    def test_each_question_is_asked_once_and_no_sentence_is_asked_for_a_role(self) -> None:
        review = run(in_process().review(self.requirements()))
        assert [one.placeholder for one in review.questions] == ["[Metrik?]"]

    def test_only_the_criteria_asked_for(self) -> None:
        review = run(in_process().review(self.requirements(), ["clarity"]))
        assert all([one.criterion for one in found.criteria] == ["clarity"] for found in review.evaluations)

    def test_a_hundred_are_reviewed_in_good_time(self) -> None:
        import time

        many = [Requirement(id=str(n), text=f"{FAST} und {n} Berichte exportieren") for n in range(100)]
        started = time.process_time()
        run(RequirementsService(Evaluator(), duplicates=lambda _: ((), ())).review(many))
        assert time.process_time() - started < 4
