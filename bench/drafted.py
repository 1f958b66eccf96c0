"""`python -m bench.drafted`: does a drafted model change how questions are read? It should not: a draft only says what
the engine has worked out by itself. And are the questions that it suggests answered, the first ones and those that
follow them? Needs ARCH_TEAM_TEST_DATA with `tables/` in it; answers are not looked at. `--show` prints the questions.
"""

import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from arch_team.errors import ArchTeamError
from arch_team.onboarding.drafting import drafted
from arch_team.onboarding.questions import first_questions, next_questions
from arch_team.reading.source import Engine
from arch_team.settings import Settings
from arch_team.society import Society, open_data
from bench.tables import Question, table_questions


def main() -> None:
    folder = os.environ.get("ARCH_TEAM_TEST_DATA")
    if not folder or not (Path(folder) / "tables").is_dir():
        sys.exit("skipped: ARCH_TEAM_TEST_DATA names no folder with tables/ in it")
    tables = Path(folder) / "tables"
    by_database: dict[str, list[Question]] = defaultdict(list)
    for question in table_questions(tables):
        by_database[question["db"]].append(question)
    same = other = unopened = suggested = answered = checks = 0
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        for name, questions in sorted(by_database.items()):
            started = time.perf_counter()
            settings = Settings(db=f"sqlite:///{tables / 'db' / name}.sqlite", home=Path(home), model=None)
            plain = open_data(settings)
            draft = drafted(plain, name)
            file = Path(home) / f"{name}.yaml"
            file.write_text(draft.text(), encoding="utf-8")
            shown = first_questions(plain.engine, "en")
            seconds.append(time.perf_counter() - started)
            shown = dict.fromkeys((*shown, *(one for asked in shown for one in _following(plain.engine, asked))))
            suggested += len(shown)
            society = Society(settings=settings)
            for suggestion in shown:
                status = society.ask_sync(suggestion).status
                answered += status == "approved"
                if "--show" in sys.argv or status != "approved":
                    print(f"{name}: {suggestion} ({status})")
            checks += draft.checks
            try:
                described = open_data(settings.model_copy(update={"ontology": file}))
            except ArchTeamError as error:
                unopened += 1
                print(f"{name}: {error}")
                continue
            for question in questions:
                forms = [
                    [candidate.form for candidate in engine.read(question["question"], "en").read.candidates]
                    for engine in (plain.engine, described.engine)
                ]
                same += forms[0] == forms[1]
                other += forms[0] != forms[1]
            plain.close()
            described.close()
    seconds.sort()
    print(f"{len(by_database)} databases drafted, {unopened} of them do not open with their draft")
    print(f"{same} questions read the same with the draft, {other} differently")
    print(f"{suggested} suggested questions, {answered} of them answered; {checks} places marked for a person")
    print(f"a draft takes {seconds[len(seconds) // 2]:.1f} s in the middle, {seconds[-1]:.1f} s at most")


def _following(engine: Engine, asked: str) -> tuple[str, ...]:
    return next_questions(engine, "en", engine.read(asked, "en").read.candidates[0].form, asked)


if __name__ == "__main__":
    main()
