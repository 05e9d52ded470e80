/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has the kernel copy its slice from the root's buffer, all at the same time. */
#include "mpi/cma/cma.h"

static void run(struct job *job)
{
    const uint64_t step = cma_step(job);

    if (job->rank == ROOT) {
        cma_set_ready(job, step);
        memcpy(job->recv, job->send, job->bytes);
        cma_wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    cma_read(job, ROOT, job->recv, (size_t)job->rank * job->bytes, step);
    cma_set_done(job, step);
}

IMPLEMENTATION(mpi, cma, scatter, CMA, .run = run, .copies = "1", .waits = "P",
               .summary = "each rank has the kernel copy its slice from the root's buffer");
