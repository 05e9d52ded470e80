/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: up the groups (groups.h), each rank writes what it and its children have merged into its
 * own lines; at the top ranks merge each other's, and release those below with the result. Large:
 * each rank merges a slice of all vectors and copies the other slices, because what another rank
 * writes crosses again when it is used; vectors that exceed its cache it merges into all results.
 */
#include "shm_threads/direct/groups.h"

static void small(struct job *job, struct groups *mine, uint64_t step)
{
    alignas(CACHE_LINE) char merged[SMALL];
    const char *vector = job->send;

    if (mine->count > 1) {
        turns_merge(job, merged, vector, mine->list, mine->count, UP, step);
        vector = merged;
    }
    turns_pass(job, mine->parent == NOBODY ? TOP : UP, vector, step);
    if (mine->released) {
        lines_read(job, endpoint_of(job, mine->leader)->slots[TURNS * DOWN + step % TURNS],
                   job->recv, step);
        return;
    }
    turns_merge(job, job->recv, vector, mine->top, mine->tops, TOP, step);
    if (mine->releases)
        turns_pass(job, DOWN, job->recv, step);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const size_t own = slice_begin(job, job->rank);

    flag_set(&mine->arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready, all results may be written */
    merge_vectors(job, job->recv + own, own, slice_begin(job, job->rank + 1), mine->both);
    flag_set(&mine->finished, step);
    if (mine->both) {
        FLAG_WAIT_ALL(job, finished, step); /* all slices are there; all have read the vectors */
        return;
    }
    for (int distance = 1; distance < job->ranks; distance++) {
        const int from = rank_after(job, distance);
        const size_t begin = slice_begin(job, from);

        flag_wait(&endpoint_of(job, from)->finished, step); /* it has merged its slice */
        memcpy(job->recv + begin, job->peers[from]->recv + begin,
               slice_begin(job, from + 1) - begin);
    }
    flag_set(&mine->copied, step);
    FLAG_WAIT_ALL(job, copied, step); /* nobody reads this rank's receive buffer any more */
}

static void run(struct job *job)
{
    struct groups *mine = job->state;
    const uint64_t step = ++mine->endpoint.step;

    if (!is_small(job))
        large(job, &mine->endpoint, step);
    else if (job->ranks > 2)
        small(job, mine, step);
    else {
        turns_pass(job, TOP, job->send, step);
        turns_merge(job, job->recv, job->send, NULL, 2, TOP, step);
    }
}

IMPLEMENTATION(
    DIRECT_PATH, direct, allreduce, IN_GROUPS, .run = run, .copies = "2", .crossings = "2(P-1)",
    .lines = "at most G - 1", .waits = "at most G - 1",
    .summary =
        "small: leaders merge the lines of their caches (simulated only), and all leaders those of "
        "each other; "
        "large: each rank merges a slice of all vectors, which the others copy");
