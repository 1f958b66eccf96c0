"""What plans for rows and for parties share: their words, and the way from a movement to what it belongs to."""

from dataclasses import dataclass

from arch_team.forms import form as f
from arch_team.measuring.model import Measures
from arch_team.models.embedded.texts import Voice
from arch_team.text.messages import Messages, messages_of
from arch_team.wire import Language


@dataclass(frozen=True)
class MovementSpeech:
    """Serves one source in one language."""

    measures: Measures
    language: Language

    @property
    def say(self) -> Messages:
        texts = messages_of("arch_team.models.embedded", "row_texts.yaml", self.language)
        return texts.with_terms(self.measures.terms(self.language))

    @property
    def _voice(self) -> Voice:
        return Voice(self.language)

    def _path(self, path: str, start: str | None = None) -> f.Column:
        """A dotted path from rows of an entity, the movements where none is named, as steps."""
        *names, field = path.split(".")
        steps: list[f.Step] = []
        at = start or next(e.name for e in self.measures.descriptor.entities if e.movements is not None)
        for name in names:
            relation = next(
                r for r in self.measures.descriptor.relations if r.from_entity == at and r.path_name == name
            )
            [(own, key)] = relation.joins
            steps.append(f.Step(field=own, table=self.measures.descriptor.table_of(relation.to_entity) or "", key=key))
            at = relation.to_entity
        return f.Column(field=field, via=tuple(steps))
