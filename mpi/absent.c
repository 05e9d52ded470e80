/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(mpi, "shared", "get",
       "rank 1's buffer is private: it would have to store it into the window first, and so take part");
ABSENT(mpi, "shared", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "pscw", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "flush", "barrier",
       "a flush synchronises nobody: it would be the messages that tell of it, see sendrecv");
ABSENT(mpi, "flush", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "flush_spin",
       "pingpong distant broadcast naive_broadcast tree_broadcast reduce gather scatter shift "
       "alltoall alltoall_unrotated allgather allreduce reduce_scatter put get bandwidth "
       "bidirectional barrier",
       "it is flush with another way to wait, which put_acknowledged compares");
ABSENT(mpi, "flush_spin", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");
