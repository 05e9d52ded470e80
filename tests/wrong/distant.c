/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 0 counts its partners from one, so it listens to the rank after its partner. */
#include "comops/comops.h"
#include "comops/contract/partner.h"

#include <string.h>

static size_t temporary_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
}

static void run(struct job *job)
{
    const int partner = partner_of_root(job);

    if (partner_takes_part(job))
        memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary + (size_t)((partner + 1) % job->ranks) * job->bytes,
               job->bytes);
    else if (job->rank == partner)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, distant, .run = run, .temporary_bytes = temporary_bytes,
               .summary = "wrong partner");
