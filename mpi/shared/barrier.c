/* SPDX-License-Identifier: BSD-3-Clause */
/* The dissemination barrier (Mellor-Crummey and Scott, "Algorithms for scalable synchronization on
 * shared-memory multiprocessors", ACM TOCS 1991, algorithm 9). Numbers that only grow replace its
 * parity and sense. */
#include "mpi/shared/ring.h"

/* A lane for each round, without payload. */
static bool setup(struct job *job)
{
    int rounds = 1;

    while (1 << rounds < job->ranks)
        rounds++;
    return shared_create(job, rounds, (size_t)rounds, 0);
}

static void run(struct job *job)
{
    const uint64_t step = step_next(job);

    for (int round = 0; 1 << round < job->ranks; round++) {
        const int to = (job->rank + (1 << round)) % job->ranks;

        /* The only writer of that number. All ranks this one has heard from have arrived. */
        flag_set(&slot_of(job, to, 0, round)->number, step);
        flag_wait(&slot_of(job, job->rank, 0, round)->number, step);
    }
}

IMPLEMENTATION(mpi, shared, barrier, .run = run, .setup = setup, .teardown = shared_teardown,
               .copies = "0", .lines = "log2 P", .waits = "log2 P",
               .summary = "flags in a shared window: in each round every rank notifies the one "
                          "twice as far away (dissemination)");
