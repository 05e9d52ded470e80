/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its vector into its own lines, and the root reads and merges them in rank
 * order. Large: each rank merges its slice of all vectors straight into the root's buffer. */
#include "shm_threads/direct/reductions.h"

static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    if (job->rank != ROOT) {
        if (slots_due(step))
            flag_wait(&endpoint_of(job, ROOT)->finished, step - SLOTS / 2);
        lines_write(mine->slots[step % SLOTS], job->send, job->bytes, step);
        lines_prefetch_next(mine->slots[(step + 1) % SLOTS], job->bytes);
        return;
    }
    merge_slots(job, job->send, step % SLOTS, step);
    flag_set(&mine->finished, step); /* all slots of this step are free */
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t end = slice_begin(job, job->rank + 1);
    char *result = job->peers[ROOT]->recv;

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready, and the root's buffer is free */
    for (size_t at = slice_begin(job, job->rank); at < end; at += CHUNK)
        merge_vectors(job, result + at, at, end - at < CHUNK ? end - at : CHUNK);
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* the result is complete; all vectors have been read */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, reduce, ENDPOINT, .run = run, .copies = "1", .lines = "P-1",
               .waits = "P-1",
               .summary = "small: the root merges the others' cache lines; large: each rank merges "
                          "a slice of all vectors into the root's buffer");
