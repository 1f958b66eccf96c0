"""What was written down of the thing before, and what is left of it: `accumulated depreciation on that?`, `book value?`

The one belongs to the other by its name alone: what machines were written down by is called after them.
"""

from arch_team.measuring.asked import Asked
from arch_team.measuring.by_levels import called_after
from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.follow_times import at_its_end
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import FigureRead
from arch_team.measuring.scan import Scan
from arch_team.measuring.vocabulary import MemberSense, SideSense

_BESIDE = ("light", "linking", "and", "follow", "pointing", "carrying", "asks", "amount", "that_is", "at_cost")


def of_the_thing(said: Scan, earlier: FigureRead, measures: Measures) -> str:
    """The whole question that is meant. Empty: it asks nothing of the kind, or of several things."""
    asked = earlier.asked
    if not isinstance(asked, Asked) or len(asked.subjects) != 1 or len(asked.times) != 1 or said.periods:
        return ""
    codes = asked.subjects[0].codes
    things = [item for item in said.items if is_thing(item)]
    levels = [i for i in said.items if any(isinstance(s, SideSense) and s.is_level for s in i.senses)]
    plain = all(i in things or i in levels or i.is_word(*_BESIDE) for i in said.items)
    if len(codes) != 1 or asked.subjects[0].is_flow or said.unknown or not plain or len(things) + len(levels) != 1:
        return ""
    [code] = codes
    when = at_its_end(asked.times[0], said.language)
    if things:
        named = {c for sense in things[0].senses if isinstance(sense, MemberSense) for c in sense.codes}
        own = sorted(named & called_after(code, measures))
        return f"{measures.members[own[0]].name} ({own[0]}) {when}" if len(own) == 1 else ""
    bases = [c for c in measures.members if code in called_after(c, measures)] or [code]
    if len(bases) != 1 or not called_after(bases[0], measures):
        return ""
    return f"{levels[0].text} {measures.members[bases[0]].name} {when}"
