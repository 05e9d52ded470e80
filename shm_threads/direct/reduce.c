/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its vector into its own lines, and the root reads and merges them in rank
 * order. Large: with two ranks the root merges both; of more, each merges its slice of all vectors
 * straight into the root's buffer. Either is the shorter way for what must cross before the root
 * has used the result: a vector; or a slice of each other rank's, the slice written, and the
 * others' slices read. */
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

/* Where this rank's part of the merging begins. */
static size_t part_begin(const struct job *job, int rank)
{
    return job->ranks == 2 && rank == 1 ? job->bytes : slice_begin(job, rank);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t end = part_begin(job, job->rank + 1);
    char *result = job->peers[ROOT]->recv;

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready, and the root's buffer is free */
    for (size_t at = part_begin(job, job->rank); at < end; at += CHUNK)
        merge_vectors(job, result + at, at, end - at < CHUNK ? end - at : CHUNK);
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* the result is complete; all vectors have been read */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, reduce, ENDPOINT, .run = run, .copies = "1", .crossings = "P-1",
               .crossings_used = "P, 1 with 2 ranks", .lines = "P-1", .waits = "P-1",
               .summary = "small: the root merges the others' cache lines; large: it merges the "
                          "other vector with its own, of more each rank a slice into its buffer");
