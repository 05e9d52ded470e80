/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.1, as printed: T1 receives into private_val and sends back private_recv, into
 * which it has received nothing. Both ranks miss their message. */
#include "comops/contract/state.h"

static size_t temporary_bytes(const struct job *job)
{
    return 2 * job->bytes;
}

static bool setup(struct job *job)
{
    return state_allocate(job, job->bytes);
}

static void run(struct job *job)
{
    char *there = job->temporary, *back = job->temporary + job->bytes;
    char *private_val = job->state, *private_recv = job->recv;

    if (job->rank == 0)
        memcpy(there, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == 1) {
        memcpy(private_val, there, job->bytes);
        memcpy(back, private_recv, job->bytes);
    }
#pragma omp barrier
    if (job->rank == 0)
        memcpy(private_recv, back, job->bytes);
}

IMPLEMENTATION(threads, reply_from_wrong_name, pingpong, .run = run, .setup = setup,
               .teardown = state_free, .temporary_bytes = temporary_bytes,
               .summary = "rank 1 sends back a buffer that it has not received into");
