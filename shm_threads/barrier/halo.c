/* SPDX-License-Identifier: BSD-3-Clause */
/* As programs with OpenMP read their neighbours' edges: without a temporary. */
#include "comops/ranks/contract/halo.h"

static void run(struct job *job)
{
    const struct halo *halo = job->state;
    const size_t step = halo->step;

#pragma omp barrier /* all faces are ready */
    for (int face = 0; face < halo->faces; face++) {
        const char *from = job->peers[halo->neighbour[face]]->send;

        halo_copy(halo_received(job, halo, face), step,
                  from + halo_place(job, halo->theirs[face], step), step, job->bytes);
    }
#pragma omp barrier /* all ranks have read: the send buffers may be rewritten */
}

#define BARRIERS                                                                                   \
    HALO_STATE, .run = run,                                                                        \
    .summary = "barrier, each rank copies its neighbours' faces from their buffers, barrier"
IMPLEMENTATION(threads, barrier, halo, BARRIERS, .copies = "1", .crossings = "P",
               .lines = "2, 1 with 2 ranks", .waits = "2");
IMPLEMENTATION(threads, barrier, halo_open, BARRIERS, .variant = HALO_OPEN, .copies = "1",
               .crossings = "P-1, 2 with 2 ranks", .lines = "2, 1 with 2 ranks", .waits = "2");
IMPLEMENTATION(threads, barrier, halo_strided, BARRIERS, .variant = HALO_STRIDED, .copies = "1",
               .lines = "2", .waits = "2");
