# SPDX-License-Identifier: BSD-3-Clause
"""The user's variables that can change a runtime: they are recorded, shown and compared."""

import os
import re
from collections.abc import Mapping

from comops.measure.launch.launchers import ELSEWHERE
from comops.results.write import text

# By the beginnings of their names: of MPI, OpenSHMEM and what transports their messages, of OpenMP,
# of the dynamic linker, the C library and hwloc.
RUNTIMES = re.compile(
    "MPIR_CVAR_|MPICH_|HYDRA_|MPIEXEC_|I_MPI_|MV2_|(OMPI|PRTE|PMIX)_MCA_|SHMEM_|FI_|UCX_|HCOLL_|"
    "PSM2_|PSM3_|OMP_|GOMP_|KMP_|LD_|MALLOC_|GLIBC_TUNABLES$|HWLOC_")
# What says where a rank or a library is, and what COMOPS itself sets for all workers.
OTHERS = re.compile(
    "MPIR_CVAR_CH3_INTERFACE_HOSTNAME|MPICH_INTERFACE_HOSTNAME|I_MPI_(ROOT|INFO_|MPIRUN)|"
    "OMPI_MCA_(ess_|orte_|initial_wdir|pmix$|shmem_RUNTIME_)|PRTE_MCA_(ess_|prte_)|"
    "OMP_PROC_BIND$")


def environment_read(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that are set, by name, as a record has them."""
    return {name: text(value) for name, value in sorted(environment.items())
            if RUNTIMES.match(name) and not OTHERS.match(name) and not ELSEWHERE.match(name)}


def hidden_note() -> str:
    """Which variables launchers do not get; empty for none."""
    hidden = ", ".join(name for name in sorted(os.environ) if ELSEWHERE.match(name))
    return hidden and f"{hidden}: not passed on, because all ranks run on this node"
