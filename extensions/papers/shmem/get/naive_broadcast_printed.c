/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 3. */
#include "extensions/papers/shmem/shmem_all_done.h"

static void run(struct job *job)
{
    if (job->rank != ROOT)
        shmem_getmem(job->recv, job->send, job->bytes, ROOT);
}

IMPLEMENTATION(shmem, get, naive_broadcast_printed, .run = run, .complete = all_done,
               .copies = "1", .waits = "0",
               .summary = "shmem_getmem from the root");
