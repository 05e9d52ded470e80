/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: the last word is left out. */
#include "shm_threads/threads_all_done.h"

static void run(struct job *job)
{
    uint64_t sums[8] = {0};

    if (job->rank != ROOT)
        return;
    const uint64_t *words = (const uint64_t *)job->peers[1]->send;

    for (size_t i = 0; i + 1 < job->bytes / sizeof *words; i++)
        sums[i % 8] += words[i];
    memcpy(job->recv, sums, sizeof sums);
}

IMPLEMENTATION(threads, wrong, remote_read, .run = run, .complete = all_done,
               .summary = "all words added up but the last");
