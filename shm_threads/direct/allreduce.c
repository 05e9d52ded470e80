/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: in levels (hierarchy.h), each rank writes what it and those it leads have merged into its
 * own lines; at the top all read and merge all of these, and leaders pass the result down. Large:
 * each rank merges a slice of all vectors and copies the other slices from those who merged them.
 * Nobody writes into another's buffer: what is written there would cross again when it is used. */
#include "shm_threads/direct/reductions.h"

enum { UP = 0, DOWN = 2 }; /* the first of two slots each */

/* Two slots in turn need no flag that says they are free. At the top, a rank that has read
 * another's lines of a step knows that the other has ended the previous step, so when it begins a
 * step, all have read its slot of two steps ago. Below, a rank writes only after its leader's
 * answer to the previous step, and a leader after all of its group have written again. */
static void small(struct job *job, struct hierarchy *mine, uint64_t step)
{
    const size_t up = UP + step % 2, down = DOWN + step % 2;
    alignas(CACHE_LINE) char merged[SMALL];
    const char *vector = merge_group(job, merged, up, step);

    lines_write(job, mine->box.slots[up], vector, step);
    lines_prefetch_next(job, mine->box.slots[UP + (step + 1) % 2]);
    if (mine->parent != NOBODY)
        lines_read(job, endpoint_of(job, mine->parent)->slots[down], job->recv, step);
    else
        merge_tops(job, vector, up, step);
    if (mine->group > 1) {
        lines_write(job, mine->box.slots[down], job->recv, step);
        lines_prefetch_next(job, mine->box.slots[DOWN + (step + 1) % 2]);
    }
}

static void large(struct job *job, struct hierarchy *mine, uint64_t step)
{
    const size_t end = slice_begin(job, job->rank + 1);

    flag_set(&mine->box.arrived, step);
    FLAG_WAIT_ALL(job, arrived, step); /* all vectors are ready */
    for (size_t at = slice_begin(job, job->rank); at < end; at += CHUNK)
        merge_vectors(job, job->recv + at, at, end - at < CHUNK ? end - at : CHUNK);
    flag_set(&mine->box.finished, step);
    for (int distance = 1; distance < job->ranks; distance++) {
        const int from = rank_after(job, distance);
        const size_t begin = slice_begin(job, from);

        flag_wait(&endpoint_of(job, from)->finished, step); /* it has merged its slice */
        memcpy(job->recv + begin, job->peers[from]->recv + begin,
               slice_begin(job, from + 1) - begin);
    }
    flag_set(&mine->box.pieces, step);
    FLAG_WAIT_ALL(job, pieces, step); /* nobody reads this rank's receive buffer any more */
}

static void run(struct job *job)
{
    struct hierarchy *mine = job->state;

    (is_small(job) ? small : large)(job, mine, ++mine->box.step);
}

IMPLEMENTATION(
    DIRECT_PATH, direct, allreduce, HIERARCHY, .run = run, .copies = "2", .crossings = "2(P-1)",
    .lines = "G - 1", .waits = "G - 1",
    .summary =
        "small: leaders merge the lines of their caches, and all leaders those of each other; "
        "large: each rank merges a slice of all vectors, which the others copy");
