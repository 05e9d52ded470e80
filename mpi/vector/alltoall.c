/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Alltoall's data by the call that takes a length and a place for each block: the collective
 * transpose of Worley 1999, whose blocks may differ. */
#include "comops/ranks/contract/state.h"

#include <limits.h>
#include <mpi.h>

/* job->state: the blocks' lengths, then their places. */
static bool setup(struct job *job)
{
    const size_t ranks = (size_t)job->ranks;

    if (job->bytes > INT_MAX / ranks) {
        job->failure = "the places of the blocks exceed an int, as MPI_Alltoallv takes it";
        return false;
    }
    if (!state_allocate(job, 2 * ranks * sizeof(int)))
        return false;
    for (size_t rank = 0; rank < ranks; rank++) {
        ((int *)job->state)[rank] = (int)job->bytes;
        ((int *)job->state)[ranks + rank] = (int)(rank * job->bytes);
    }
    return true;
}

static void run(struct job *job)
{
    const int *lengths = job->state, *places = lengths + job->ranks;

    MPI_Alltoallv(job->send, lengths, places, MPI_BYTE, job->recv, lengths, places, MPI_BYTE,
                  MPI_COMM_WORLD);
}

IMPLEMENTATION(mpi, vector, alltoall, .run = run, .setup = setup, .teardown = state_free,
               .summary = "MPI_Alltoallv, all blocks of one length");
