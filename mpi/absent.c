/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(mpi, "*", "counter mutual_exclusion",
       "measured over library (MPI's one-sided operation) and direct (the threads' code)");
ABSENT(mpi, "*", "single",
       "no call chooses who comes first: library adds MPI_Compare_and_swap to its collectives; the "
       "same code as in threads is in direct");
ABSENT(mpi, "*", "master_worker",
       "a free rank must ask for a task, by a message (sendrecv) or a counter (direct)");

ABSENT(mpi, "vector", "halo halo_open", "only columns need a datatype: see halo_strided");
ABSENT(mpi, "vector", "*",
       "only the transpose is measured by a collective with a length for each block");
ABSENT(mpi, "pscw", "halo halo_open halo_strided", "measured with fences: see put and get");
ABSENT(mpi, "flush", "halo halo_open halo_strided", "measured with fences: see put and get");
ABSENT(mpi, "*", "halo_strided",
       "columns are compared over messages: packed (sendrecv) or by a datatype (vector)");
ABSENT(mpi, "direct", "naive_broadcast alltoall_unrotated",
       "the pattern prescribes who copies, and in which order; direct does what is fastest: see "
       "broadcast and alltoall");
ABSENT(mpi, "cma", "reduce allreduce reduce_scatter", "the kernel copies but does not merge");
ABSENT(mpi, "cma", "barrier", "a barrier moves no data; its flags would be those of shared");
ABSENT(mpi, "cma", "*", "the five patterns show what one copy by the kernel costs");
ABSENT(mpi, "*", "pingping",
       "printed for two-sided messages; bidirectional has windows of them in this protocol");
ABSENT(mpi, "irecv", "*", "receives posted in advance are compared only in the ping-pong");
ABSENT(mpi, "persistent", "*", "measured as overlap and halo");
ABSENT(mpi, "partitioned", "*", "measured only as overlap");
ABSENT(mpi, "*", "remote_read",
       "only a get with a passive target reads rank 1's memory while rank 1 is idle: see flush");

ABSENT(mpi, "*", "overlap",
       "needs one call that begins an exchange and another that ends it: sendrecv, persistent, "
       "partitioned, flush; and direct, the threads' code");

ABSENT(mpi, "library", "put get distant_get distant_put",
       "one-sided operations have protocols of their own");
ABSENT(mpi, "library", "naive_broadcast",
       "the library chooses its algorithm: MPI_Bcast is measured as broadcast");
ABSENT(mpi, "library", "alltoall_unrotated",
       "the library chooses the order: MPI_Alltoall is measured as alltoall");
ABSENT(mpi, "library", "*", "MPI has no collective operation for it: see sendrecv");

ABSENT(mpi, "sendrecv", "put get distant_get distant_put",
       "not one-sided: the receiver of a message takes part");
ABSENT(mpi, "put", "put distant_put",
       "when MPI_Put returns, its buffer may not be reused yet; the fence that allows it is "
       "collective: see flush");
ABSENT(mpi, "put", "get distant_get", "the pattern reads, MPI_Put writes");
ABSENT(mpi, "get", "put distant_put put_acknowledged", "the pattern writes, MPI_Get reads");
ABSENT(mpi, "get", "barrier", "it would be the same fence as in put");
ABSENT(mpi, "shared", "get distant_get",
       "rank 1's buffer is private: rank 1 would have to store it into the window first, and so "
       "take part");
ABSENT(mpi, "*", "distant_get distant_put",
       "printed for plain gets and puts; other protocols have one partner: see get and put");
ABSENT(mpi, "flush", "barrier", "a flush synchronizes no other rank; messages do: see sendrecv");
