/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the root writes each slice into its receiver's lines. Large: each rank copies its slice
 * straight from the root's buffer, all at the same time. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    if (job->rank != ROOT) {
        lines_read(job, mine->slots[step % SLOTS], job->recv, step);
        flag_set(&mine->finished, step); /* this slot is free */
        return;
    }
    if (slots_due(step))
        FLAG_WAIT_ALL(job, finished, step - SLOTS / 2);
    for (int rank = 1; rank < job->ranks;
         rank++) /* the root is the only writer of the others' slots */
        lines_write(job, endpoint_of(job, rank)->slots[step % SLOTS],
                    job->send + (size_t)rank * job->bytes, step);
    for (int rank = 1; rank < job->ranks; rank++)
        lines_prefetch_next(job, endpoint_of(job, rank)->slots[(step + 1) % SLOTS]);
    copy_words(job->recv, job->send, job->bytes);
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    const char *slice = job->peers[ROOT]->send + (size_t)job->rank * job->bytes;

    if (job->rank == ROOT)
        flag_set(&mine->arrived, step); /* the slices are ready */
    else
        flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    copy_long(job, job->recv, slice, job->bytes);
    flag_set(&mine->finished, step);
    if (job->rank == ROOT)
        FLAG_WAIT_ALL(job, finished, step); /* all have read: the send buffer may be rewritten */
}

static bool setup(struct job *job)
{
    struct endpoint *mine = direct_allocate(job, sizeof *mine);

    if (mine)
        mine->small = small_of(job, job->ranks - 1);
    return mine;
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (is_small(job) ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, scatter, .run = run, .shared = true, .setup = setup,
               .teardown = state_free, .copies = "1", .crossings = "1", .lines = "1",
               .waits = "1",
               .summary = "small: the root writes into cache lines of each receiver; large: each "
                          "rank copies its slice from the root's buffer");
