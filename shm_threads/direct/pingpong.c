/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the two ranks pass the same lines back and forth, payload and number together; the other's
 * number also says that the lines are free again. Large: each copies the other's message straight
 * from its buffer; if that exceeds its cache, the sender copies one half (halves.h). */
#include "comops/ranks/contract/partner.h"
#include "shm_threads/direct/halves.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine)
{
    struct line *lines = endpoint_of(job, ROOT)->slots[0]; /* both write here, strictly in turn */
    const uint64_t there = 2 * ++mine->step, back = there + 1;

    if (job->rank == ROOT) {
        lines_write(job, lines, job->send, there);
        lines_read(job, lines, job->recv, back);
    } else {
        lines_read(job, lines, job->recv, there);
        received_use(job);
        lines_write(job, lines, job->send, back);
    }
}

static void large(const struct job *job, struct endpoint *mine, int partner)
{
    const struct endpoint *other = endpoint_of(job, partner);
    const uint64_t step = ++mine->step;

    if (job->rank == ROOT) {
        flag_set(&mine->arrived, step); /* the message is ready, the receive buffer is free */
        half_send_expected(job, partner, step);
        flag_wait(&other->arrived, step); /* the message has been used, the answer is ready */
        message_receive(job, partner, step);
        flag_set(&mine->finished, step);
    } else {
        half_expect(mine, step);
        flag_wait(&other->arrived, step);
        message_receive(job, partner, step);
        received_use(job);
        flag_set(&mine->arrived, step);
        half_send(job, partner, step);
        flag_wait(&other->finished, step); /* the send buffer may be rewritten */
    }
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    if (is_small(job))
        small(job, job->state);
    else
        large(job, job->state, partner_of(job));
}

PINGPONG(DIRECT_PATH, direct, ENDPOINT, .run = run, .copies = "1", .crossings = "1", .lines = "1",
         .waits = "1",
         .summary = "small: payload and number in one cache line; large: the receiver "
                    "copies from the sender's buffer, or both ends one half each");
