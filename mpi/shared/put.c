/* SPDX-License-Identifier: BSD-3-Clause */
/* The lower bound of ARSC T3D Users' Newsletter 56, table 2: rank 0 stores the message into rank
 * 1's segment. After the stamp it sets a flag, and rank 1 takes the message. */
#include "mpi/shared/ring.h"

enum { SENDER = 0, RECEIVER = 1 };

/* Space for the whole message, in the receiver's segment only. */
static bool setup(struct job *job)
{
    return shared_create(job, 1, job->rank == RECEIVER, job->bytes);
}

static void run(struct job *job)
{
    if (job->rank == SENDER)
        copy(slot_of(job, RECEIVER, 0, 0)->payload, job->send, job->bytes);
}

static void complete(struct job *job)
{
    const uint64_t step = step_next(job);
    struct slot *slot = slot_of(job, RECEIVER, 0, 0);

    if (job->rank == SENDER) {
        flag_set(&slot->number, step);   /* the whole message has arrived */
        wait_taken(job, RECEIVER, step); /* its place may be written again */
    } else if (job->rank == RECEIVER) {
        flag_wait(&slot->number, step);
        copy(job->recv, slot->payload, job->bytes);
        set_taken(job, step);
    }
}

IMPLEMENTATION(mpi, shared, put, .run = run, .complete = complete, .setup = setup,
               .teardown = shared_teardown, .copies = "2", .lines = "0", .waits = "0",
               .summary = "stored into rank 1's segment of a shared window");
