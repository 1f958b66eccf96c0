"""`arch-team chat`: questions one after the other, with the seats at work and the evidence at hand."""

from typing import Annotated

import typer

CHAT_HELP = """Ask in German or English. Commands:
  /why N      where figure N of the last answer is from
  /table      the last answer's evidence as tables
  /trace      what the run did
  /skill S    use a skill (data); /skill alone forgets it
  /model M    use a model at the configured base URL; /model alone returns to the embedded operator
  /help  /quit
Ctrl-C cancels a run, not the program."""


def chat(
    model: Annotated[str | None, typer.Option("--model", help="Model name. Default: the embedded operator.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint.")] = None,
    db: Annotated[str | None, typer.Option("--db", help="Database URL. Default: the demo company.")] = None,
    mandate: Annotated[str | None, typer.Option("--mandate", help="Whose data to read.")] = None,
) -> None:
    """Talk to the team."""
    from arch_team.console.chat import Chat
    from arch_team.console.setup import configured

    Chat(configured(model=model, base_url=base_url, db=db, mandate=mandate)).run()
