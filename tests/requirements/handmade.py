"""A review made by hand: every kind of thing a report may have to show, and text that wants to break out of it."""

from arch_team.requirements.check.rules import Rule, RuleSet
from arch_team.requirements.model import (
    CRITERIA,
    CriterionScore,
    DuplicatePair,
    Evaluation,
    Finding,
    Gap,
    ModelVerdict,
    Review,
    Rewrite,
    Span,
    Suggestion,
)
from arch_team.requirements.read import Specification, Wanted, read_bytes
from arch_team.requirements.report import Report
from arch_team.wire import Language

FILE = """id;requirement
R-1;"Die App muss ""schnell"" sein; <b>sehr</b>."
R-2;=cmd|'/c calc'!A1 muss der Kunde sehen.
R-3;The app shall open within 2 s.
R-4;<script>alert(1)</script> [bold]shall[/bold] stay :fire: text.
"""
RULES = RuleSet(
    tuple(
        Rule(
            id="vague-quality",
            language=language,
            criterion="clarity",
            level="error",
            weight=0.7,
            message="Vague: '{words}'.",
            reference="INCOSE GtWR R7",
        )
        for language in ("de", "en")
    )
)


def specification() -> Specification:
    return read_bytes(FILE.encode(), "specs/app.csv", Wanted())


def report(language: Language = "de", fail_under: float | None = None) -> Report:
    read = specification()
    gap = Gap(what="add_metric", question="Wie schnell?", suggested_answers=("2 s", "=5 s"), placeholder="[Metrik?]")
    first = read.requirements[0]
    rewrite = Rewrite(
        requirement=first,
        text="Als Kunde möchte ich [Metrik?].",
        acceptance_criteria=("Dann gilt: [Metrik?]",),
        gaps=(gap,),
        before=0.3,
        after=0.95,
        verdict="fail",
    )
    review = Review(
        evaluations=_evaluations(read),
        suggestions={"R-1": (Suggestion(type="add_metric", suggestion="+ eine Metrik", priority="high"),)},
        rewrites={"R-1": rewrite},
        pairs=(DuplicatePair(one="R-1", other="R-3", similarity=0.93, reason="beide <schnell>"),),
        groups=(("R-1", "R-3"),),
        questions=(gap,),
    )
    return Report(review, (read,), RULES, language, fail_under)


def _evaluations(read: Specification) -> tuple[Evaluation, ...]:
    out: list[Evaluation] = []
    for requirement, score in zip(read.requirements, (0.3, 0.65, 1.0, 0.7), strict=True):
        word = "schnell" if requirement.id == "R-1" else "shall"
        found = requirement.text.find(word)
        spans = (Span(start=found, end=found + len(word), text=word),) if found >= 0 else ()
        finding = Finding(
            rule="vague-quality",
            criterion="clarity",
            level="error",
            message=f"Vague: '{word}' <i>.",
            reference="INCOSE GtWR R7",
            spans=spans,
            weight=0.7,
            suppressed="accepted by the <board>" if requirement.id == "R-4" else None,
            related=("R-3",) if requirement.id == "R-1" else (),
        )
        out.append(
            Evaluation(
                requirement=requirement,
                language="de" if requirement.id in ("R-1", "R-2") else "en",
                score=score,
                verdict="pass" if score >= 0.7 else "fail",
                criteria=tuple(
                    CriterionScore(
                        criterion=c, score=score if c == "clarity" else 1.0, passed=score >= 0.7, feedback=""
                    )
                    for c in CRITERIA
                ),
                findings=(finding,) if requirement.id != "R-3" else (),
                model=ModelVerdict(model="m", score=0.9, verdict="pass", disagrees=True)
                if requirement.id == "R-1"
                else None,
            )
        )
    return tuple(out)
