"""`arch-team chat`: questions one after the other, with the agents at work and the evidence at hand."""

from typing import Annotated

import typer

from arch_team.console import options

CHAT_HELP = """Ask in German or English. Commands:
  /why N      where figure N of the last answer is from
  /table      the last answer's evidence as tables
  /trace      what the run did
  /skill S    use a skill; /skill alone forgets it
  /model M    use a model at the configured base URL; /model alone returns to the embedded operator
  /help  /quit
Ctrl-C cancels a run, not the program."""


def chat(
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    db: options.Db = None,
    file: options.Files = None,
    ontology: options.Ontology = None,
    mandate: options.Mandate = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show what the agents say, word for word.")] = False,
) -> None:
    """Talk to the team."""
    from arch_team.console.chat import Chat

    Chat(options.data_settings(db, file, ontology, mandate, model=model, base_url=base_url), verbose=verbose).run()
