"""What a question means, as far as anybody but the operator can tell: what its answer is held against."""

from dataclasses import dataclass, replace

from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.binding import Pins, pins_of
from arch_team.reading.question import Reading, reader_of
from arch_team.reading.slots import Slots, slots_of


@dataclass(frozen=True, slots=True)
class Understanding:
    reading: Reading
    pins: Pins
    slots: Slots
    unread: tuple[str, ...]
    """Words that neither the ontology nor the data explains."""
    looked_up: tuple[str, ...] = ()
    """What names in the question are in the data, in words for a prompt."""

    def found(
        self, accounts: tuple[tuple[str, str], ...], slots: Slots, unread: tuple[str, ...], looked_up: tuple[str, ...]
    ) -> "Understanding":
        """The same with what the data says about the names in it."""
        pins = replace(self.pins, ranges=accounts or self.pins.ranges)
        return replace(self, pins=pins, slots=slots, unread=unread, looked_up=looked_up)


def understood(question: str, ontology: OntologyDescriptor) -> Understanding:
    """From the words alone."""
    reading = reader_of(ontology).read(question)
    return Understanding(reading, pins_of(reading, ontology), slots_of(reading, ontology), reading.unread)
