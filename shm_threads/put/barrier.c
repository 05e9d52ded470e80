/* SPDX-License-Identifier: BSD-3-Clause */
/* Dissemination (Hensgen, Finkel and Manber 1988; Mellor-Crummey and Scott 1991, algorithm 9) by
 * flags: in round k each rank notifies the one 2^k after it and waits for the one 2^k before it.
 * The number of the run replaces the original's parity and sense. */
#include "shm_threads/mailbox.h"

static void run(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    for (int distance = 1; distance < job->ranks; distance *= 2) {
        fence(); /* the rank it notifies sees all that this rank has done or been notified of */
        notify_done(job, rank_after(job, distance), step);
        wait_done(job, rank_before(job, distance), step);
    }
}

IMPLEMENTATION(threads, put, barrier, MAILBOX, .run = run, .copies = "0", .lines = "log2 P",
               .waits = "log2 P",
               .summary = "dissemination: in each round a flag to the rank twice as far away");
