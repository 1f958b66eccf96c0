"""Forms that a question may have, and yet may not be meant: somebody must say so before they answer it."""

from arch_team.doubts.at_present import AT_PRESENT
from arch_team.doubts.counted import COUNTED
from arch_team.doubts.deeds import DEEDS
from arch_team.doubts.kinds import KINDS
from arch_team.doubts.lost import LOST
from arch_team.doubts.names import NAMES
from arch_team.doubts.states import STATES
from arch_team.doubts.ties import TIES
from arch_team.doubts.times import TIMES
from arch_team.forms.form import Form
from arch_team.grammar.lattice import Lattice

DOUBTS = (*TIES, *COUNTED, *DEEDS, *KINDS, *STATES, *NAMES, *LOST, *TIMES, *AT_PRESENT)


def is_doubtful(form: Form, lattice: Lattice) -> bool:
    """Whether a form that has all that was said may still not be what was asked."""
    return any(doubt(form, lattice) for doubt in DOUBTS)
