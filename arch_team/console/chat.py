"""The chat: reads a line, runs the team, shows the answer. History is kept under the home folder."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from arch_team.clarify.terminal import ConsoleClarifier
from arch_team.console.agent_words import turn_in_words
from arch_team.console.answers import explained, print_answer
from arch_team.console.chat_command import CHAT_HELP
from arch_team.console.learned_words import own_words
from arch_team.console.progress import Progress
from arch_team.runs.answer import Answer
from arch_team.runs.records import MOST_EARLIER
from arch_team.settings import Settings
from arch_team.society import Event, Society

_SEATS = {"QueryOperator": "cyan", "Validator": "magenta", "UserClarification": "yellow", "QAApprover": "green"}


class Chat:
    def __init__(self, settings: Settings, *, verbose: bool = False) -> None:
        self._settings, self._verbose = settings, verbose
        self._console = Console(highlight=False)
        self._skill: str | None = None
        self._last: Answer | None = None
        self._earlier: list[str] = []
        self._keyboard = Keyboard(self._stands_alone)
        self._society = Society(settings, clarifier=self._keyboard, words=own_words(settings))

    def _stands_alone(self, text: str) -> bool:
        return self._society.stands_alone(text)

    def run(self) -> None:
        self._console.print(f"[bold]arch_team[/bold] · {escape(self._society.source.name)} · {self._operator()}")
        for note in self._society.notes:
            self._console.print(f"[yellow]{escape(note.told())}[/yellow]", soft_wrap=True)
        self._console.print("[dim]/help for commands, /quit to leave[/dim]")
        while True:
            try:
                line = self._read().strip()
            except EOFError:
                return
            except KeyboardInterrupt:
                continue
            if line in ("/quit", "/exit", "/q"):
                return
            if line.startswith("/") and self._command(line):
                continue
            if line:
                self._ask(line)

    def _operator(self) -> str:
        return escape(self._settings.model or "embedded operator")

    def _read(self) -> str:
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory

        if not hasattr(self, "_session"):
            self._settings.home.mkdir(parents=True, exist_ok=True)
            history = FileHistory(str(self._settings.home / "chat-history"))
            self._session: PromptSession[str] = PromptSession(history=history)
        return self._session.prompt("› ")

    def _ask(self, said: str) -> None:
        question, skill = continued(said, self._last) or (said, self._skill)
        try:
            answer = asyncio.run(self._answered(question, skill))
        except KeyboardInterrupt:
            self._console.print("[yellow]cancelled[/yellow]")
            return
        other = self._keyboard.take_other()
        if other is not None:  # asked something else instead of answering
            self._ask(other)
            return
        self._last = answer
        whole = " ".join((said.rstrip(" ?.!"), *self._keyboard.take_given()))
        self._earlier = [*self._earlier, whole][-MOST_EARLIER:]
        print_answer(answer)
        for number, figure in enumerate(answer.figures[:9], 1):
            self._console.print(f"[dim]  [{number}] {escape(figure.display)}[/dim]")
        if answer.figures:
            self._console.print("[dim]  /why 1 shows where it is from[/dim]")

    async def _answered(self, question: str, skill: str | None) -> Answer:
        answer: Answer | None = None
        progress = Progress(sys.stderr.isatty())
        async for event in self._society.events(question, skill=skill, earlier=self._earlier):
            progress.show(event)
            if event.kind == "seat":
                progress.done()
                self._seat(event)
            answer = event.answer or answer
        progress.done()
        if answer is None:
            raise RuntimeError("the run ended without a result")
        return answer

    def _seat(self, event: Event) -> None:
        colour = _SEATS.get(event.seat, "white")
        if self._verbose:
            text = " ".join(event.text.split())
            self._console.print(f"[dim][{colour}]{event.seat:>17}[/{colour}] {escape(text)}[/dim]", soft_wrap=True)
        elif said := turn_in_words(event.seat, event.text):
            agent, what = said
            self._console.print(f"[dim][{colour}]{agent:>13}[/{colour}] {escape(what)}[/dim]")

    def _command(self, line: str) -> bool:
        """Runs a command; False for a line that only looks like one (`/data …` is a question)."""
        name, _, rest = line.partition(" ")
        rest = rest.strip()
        if name == "/help":
            self._console.print(CHAT_HELP, markup=False)
        elif name == "/why":
            self._why(rest)
        elif name == "/table":
            self._tables()
        elif name == "/trace":
            self._trace()
        elif name == "/skill":
            self._use_skill(rest)
        elif name == "/model":
            self._use_model(rest)
        elif name in ("/data", "/requirements", "/knowledge", "/chat"):
            return False
        else:
            self._console.print(f"[yellow]There is no command {escape(name)}.[/yellow] /help lists them.")
        return True

    def _use_skill(self, name: str) -> None:
        from arch_team.routing.skill_loader import load_skills

        known = [skill.name for skill in load_skills(self._settings.skills_folder) if skill.available]
        if name and name not in known:
            self._console.print(f"[yellow]There is no skill {escape(name)}.[/yellow] There are: {', '.join(known)}.")
            return
        self._skill = name or None
        self._console.print(f"skill: {escape(self._skill or 'by the question')}")

    def _use_model(self, name: str) -> None:
        """Takes a model that answers, and keeps the one before where it does not."""
        from arch_team.errors import ArchTeamError
        from arch_team.models.reachable import require_model

        wanted = self._settings.model_copy(update={"model": name or None})
        if name:
            try:
                require_model(wanted)
            except ArchTeamError as error:
                self._console.print(f"[yellow]{escape(str(error))}[/yellow] {escape(error.next_step)}", soft_wrap=True)
                return
        self._settings = wanted
        self._society = Society(self._settings, clarifier=self._keyboard, words=own_words(self._settings))
        self._console.print(f"operator: {self._operator()}")

    def _why(self, rest: str) -> None:
        figures = self._last.figures if self._last else ()
        if self._last is None or not rest.isdecimal() or not 1 <= int(rest) <= len(figures):
            self._console.print(
                f"[yellow]Name a figure from 1 to {len(figures)}.[/yellow]" if figures else "No figures yet."
            )
            return
        self._console.print(explained(int(rest), self._last), markup=False)

    def _tables(self) -> None:
        for entry in self._last.evidence if self._last else ():
            if not entry.get("rows"):
                continue
            table = Table(title=f"{entry['id']} {entry['tool']} {entry['table']}", title_justify="left")
            for column in entry["columns"]:
                table.add_column(str(column))
            for row in entry["rows"][:20]:
                table.add_row(*(escape("–" if cell is None else str(cell)) for cell in row))
            self._console.print(table)

    def _trace(self) -> None:
        if self._last is None:
            self._console.print("No run yet.")
            return
        trace = self._last.trace
        self._console.print(
            f"{len(trace.tool_calls)} calls, {trace.validation_failures} rejected, "
            f"{trace.success_after_repair} repaired, {trace.llm_calls} model calls, "
            f"{trace.prompt_tokens}+{trace.completion_tokens} tokens, {trace.duration_ms:.0f} ms"
        )
        for call in trace.tool_calls:
            mark = "✓" if call.success else "✗"
            self._console.print(
                f"  {mark} {call.tool} {call.duration_ms:.0f} ms {escape(call.error or '')}", soft_wrap=True
            )


def continued(said: str, last: Answer | None) -> tuple[str, str] | None:
    """The question before with what is said now, and its skill, where this only fills what that left open."""
    from arch_team.models.embedded.requirements_request import only_fills_gaps

    if last is None or last.skill != "requirements" or not only_fills_gaps(said):
        return None
    return f"{last.question}\n{said}", last.skill


class Keyboard:
    """Asks at the keyboard. Whoever asks another whole question instead of answering gets that one answered."""

    def __init__(self, stands_alone: Callable[[str], bool]) -> None:
        self._asks = ConsoleClarifier() if sys.stdin.isatty() else ConsoleClarifier(prompt=_next_line)
        self._stands_alone = stands_alone
        self._other: str | None = None
        self._given: list[str] = []

    async def ask(self, question: str, suggested_answers: Sequence[str] = (), **more: Any) -> str | None:
        said = await self._asks.ask(question, suggested_answers, **more)
        if said is None or said in suggested_answers or not self._stands_alone(said):
            self._given += [said] if said else []
            return said
        self._other = said
        return None

    def take_given(self) -> list[str]:
        """What was answered since the last time."""
        given, self._given = self._given, []
        return given

    def take_other(self) -> str | None:
        other, self._other = self._other, None
        return other


async def _next_line(message: str) -> str:
    line = await asyncio.to_thread(sys.stdin.readline)
    if not line:
        raise EOFError
    return line
