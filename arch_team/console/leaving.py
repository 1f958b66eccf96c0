"""The end of a command that has said all it had to say.

Python ends by taking its modules apart one by one, which takes as long as reading the question did. Where nothing is
left to do but that, the process ends without it: what was printed is out, what waits for the end has been called.
"""

import atexit
import os
import sys
import threading


def leave(code: object) -> None:
    """Ends the process at once. Returns where Python must end it: a thread still works, or there is more to say."""
    waited_for = [thread for thread in threading.enumerate() if not thread.daemon]
    if (code is not None and not isinstance(code, int)) or waited_for != [threading.main_thread()]:
        return
    try:
        atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage] - what Python itself calls first, whoever ends it
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        return
    os._exit(code or 0)
