"""Classes of words that each way of answering uses. A word of any other class must not be passed over."""

from arch_team.measuring.asked import Make
from arch_team.measuring.row_asked import PartyMake, RowMake

EDGES = frozenset({"light", "carrying", "money", "code", "edge", "amount", "unit", "only", "still"})
SERIES = frozenset({"by_grain", "in_which", "course"})
ALWAYS = EDGES | {
    "left_of",
    "at_cost",
    "tax_office",
    "owners",
    "posted",
    "list",
    "asks",
    "and",
    "now",
    "spend",
    "earned",
    "total",
    "including",
    "grain",
    "each",
    "or",
    "that_is",
    "define",
    "why",
    "span_to",
    "opening",
    "ending",
    "passive",
    "relative",
    "acquired",
    "happened",
    "minus",
    "apart",
    "start_edge",
    "to_date",
    "added",
    "taken_off",
}
MADE_WITH: dict[Make, frozenset[str]] = {
    Make.VALUE: frozenset(
        {
            "composed",
            "every_side",
            "minus",
            "without",
            "add",
            "negative",
            "positive",
            "above",
            "below",
            "confirm",
            "not",
        }
    ),
    Make.CHANGE: frozenset(
        {"amid", "change", "up", "down", "higher", "lower", "than", "compare", "previous", "between"}
    )
    | {"amid", "percent", "share", "above", "below", "span_to", "confirm", "course"},
    Make.DIFFERENCE: frozenset(
        {"amid", "minus", "exceed", "change", "higher", "lower", "than", "compare", "between", "percent", "up"}
    )
    | {"down", "above", "below", "confirm", "share", "share_of", "after", "whole"},
    Make.SHARE: SERIES | {"net", "share", "share_of", "whole", "percent", "course"},
    Make.SERIES: SERIES | {"compare", "previous", "change", "composed"},
    Make.CUMULATED: SERIES | {"cumulated"},
    Make.AVERAGE: SERIES | {"average", "compare", "than", "previous"},
    Make.EXTREME: SERIES | {"single", "highest", "lowest", "top", "when"},
    Make.RANK: frozenset({"single", "rank", "first", "highest", "lowest", "top"}),
    Make.RANK_CHANGE: frozenset(
        {"highest", "lowest", "top", "change", "up", "down", "compare", "previous", "above", "older"}
    ),
    Make.BEYOND: SERIES | {"negative", "positive", "above", "below", "any", "confirm", "when"},
    Make.MEMBERS_BEYOND: frozenset({"above", "below"}),
    Make.PROPORTION: frozenset(),
    Make.REPORT: frozenset(),
    Make.DEFINITION: frozenset(),
}
"""The words that each way of making figures uses. Any other must not be passed over."""
ROW_ALWAYS = frozenset(
    {
        "money",
        "define",
        "that_is",
        "light",
        "carrying",
        "edge",
        "span_to",
        "passive",
        "relative",
        "code",
        "amount",
        "list",
        "who",
        "asks",
        "still",
        "now",
        "must",
        "posted",
        "and",
        "or",
        "only",
        "spend",
        "earned",
        "each",
        "texted",
        "unit",
        "acquired",
        "happened",
        "behind",
        "start_edge",
        "role",
        "foreign_unit",
    }
)
ROW_MADE_WITH: dict[RowMake, frozenset[str]] = {
    RowMake.COUNT: frozenset(
        {"between", "without", "count", "total", "outside", "above", "below", "not", "confirm", "any"}
    ),
    RowMake.SUM: frozenset({"total", "above", "below", "outside", "between"}),
    RowMake.AVERAGE: frozenset({"average"}),
    RowMake.LIST: frozenset(
        {"any", "between", "without", "called", "outside", "above", "below", "not", "texted", "confirm"}
    ),
    RowMake.EXTREME: frozenset({"single", "highest", "lowest", "latest", "first", "top", "when", "total"}),
    RowMake.ATTRIBUTE: frozenset({"total", "and", "called", "when"}),
    RowMake.SHARE: frozenset({"share", "share_of", "percent"}),
    RowMake.TEXT_SUM: frozenset({"total", "add"}),
    RowMake.BY_PARTY: frozenset(
        {"single", "highest", "lowest", "top", "rank", "who", "count", "total", "above", "below"}
    ),
}
PARTY_WITH = frozenset({"added", "sold", "gross", "net", "taxed", "untaxed", "who", "after", "without", "total"})
_RANKING = frozenset({"single", "highest", "lowest", "top", "rank"})
_SHARING = frozenset({"share", "share_of", "whole", "percent"})
SINGLE_WITH = PARTY_WITH | _RANKING | {"when"}
_COMPARING = frozenset({"change", "up", "down", "higher", "lower", "than", "compare", "previous", "percent", "minus"})
PARTY_MADE_WITH: dict[PartyMake, frozenset[str]] = {
    PartyMake.TOTAL: _SHARING,
    PartyMake.RANK: _RANKING | _SHARING,
    PartyMake.COUNT: frozenset({"count", "distinct"}),
    PartyMake.BEYOND: frozenset({"above", "below", "count", "distinct"}),
    PartyMake.SERIES: frozenset({"by_grain", "grain", "course"}),
    PartyMake.CHANGE: _COMPARING,
    PartyMake.RANK_CHANGE: _COMPARING | _RANKING | {"above", "below"},
}
