"""Asking in the console: the question, numbered suggestions, and a line to type the answer on."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING
from unicodedata import category

from arch_team.wire import Language

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

Prompt = Callable[[str], Awaitable[str]]
Show = Callable[[str], None]

_LINE_ANEW = "\r\x1b[2K"
_YOUR_ANSWER = {"de": "Ihre Antwort", "en": "Your answer"}
_OR_CHOOSE = {"de": "{first}–{last} oder eigener Text", "en": "{first}–{last} or your own words"}
_EMPTY = {"de": "Bitte antworten, oder mit Strg-C abbrechen.", "en": "Please answer, or leave with Ctrl-C."}


async def terminal_prompt(message: str, *, source: "Input | None" = None, screen: "Output | None" = None) -> str:
    """A line from the person. Stays on the terminal when standard output is redirected to a file."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import create_output

    session = PromptSession[str](input=source, output=screen or create_output(always_prefer_tty=True))
    return await session.prompt_async(message)


def show_on_stderr(text: str) -> None:
    """Standard output belongs to the answer."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        console.file.write(_LINE_ANEW)  # what stands there tells of work that now waits
    console.print(text, markup=False)


class ConsoleClarifier:
    """Asks the person at the keyboard, one question at a time. Ctrl-C or the end of input is no answer."""

    def __init__(self, prompt: Prompt = terminal_prompt, show: Show = show_on_stderr) -> None:
        self._prompt = prompt
        self._show = show
        self._turn = asyncio.Lock()

    async def ask(
        self,
        question: str,
        suggested_answers: Sequence[str] = (),
        *,
        run_id: str = "",
        language: Language = "de",
        timeout: float | None = None,
        clarification_id: str | None = None,
    ) -> str | None:
        choices = labelled(suggested_answers)
        async with self._turn:
            self._show(printable("\n".join([question, *(f"  {label}) {text}" for label, text in choices.items())])))
            try:
                async with asyncio.timeout(timeout):
                    return await self._answer(choices, language)
            except (EOFError, KeyboardInterrupt, TimeoutError):
                return None

    async def _answer(self, choices: dict[str, str], language: Language) -> str:
        labels = list(choices)
        range_ = f" ({_OR_CHOOSE[language].format(first=labels[0], last=labels[-1])})" if len(labels) > 1 else ""
        while True:
            typed = (await self._prompt(f"{_YOUR_ANSWER[language]}{range_}: ")).strip()
            if typed:
                return chosen(typed, choices)
            self._show(_EMPTY[language])


def labelled(suggested_answers: Sequence[str]) -> dict[str, str]:
    """Suggestions under 1, 2, 3 …; under letters where a number typed could be meant as the answer itself."""
    numbers = [str(place) for place in range(1, len(suggested_answers) + 1)]
    mistakable = any(
        text.strip() in numbers and text.strip() != number
        for number, text in zip(numbers, suggested_answers, strict=True)
    )
    letters = mistakable and len(suggested_answers) <= len(ascii_lowercase)
    return dict(zip(ascii_lowercase if letters else numbers, suggested_answers, strict=False))


def chosen(typed: str, choices: dict[str, str]) -> str:
    """What was meant: a suggestion by its words, a suggestion by its label, or the person's own words."""
    for text in choices.values():
        if text.casefold().strip() == typed.casefold().strip():
            return text
    return choices.get(typed.strip().rstrip(".)").casefold(), typed.strip())


def printable(text: str) -> str:
    """Text from outside must not steer the terminal: no control characters, nothing that turns the direction."""
    kinds = ((c, category(c)) for c in text)
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if k in ("Cc", "Cs") and c not in "\n\t" else c for c, k in kinds if k != "Cf"
    )
