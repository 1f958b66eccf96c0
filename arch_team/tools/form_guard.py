"""Holds a draft to the question's form: what it shows must be what the form gives, all of it and nothing else.

Whoever made the calls: each figure shown must come of a call that computes what the form computes (same rows, same
figure, same groups), every cell of the form's result must be there, and nothing beside it but what names the rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from arch_team.evidence.ledger import Ledger
from arch_team.evidence.verdict import GuardFinding, GuardResult
from arch_team.featuredata.catalog import Catalog
from arch_team.forms.form import Form
from arch_team.modelling.model import Model
from arch_team.reading.source import Engine, Understood
from arch_team.text.lexicon import lexicon_of
from arch_team.tools.asked_forms import Asked
from arch_team.tools.form_comparison import FormComparison
from arch_team.tools.question_words import QuestionWords
from arch_team.tools.whole_lists import cut_lists
from arch_team.wire import Language

Reads = Callable[[str, Sequence[str]], Understood]
"""A question and what the person answered to what it may ask."""


@dataclass(frozen=True)
class FormGuard:
    """Serves one run: holds the drafts of an operator that may have read the question otherwise."""

    engine: Engine
    catalog: Catalog
    language: Language
    ledger: Ledger
    _ran: dict[Form, Asked] = field(default_factory=dict[Form, Asked])

    def missed(
        self, reads: Reads, question: str, answers: Sequence[str], checked: GuardResult
    ) -> tuple[GuardFinding, ...]:
        """What keeps a checked draft from being the answer to the question. Empty: it is."""
        understood = reads(question, answers)
        asked = " ".join((question, *answers))
        if understood.read.candidates:
            forms = [candidate.form for candidate in understood.read.candidates]
            return self._off_forms(forms, understood.language, checked, asked)
        model = self.engine.model(understood.language)
        words = QuestionWords(asked, model, lexicon_of(understood.language), checked, self.ledger)
        return (*words.unexplained(), *cut_lists(checked, self.ledger, asked))

    def _off_forms(
        self, forms: Sequence[Form], read_in: Language, checked: GuardResult, question: str
    ) -> tuple[GuardFinding, ...]:
        """What the draft lacks of the first form; nothing, where it is what one of them gives."""
        found: tuple[GuardFinding, ...] = ()
        model = self.engine.model(read_in)
        for form in forms:
            asked = self._asked(form, model)
            held = FormComparison(asked, checked, self.ledger, question, self.catalog, model, self.language)
            problems = tuple(held.problems())
            if not problems:
                return ()
            found = found or problems
        return found

    def _asked(self, form: Form, model: Model) -> Asked:
        if form not in self._ran:
            self._ran[form] = Asked.of(form, self.engine, model, self.language)
        return self._ran[form]
