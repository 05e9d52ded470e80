/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its own lines, and its right neighbour reads them; a ring of slots lets
 * ranks run ahead. Large: each rank copies from its left neighbour's buffer, all at the same time.
 * A rank waits only for its two neighbours. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine, const struct endpoint *left,
                  const struct endpoint *right, uint64_t step)
{
    if (slots_due(step)) /* only needed with many ranks: a small ring keeps itself in step */
        flag_wait(&right->finished, step - SLOTS / 2); /* the only reader of this rank's slots */
    lines_write(job, mine->slots[step % SLOTS], job->send, step);
    lines_read(job, left->slots[step % SLOTS], job->recv, step);
    flag_set(&mine->finished, step); /* the left neighbour's slot is free */
}

static void large(struct job *job, struct endpoint *mine, const struct endpoint *left,
                  const struct endpoint *right, const char *message, uint64_t step)
{
    flag_set(&mine->arrived, step);  /* this rank's message is ready */
    flag_wait(&left->arrived, step); /* so is the left neighbour's */
    copy_long(job, job->recv, message, job->bytes);
    flag_set(&mine->finished, step);
    flag_wait(&right->finished, step); /* it has read: the send buffer may be rewritten */
}

static void run(struct job *job)
{
    const int from = rank_before(job, 1);
    const struct endpoint *left = endpoint_of(job, from),
                          *right = endpoint_of(job, rank_after(job, 1));
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    if (is_small(job))
        small(job, mine, left, right, step);
    else
        large(job, mine, left, right, job->peers[from]->send, step);
}

IMPLEMENTATION(DIRECT_PATH, direct, shift, ENDPOINT, .run = run, .copies = "1", .crossings = "P",
               .lines = "1", .waits = "1",
               .summary = "small: each rank reads its left neighbour's cache lines; large: it "
                          "copies from its left neighbour's buffer");
