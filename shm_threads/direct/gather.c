/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its slice into its own lines, and the root reads them. Large: the root
 * copies each slice straight from its rank's buffer; if all together exceed its cache, each rank
 * copies its own. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    if (job->rank != ROOT) {
        if (slots_due(step))
            flag_wait(&endpoint_of(job, ROOT)->finished, step - SLOTS / 2);
        lines_write(job, mine->slots[step % SLOTS], job->send, step);
        lines_prefetch_next(job, mine->slots[(step + 1) % SLOTS]);
        return;
    }
    copy_words(job->recv, job->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++)
        lines_read(job, endpoint_of(job, rank)->slots[step % SLOTS],
                   job->recv + (size_t)rank * job->bytes, step);
    flag_set(&mine->finished, step); /* all slots of this step are free */
}

/* Each rank copies its own slice into the root's buffer. */
static void pushed(struct job *job, struct endpoint *mine, uint64_t step)
{
    if (job->rank == ROOT)
        flag_set(&mine->arrived, step); /* its buffer is free */
    else
        flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    copy_long(job, job->peers[ROOT]->recv + (size_t)job->rank * job->bytes, job->send, job->bytes);
    flag_set(&mine->finished, step);
    if (job->rank == ROOT)
        FLAG_WAIT_ALL(job, finished, step); /* all slices are there */
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    if (job->rank != ROOT) {
        flag_set(&mine->arrived, step);                     /* this rank's slice is ready */
        flag_wait(&endpoint_of(job, ROOT)->finished, step); /* the send buffer may be rewritten */
        return;
    }
    copy_long(job, job->recv, job->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++) {
        flag_wait(&endpoint_of(job, rank)->arrived, step);
        copy_long(job, job->recv + (size_t)rank * job->bytes, job->peers[rank]->send, job->bytes);
    }
    flag_set(&mine->finished, step);
}

static bool setup(struct job *job)
{
    struct endpoint *mine = direct_allocate(job, sizeof *mine);

    if (mine)
        mine->both = both_copy(job, (size_t)job->ranks * job->bytes);
    return mine;
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;

    (is_small(job) ? small : mine->both ? pushed : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(DIRECT_PATH, direct, gather, .run = run, .shared = true, .setup = setup,
               .teardown = state_free, .copies = "1", .crossings = "1", .lines = "P-1",
               .waits = "P-1",
               .summary = "small: the root reads the others' cache lines; large: it copies each "
                          "slice from its rank's buffer");
