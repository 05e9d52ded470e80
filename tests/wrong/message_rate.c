/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: every receiver takes the window of the first pair's sender, and the last message not at
 * all. */
#include "comops/contract/window.h"

static void run(struct job *job)
{
    const size_t all_but_one = window_bytes(job->bytes) - job->bytes;

#pragma omp barrier
    if (window_receives(job))
        memcpy(job->recv, job->peers[0]->send, all_but_one);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, message_rate, .run = run, .summary = "one sender for all pairs");
