"""Operators that say what a test wants. They go by what was said so far, and so say the same when played again."""

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import Any

from autogen_core.models import AssistantMessage, CreateResult, LLMMessage

from arch_team.engine.run_store import Claim
from arch_team.engine.societies import Societies
from arch_team.engine.tenants import settings_for
from arch_team.models.scripted import Call, Scripted, Turn
from arch_team.settings import Settings
from arch_team.society import Society

QUESTION = "Was ist der Saldo von Konto 1020?"
DATED = "Was ist der Saldo von Konto 1020 per 31.12.2025?"
NEED = "NEED_USER_CLARIFICATION: Welches Jahr?\nSUGGESTIONS: 2025 | 2024"
BALANCE = "Der Saldo beträgt CHF 152'400.00."


def balance_of(year: int) -> Call:
    return Call(
        "queryTable",
        {
            "tableName": "TrusteeDataAccountBalance",
            "fields": ["accountNumber", "periodYear", "periodMonth", "closingBalance", "currency"],
            "filters": [
                {"field": "accountNumber", "op": "=", "value": "1020"},
                {"field": "periodYear", "op": "=", "value": year},
                {"field": "periodMonth", "op": "=", "value": 0},
            ],
        },
    )


DRAFT = "Der Saldo beträgt {{e1.r0.closingBalance}}. READY_FOR_VALIDATION"
LATE_DRAFT = "Der Saldo beträgt {{e2.r0.closingBalance}}. READY_FOR_VALIDATION"
PLAIN: tuple[Turn, ...] = (balance_of(2025), DRAFT)
ASKS: tuple[Turn, ...] = (balance_of(2024), NEED, balance_of(2025), LATE_DRAFT)
"""Reads, asks, reads again, answers: four turns, each a step, and two reads."""


def turn_number(messages: Sequence[LLMMessage]) -> int:
    return sum(isinstance(message, AssistantMessage) for message in messages)


def following(*turns: Turn) -> Scripted:
    return Scripted(lambda messages: turns[min(turn_number(messages), len(turns) - 1)])


class Gate(Scripted):
    """Counts who is at the model, and lets nobody past before it is opened."""

    def __init__(self, *turns: Turn) -> None:
        super().__init__(lambda messages: turns[min(turn_number(messages), len(turns) - 1)])
        self.opened = Event()
        self.inside = 0
        self.most = 0

    async def create(self, messages: Sequence[LLMMessage], **more: Any) -> CreateResult:
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            while not self.opened.is_set():
                await asyncio.sleep(0.01)
            return await super().create(messages, **more)
        finally:
            self.inside -= 1


class Cast:
    """Makes societies with the operator that a question names by its first word, or with the default."""

    def __init__(self, default: Scripted | None = None, **named: Scripted) -> None:
        self._default, self._named = default, named
        self._sources = Societies()

    def __call__(self, claim: Claim, settings: Settings) -> Society:
        name = claim.request.question.split(":")[0]
        client = self._named.get(name, self._default)
        scoped = settings_for(settings, claim.scope)
        return Society(scoped, client=client, opens=self._sources.source, engine_first=False)
