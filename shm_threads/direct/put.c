/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56 (1995), tables 1 and 2: one copy between the private buffers, by
 * rank 0 alone. */
#include "shm_threads/direct/copy.h"

static void run_put(struct job *job)
{
    if (job->rank == ROOT)
        copy_long(job, job->peers[1]->recv, job->send, job->bytes);
}

static void run_get(struct job *job)
{
    if (job->rank == ROOT)
        copy_long(job, job->recv, job->peers[1]->send, job->bytes);
}

IMPLEMENTATION(DIRECT_PATH, direct, put, ENDPOINT, .run = run_put, .complete = direct_complete,
               .copies = "1", .crossings = "0", .crossings_used = "1", .lines = "0", .waits = "0",
               .summary = "rank 0 copies into rank 1's buffer");
IMPLEMENTATION(DIRECT_PATH, direct, get, ENDPOINT, .run = run_get, .complete = direct_complete,
               .copies = "1", .crossings = "1", .lines = "1", .waits = "0",
               .summary = "rank 0 copies from rank 1's buffer");
