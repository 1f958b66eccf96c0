"""Two readings that knew nothing of each other: one of the engine's, and a model's own. What both come to is meant."""

from collections.abc import Sequence
from dataclasses import dataclass

from autogen_core.models import ChatCompletionClient

from arch_team.agents.completeness import amount_of
from arch_team.agents.desk import Agreed
from arch_team.agents.figure_guard import Checks, outcome_of
from arch_team.agents.second_reading import Row, same_figures, same_rows, written_rows
from arch_team.measuring.reader import FigureRead
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import Say
from arch_team.models.embedded.senses import CLEAR, akin
from arch_team.models.embedded.suggesting import Offer, near_in_meaning
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of
from arch_team.tools.session import DataSource
from arch_team.wire import Language


@dataclass(frozen=True)
class Agreeing:
    """Serves one run. `checks` renders a draft of the engine's own."""

    source: DataSource
    language: Language
    checks: Checks

    async def on(self, question: str, offers: Sequence[Offer], client: ChatCompletionClient) -> Agreed | None:
        """The sense of a word with which the question comes to the same as what the model makes of it."""
        rows = await written_rows(client, question, self.source, self.language)
        if not rows:
            return None
        meant = (offer for offer in offers if _may_mean(offer, question, self.language) and self._gives(offer, rows))
        return next((Agreed(offer.word, offer.sense.name) for offer in meant), None)

    def _gives(self, offer: Offer, rows: Sequence[Row]) -> bool:
        read = offer.sense.read
        if not isinstance(read, FigureRead):
            return same_rows(self.source.engine.run(read.form).rows, rows)
        path = FigurePath.of(self.source.engine, self.language)
        if path is None or read.asked is None:
            return False
        tools = self.source.tools()
        own = outcome_of(path.plan(read), tools)
        checked = self.checks(own.text, tools.ledger) if isinstance(own, Say) else None
        if checked is None or not checked.ok:
            return False
        figures = [(amount_of(figure), len(figure.evidence) > 1) for figure in checked.figures]
        return same_figures([(amount, is_made) for amount, is_made in figures if amount is not None], rows)


def _may_mean(offer: Offer, question: str, language: Language) -> bool:
    """Whether a word may be another for that without anybody being asked: it is near, and what it would stand for is
    not named beside it. A small model agrees to much: `the weight` by the breed, `jars` of harvests by the harvests.
    Where people say things by figures they have words of their own, and no table holds them: there it may be far."""
    if isinstance(offer.sense.read, FigureRead):
        return True
    name = offer.sense.name
    [likeness] = near_in_meaning(offer.word, [name])
    said = {noun_stem(token.folded, language) for token in tokens_of(question, language)}
    stems = {noun_stem(token.folded, language) for token in tokens_of(name, language)}
    return (likeness >= CLEAR or akin(offer.word, name, language)) and not (stems and said & stems)
