/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: after it has computed, each rank takes its own message for its partner's. */
#include "comops/contract/computing.h"
#include "comops/contract/volume.h"

static void run(struct job *job)
{
    compute(job);
    if (volume_partner(job) != job->rank)
        memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, overlap, .run = run, .summary = "nothing exchanged");
