/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its vector into its own lines, and all read and merge all of them. Large:
 * each rank merges its slice of all vectors and writes it into every rank's buffer. With two ranks
 * this was faster at nearly every size than letting the others fetch it or merging all slices on
 * each rank. */
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
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready, and all receive buffers are free */
    for (size_t at = slice_begin(job, job->rank); at < end; at += CHUNK) {
        const size_t bytes = end - at < CHUNK ? end - at : CHUNK;

        merge_vectors(job, job->recv + at, at, bytes);
        for (int distance = 1; distance < job->ranks; distance++) {
            const struct job *other = job->peers[rank_after(job, distance)];

            memcpy(other->recv + at, job->recv + at, bytes);
        }
    }
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* all slices have arrived, all vectors are read */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, allreduce, ENDPOINT, .run = run, .copies = "2", .lines = "P-1",
               .waits = "P-1",
               .summary =
                   "small: all merge all cache lines; large: each rank merges a slice of all "
                   "vectors into every rank's buffer");
