/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: up the groups (groups.h), each rank writes what it and its children have
 * merged into its own lines, and its parent merges these in rank order. Large:
 * with two ranks the root merges both vectors; with more, or if they exceed its cache, each rank
 * merges its slice of all vectors straight into the root's buffer. Each is the way on which the
 * least must cross before the root has used the result: a vector; or a slice of each other rank's
 * vector, the slice written, and the others' slices read. Ranks on several caches merge in two
 * stages (caches.h). */
#include "shm_threads/direct/caches.h"

/* To the parent, which finishes a step when it has read. */
static void pass_up(struct job *job, int parent, const char *vector, uint64_t step)
{
    struct endpoint *mine = job->state;

    if (slots_due(step))
        flag_wait(&endpoint_of(job, parent)->finished, step - SLOTS / 2);
    lines_write(job, mine->slots[step % SLOTS], vector, step);
    lines_prefetch_next(job, mine->slots[(step + 1) % SLOTS]);
}

static void small(struct job *job, struct groups *mine, uint64_t step)
{
    alignas(CACHE_LINE) char merged[SMALL];
    char *into = job->rank == ROOT ? job->recv : merged;
    const bool many = job->ranks > 2;
    const int count = many ? mine->count : 2 - job->rank;

    if (count > 1) {
        merge_slots(job, into, job->send, many ? mine->list : NULL, count, step % SLOTS, step);
        flag_set(&mine->endpoint.finished, step); /* the slots that this rank reads are free */
    }
    if (job->rank != ROOT)
        pass_up(job, many ? mine->parent : ROOT, count > 1 ? into : job->send, step);
}

/* Where this rank's part of the merging begins. */
static size_t part_begin(const struct job *job, int rank)
{
    const bool both = ((const struct endpoint *)job->state)->both;

    return job->ranks == 2 && rank == 1 && !both ? job->bytes : slice_begin(job, rank);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t begin = part_begin(job, job->rank);

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready, and the root's buffer is free */
    merge_vectors(job, job->peers[ROOT]->recv + begin, begin, part_begin(job, job->rank + 1),
                  false);
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* the result is complete; all vectors have been read */
}

static void run(struct job *job)
{
    struct groups *mine = job->state;
    const uint64_t step = ++mine->endpoint.step;

    if (is_small(job))
        small(job, mine, step);
    else if (job->ranks > 2 && ((const struct slices *)mine->more)->caches)
        slices_reduce(job, mine->more, job->peers[ROOT]->recv, step);
    else
        large(job, &mine->endpoint, step);
}

IMPLEMENTATION(
    DIRECT_PATH, direct, reduce, .run = run, .shared = true, .setup = slices_setup,
    .teardown = state_free, .copies = "1", .crossings = "P-1",
    .crossings_used = "P, 1 with 2 ranks", .lines = "G - L", .waits = "G - L",
    .summary = "small: leaders merge the lines of their caches (simulated only), the root those of "
               "leaders; large: it merges the other vector with its own, of more each rank a "
               "slice");
