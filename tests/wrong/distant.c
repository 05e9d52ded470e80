/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 0 counts its partners from one, so it listens to the rank after its partner. */
#include "comops/contract/buffer_bytes.h"
#include "comops/contract/partner.h"

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

IMPLEMENTATION(threads, wrong, distant, .run = run, .temporary_bytes = buffer_bytes_all,
               .summary = "wrong partner");
