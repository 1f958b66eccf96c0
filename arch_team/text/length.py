"""How long a question may be to be read word by word.

Reading tries what every stretch of words may mean, so its time grows faster than its length. No question that a person
asks of tables is longer than this; what is longer is said to be too long and is not read at all.
"""

import re
from itertools import islice

MOST_WORDS = 200
"""Words and signs of one question. The longest of 1,668 questions of public sets has 36."""
LONGEST_WORD = 200
_TOKEN = re.compile(r"\w+|[^\w\s]")


def is_too_long(question: str) -> bool:
    """Whether a question is too long to be read. Looks at no more of it than it has to."""
    if len(question) <= min(MOST_WORDS, LONGEST_WORD):
        return False
    found = list(islice(_TOKEN.finditer(question), MOST_WORDS + 1))
    return len(found) > MOST_WORDS or any(match.end() - match.start() > LONGEST_WORD for match in found)
