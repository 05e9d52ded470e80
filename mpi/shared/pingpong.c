/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, with flags instead of barriers. Other ranks are idle. */
#include "comops/ranks/contract/partner.h"
#include "mpi/shared/ring.h"

static void send(struct job *job, uint64_t step)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at), step++) {
        wait_free(job, partner_of(job), step);
        piece_write(job, step, 0, job->send + at, piece_at(job, at));
    }
}

/* Returns the last step. */
static uint64_t receive(struct job *job, uint64_t step)
{
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at), step++) {
        piece_read(job, partner_of(job), step, 0, job->recv + at, piece_at(job, at));
        set_taken(job, step);
    }
    return step - 1;
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    struct shared *shared = job->state;
    const uint64_t first =
        shared->step + 1; /* of either ring: both directions have the same numbers */

    if (job->rank == ROOT)
        send(job, first);
    shared->step = receive(job, first);
    received_use(job);
    if (job->rank != ROOT)
        send(job, first);
}

static const char summary[] =
    "stored into the sender's segment of a shared window, loaded from there, piece by piece";

PINGPONG(mpi, shared, SHARED_LANE, .run = run, .copies = "2", .lines = "1", .waits = "1",
         .summary = summary);
