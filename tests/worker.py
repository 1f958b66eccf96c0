"""In the place of `python` where a test process is started: the process is forked from the warm one (`tests.warm`).

It is called as Python would be, `-u -c statement`, and lasts as long as the process it stands for.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parent.parent)
    from tests import warm

    sys.exit(warm.stand_in(sys.argv[-1]))
