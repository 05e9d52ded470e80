/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5. The thesis on the same tests uses one buffer for all
 * partners; here each block has its own place.
 *
 * Unrotated, all ranks start with rank 0, which serves one after the other. This cannot deadlock:
 * if rank a waits for b, then b waits for some c < a, c for some d < b, and so on downwards, so no
 * cycle closes. */
#include "mpi/sendrecv/blocking.h"

static char *block(const struct job *job, char *buffer, int rank)
{
    return buffer + (size_t)rank * job->bytes;
}

static void keep_own(struct job *job)
{
    memcpy(block(job, job->recv, job->rank), block(job, job->send, job->rank), job->bytes);
}

static void exchange(struct job *job, int to, int from)
{
    blocking_exchange(job, block(job, job->send, to), to, block(job, job->recv, from), from);
}

static void run_rotated(struct job *job)
{
    keep_own(job);
    for (int j = 1; j < job->ranks; j++) /* C: -1 % ranks is -1 */
        exchange(job, rank_after(job, j), rank_before(job, j));
}

static void run_unrotated(struct job *job)
{
    for (int partner = 0; partner < job->ranks; partner++)
        if (partner == job->rank)
            keep_own(job);
        else
            exchange(job, partner, partner);
}

IMPLEMENTATION(mpi, sendrecv, alltoall, .run = run_rotated, .waits = "P-1",
               .summary = "with one partner after the other, in rotated order (MPI_Sendrecv)");
IMPLEMENTATION(mpi, sendrecv, alltoall_unrotated, .run = run_unrotated, .waits = "2(P-1) - 1",
               .summary = "with rank 0 first, then 1, and so on (MPI_Sendrecv)");
