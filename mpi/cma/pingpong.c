/* SPDX-License-Identifier: BSD-3-Clause */
/* Each copies the other's message when it is ready. The partner's `ready` follows its copy, so it
 * also says that rank 0's message has been read. Other ranks are idle. */
#include "comops/ranks/contract/partner.h"
#include "mpi/cma/cma.h"

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    const int other = partner_of(job);
    const uint64_t step = cma_step(job);

    if (job->rank == ROOT) {
        cma_set_ready(job, step);
        cma_read(job, other, job->recv, 0, step);
        cma_set_done(job, step);
    } else {
        cma_read(job, other, job->recv, 0, step);
        received_use(job);
        cma_set_ready(job, step);
        cma_wait_done(job, other, step); /* the send buffer may be rewritten */
    }
}

PINGPONG(mpi, cma, CMA, .run = run, .copies = "1", .waits = "1.5",
         .summary = "the receiver has the kernel copy from the sender's buffer");
