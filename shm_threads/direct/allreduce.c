/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its vector into its own lines, and all read and merge all of them. Large:
 * each rank merges a slice of all vectors and copies the other slices from those who merged them.
 * Nobody writes into another's buffer: what is written there would cross again when it is used. */
#include "shm_threads/direct/reductions.h"

/* Two slots in turn need no flag that says they are free: a rank that has read another's lines of a
 * step knows that the other has ended the previous step, so when this rank begins a step, all have
 * read its slot of two steps ago. */
static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    lines_write(mine->slots[step % 2], job->send, job->bytes, step);
    lines_prefetch_next(mine->slots[(step + 1) % 2], job->bytes);
    merge_slots(job, job->send, step % 2, step);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t end = slice_begin(job, job->rank + 1);

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready */
    for (size_t at = slice_begin(job, job->rank); at < end; at += CHUNK)
        merge_vectors(job, job->recv + at, at, end - at < CHUNK ? end - at : CHUNK);
    flag_set(&mine->finished, step);
    for (int distance = 1; distance < job->ranks; distance++) {
        const int from = rank_after(job, distance);
        const size_t begin = slice_begin(job, from);

        flag_wait(&endpoint_of(job, from)->finished, step); /* it has merged its slice */
        memcpy(job->recv + begin, job->peers[from]->recv + begin,
               slice_begin(job, from + 1) - begin);
    }
    flag_set(&mine->pieces, step);
    FLAG_WAIT_ALL(job, pieces, step); /* nobody reads this rank's receive buffer any more */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, allreduce, ENDPOINT, .run = run, .copies = "2",
               .crossings = "2(P-1)", .lines = "P-1", .waits = "P-1",
               .summary =
                   "small: all merge all cache lines; large: each rank merges a slice of all "
                   "vectors, which the others copy");
