/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/halo.h"
#include "mpi/rma_window.h"

static bool setup(struct job *job)
{
    if (!window_create(job, job->recv, job->pattern->recv_bytes(job), sizeof(struct halo)))
        return false;
    halo_set((struct halo *)window_scratch(job), job, NULL);
    return true;
}

static void run(struct job *job)
{
    const struct halo *halo = (const struct halo *)window_scratch(job);

    halo_copy_own(job, halo); /* before others write into the window */
    fence_before_puts(job);   /* all receive buffers may be written */
    for (int face = 0; face < halo->others; face++)
        window_put(job, halo_sent(job, halo, face), halo->neighbour[face],
                   halo_place(job, halo->theirs[face], HALO_WORD));
    fence_last(job); /* all have their faces; the send buffers may be rewritten */
}

#define FENCES                                                                                     \
    .run = run, .setup = setup, .teardown = window_free, .waits = "2",                             \
    .summary = "fence, MPI_Put to each neighbour, fence"
IMPLEMENTATION(mpi, put, halo, FENCES);
IMPLEMENTATION(mpi, put, halo_open, FENCES, .variant = HALO_OPEN);
