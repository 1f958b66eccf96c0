"""Loaded once; the processes of heavy work are made from it. One thread of arithmetic each: there are several."""

import os

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import arch_team.server.heavy_work  # noqa: E402 - after what it heeds
import arch_team.vectors.embedding  # noqa: E402

arch_team.vectors.embedding.default_embedder().embed(["warm"])
_ = arch_team.server.heavy_work
