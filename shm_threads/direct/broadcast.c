/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the root writes its lines once, and all others read them; a ring of slots lets the root
 * run ahead. Large: from buffer to buffer; one receiver and the root may copy one half each
 * (halves.h); with many caches, ranks help each other (caches.h). */
#include "shm_threads/direct/caches.h"
#include "shm_threads/direct/halves.h"

static void small(struct job *job, struct endpoint *mine, uint64_t step)
{
    struct line *lines = endpoint_of(job, ROOT)->slots[step % SLOTS];

    if (job->rank == ROOT) {
        if (slots_due(step))
            FLAG_WAIT_ALL(job, finished, step - SLOTS / 2);
        lines_write(job, lines, job->send, step);
        lines_prefetch_next(job, mine->slots[(step + 1) % SLOTS]);
    } else {
        lines_read(job, lines, job->recv, step);
        flag_set(&mine->finished, step); /* this rank has read the slot */
    }
}

static void large_root(struct job *job, struct endpoint *mine, uint64_t step)
{
    flag_set(&mine->arrived, step); /* the data are ready */
    if (job->ranks > 2) {
        relay_wait_for_readers(job, step); /* all have read: the send buffer may be rewritten */
        return;
    }
    half_send_expected(job, 1, step);
    flag_wait(&endpoint_of(job, 1)->finished, step); /* as above */
}

static void large(struct job *job, struct endpoint *mine, uint64_t step)
{
    half_expect(mine, step);
    flag_wait(&endpoint_of(job, ROOT)->arrived, step);
    message_receive(job, ROOT, step);
    flag_set(&mine->finished, step);
}

static void run(struct job *job)
{
    struct endpoint *mine = job->state;
    const uint64_t step = ++mine->step;

    if (is_small(job))
        small(job, mine, step);
    else if (job->rank == ROOT)
        large_root(job, mine, step);
    else if (((const struct relay *)job->state)->used)
        relay_pieces(job, job->state, step);
    else
        large(job, mine, step);
}

IMPLEMENTATION(DIRECT_PATH, direct, broadcast, .run = run, .shared = true, .setup = relay_setup,
               .teardown = state_free, .copies = "1", .crossings = "P-1", .lines = "1",
               .waits = "1",
               .summary = "small: all read the root's cache lines; large: receivers copy from its "
                          "buffer; on many caches in a tree (simulated only)");
