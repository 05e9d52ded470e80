/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: in rounds (rounds.h), each rank writes what it and those it hears have merged into its own
 * lines; at the top ranks merge each other's, and tell those below. Large: each rank merges a slice
 * of all vectors and copies the other slices from the ranks that merged them. Nobody writes into
 * another's buffer, because such data would cross again when they are used. */
#include "shm_threads/direct/reductions.h"
#include "shm_threads/direct/rounds.h"

enum { UP = 0, DOWN = 2, ROUND = 4, TURNS = 2 }; /* the first of two slots each */

/* Two slots in turn need no flag that says they are free: a rank that has the result of a step
 * knows that every rank has begun it, so each has read all lines of the step before. */
static void tell(const struct job *job, struct rounds *mine, size_t slot, const char *vector,
                 uint64_t step)
{
    lines_write(job, mine->box.slots[slot + step % TURNS], vector, step);
    lines_prefetch_next(job, mine->box.slots[slot + (step + 1) % TURNS]);
}

static void small(struct job *job, struct rounds *mine, uint64_t step)
{
    const size_t turn = step % TURNS;
    alignas(CACHE_LINE) char merged[1 + ROUNDS][SMALL];
    const char *vector = job->send;

    if (mine->below > 1) {
        merge_slots(job, merged[ROUNDS], vector, mine->list, mine->below, UP + turn, step);
        vector = merged[ROUNDS];
    }
    if (mine->parent != NOBODY) {
        tell(job, mine, UP, vector, step);
        lines_read(job, endpoint_of(job, mine->teller)->slots[DOWN + turn], job->recv, step);
    }
    for (int round = 0, at = 0; round < mine->count; at = mine->ends[round++]) {
        const size_t slot = ROUND + TURNS * (size_t)round;
        char *into = round == mine->count - 1 ? job->recv : merged[round];

        tell(job, mine, slot, vector, step);
        merge_slots(job, into, vector, mine->heard + at, mine->ends[round] - at, slot + turn, step);
        vector = into;
    }
    if (mine->tells)
        tell(job, mine, DOWN, job->recv, step);
}

static void large(struct job *job, struct rounds *mine, uint64_t step)
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
    struct rounds *mine = job->state;

    (is_small(job) ? small : large)(job, mine, ++mine->box.step);
}

IMPLEMENTATION(
    DIRECT_PATH, direct, allreduce, IN_ROUNDS, .run = run, .copies = "2", .crossings = "2(P-1)",
    .lines = "G - 1", .waits = "G - 1",
    .summary =
        "small: leaders merge the lines of their caches, and all leaders those of each other; "
        "large: each rank merges a slice of all vectors, which the others copy");
