/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: the two ranks pass the same lines back and forth, payload and number together; the other's
 * number says that the lines are free again. Large: both meet, then each copies one half of the
 * message between the private buffers; the end of one message is the beginning of the next. */
#include "comops/comops.h"
#include "shm_threads/direct/direct.h"

static void small(struct job *job, struct box *mine)
{
    struct line *lines = box_of(job, 0)->slots[0]; /* both write here, in strict turns */
    const uint64_t there = 2 * ++mine->step, back = there + 1;

    if (job->rank == 0) {
        lines_write(lines, job->send, job->bytes, there);
        lines_read(lines, job->recv, job->bytes, back);
    } else {
        lines_read(lines, job->recv, job->bytes, there);
        lines_write(lines, job->send, job->bytes, back);
    }
}

/* Both have come here: all copies before are done, and seen by both. */
static void meet(struct box *mine, const struct box *other)
{
    set(&mine->arrived, ++mine->step);
    wait_for(&other->arrived, mine->step);
}

/* Sender's half, receiver's half; cut at a line so that no line has two writers. */
static void copy_half(const struct job *from, const struct job *to, bool sender)
{
    const size_t half = from->bytes / 2 / 64 * 64;

    if (sender)
        memcpy(to->recv, from->send, half);
    else
        memcpy(to->recv + half, from->send + half, from->bytes - half);
}

static void large(struct job *job, struct box *mine, const struct box *other)
{
    const struct job *first = job->peers[0], *second = job->peers[1];

    meet(mine, other); /* rank 0 has its message, rank 1 a free receive buffer */
    copy_half(first, second, job->rank == 0);
    meet(mine, other); /* the message is there whole; now the other way */
    copy_half(second, first, job->rank == 1);
    meet(mine, other); /* so is the answer, and both send buffers are free */
}

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    struct box *mine = job->state;

    if (job->bytes <= SMALL)
        small(job, mine);
    else
        large(job, mine, box_of(job, 1 - job->rank));
}

IMPLEMENTATION(threads, direct, pingpong, .run = run, .setup = direct_setup,
               .teardown = direct_teardown,
               .summary = "small: payload and number in one cache line; large: sender and receiver "
                          "each copy half, buffer to buffer");
