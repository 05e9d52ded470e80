/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its slice into its own lines, and the root reads them; ranks of several
 * packages use bundles (bundles.h). Large: the root copies each slice straight from its rank's
 * buffer; if all together exceed its cache, each rank copies its own. */
#include "shm_threads/direct/bundles.h"
#include "shm_threads/direct/copy.h"

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

static void run(struct job *job)
{
    struct groups *mine = job->state;
    const uint64_t step = ++mine->endpoint.step;

    if (job->ranks > 2 && bundles_of(job, job->rank)->slices)
        bundles_gather(job, mine, step);
    else
        (is_small(job) ? small : mine->endpoint.both ? pushed : large)(job, &mine->endpoint, step);
}

IMPLEMENTATION(DIRECT_PATH, direct, gather, .run = run, .shared = true, .setup = bundles_setup,
               .teardown = state_free, .copies = "1", .crossings = "1",
               .lines = "G - L", .waits = "G - L",
               .summary = "small: the root reads the others' cache lines, leaders those of other "
                          "packages (simulated only); large: it copies each slice from its "
                          "rank's buffer");
