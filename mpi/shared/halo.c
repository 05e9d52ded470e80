/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank stores its faces into lanes of its own segment, and its neighbours load them from
 * there. A rank waits only for its neighbours. */
#include "comops/ranks/contract/halo.h"
#include "mpi/shared/ring.h"

static bool setup(struct job *job)
{
    struct halo *halo = shared_setup_lanes(job, HALO_FACES) ? malloc(sizeof *halo) : NULL;

    if (!halo)
        return false;
    halo_set(halo, job, NULL);
    ((struct shared *)job->state)->more = halo;
    return true;
}

static void teardown(struct job *job)
{
    if (job->state)
        free(((struct shared *)job->state)->more);
    shared_teardown(job);
}

static void run(struct job *job)
{
    const struct halo *halo = ((const struct shared *)job->state)->more;

    halo_copy_own(job, halo);
    for (size_t at = 0; at < job->bytes; at += piece_at(job, at)) {
        const uint64_t step = step_next(job);
        const size_t piece = piece_at(job, at);

        for (int i = 0; i < halo->partners; i++)
            wait_free(job, halo->partner[i], step);
        for (int face = 0; face < halo->others; face++)
            piece_write(job, step, face, halo_sent(job, halo, face) + at, piece);
        for (int face = 0; face < halo->others; face++)
            piece_read(job, halo->neighbour[face], step, halo->theirs[face],
                       halo_received(job, halo, face) + at, piece);
        set_taken(job, step);
    }
}

#define LANES                                                                                      \
    .run = run, .setup = setup, .teardown = teardown,                                              \
    .summary = "each rank stores its faces into its segment of a shared window, its neighbours "   \
               "load them, piece by piece"
IMPLEMENTATION(mpi, shared, halo, LANES, .copies = "2", .lines = "2", .waits = "2");
IMPLEMENTATION(mpi, shared, halo_open, LANES, .variant = HALO_OPEN, .copies = "2",
               .lines = "2, 1 with 2 ranks", .waits = "2, 1 with 2 ranks");
