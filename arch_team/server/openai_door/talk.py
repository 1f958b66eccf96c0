"""A turn of a chat as a run: a question starts one, an answer to the team's own question lets it go on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arch_team.access.caller import Caller
from arch_team.access.conversations import Conversations
from arch_team.clarify.clarification import Clarification
from arch_team.clarify.errors import UnknownClarification
from arch_team.clarify.terminal import chosen, labelled
from arch_team.engine.engine import Engine
from arch_team.errors import UsageError
from arch_team.runs.records import LONGEST_QUESTION, MOST_EARLIER, RunRequest
from arch_team.server.following import Outcome, Told, followed
from arch_team.server.known_skills import checked_skill
from arch_team.server.openai_door.contract import MODEL, ChatRequest
from arch_team.server.telling import text_of


class UnknownModel(UsageError): ...


class NoQuestion(UsageError):
    """The conversation does not end with something the user says."""


def skill_of(model: str, folder: Path) -> str | None:
    name, _, skill = model.partition("/")
    if name != MODEL:
        raise UnknownModel("there is no such model", "See /v1/models for those there are.")
    return checked_skill(skill, folder) if skill else None


@dataclass(frozen=True)
class Talk:
    engine: Engine
    conversations: Conversations
    caller: Caller
    request: ChatRequest
    skills: Path
    """Folder of the server's own skill files."""
    stands_alone: Callable[[str], bool] = lambda _text: False
    """Whether a text is a whole question on the caller's data."""

    async def run(self, idempotency_key: str | None = None) -> str:
        """The run that this turn starts, or that it lets go on. Gives its id."""
        turns = self.request.turns
        if not turns or turns[-1][0] != "user" or not turns[-1][1].strip():
            raise NoQuestion(
                "the last message is not the user's, or is empty", "End with what the user asks or answers."
            )
        if any("\ud800" <= c <= "\udfff" for c in turns[-1][1]):
            raise NoQuestion("the last message holds half of a character", "Send it as UTF-8.")
        skill, said = skill_of(self.request.model, self.skills), turns[-1][1].strip()
        question = await self._asked_before()
        if question is not None and question.status == "pending" and await asyncio.to_thread(self.stands_alone, said):
            await self.engine.cancel(self.caller.scope, question.run_id)  # asked something else instead
            question = None
        if question is not None:
            answer = chosen(said, labelled(question.suggested_answers))
            return (await self.engine.answer(self.caller.scope, question.id, answer)).run_id
        if len(said) > LONGEST_QUESTION:
            raise NoQuestion("the question is too long", f"Ask in at most {LONGEST_QUESTION} characters.")
        language = self.request.arch_team.language if self.request.arch_team else None
        before = [text.strip() for role, text in turns[:-1] if role == "user"]
        earlier = tuple(text for text in before if 0 < len(text) <= LONGEST_QUESTION)[-MOST_EARLIER:]
        wanted = RunRequest(question=said, skill=skill, language=language, earlier=earlier, person=self.caller.key_id)
        record = await self.engine.start(self.caller.scope, wanted, idempotency_key=idempotency_key)
        return record.id

    async def outcome(self, run_id: str, seconds: float, told: Told) -> Outcome:
        found = await followed(self.engine, self.caller.scope, run_id, seconds=seconds, told=told)
        if found.question is not None:
            turns = [*self.request.turns, ("assistant", text_of(found))]
            await asyncio.to_thread(
                self.conversations.keep, self.caller.scope, turns, found.question.id, found.record.id
            )
        return found

    async def _asked_before(self) -> Clarification | None:
        """The question of ours that this turn answers. Where none is open, one that got this very answer counts: a
        client that heard nothing sends the same again."""
        hints = self.request.arch_team
        if hints is not None and hints.clarification_id is not None:
            return await self.engine.clarification(self.caller.scope, hints.clarification_id)
        before, said = self.request.turns[:-1], self.request.turns[-1][1].strip()
        if not before or before[-1][0] != "assistant":
            return None
        ids = await asyncio.to_thread(self.conversations.questions, self.caller.scope, before)
        found = [one for own_id in ids if (one := await self._question(own_id)) is not None]
        waiting = [one for one in found if one.status == "pending"]
        same = [one for one in found if one.answer == chosen(said, labelled(one.suggested_answers))]
        return next(iter([*waiting, *reversed(same), *reversed(found)]), None)

    async def _question(self, clarification_id: str) -> Clarification | None:
        try:
            return await self.engine.clarification(self.caller.scope, clarification_id)
        except UnknownClarification:
            return None
