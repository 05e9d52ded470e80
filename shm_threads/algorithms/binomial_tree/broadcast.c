/* SPDX-License-Identifier: BSD-3-Clause */
/* The binomial tree of MPICH's short broadcasts (Thakur, Rabenseifner and Gropp, "Optimization of
 * collective communication operations in MPICH", IJHPCA 19 (2005), section 3.3): in each round all
 * ranks that have the message pass it on to one other each, at half the distance of the round
 * before. */
#include "comops/ranks/contract/tree.h"
#include "shm_threads/algorithms/pieces.h"

static void pass_down(struct job *job, struct piece piece)
{
    struct endpoint *mine = job->state;
    char *data = tree_data(job) + piece.at;

    if (job->rank != ROOT) {
        piece_read(job, slots_of(job, job->rank), SLOTS, data, piece);
        flag_set(&mine->finished, piece.step); /* this slot is free */
    }
    for (int distance = tree_level(job) / 2; distance > 0; distance /= 2) {
        const int child = tree_child(job, distance);

        if (child < 0)
            continue;
        if (slots_due(piece.step))
            flag_wait(&endpoint_of(job, child)->finished, piece.step - SLOTS / 2);
        piece_write(job, slots_of(job, child), SLOTS, data, piece);
    }
}

static void run(struct job *job)
{
    each_piece(job, pass_down);
}

IMPLEMENTATION(threads, binomial_tree, broadcast, BOARD, .run = run, .copies = "2 log2 P",
               .lines = "log2 P", .waits = "log2 P",
               .summary = "each rank that has the message writes it into the cache lines of one "
                          "after the other, at half the distance each time");
