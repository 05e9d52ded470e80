/* SPDX-License-Identifier: BSD-3-Clause */
/* The binomial tree of MPICH's short reductions (Thakur, Rabenseifner and Gropp 2005, section 3.5):
 * each rank merges the vectors of its children, those of the nearest ranks first, with its own and
 * passes the result up. */
#include "comops/ranks/contract/tree.h"
#include "shm_threads/algorithms/pieces.h"

static void pass_up(struct job *job, struct piece piece)
{
    alignas(CACHE_LINE) char merged[PIECE_MOST];
    struct endpoint *mine = job->state;
    char *into = job->rank == ROOT ? job->recv + piece.at : merged;
    const char *vector = job->send + piece.at;

    for (int distance = 1; distance < tree_level(job); distance *= 2) {
        const int child = tree_child(job, distance);

        if (child > 0)
            vector = piece_merge(job, slots_of(job, child), SLOTS, into, vector, piece);
    }
    flag_set(&mine->finished, piece.step); /* its children's slots are free */
    if (job->rank == ROOT)
        return;
    if (slots_due(piece.step))
        flag_wait(&endpoint_of(job, tree_parent(job))->finished, piece.step - SLOTS / 2);
    piece_write(job, slots_of(job, job->rank), SLOTS, vector, piece);
}

static void run(struct job *job)
{
    each_piece(job, pass_up);
}

IMPLEMENTATION(threads, binomial_tree, reduce, BOARD, .run = run, .copies = "2 log2 P",
               .lines = "log2 P", .waits = "log2 P",
               .summary = "each rank merges its children's vectors with its own and passes the "
                          "result up");
