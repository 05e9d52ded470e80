/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(mpi, "library", "pingpong distant shift put_acknowledged bandwidth bidirectional",
       "no collective operation of MPI does it: see sendrecv");
ABSENT(mpi, "library", "naive_broadcast tree_broadcast",
       "what way MPI_Bcast takes is for the library to choose: it is measured as broadcast");
ABSENT(mpi, "library", "alltoall_unrotated",
       "what order MPI_Alltoall keeps is for the library to choose: it is measured as alltoall");
ABSENT(mpi, "library", "put get", "one-sided operations have protocols of their own");
ABSENT(mpi, "library", "swap sendrecv", "MPI_Sendrecv is Worley's protocol (0,6)");
ABSENT(mpi, "library", "srtrans swtrans logtrans",
       "the library's own transpose is MPI_Alltoall: it is measured as alltoall");
ABSENT(mpi, "library", "exchsum halfsum ringsum",
       "the library's own way is MPI_Allreduce: it is measured as allreduce");

ABSENT(mpi, "sendrecv", "put get", "a message has a receiver, which takes part: not one-sided");
ABSENT(mpi, "sendrecv", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's protocols, (x,y), are the ways to send and receive; MPI_Sendrecv is (0,6)");

ABSENT(mpi, "put", "put",
       "when MPI_Put returns its buffer may not be rewritten yet, and the fence that ends that is "
       "collective: see flush");
ABSENT(mpi, "put", "get", "it reads, MPI_Put writes");
ABSENT(mpi, "put", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "get", "put put_acknowledged", "it writes, MPI_Get reads");
ABSENT(mpi, "get", "barrier", "it would be the same fence as in put");
ABSENT(mpi, "get", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "shared", "get",
       "rank 1's buffer is private: it would have to store it into the window first, and so take "
       "part");
ABSENT(mpi, "shared", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "pscw", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(mpi, "flush", "barrier",
       "a flush synchronises nobody: it would be the messages that tell of it, see sendrecv");
ABSENT(mpi, "flush", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

ABSENT(
    mpi, "flush_spin",
    "pingpong distant broadcast naive_broadcast tree_broadcast reduce gather scatter shift "
    "alltoall alltoall_unrotated allgather allreduce reduce_scatter put get remote_read bandwidth "
    "bidirectional barrier",
    "it is flush with another way to wait, which put_acknowledged compares");
ABSENT(mpi, "flush_spin", "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum",
       "Worley's MPI protocols, (x,y), are two-sided; his one-sided ones are for SHMEM");

#define ONE_SIDED                                                                                  \
    "rank 1's memory is read while it does nothing, by MPI_Get with a passive target: see flush"

ABSENT(mpi, "library", "remote_read", ONE_SIDED);
ABSENT(mpi, "sendrecv", "remote_read", ONE_SIDED);
ABSENT(mpi, "put", "remote_read", ONE_SIDED);
ABSENT(mpi, "get", "remote_read", ONE_SIDED);
ABSENT(mpi, "shared", "remote_read", ONE_SIDED);
ABSENT(mpi, "pscw", "remote_read", ONE_SIDED);
