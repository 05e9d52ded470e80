/* SPDX-License-Identifier: BSD-3-Clause */
/* Plain loads from the other rank's buffer: the hardware's limit, and so an upper bound for a copy
 * by one core. */
#include "comops/ranks/contract/loops.h"
#include "shm_threads/direct/direct.h"

static void run(struct job *job)
{
    uint64_t sums[LINE_WORDS] = {0};

    if (job->rank != ROOT)
        return;
    line_sums_add(sums, job->peers[1]->send, job->bytes);
    memcpy(job->recv, sums, sizeof sums);
}

IMPLEMENTATION(DIRECT_PATH, direct, remote_read, ENDPOINT, .run = run, .complete = direct_complete,
               .copies = "0", .lines = "1", .waits = "0",
               .summary = "rank 0 sums the words of rank 1's buffer in place");
