"""The desk for a question whose words are known: with what the tenant has learned, or what two readings agree on."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arch_team.agents.desk import Desk
from arch_team.clarify.words import Words, key_of
from arch_team.runs.answer import Answer, Assumption
from arch_team.runs.steps import Steps
from arch_team.text.stems import noun_stem
from arch_team.wire import Language

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


@dataclass(frozen=True)
class Understanding:
    """Serves one run. `lays` lays the desk for a question; `model` opens the configured model."""

    lays: Callable[[str], Desk]
    language: Language
    steps: Steps
    words: Words | None = None
    model: "Callable[[], ChatCompletionClient] | None" = None
    has_person: bool = False
    """Whether somebody is there to be asked."""

    async def desk(self, question: str) -> tuple[Desk, tuple[Assumption, ...]]:
        """The desk, prepared, and what was taken for granted to get there."""
        desk = await self._prepared(question)
        taken: tuple[Assumption, ...] = ()
        if desk.unknown and self.words is not None:
            learned = await self._learned(self.words, desk.source or "")
            meant = [(word, learned[stem]) for word in desk.unknown if (stem := self._stem(word)) in learned]
            if meant:
                desk = await self._prepared(desk.worded(meant))
                taken = tuple(Assumption(word=word, meaning=meaning, origin="learned") for word, meaning in meant)
        if self.model is None:
            return desk, taken
        agreed = await desk.agreed(self.model) if len(desk.unknown) == 1 and not self.has_person else None
        if agreed is None:
            await desk.propose(self.model, has_person=self.has_person)
            return desk, taken
        assumed = Assumption(word=agreed.word, meaning=agreed.meaning, origin="agreed")
        return await self._prepared(desk.worded([(agreed.word, agreed.meaning)])), (*taken, assumed)

    async def _prepared(self, question: str) -> Desk:
        desk = self.lays(question)
        await desk.prepare()
        return desk

    async def _learned(self, words: Words, source: str) -> Mapping[str, str]:
        async def look() -> dict[str, str]:
            try:
                return dict(await asyncio.to_thread(words.meanings, source, self.language))
            except Exception:  # without them a question is asked back; that is no reason to fail
                _log.exception("learned words cannot be read")
                return {}

        return {self._stem(word): meaning for word, meaning in (await self.steps.read("words", look)).items()}

    def _stem(self, word: str) -> str:
        return noun_stem(key_of(word), self.language)


async def learn(words: Words | None, answer: Answer, steps: Steps) -> None:
    """What the person said a word means is kept, for that person and as a proposal for the others."""
    said = [assumption for assumption in answer.assumptions if assumption.origin == "confirmed"]
    if words is None or not said:
        return

    async def kept() -> None:
        for one in said:
            told = {"question": answer.question, "run_id": answer.run_id}
            source = answer.source or ""
            try:
                await asyncio.to_thread(words.learn, source, answer.language, one.word, one.meaning, **told)
            except Exception:  # the answer stands, whether or not the word is kept
                _log.exception("a learned word cannot be kept")

    await steps.once("learn", kept)
