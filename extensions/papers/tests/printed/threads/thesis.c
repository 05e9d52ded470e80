/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.2, SHMEM, as printed: a word of the buffer is the flag, and rank
 * 1 clears it after it has sent the reply, which lets rank 0 put the next message. A fast rank
 * 0's flag is cleared with the old one: a lost update, and both wait for ever. (There it was hidden
 * by rank 0's flushing and writing of files.) */
#include "comops/ranks/contract/state.h"
#include "extensions/papers/tests/printed/printed.h"

#include <stdatomic.h>

static atomic_int messages; /* of rank 0 */
static int replies;

struct buffer {
    _Atomic int flag; /* 1000, as in the listing: a message is here */
    char data[];
};

static bool setup(struct job *job)
{
    return job->ranks == 2 && state_allocate(job, sizeof(struct buffer) + job->bytes);
}

static void put(struct buffer *buffer, const struct job *job)
{
    memcpy(buffer->data, job->send, job->bytes);
    buffer->flag = 1000;
}

static void flag_cleared_after_reply(struct job *job)
{
    struct buffer *mine = job->state, *partner = job->peers[1 - job->rank]->state;

    if (job->rank == 0) {
        put(partner, job);
        messages++;
    }
    WAIT_UNTIL(mine->flag);
    memcpy(job->recv, mine->data, job->bytes);
    if (job->rank == 1) {
        put(partner, job);
        replies++;
        HOLD_UNTIL(messages > replies); /* the reply is out: nothing keeps rank 0 from going on */
    }
    mine->flag = 0;
}

PRINTED(threads, flag_cleared_after_reply, pingpong, .setup = setup, .teardown = state_free,
        .summary = "rank 1 clears the flag of the next message");
