/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the root writes its lines once, all others read them; a ring of slots lets the root go on.
 * Large: every rank copies its share of the receivers' data, buffer to buffer: a receiver all of its
 * own but the last of `ranks` parts, the root that part for each of them. */
#include "comops/comops.h"
#include "shm_threads/direct/direct.h"

enum { HELP_LEAST = 2048 };

static void small(struct job *job, struct box *mine, uint64_t step)
{
    struct line *lines = box_of(job, ROOT)->slots[step % SLOTS];

    if (job->rank == ROOT) {
        if (slots_due(step))
            WAIT_FOR_ALL(job, finished, step - SLOTS / 2);
        lines_write(lines, job->send, job->bytes, step);
        lines_own(mine->slots[(step + 1) % SLOTS], job->bytes);
    } else {
        lines_read(lines, job->recv, job->bytes, step);
        set(&mine->finished, step); /* the slot is free as far as this rank goes */
    }
}

/* Bytes that a receiver copies itself; below a few KiB it is done before the root could help. */
static size_t own_part(const struct job *job)
{
    const size_t ranks = (size_t)job->ranks;

    return job->bytes < HELP_LEAST ? job->bytes : job->bytes / ranks * (ranks - 1) / 64 * 64;
}

static void large(struct job *job, struct box *mine, uint64_t step)
{
    const char *data = job->peers[ROOT]->send;
    const size_t own = own_part(job), rest = job->bytes - own;

    set(&mine->arrived, step); /* the root: data; others: a free receive buffer */
    if (job->rank == ROOT) {
        for (int rank = 1; rank < job->ranks && rest; rank++) {
            wait_for(&box_of(job, rank)->arrived, step);
            memcpy(job->peers[rank]->recv + own, data + own, rest);
        }
        set(&mine->finished, step);
        WAIT_FOR_ALL(job, finished, step); /* all have read: the send buffer is free */
    } else {
        wait_for(&box_of(job, ROOT)->arrived, step);
        memcpy(job->recv, data, own);
        set(&mine->finished, step);
        if (rest)
            wait_for(&box_of(job, ROOT)->finished, step); /* the root's part is there too */
    }
}

static void run(struct job *job)
{
    struct box *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(threads, direct, broadcast, .run = run, .setup = direct_setup,
               .teardown = direct_teardown,
               .copies = "1", .lines = "1", .waits = "1",
               .summary = "small: all read the root's cache lines; large: receivers and root share "
                          "the copying, buffer to buffer");
