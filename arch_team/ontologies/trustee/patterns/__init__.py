"""The right call for each kind of question, with the questions it answers.

Slots are few and mean the same everywhere: `year`, `previousYear`, `month` (0 = the whole year), `fromMonth` and
`toMonth`; `accountNumber`, `accountPrefix` (the digits a class begins with), `accountFrom` and `accountTo` (a span of
numbers), `accountType`; `from` and `to` (Unix seconds, both days included); `text` (words to look for), `name` (of a
contact), `city`, `direction`, `reference`, `minAmount`, `limit`. The samples are what the example questions ask for.
"""

from arch_team.ontologies.descriptor import CanonicalQueryPattern
from arch_team.ontologies.trustee.patterns.balances import BALANCE_PATTERNS
from arch_team.ontologies.trustee.patterns.bookings import BOOKING_PATTERNS
from arch_team.ontologies.trustee.patterns.invoices import INVOICE_PATTERNS
from arch_team.ontologies.trustee.patterns.results import RESULT_PATTERNS

PATTERNS: tuple[CanonicalQueryPattern, ...] = (
    *BALANCE_PATTERNS,
    *RESULT_PATTERNS,
    *BOOKING_PATTERNS,
    *INVOICE_PATTERNS,
)
