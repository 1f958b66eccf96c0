"""What a caller of the review can get wrong.

UsageError
└── ReviewError
    ├── NothingToReview   no requirement was given, or one without words
    ├── UnreadableText    half of a character: no file or answer could hold it
    ├── UnknownCriterion  a criterion that does not exist
    ├── TooMuch           too many requirements at once, or one that is too long
    └── ReviewUnavailable the service at the other end does not answer, or not as agreed
"""

from typing import ClassVar

from arch_team.errors import UsageError


class ReviewError(UsageError):
    code: ClassVar[str] = "REVIEW_ERROR"


class NothingToReview(ReviewError):
    code = "NOTHING_TO_REVIEW"


class UnreadableText(ReviewError):
    code = "UNREADABLE_TEXT"


class UnknownCriterion(ReviewError):
    code = "UNKNOWN_CRITERION"


class TooMuch(ReviewError):
    code = "TOO_MUCH"


class ReviewUnavailable(ReviewError):
    code = "REVIEW_UNAVAILABLE"
