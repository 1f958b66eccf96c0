"""How people in offices write periods and dates, in German and English, as patterns over folded text."""

from arch_team.text.phrases import Phrases

_MONTHS = (
    ("januar", "january", "jan", "janner", "januray"), ("februar", "february", "feb", "febr", "febuary", "feburary"),
    ("marz", "march", "mar", "maerz", "mrz"),
    ("april", "apr"), ("mai", "may"), ("juni", "june", "jun"), ("juli", "july", "jul"), ("august", "aug"),
    ("september", "sept", "sep", "septmeber"), ("oktober", "october", "okt", "oct", "ocotber"), ("november", "nov"),
    ("dezember", "december", "dez", "dec"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
          "eleven": 11, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
          "zehn": 10, "elf": 11}  # fmt: skip
ORDINALS = {"erste": 1, "1": 1, "first": 1, "i": 1, "zweite": 2, "2": 2, "second": 2, "ii": 2, "dritte": 3, "3": 3,
            "third": 3, "iii": 3, "vierte": 4, "4": 4, "fourth": 4, "iv": 4, "letzte": 4, "last": 4,
            "final": 4}  # fmt: skip
LAST = ("letzte", "last", "final")

_MONTH = "(?:" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")\.?"
_LONG = r"(?:19|20)\d\d"
_SHORT = r"['’]?2\d(?![\d.:%'’]|\s?(?:chf|eur|fr\b|franken|%))"
YEAR = rf"(?:{_LONG}|{_SHORT})"
_OF = r"(?:des\s+jahres\s+|im\s+jahre?\s+|jahr\s+|of\s+(?:the\s+year\s+)?|in\s+|vom\s+|von\s+|im\s+|,\s*)"
_OF_YEAR = rf"(?:[\s/]+{_OF}?(?P<y>{YEAR})\b)?"
_ORD = (
    r"(?!i[mns]s?\b)(?P<ord>erste|zweite|dritte|vierte|letzte|first|second|third|fourth|last|final|[1-4]|iii|iv|ii|i)"
    r"[snmr]?(?:\.|st|nd|rd|th)?"
)
_DAY = r"\d{1,2}"
_NTH = r"(?:\.|st|nd|rd|th)?"
_TO = r"(?:bis(?:\s+und\s+mit|\s+zum|\s+ende)?|to|until|till|through|thru|-|–)"
_AND_TO = rf"(?:and|und|{_TO})\s*(?:dem\s+|den\s+|the\s+)?"
_DATE = (
    rf"\b(?P<d>{_DAY})\.\s?(?P<m>{_DAY})\.\s?(?P<y>{_LONG}|\d\d)\b",
    rf"\b(?P<d5>{_DAY})/(?P<m5>{_DAY})/(?P<y5>{_LONG}|\d\d)\b",
    rf"(?P<y2>{_LONG})-(?P<m2>\d\d)-(?P<d2>\d\d)",
    rf"\b(?P<d3>{_DAY}){_NTH}\s+(?:of\s+)?(?P<m3>{_MONTH}),?\s+{_OF}?(?P<y3>{YEAR})\b",
    rf"\b(?P<m4>{_MONTH})\s+(?P<d4>{_DAY})(?:st|nd|rd|th)?,?\s+(?P<y4>{_LONG})",
)
FEASTS = {"silvester": (31, 12), "new year's eve": (31, 12), "neujahr": (1, 1), "new year's day": (1, 1)}
_DAY_ALONE = (
    rf"\b(?P<d>{_DAY})\.\s?(?P<m>1[0-2]|0?[1-9])\.(?!\d)",
    rf"\b(?P<d3>{_DAY}){_NTH}\s+(?:of\s+)?(?P<m3>{_MONTH})\b",
)
_SHORT_AFTER = r"jahre?s?|gj|fy|ende|anfang|mitte|year|year[\s-]?end|end of|end|close of|start of|beginning of"

_MANY = rf"(?P<k>\d{{1,2}}|{'|'.join(COUNTS)})"
_WHICH = r"(?P<which>erste|letzte|first|last|final)[nr]?"
_MONTHS_OF = rf"\s+(?:monat|month)\w*\s+{_OF}?(?P<y>{YEAR})\b"
_EN_NTH = r"(?:st|nd|rd|th)?"
_NO_COUNT = r"\b(?!monate|tage|jahre|months|days|years|mal|times|kunden)[a-z]"
_OF_MONTH = rf"\s+(?:of\s+)?(?P<m>{_MONTH}),?\s+(?P<y>{YEAR})\b"

PATTERNS: tuple[tuple[str, Phrases], ...] = tuple(
    (kind, Phrases(*ways))
    for kind, *ways in (
        ("days", rf"\b(?P<a>{_DAY})\.?{_EN_NTH}\s*{_AND_TO}(?P<b>{_DAY}){_NTH}{_OF_MONTH}"),
        ("days", rf"\b(?P<m>{_MONTH})\s+(?P<a>{_DAY}){_EN_NTH}\s*{_AND_TO}(?P<b>{_DAY}){_EN_NTH},?\s+(?P<y>{_LONG})"),
        ("span", rf"(?<![\d.])(?P<d>{_DAY})\.\s?(?P<m>{_DAY})\.?\s*{_AND_TO}"
                 rf"(?P<e>{_DAY})\.\s?(?P<n>{_DAY})\.\s?(?P<y>{_LONG}|\d\d)\b"),
        ("span", rf"\b(?P<d>{_DAY}){_NTH}\s+(?P<m>{_MONTH})\s*{_AND_TO}"
                 rf"(?P<e>{_DAY}){_NTH}\s+(?P<n>{_MONTH}),?\s+(?P<y>{YEAR})\b"),
        ("some_months", rf"\b{_WHICH}\s+{_MANY}{_MONTHS_OF}"),
        ("some_months", rf"\b{_MANY}\s+{_WHICH}{_MONTHS_OF}"),
        ("date", *_DATE),
        ("feast", rf"\b(?P<feast>{'|'.join(FEASTS)})\s+{_OF}?(?P<y>{YEAR})\b"),
        ("months", rf"\b(?P<a>{_MONTH})(?:\s+(?P<ya>{YEAR}))?\s*{_TO}\s*(?:ende\s+|end\s+of\s+)?"
                   rf"(?P<b>{_MONTH})[\s)]+{_OF}?(?P<y>{YEAR})\b"),
        ("quarter", rf"\bq(?P<q>[1-4])(?:[\s/'’-]*(?:of\s+|im\s+)?(?P<y>{YEAR}))?\b"),
        ("quarter", rf"\b(?P<q>[1-4])q[\s/]*(?P<y>{YEAR})?\b"),
        ("quarter", rf"\b(?P<y>{_LONG})[\s/-]*q(?P<q>[1-4])\b"),
        ("quarter", rf"\b{_ORD}\s+(?:quartal|quarter)\w*{_OF_YEAR}"),
        ("quarter", rf"\b(?:quartal|quarter)\s+(?P<q>[1-4])\b{_OF_YEAR}"),
        ("half", rf"\bh(?P<q>[12])(?:[\s/'’-]*(?:of\s+|im\s+)?(?P<y>{YEAR}))?\b"),
        ("half", rf"\b(?P<q>[12])h[\s/]*(?P<y>{YEAR})\b"),
        ("half", rf"\b{_ORD}\s+(?:halbjahr|half(?:[- ]year)?\b|jahreshalfte|semester|hj\b)\w*{_OF_YEAR}"),
        ("half", rf"\b(?:semester|halbjahr|hj)\s?(?P<q>[12])\b{_OF_YEAR}"),
        ("month", rf"\b(?P<m>{_MONTH})[\s/-]*{_OF}?(?P<y>{YEAR})\b(?!\s*{_TO}\s*\d)"),
        ("month", rf"\b(?P<mn>0?[1-9]|1[0-2])[/.](?P<y>{_LONG})\b",
                  rf"\b(?P<y2>{_LONG})-(?P<mn2>0[1-9]|1[0-2])\b(?!-)"),
        ("vague", rf"\b(?:halbjahr|half[- ]?year|quartal|quarter|semester|trimester|tertial)(?!sweise|ly|lich)\w*"
                  rf"[\s/]+{_OF}?{YEAR}\b"),
        ("years", rf"\b(?P<a>{_LONG})\s*{_TO}\s*(?P<b>{YEAR})\b"),
        ("year", rf"(?<![-\w])(?:fy\s?|gj\s?)?(?P<y>{_LONG})(?![-\w])", rf"\bfy\s?(?P<y2>{_SHORT})\b"),
        ("year", r"(?:(?<=\s)|^)['’](?P<y>2\d)\b"),
        ("year", rf"\b(?:{_SHORT_AFTER})\s+(?P<y>{_SHORT})(?=\s*(?:$|[?!.,;)]|{_NO_COUNT}))"),
        ("year", rf"\b(?:in|im|ins|for|fur|fuers|furs|vom)\s+(?P<y>{_SHORT})(?=\s*(?:$|[?!;)]))"),
        ("day_alone", *_DAY_ALONE),
        ("month_alone", rf"\b(?P<m>{_MONTH})(?!\w)"),
        ("some_years", rf"\b(?:letzten?|vergangenen?|last|past|previous)\s+{_MANY}\s+"
                       r"(?:geschafts|kalender|fiscal |financial |business )?(?:jahren?|years)\b"),
        ("relative", r"\b(?P<rel>(?:letzte[sn]?|vergangene[sn]?) (?:geschafts|kalender|rechnungs)?jahr|"
                     r"vorjahr(?:es|s)?(?:ende|schluss|ultimo)?|"
                     r"jahr (?:davor|zuvor)|year (?:before|earlier)|"
                     r"(?:last|previous|prior) (?:business |financial |fiscal |calendar )?year|"
                     r"(?<!the )next year|(?:the )?coming year|nachstes jahr|kommende[sn] jahr|"
                     r"(?:diese[sm]|laufende[sn]) (?:geschafts|kalender|rechnungs)?jahr|"
                     r"(?:this|current) (?:business |financial |fiscal |calendar )?year|"
                     r"letzte[nr] monat|last month)\b"),
    )
)  # fmt: skip
"""Kind and pattern, in the order in which they count: what one has taken the next does not read again."""

_AMONG = r"(?:vs\.?|versus|gegen|gegenuber|und|and|/|,|&)"
_IN_SHORT = r"(?:20)?2\d"
CHAIN = Phrases(
    rf"(?<![\w.'’/-]){_IN_SHORT}(?:\s*{_AMONG}\s*{_IN_SHORT})+(?![\w%'’-]|\.\d|\s*(?:chf|eur|fr\b|franken|%))"
)
"""Years one after the other, some of them by two digits: `23 vs 24 vs 25`."""
CHAINED = Phrases(_IN_SHORT)
AGAINST = Phrases(r"vs\.?|versus|gegen")

POINT = Phrases(
    r"\b(per|am|zum|ende|end|end of|at|as of|as at|on|stand|schluss|ultimo|close of|year[\s-]?end|month[\s-]?end|"
    r"quarter[\s-]?end|jahresende|jahresschluss|monatsende|quartalsende|semesterende|eoy|abschluss|stichtag)"
    r"\s*(des jahres |des monats |im jahr |jahr |jahres |geschaftsjahr |kalenderjahr |quartal |monat |"
    r"of |von |vom |the year |year |fiscal year |in )?$"
)
START = Phrases(
    r"\b(anfangs?|beginn|jahres(?:anfang|beginn|start)|monats(?:anfang|beginn)|(?:start|beginning|outset) of|start)"
    r"\s*(des jahres |im jahr |jahr |jahres |geschaftsjahr |kalenderjahr |quartal |monat |"
    r"of |von |vom |the year |year )?$"
)
MIDDLE = Phrases(r"\b(mitte|mid|middle of|mid-)\s*(des jahres |jahr |the year |of )?$")
UNTIL = Phrases(
    r"\b(vor(?: dem)?|bis(?: zum| und mit)?(?: ende)?|before|by|until|till|up to|through|year to date|ytd)"
    r"\s*(the end of |end of |and including |dem |the |ende )?$"
)
BY_END = Phrases(r"\bby (?:the end of|end of|end|year[\s-]?end|the close of|close of)\s*(?:the year )?$")
SINCE = Phrases(r"\b(seit|ab|nach(?: dem)?|since|after|from)\s*(dem |the )?$")
SINCE_THEN = Phrases(r"\b(seit|ab|since)\s*(anfang |beginn |ende |start of |end of |the (?:start|beginning|end) of )?$")
NOT_THE_DAY = Phrases(r"(?<!\bon or )(?<!\bam oder )\b(vor|nach|before|after)\s*(dem |the )?$")
"""Before a day that is itself not meant: `before 5 May`."""
SAYS_YEAR = Phrases(r"\s*[(,–-]?\s*(?:also |das heisst |d\.h\.? |i\.e\.?,? |that is,? |namlich )?(?:19|20)\d\d")
EACH = Phrases(
    r"\b(?:je|pro|nach|per|each|by|every|welche[mnrs]?|which|what|jede[smnr]?|alle|einzelnen|(?:be|schlechte|schwach|star|starks|hoch|hochs|tief|tiefs)s?te[rsnm]?|irgendeine[mnrs]?|eine[mnrs]?|any|a|best|worst|strongest|weakest|highest|lowest)\s*$"
)
WITHOUT = Phrases(
    r"\b(?:ohne|ausser|nicht|excluding|without|except|not(?: counting| including)?)\s+(?:den |die |the )?$"
)
TO = Phrases(
    rf"\s*,?\s*{_TO}\s*(?:zum\s+|the\s+)?(?:ende\s+|(?:the\s+)?end\s+of\s+|einschliesslich\s+)?(?:des\s+|den\s+)?"
)
AND = Phrases(r"\s*(?:und(?: dem| zum| ende)?|and(?: the| the end of)?)\s*")
AND_WORD = Phrases(r"\b(?:und|and)\b(?!\s+mit)")
OPENS_SPAN = Phrases(r"\b(?:zwischen|von|vom|between|from|seit)(?:\s+(?:dem|the))?\s*$")
ALSO = Phrases(
    r"\s*(?:und|and|vs\.?|versus|gegenuber|/|,|&|sowie|mit|with|to|zu|als|than|im vergleich (?:zu|mit)|"
    r"compared (?:to|with)|verglichen mit|against|respektive|bzw\.?|oder|or|"
    r"(?:compared? )?(?:with|to) the same (?:\w+ )?(?:months?|quarter|period|half|time)(?: of| in)?|"
    r"(?:als im|gegenuber|zur?|zum|mit|im vergleich zu[rm]?|verglichen mit)(?: der| dem| den)? "
    r"gleiche[nrms]? (?:\w+ )?(?:monat|quartal|zeitraum|zeit|periode)\w*(?: von| im| des)?)\s*"
    r"(?:dem\s+|jenem\s+|in\s+|im\s+(?:jahr\s+)?|that of\s+|of\s+)?"
)


def month_number(said: str) -> int:
    """`März`, `mar.`, `03`: the number of a month."""
    return int(said) if said.isdigit() else _MONTH_OF[said.rstrip(".")]


def year_number(said: str) -> int:
    number = int(said.strip("'’"))
    return number + 2000 if number < 100 else number
