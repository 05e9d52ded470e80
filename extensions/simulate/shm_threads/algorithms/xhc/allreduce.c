/* SPDX-License-Identifier: BSD-3-Clause */
/* XHC: leaders merge the vectors of their members, group by group up to the root, and
 * the result goes down the same way. */
#include "extensions/simulate/shm_threads/algorithms/xhc/xhc_groups.h"

enum { UP = 0, DOWN = 2, TURNS = 2 };

/* Two slots in turn need no flag that says they are free: the result of a step exists when all have
 * written their vectors, and so have read the previous result. */
static void merge(struct job *job, struct piece piece)
{
    struct groups *mine = job->state;
    const char *vector = job->send + piece.at;
    char *result = job->recv + piece.at;

    for (int i = 0; i < mine->count; i++)
        vector =
            piece_merge(job, slots_of(job, mine->members[i]) + UP, TURNS, result, vector, piece);
    if (mine->leader >= 0) {
        piece_write(job, mine->board.slots + UP, TURNS, vector, piece);
        piece_read(job, slots_of(job, mine->leader) + DOWN, TURNS, result, piece);
    }
    if (mine->count)
        piece_write(job, mine->board.slots + DOWN, TURNS, result, piece);
}

static void run(struct job *job)
{
    each_piece(job, merge);
}

IMPLEMENTATION(threads, xhc, allreduce, GROUPS, .run = run, .copies = "4 L", .lines = "G",
               .waits = "G",
               .summary = "leaders of caches, nodes and packages merge their members' vectors, and "
                          "pass the result down");
