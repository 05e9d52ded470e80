/* SPDX-License-Identifier: BSD-3-Clause */
/* XHC: each member copies the message from its leader, and leaders pass it on to theirs.
 * As in XHC, short messages pass through buffers of the leaders. */
#include "extensions/simulate/shm_threads/algorithms/xhc/xhc_groups.h"

static void pass_down(struct job *job, struct piece piece)
{
    struct groups *mine = job->state;
    char *data = (job->rank == ROOT ? job->send : job->recv) + piece.at;

    if (mine->leader >= 0) {
        piece_read(job, slots_of(job, mine->leader), SLOTS, data, piece);
        flag_set(&mine->board.endpoint.finished, piece.step); /* this rank has read the slot */
    }
    for (int i = 0; slots_due(piece.step) && i < mine->count; i++)
        flag_wait(&endpoint_of(job, mine->members[i])->finished, piece.step - SLOTS / 2);
    if (mine->count)
        piece_write(job, mine->board.slots, SLOTS, data, piece);
}

static void run(struct job *job)
{
    each_piece(job, pass_down);
}

IMPLEMENTATION(threads, xhc, broadcast, GROUPS, .run = run, .copies = "2 L", .lines = "L",
               .waits = "L",
               .summary = "leaders of caches, nodes and packages copy the message and pass it on");
