/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its slice into its own lines once, and all others read them. Large: each
 * rank copies from the others' buffers, starting with its neighbour, so that they do not all read
 * from one rank. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

/* Two slots suffice: a rank that has all lines of a step knows that every rank has ended the
 * previous step, so that step's slot is free. */
static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    lines_write(job, mine->slots[step % 2], job->send, step);
    copy_words(job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_after(job, j);

        lines_read(job, endpoint_of(job, from)->slots[step % 2],
                   job->recv + (size_t)from * job->bytes, step);
    }
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    flag_set(&mine->arrived, step); /* this rank's slice is ready */
    copy_long(job, job->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_after(job, j);

        flag_wait(&endpoint_of(job, from)->arrived, step); /* its slice is ready */
        copy_long(job, job->recv + (size_t)from * job->bytes, job->peers[from]->send, job->bytes);
    }
    flag_set(&mine->finished, step);
    FLAG_WAIT_ALL(job, finished, step); /* all have read: the send buffer may be rewritten */
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (is_small(job) ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, allgather, ENDPOINT, .run = run, .copies = "1",
               .crossings = "P", .lines = "P-1", .waits = "P-1",
               .summary = "small: all read each other's cache lines; large: each rank copies from "
                          "the others' buffers, in rotated order");
