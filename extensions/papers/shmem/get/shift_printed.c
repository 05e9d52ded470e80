/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "extensions/papers/shmem/shmem_all_done.h"

static void run(struct job *job)
{
    shmem_getmem(job->recv, job->send, job->bytes, rank_before(job, 1));
}

IMPLEMENTATION(shmem, get, shift_printed, .run = run, .complete = all_done, .copies = "1",
               .waits = "0", .summary = "shmem_getmem from the left neighbour");
