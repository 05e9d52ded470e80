/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the two ranks pass the same lines back and forth, payload and number together; the other's
 * number also says that the lines are free again. Large: both synchronize, then each copies half of
 * the message between the private buffers; the end of one message is the start of the next. */
#include "comops/contract/partner.h"
#include "shm_threads/direct/halves.h"

static void small(struct job *job, struct endpoint *mine)
{
    struct line *lines = endpoint_of(job, ROOT)->slots[0]; /* both write here, strictly in turn */
    const uint64_t there = 2 * ++mine->step, back = there + 1;

    if (job->rank == ROOT) {
        lines_write(lines, job->send, job->bytes, there);
        lines_read_by(flag_wait_in_turn, lines, job->recv, job->bytes, back);
    } else {
        lines_read_by(flag_wait_in_turn, lines, job->recv, job->bytes, there);
        lines_write(lines, job->send, job->bytes, back);
    }
}

static void large(const struct job *job, struct endpoint *mine, const struct endpoint *other)
{
    const struct job *first = job->peers[ROOT], *second = job->peers[partner_of_root(job)];

    synchronize(mine, other); /* rank 0 has its message, the partner a free receive buffer */
    copy_half(job, first, second);
    synchronize(mine, other); /* the whole message has arrived; now the other way */
    copy_half(job, second, first);
    synchronize(mine, other); /* so has the answer, and both send buffers may be rewritten */
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    struct endpoint *mine = job->state;

    if (job->bytes <= SMALL)
        small(job, mine);
    else
        large(job, mine, endpoint_of(job, partner_of(job)));
}

PINGPONG(threads, direct, ENDPOINT, .run = run, .copies = "1", .lines = "1", .waits = "1",
         .summary = "small: payload and number in one cache line; large: sender and receiver "
                    "each copy half, buffer to buffer");
