"""Documents that come near an answer to a question without surely answering it: the person is asked."""

from pathlib import Path

from arch_team.search.knowledge import knowledge_of, tenant_of
from arch_team.settings import Settings
from tests.search.holding import written

HOUSE = (
    "# Hausordnung\n\n## Empfang\n\nDer Empfang schliesst um 17 Uhr. Wer später kommt, benutzt den Eingang an der "
    "Seite, meldet sich bei der Wache, trägt sich in das Buch ein, das dort aufliegt, und nimmt den Ausweis mit, den "
    "die Wache bereithält und am anderen Morgen wieder einsammelt.\n"
)
OLD = "# Spesenreglement 2022\n\n## Auto\n\nFür das eigene Auto werden 60 Rappen pro Kilometer vergütet.\n"
NEW = "# Spesenreglement 2025\n\n## Auto\n\nFür das eigene Auto werden 75 Rappen pro Kilometer vergütet.\n"
STAFF = "# Personalhandbuch\n\n## Ferien\n\nAlle Angestellten haben Anspruch auf 25 Ferientage pro Jahr.\n"

QUESTION = "Was mache ich, wenn ich zu spät komme?"
"""What answers it is the long sentence, which a choice shows cut."""
WHOLE = "am anderen Morgen wieder einsammelt. [1]"
CHOSEN = "Diese Stelle haben Sie ausgewählt."
NONE = "nichts davon"


def hold_near(settings: Settings, folder: Path) -> None:
    texts = {"haus": HOUSE, "spesen-2022": OLD, "spesen-2025": NEW, "staff": STAFF}
    library = knowledge_of(settings).library(tenant_of(settings))
    library.add([written(folder, f"{name}.md", text) for name, text in texts.items()])
    library.close()
