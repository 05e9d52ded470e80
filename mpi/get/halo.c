/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/halo.h"
#include "mpi/rma_window.h"

static bool setup(struct job *job)
{
    if (!window_create(job, job->send, job->pattern->send_bytes(job), sizeof(struct halo)))
        return false;
    halo_set((struct halo *)window_scratch(job), job, NULL);
    return true;
}

static void run(struct job *job)
{
    const struct halo *halo = (const struct halo *)window_scratch(job);

    fence_before_gets(job); /* all faces may be read */
    for (int face = 0; face < halo->others; face++)
        window_get(job, halo_received(job, halo, face), halo->neighbour[face],
                   halo_place(job, halo->theirs[face], HALO_WORD));
    halo_copy_own(job, halo);
    fence_last(job); /* all have their faces; the send buffers may be rewritten */
}

#define FENCES                                                                                     \
    .run = run, .setup = setup, .teardown = window_free, .waits = "2",                             \
    .summary = "fence, MPI_Get from each neighbour, fence"
IMPLEMENTATION(mpi, get, halo, FENCES);
IMPLEMENTATION(mpi, get, halo_open, FENCES, .variant = HALO_OPEN);
