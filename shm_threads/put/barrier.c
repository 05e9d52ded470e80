/* SPDX-License-Identifier: BSD-3-Clause */
/* Dissemination (Hensgen, Finkel and Manber 1988; Mellor-Crummey and Scott 1991, algorithm 9) by
 * flags: in the k-th round each rank tells the one 2^k after it, and hears of the one 2^k before
 * it. Numbers of runs take the place of the parity and sense of the original. */
#include "comops/comops.h"
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    for (int distance = 1; distance < job->ranks; distance *= 2) {
        fence(); /* what this rank has done, or has been told of, is seen by whom it tells */
        notify_done(job, (job->rank + distance) % job->ranks, step);
        wait_done(job, (job->rank + job->ranks - distance) % job->ranks, step);
    }
}

IMPLEMENTATION(threads, put, barrier, .run = run, .setup = mailbox_setup,
               .teardown = mailbox_teardown, .copies = "0", .lines = "log2 P", .waits = "log2 P",
               .summary = "dissemination: in each round a flag to the rank twice as far away");
