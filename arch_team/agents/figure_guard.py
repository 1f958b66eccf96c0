"""Holds a model's draft to what the question asks: its figures must be those that the engine's own reading gives."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from arch_team.agents.completeness import amount_of, left_out
from arch_team.evidence.everyday_words import lists
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.verdict import Figure, GuardCode, GuardFinding, GuardResult, finding
from arch_team.measuring.asked import Asked, Lacking, Make
from arch_team.measuring.reader import FigureRead
from arch_team.models.embedded.conversation import found_in
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import Outcome, Plan, Say
from arch_team.text.folding import letters_folded
from arch_team.tools.data import DataTools

Checks = Callable[[str, Ledger], GuardResult]


@dataclass(frozen=True)
class FigureGuard:
    """Serves one run. `tools` are for looking, and leave no evidence; `checks` renders a draft of the engine's own."""

    path: FigurePath
    tools: Callable[[], DataTools]
    checks: Checks

    def missed(self, read: FigureRead, checked: GuardResult) -> tuple[GuardFinding, ...]:
        """What keeps a draft from being the answer to a question that was read. Empty: it is."""
        if read.asked is None:
            return (_not_answerable(read),) if read.open is not None else ()
        tools = self.tools()
        own = outcome_of(self.path.plan(read), tools)
        if not isinstance(own, Say):
            message = "The tables do not answer this question."
            return (finding(GuardCode.OFF_TOPIC, message, "Reply CANNOT_ANSWER and say what is missing."),)
        expected = self.checks(own.text, tools.ledger)
        if not expected.ok:
            return expected.findings
        return (
            *_others(expected, checked),
            *left_out(expected.figures, checked.figures, checked.text, each=_asks_each(read)),
            *_yes_or_no(expected.text, checked.text),
        )


def _asks_each(read: FigureRead) -> bool:
    """Whether every figure is asked for, and not only what they come to."""
    asked = read.asked
    return not isinstance(asked, Asked) or asked.per_member or asked.make is not Make.VALUE


def _not_answerable(read: FigureRead) -> GuardFinding:
    open_ = read.open
    if isinstance(open_, Lacking):
        message = f"The question leaves open: {open_.what}."
        return finding(GuardCode.OFF_TOPIC, message, "Ask for it with NEED_USER_CLARIFICATION.")
    return finding(GuardCode.OFF_TOPIC, "The question cannot be answered as it is put.", "Reply CANNOT_ANSWER.")


def outcome_of(plan: Plan, tools: DataTools) -> Outcome | None:
    """What a plan says in the end. None: a call of it failed."""
    try:
        call = next(plan)
        while True:
            result = tools.call(call.tool, call.arguments)
            if not result.success:
                return None
            call = plan.send(found_in(result))
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome


def _others(expected: GuardResult, checked: GuardResult) -> tuple[GuardFinding, ...]:
    """Figures that are true, and of something else than is asked."""
    known = {(amount_of(figure), figure.unit) for figure in expected.figures}
    behind = {_plain(cell.value) for figure in expected.figures for cell in figure.evidence}
    found: list[GuardFinding] = []
    for figure in checked.figures:
        amount = amount_of(figure)
        if amount is None or (amount, figure.unit) in known:
            continue
        turned = (-amount, figure.unit) in known
        if _is_cell(figure) and (turned or amount in behind):
            continue
        message = f"{figure.display} is not what the question asks for."
        hint = (
            "Turn its sign round with {{negated(…)}}." if turned else "Read what the question names, and nothing else."
        )
        found.append(finding(GuardCode.OFF_TOPIC, message, hint, figure.display))
    return tuple(found)


def _is_cell(figure: Figure) -> bool:
    return len(figure.evidence) == 1


def _plain(value: object) -> Decimal | None:
    return Decimal(str(value)) if isinstance(value, Decimal | int) and not isinstance(value, bool) else None


def _yes_or_no(own: str, said: str) -> tuple[GuardFinding, ...]:
    """A yes where the figures say no, or the other way round."""
    first = (letters_folded(own).split() or [""])[0].strip(".,")
    yes, no = set(lists().yes_words), set(lists().no_words)
    words = [word.strip(".,:;!") for word in letters_folded(said).split()]
    if first not in yes | no:
        return ()
    wrong = no if first in yes else yes
    if words and words[0] in wrong:
        return (finding(GuardCode.OFF_TOPIC, "Its yes or no is not what the figures say.", "Compare the figures."),)
    return ()
