/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks have the kernel copy from the root's buffer, at the same time. */
#include "mpi/cma/cma.h"

static void run(struct job *job)
{
    const uint64_t step = cma_step(job);

    if (job->rank == ROOT) {
        cma_set_ready(job, step);
        cma_wait_done_all(job, step); /* the send buffer may be rewritten */
        return;
    }
    cma_read(job, ROOT, job->recv, 0, step);
    cma_set_done(job, step);
}

IMPLEMENTATION(mpi, cma, broadcast, CMA, .run = run, .copies = "1", .waits = "P",
               .summary = "each rank has the kernel copy from the root's buffer");
