"""Tests run in as many processes as there are cores: the threads of linear algebra would only wait for each other."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
