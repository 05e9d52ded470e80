/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the two ranks pass the same lines back and forth, payload and number together; the other's
 * number also says that the lines are free again. Large: each copies the other's message straight
 * from its buffer. */
#include "comops/contract/partner.h"
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

static void small(struct job *job, struct endpoint *mine)
{
    struct line *lines = endpoint_of(job, ROOT)->slots[0]; /* both write here, strictly in turn */
    const uint64_t there = 2 * ++mine->step, back = there + 1;

    if (job->rank == ROOT) {
        lines_write(job, lines, job->send, there);
        lines_read_in_turn(job, lines, job->recv, back);
    } else {
        lines_read_in_turn(job, lines, job->recv, there);
        received_use(job);
        lines_write(job, lines, job->send, back);
    }
}

static void large(const struct job *job, struct endpoint *mine, const struct endpoint *other,
                  const char *message)
{
    const uint64_t step = ++mine->step;

    if (job->rank == ROOT) {
        flag_set(&mine->arrived, step);   /* the message is ready */
        flag_wait(&other->arrived, step); /* the message has been used, the answer is ready */
        copy_long(job, job->recv, message, job->bytes);
        flag_set(&mine->finished, step);
    } else {
        flag_wait(&other->arrived, step);
        copy_long(job, job->recv, message, job->bytes);
        received_use(job);
        flag_set(&mine->arrived, step);
        flag_wait(&other->finished, step); /* the send buffer may be rewritten */
    }
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    struct endpoint *mine = job->state;
    const int other = partner_of(job);

    if (is_small(job))
        small(job, mine);
    else
        large(job, mine, endpoint_of(job, other), job->peers[other]->send);
}

PINGPONG(DIRECT_PATH, direct, ENDPOINT, .run = run, .copies = "1", .crossings = "1", .lines = "1",
         .waits = "1",
         .summary = "small: payload and number in one cache line; large: the receiver "
                    "copies from the sender's buffer");
