"""What the society itself costs: its own time around a model that answers at once, and a question from cold."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from arch_team.models.scripted import Scripted
from arch_team.settings import Settings
from arch_team.society import Society
from bench.questions import DRAFT, QUESTION, READ, worded
from bench.timing import medians, row


def measure(home: Path) -> Iterator[str]:
    settings = Settings(home=home, db=None, model=None)
    tool_seconds: list[float] = []

    async def many() -> list[float]:
        society = Society(settings)
        times: list[float] = []
        for number in range(30):
            society.client = Scripted(READ, DRAFT)
            start = time.perf_counter()
            answer = await society.ask(worded(number), language="de")
            times.append(time.perf_counter() - start)
            assert answer.status == "approved"
            tool_seconds.append(sum(c.duration_ms for c in answer.trace.tool_calls) / 1000)
        return times

    times = asyncio.run(many())
    own = sorted(t - s for t, s in zip(times, tool_seconds, strict=True))[len(times) // 2]

    environment = {**os.environ, "ARCH_TEAM_HOME": str(home)}
    for name in ("ARCH_TEAM_DB", "ARCH_TEAM_MODEL"):
        environment.pop(name, None)

    def asked() -> None:
        command = [sys.executable, "-m", "arch_team.console", "ask", QUESTION]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    def imported() -> None:
        subprocess.run([sys.executable, "-c", "import autogen_agentchat.teams"], check=True)

    asked()
    cold, imports = medians(asked, imported, repeats=5)
    yield "## The society\n"
    yield row("what", "median")
    yield row("---", "--:")
    yield row("own time per question, model with no latency, tools' time taken off", f"{own * 1e3:.1f} ms")
    yield row("`arch-team ask` from cold, embedded operator", f"{cold:.2f} s")
    yield row("`python -c 'import autogen_agentchat.teams'`", f"{imports:.2f} s")
    yield row("ratio", f"{cold / imports:.2f}")
    yield ""
