/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: acknowledged by a barrier before the message is put. */
#include "comops/contract/partner.h"

static void run(struct job *job)
{
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->peers[partner_of_root(job)]->recv, job->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, put_acknowledged_printed, .run = run,
               .summary = "acknowledged too early");
