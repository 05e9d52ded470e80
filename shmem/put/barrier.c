/* SPDX-License-Identifier: BSD-3-Clause */
/* The dissemination barrier: Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", International Journal of Parallel Programming 1988. In each round the distance
 * doubles, so that after the last one everybody has heard, through others, of all. */
#include "comops/comops.h"
#include "shmem/symmetric_flags.h"

static void run(struct job *job)
{
    const long step = flags_step(job);

    for (int distance = 1; distance < job->ranks; distance *= 2) {
        notify(job, DONE, step, (job->rank + distance) % job->ranks);
        /* It has begun, and all have that it had heard of. */
        await(job, DONE, step, (job->rank + job->ranks - distance) % job->ranks);
    }
}

IMPLEMENTATION(shmem, put, barrier, .run = run, .setup = flags_setup, .teardown = flags_teardown,
               .copies = "0", .waits = "log2 P",
               .summary = "flags to ranks 1, 2, 4, ... away (dissemination)");
