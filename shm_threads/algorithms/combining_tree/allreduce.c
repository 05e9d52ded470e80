/* SPDX-License-Identifier: BSD-3-Clause */
/* The trees of Mellor-Crummey and Scott 1991, algorithm 11, with data: vectors are merged up a tree
 * of four children to each rank, the result goes down one of two (software combining: Yew, Tzeng
 * and Lawrie, "Distributing hot-spot addressing in large-scale multiprocessors", IEEE Trans.
 * Computers 36 (1987)). */
#include "shm_threads/algorithms/pieces.h"

enum { UP = 0, DOWN = 2, TURNS = 2, ARRIVALS = 4, WAKE_UPS = 2 };

static bool setup(struct job *job)
{
    return board_setup_with(job, 0, DOWN + TURNS);
}

/* Two slots in turn need no flag that says they are free: the result of a step exists when all have
 * merged their children's vectors, and have read the previous result before they wrote their own.
 */
static void merge(struct job *job, struct piece piece)
{
    struct slot *mine = slots_of(job, job->rank);
    const char *vector = job->send + piece.at;
    char *result = job->recv + piece.at;

    for (int i = 1; i <= ARRIVALS && ARRIVALS * job->rank + i < job->ranks; i++)
        vector = piece_merge(job, slots_of(job, ARRIVALS * job->rank + i) + UP, TURNS, result,
                             vector, piece);
    if (job->rank != ROOT) {
        piece_write(job, mine + UP, TURNS, vector, piece);
        piece_read(job, mine + DOWN, TURNS, result, piece);
    }
    for (int i = 1; i <= WAKE_UPS && WAKE_UPS * job->rank + i < job->ranks; i++)
        piece_write(job, slots_of(job, WAKE_UPS * job->rank + i) + DOWN, TURNS, result, piece);
}

static void run(struct job *job)
{
    each_piece(job, merge);
}

IMPLEMENTATION(threads, combining_tree, allreduce, .run = run, .shared = true, .setup = setup,
               .teardown = state_free, .copies = "at most 3 log2 P + 2",
               .lines = "at most 3 log2 P + 2", .waits = "at most 3 log2 P + 2",
               .summary = "each rank merges the vectors of four others, and passes the result to "
                          "two");
