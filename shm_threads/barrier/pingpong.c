/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong: through a shared temporary, with two barriers per round trip. Other ranks
 * only join the barriers, as in the paper. In the listing T1 sends back the message it received;
 * here it sends its own buffer, as in every other implementation (printed-defects.md). */
#include "comops/ranks/contract/partner.h"

/* One buffer each way, so that neither rank overwrites what the other is still reading. */
static size_t temporary_bytes(const struct job *job)
{
    return 2 * job->bytes;
}

static void run(struct job *job)
{
    char *there = job->temporary, *back = job->temporary + job->bytes;

    if (job->rank == ROOT)
        memcpy(there, job->send, job->bytes);
#pragma omp barrier /* rank 0's message is in `there` */
    if (job->rank == partner_of_root(job)) {
        memcpy(job->recv, there, job->bytes);
        received_use(job);
        memcpy(back, job->send, job->bytes);
    }
#pragma omp barrier /* the partner's message is in `back`, and `there` is free again */
    if (job->rank == ROOT)
        memcpy(job->recv, back, job->bytes);
    /* `back` is free when rank 0 reaches the next run's first barrier, so no third one is needed.
     */
}

PINGPONG(threads, barrier, .run = run, .temporary_bytes = temporary_bytes, .copies = "2",
         .crossings = "1", .lines = "1", .waits = "1",
         .summary = "copy to a shared temporary, barrier, copy out; two barriers a round trip, "
                    "which all ranks join");
