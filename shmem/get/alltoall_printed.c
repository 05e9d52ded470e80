/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 5: for j = 1 to p - 1 from rank - j. */
#include "shmem/shmem_all_done.h"

static void run(struct job *job)
{
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        shmem_getmem(job->recv + (size_t)from * job->bytes,
                     job->send + (size_t)job->rank * job->bytes, job->bytes, from);
    }
}

IMPLEMENTATION(shmem, get, alltoall_printed, .run = run, .complete = all_done, .copies = "1",
               .waits = "0", .summary = "shmem_getmem from every other rank, the left one first");
