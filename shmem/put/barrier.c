/* SPDX-License-Identifier: BSD-3-Clause */
/* The dissemination barrier: Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", International Journal of Parallel Programming 1988. The distance doubles in
 * each round, so that after the last every rank has heard from all, directly or through others. */
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    for (int distance = 1; distance < job->ranks; distance *= 2) {
        notify(job, DONE, step, rank_after(job, distance));
        /* That rank has begun, and so have all it has heard from. */
        await(job, DONE, step, rank_before(job, distance));
    }
}

IMPLEMENTATION(shmem, put, barrier, FLAGS, .run = run, .copies = "0", .waits = "log2 P",
               .summary = "flags to the ranks 1, 2, 4, ... away (dissemination)");
