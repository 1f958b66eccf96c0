"""Questions no call of the three tools answers, and why. Their figures can be had; the last step is arithmetic."""

from .answers import Unanswered

UNANSWERED = (
    Unanswered(
        "03fc5a",
        "loss ratio by policy and agent",
        "a quotient of two sums over different tables: total loss over premium",
    ),
    Unanswered(
        "923f5d",
        "loss ratio, number of claims and total loss by policy and premium",
        "a quotient of two sums over different tables, and two aggregates beside it",
    ),
    Unanswered(
        "2b95bb",
        "average policy size",
        "a quotient of two aggregates: total premium over the number of policies",
    ),
    Unanswered(
        "6da3f7",
        "average days to settle by policy",
        "an average of a difference between two columns: dates are shown, never subtracted",
    ),
    Unanswered(
        "7321dd",
        "average loss by policy",
        "an aggregate of an aggregate: the average over claims of each claim's total",
    ),
    Unanswered(
        "cea56e",
        "average loss and number of claims by policy",
        "an aggregate of an aggregate: the average over claims of each claim's total",
    ),
)
