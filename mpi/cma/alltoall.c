/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has the kernel copy its blocks from the senders' buffers, in the rotated order of
 * Luecke, Spanoyannis and Kraeva 2004, test 5, so that ranks do not all access the same one. */
#include "mpi/cma/cma.h"

static void run(struct job *job)
{
    const size_t own = (size_t)job->rank * job->bytes;
    const uint64_t step = cma_step(job);

    cma_set_ready(job, step);
    memcpy(job->recv + own, job->send + own, job->bytes);
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        cma_read(job, from, job->recv + (size_t)from * job->bytes, own, step);
    }
    cma_set_done(job, step);
    cma_wait_done_all(job, step); /* the send buffer may be rewritten */
}

IMPLEMENTATION(mpi, cma, alltoall, CMA, .run = run, .copies = "1", .waits = "2(P-1)",
               .summary = "each rank has the kernel copy its block from each sender, the previous "
                          "rank first");
