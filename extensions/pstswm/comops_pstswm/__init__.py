# SPDX-License-Identifier: BSD-3-Clause
"""Worley's model."""

from comops.extension import Command, Extension

EXTENSION = Extension(
    commands={"pstswm": Command("run Worley's model, a shallow water code on the sphere",
                                "comops_pstswm.command:main")},
    records=("comops_pstswm.model_runs:SerialRun", "comops_pstswm.model_runs:ParallelRun"),
    lines="comops_pstswm.terminal:swap_lines",
    presets={"transposes": {"patterns": "srtrans,swtrans,logtrans,alltoall",
                            "paths": "threads,mpi", "sizes": "8,1K,16K,256K"},
             "sums": {"patterns": "ringsum,exchsum,halfsum,allreduce",
                      "paths": "threads,mpi", "sizes": "8,1K,16K,256K"}})
