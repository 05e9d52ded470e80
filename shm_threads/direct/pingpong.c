/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the two ranks pass the same lines back and forth, payload and number together; the other's
 * number says that the lines are free again. Large: both meet, then each copies one half of the
 * message between the private buffers; the end of one message is the beginning of the next. */
#include "comops/comops.h"
#include "comops/contract/partner.h"
#include "shm_threads/direct/halves.h"

static void small(struct job *job, struct box *mine)
{
    struct line *lines = box_of(job, ROOT)->slots[0]; /* both write here, in strict turns */
    const uint64_t there = 2 * ++mine->step, back = there + 1;

    if (job->rank == ROOT) {
        lines_write(lines, job->send, job->bytes, there);
        lines_read_by(wait_turn, lines, job->recv, job->bytes, back);
    } else {
        lines_read_by(wait_turn, lines, job->recv, job->bytes, there);
        lines_write(lines, job->send, job->bytes, back);
    }
}

static void large(const struct job *job, struct box *mine, const struct box *other)
{
    const struct job *first = job->peers[ROOT], *second = job->peers[partner_of_root(job)];

    meet(mine, other); /* rank 0 has its message, the partner a free receive buffer */
    copy_half(job, first, second);
    meet(mine, other); /* the message is there whole; now the other way */
    copy_half(job, second, first);
    meet(mine, other); /* so is the answer, and both send buffers are free */
}

static void run(struct job *job)
{
    if (!partner_plays(job))
        return;
    struct box *mine = job->state;

    if (job->bytes <= SMALL)
        small(job, mine);
    else
        large(job, mine, box_of(job, partner_of(job)));
}

PINGPONG(threads, direct, .run = run, .setup = direct_setup, .teardown = direct_teardown,
         .copies = "1", .lines = "1", .waits = "1",
         .summary = "small: payload and number in one cache line; large: sender and receiver "
                    "each copy half, buffer to buffer");
