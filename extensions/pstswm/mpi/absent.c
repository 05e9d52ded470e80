/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(mpi, "library", "swap swap_printed sendrecv", "MPI_Sendrecv is Worley's protocol (0,6)");
ABSENT(mpi, "library", "srtrans swtrans logtrans",
       "the library's own transpose is MPI_Alltoall, measured as alltoall");
ABSENT(mpi, "library", "exchsum halfsum ringsum",
       "the library's own algorithm is MPI_Allreduce, measured as allreduce");
ABSENT(mpi, "sendrecv",
       "swap swap_printed sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's protocols, (x,y), are the ways to send and receive; MPI_Sendrecv is (0,6)");
ABSENT(mpi, "*", "swap swap_printed sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");
