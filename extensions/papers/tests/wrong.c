/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong implementations of operations as printed: each pattern must reject its own. */
#include "comops/ranks/contract/partner.h"
#include "comops/ranks/contract/tree.h"
#include "extensions/papers/shm_threads/threads_all_done.h"

/* To the left, as print computes the neighbour for MPI_Sendrecv; with two ranks the right
 * one is the left one, so it also leaves out a byte. */
static void shift_printed_run(struct job *job)
{
    memcpy(job->recv, job->peers[rank_after(job, 1)]->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, shift_printed, .run = shift_printed_run, .complete = all_done,
               .summary = "from the right");

/* Acknowledged by a barrier before the message is put. */
static void put_acknowledged_printed_run(struct job *job)
{
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->peers[partner_of_root(job)]->recv, job->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, put_acknowledged_printed, .run = put_acknowledged_printed_run,
               .summary = "acknowledged too early");

/* Sent back before the message has arrived, and a byte too short. */
static void pingpong_printed_run(struct job *job)
{
    if (partner_takes_part(job))
        memcpy(job->peers[partner_of(job)]->recv, job->send, job->bytes - 1);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, pingpong_printed, .run = pingpong_printed_run,
               .summary = "sent back too early");

/* The last rank is taken for rank - 1, so it gets nothing. */
static void naive_broadcast_printed_run(struct job *job)
{
    if (job->rank != ROOT && job->rank < job->ranks - 1)
        memcpy(job->recv, job->peers[ROOT]->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, naive_broadcast_printed, .run = naive_broadcast_printed_run,
               .complete = all_done, .summary = "one rank left out");

/* The levels end at two, so that no odd rank, all of them leaves, is ever reached. */
static void tree_broadcast_run(struct job *job)
{
    for (int away = tree_top(job); away > 1; away /= 2) {
        if (tree_child(job, away) >= 0)
            memcpy(job->peers[tree_child(job, away)]->recv, tree_data(job), job->bytes);
#pragma omp barrier
    }
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, tree_broadcast, .run = tree_broadcast_run,
               .summary = "leaves left out");
IMPLEMENTATION(threads, wrong, tree_broadcast_printed, .run = tree_broadcast_run,
               .summary = "leaves left out");

/* All blocks are read into one place, as the thesis prints it. */
static void alltoall_printed_run(struct job *job)
{
    for (int j = 1; j < job->ranks; j++)
        memcpy(job->recv + (size_t)job->rank * job->bytes,
               job->peers[rank_before(job, j)]->send + (size_t)job->rank * job->bytes, job->bytes);
}

IMPLEMENTATION(threads, wrong, alltoall_printed, .run = alltoall_printed_run, .complete = all_done,
               .summary = "one place for all blocks");

/* The loop ends before the last rank, as if the paper's p were the highest one. */
static void alltoall_unrotated_printed_run(struct job *job)
{
    for (int from = 0; from < job->ranks - 1; from++)
        memcpy(job->recv + (size_t)from * job->bytes,
               job->peers[from]->send + (size_t)job->rank * job->bytes, job->bytes);
}

IMPLEMENTATION(threads, wrong, alltoall_unrotated_printed, .run = alltoall_unrotated_printed_run,
               .complete = all_done, .summary = "the last rank's block left out");
