"""What tables and members do for questions: levels and movements, figures made of them, and what people call them."""

from typing import Literal

from pydantic import Field

from arch_team.wire import Language, Wire


class Labels(Wire):
    """What people call a thing. The first word of a language is its label, the rest are synonyms."""

    de: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    def of(self, language: Language) -> tuple[str, ...]:
        return self.de if language == "de" else self.en


class TimeRole(Wire):
    """A date of a row, and the words that say it is meant: `booked` is the booking date, `due` the due date."""

    field: str
    words: Labels = Labels()
    is_default: bool = False
    """Meant where a time is named and no word says which."""


class Terms(Wire):
    """What the parts of a level are called where an answer speaks of them."""

    member: Labels = Labels(de=("Eintrag",), en=("entry",))
    members: Labels = Labels(de=("Einträge",), en=("entries",))
    level: Labels = Labels(de=("Stand",), en=("level",))
    levels: Labels = Labels(de=("Stände",), en=("levels",))
    opening: Labels = Labels(de=("Anfangsstand",), en=("opening level",))
    rise: Labels = Labels(de=("Zugang",), en=("increase",))
    fall: Labels = Labels(de=("Abgang",), en=("decrease",))
    moved: Labels = Labels(de=("Bewegung",), en=("movement",))

    def of(self, language: Language) -> dict[str, str]:
        """Each by its name; with a capital under the name with one."""
        said = {name: getattr(self, name).of(language)[0] for name in type(self).model_fields}
        return said | {name.capitalize(): word[:1].upper() + word[1:] for name, word in said.items()}


class LevelRole(Wire):
    """A table of levels: per member and period what it opened with, what was added and taken off, what it closed with.

    `members` is the entity of the members; `code`, `name`, `kind` and `member_unit` are its fields. Months are 1 to 12;
    a row with `whole_year` in its month is the year's.
    """

    members: str
    code: str
    name: str
    kind: str
    member_unit: str
    year: str
    month: str
    whole_year: int = 0
    opening: str
    rise: str
    fall: str
    closing: str
    unit: str
    kinds: dict[str, Literal[1, -1]] = Field(default_factory=dict[str, Literal[1, -1]])
    """What a member's kind says of its sign."""
    flows: tuple[str, ...] = ()
    """Kinds of members whose level begins at nothing each year: what happened since then."""
    overriding: tuple[str, ...] = ()
    """Sets whose sign holds whatever the kind of their members."""
    gathered: tuple[str, ...] = ()
    """Sets, and codes of members, that are cleared again and again: over a stretch of time what was added is meant."""
    cleared: Labels = Labels()
    """Words for sets that are cleared in parts on both sides: over a stretch of time, neither their level nor one side
    is what they say."""
    taxes: tuple[str, ...] = ()
    """Sets, and codes of members, of what is owed to a tax office or had back from it: it may be named beside them."""
    owners: tuple[str, ...] = ()
    """Codes of members of what goes to the owners: they may be named beside them."""
    net_apart: tuple[str, ...] = ()
    """Sets of costs of which net says something else than without a tax: wages."""
    reducing: tuple[str, ...] = ()
    """Codes of members that only take something off others of their kind: they grow on the other side."""
    on_levels: tuple[str, ...] = ()
    """Sets of what is booked on a level, and may be asked for of one: depreciation of machines."""
    charges: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    """Of a set of levels, the codes of what it costs: `interest on the loan` is all of the interest."""
    terms: Terms = Terms()


class MovementRole(Wire):
    """A table of single movements: the member, what was added or taken off, when, and with whom."""

    member: str
    rise: str
    fall: str
    unit: str
    date: str
    """A path: `entry.date`."""
    text: str | None = None
    parties: str | None = None
    """The entity of those that movements are with."""
    party_name: str = "name"
    party_kind: str = "kind"
    party: str | None = None
    """The path to their name."""
    ranked_by: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """Per kind of party, by what the largest of them is meant where nothing is said: customers by revenue."""
    quarter_text: str = ""
    """How texts name the quarter that a movement is for: `Q{number} {year}`."""


class Metric(Wire):
    """A figure computed of others: `expression` names measures as `Entity.field`, joined by + - * / and brackets; or a
    proportion of sets of members, `of` in percent of `to`."""

    name: str
    expression: str = ""
    labels: Labels = Labels()
    unit: str | None = None
    of: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    description: str = ""
    description_de: str | None = None

    def said_in(self, language: Language) -> str:
        return self.description_de if language == "de" and self.description_de else self.description


class ReportLine(Wire):
    of: str = ""
    """A set of members; or, without one, the members with codes from `low` to `high`."""
    low: str = ""
    high: str = ""
    sign: Literal[1, -1] = 1
    labels: Labels = Labels()
    is_total: bool = False


class Report(Wire):
    """Several figures in a layout: a line per set, at one time or at several side by side."""

    name: str
    labels: Labels = Labels()
    lines: tuple[ReportLine, ...] = ()
    is_flow: bool = False


class PartyFigure(Wire):
    of: str
    """A set of members, or for what is open a table's entity."""
    side: Literal["net", "rise", "fall"] = "net"
    measure: str | None = None
    where: dict[str, str] = Field(default_factory=dict[str, str])
    without_tax: str | None = None
    """A set of members that hold the same less the tax on it."""
    without_tax_also: str | None = None
    """A second one, added to it: what is bought is a cost, or is kept."""
    also: str | None = None
    """A set of members that the same is called by."""


class PartyVerb(Wire):
    """What is done with parties, and where it shows: a side of some members' movements, or what is open."""

    name: str
    labels: Labels = Labels()
    classes: tuple[str, ...] = ()
    """Classes of the language whose words say it too, where a party is spoken of: a customer buys."""
    our_classes: tuple[str, ...] = ()
    """Those that say it of what we do: we sell to a customer."""
    by_kind: dict[str, PartyFigure] = Field(default_factory=dict[str, PartyFigure])
    """Per kind of party."""
    said_of: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """Those of its labels that say of which kind of party it is meant: who owes us is a customer."""
    things: Labels = Labels()
    """Those of its labels that name one such doing, a payment: the largest is one of them, not somebody's total."""
    reduces: bool = False
    """Said of a level, it is what takes it down: a debt is paid."""
    is_open: bool = False
    """What is still to be done: rows of a table of what is open, as it is now."""
    events: str | None = None
    """The table of what is open whose rows are such doings too: an invoice of the past is found among movements."""
    by_us: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """What we do with such rows, by the kind of party they are with: invoices that we write go to customers."""


class Everyday(Wire):
    """What people say in talk: more words for sets and columns by their entity, and words for members by a piece of the
    name they have in the data (`rent` is whatever is called `Mietaufwand`)."""

    sets: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    names: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    kind_words: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """What follows a word for members to say of which kind they are: `licence income`, `cost of licences`."""
    level_only: Labels = Labels()
    """Words for a level that are never said of what happened in a year: a book value."""
    either_side: Labels = Labels()
    """Words for a movement that do not say which side it is on."""
    silent: Labels = Labels()
    """Words that add nothing here: the one whom a tax is owed, the books themselves."""
    texts: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """What kinds of rows are called, by the words that stand in their texts."""
    movement_texts: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """The same of single movements, by a text of their own."""
    payees: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """What parties are called by what they are paid for, by a piece of the name of the member for it."""
    classes: dict[str, Labels] = Field(default_factory=dict[str, Labels])
    """More words for a class of the language's own: what a code stands behind, what says that a tax is included."""
