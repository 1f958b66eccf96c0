"""What the unexplained words of a question mean: an account, a contact, or nothing that is in the data."""

from collections.abc import Generator
from dataclasses import dataclass

from arch_team.models.embedded.accounts import AccountSet, number_set
from arch_team.models.embedded.lookup import Named, accounts_named, chart, contacts, contacts_named, narrow
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.models.embedded.topics import about_what
from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.question import Reading

_MOST_CHOICES = 12


@dataclass(frozen=True, slots=True)
class Resolved:
    """The accounts meant, and the contact if one is named."""

    sets: list[AccountSet]
    contact: str | None


@dataclass(frozen=True, slots=True)
class Resolution:
    reading: Reading
    voice: Voice

    def resolve(self, sets: list[AccountSet]) -> Generator[ToolCall, Found, Resolved | Outcome]:
        reading, voice = self.reading, self.voice
        groups = [m for m in reading.mentions if m.entity.semantic_type is SemanticType.ACCOUNT_GROUP]
        if reading.ranges or not (reading.unread or groups) or (reading.accounts and not reading.unread):
            return Resolved(sets, None)
        accounts = yield from chart()
        if reading.accounts:
            return self._explained(sets, accounts)
        if len(groups) == len(sets):
            sets = [narrow(one, group.said, accounts) for one, group in zip(sets, groups, strict=True)]
        left = list(reading.unread)
        found: list[AccountSet] = []
        for word in reading.unread:
            named = accounts_named(word, accounts)
            if len(named) > 1 and not sets:
                choices = tuple(f"{a.key} {a.name}" for a in named)
                return Ask(
                    voice(f"Welches Konto ist mit «{word}» gemeint?", f"Which account is meant by “{word}”?"), choices
                )
            if len(named) == 1:
                found.append(number_set(named[0].key))
                left.remove(word)
        if not left:
            return Resolved(found or sets, None)
        known = yield from contacts()
        people = contacts_named(left, known)
        if len(people) == 1:
            return Resolved([*found, *sets], people[0].key)
        return self._unresolved(left, people)

    def _unresolved(self, left: list[str], people: list[Named]) -> Ask | Cannot:
        """Words that fit several contacts are asked about; words that fit none are named."""
        said, voice = " ".join(left), self.voice
        if people:
            choices = tuple(person.name for person in people[:_MOST_CHOICES])
            return Ask(voice(f"Wer ist mit «{said}» gemeint?", f"Who is meant by “{said}”?"), choices)
        if not self.reading.mentions and not self.reading.names:
            return about_what(self.reading, voice)
        return Cannot(
            voice(
                f"«{said}» finde ich weder als Konto noch als Kontakt in diesem Mandat.",
                f"I find “{said}” neither among the accounts nor among the contacts of this mandate.",
            )
        )

    def _explained(self, sets: list[AccountSet], accounts: tuple[Named, ...]) -> Resolved | Cannot:
        """With an account number given, other words may describe that account. What they do not, is not understood."""
        numbers = set(self.reading.accounts)
        left = [
            word
            for word in self.reading.unread
            if not self.reading.references and not any(a.key in numbers for a in accounts_named(word, accounts))
        ]
        if not left:
            return Resolved(sets, None)
        said = " ".join(left)
        return Cannot(
            self.voice(
                f"«{said}» verstehe ich in dieser Frage nicht. Stell sie ohne dieses Wort oder mit einem anderen.",
                f"I do not understand “{said}” in this question. Ask without that word, or with another one.",
            )
        )
