/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes each slice into its own lines, and its receiver reads and merges them.
 * Large: each rank merges its slice of all send buffers straight into its receive buffer. */
#include "shm_threads/direct/reductions.h"

enum { RANKS_MOST = SLOTS / 2 }; /* for small messages: one slot per receiver, in two sets */

/* As in allreduce.c, no flag is needed to say that slots are free. */
static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t first = step % 2 * RANKS_MOST, own = (size_t)job->rank;

    for (size_t rank = 0; rank < (size_t)job->ranks; rank++)
        if (rank != own)
            lines_write(job, mine->slots[first + rank], job->send + rank * job->bytes, step);
    merge_slots(job, job->recv, job->send + own * job->bytes, NULL, job->ranks, first + own, step);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t begin = (size_t)job->rank * job->bytes;

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready */
    merge_vectors(job, job->recv, begin, begin + job->bytes, false);
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* all have read this rank's vector */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const bool lines = is_small(job) && job->ranks <= RANKS_MOST;

    (lines ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, reduce_scatter, ENDPOINT, .run = run, .copies = "1",
               .crossings = "P", .lines = "P-1", .waits = "P-1",
               .summary =
                   "small: each rank merges the others' cache lines; large: each rank merges "
                   "its slice of all send buffers into its own");
