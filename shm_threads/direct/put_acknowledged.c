/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), table 4, using what shared memory offers beyond a put.
 * Small: payload and number in one line, a number back. Large: rank 1 copies the message from
 * rank 0's buffer. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine, const struct endpoint *other)
{
    struct line *lines =
        endpoint_of(job, 0)->slots[0]; /* free again when rank 1 has acknowledged */
    const uint64_t step = ++mine->step;

    if (job->rank == 0) {
        lines_write(job, lines, job->send, step);
        flag_wait(&other->finished, step);
    } else {
        lines_read(job, lines, job->recv, step);
        received_use(job);
        flag_set(&mine->finished, step); /* the whole message is in the receive buffer */
    }
}

static void large(struct job *job, struct endpoint *mine, const struct endpoint *other)
{
    const uint64_t step = ++mine->step;

    if (job->rank == 0) {
        flag_set(&mine->arrived, step); /* the message is ready */
        flag_wait(&other->finished, step);
    } else {
        flag_wait(&other->arrived, step);
        copy_long(job, job->recv, job->peers[0]->send, job->bytes);
        received_use(job);
        flag_set(&mine->finished, step); /* the whole message is in the receive buffer */
    }
}

static void run(struct job *job)
{
    if (job->rank < 2)
        (is_small(job) ? small : large)(job, job->state, endpoint_of(job, 1 - job->rank));
}

IMPLEMENTATION(DIRECT_PATH, direct, put_acknowledged, ENDPOINT, .run = run, .copies = "1",
               .crossings = "1", .lines = "2", .waits = "2",
               .summary = "small: payload and number in one cache line, a number back; large: the "
                          "receiver copies from the sender's buffer");
