# SPDX-License-Identifier: BSD-3-Clause
"""Worley's model."""

from comops.extension import Command, Extension

KINDS = {  # patterns, the first with the default algorithm
    "transpose": ("srtrans", "swtrans", "logtrans", "alltoall"),
    "sum": ("ringsum", "exchsum", "halfsum", "allreduce")}
SIZES = "8,1K,16K,256K"
EXTENSION = Extension(
    commands={"pstswm": Command("run Worley's model, a shallow water code on the sphere",
                                "comops_pstswm.command:main")},
    records=("comops_pstswm.model_runs:SerialRun", "comops_pstswm.model_runs:ParallelRun"),
    lines="comops_pstswm.terminal:swap_lines",
    presets={f"{kind}s": {"patterns": list(patterns), "paths": "threads,mpi", "sizes": SIZES}
             for kind, patterns in KINDS.items()})
