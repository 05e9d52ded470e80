/* SPDX-License-Identifier: BSD-3-Clause */
/* Like the gather of Luo 1996, but all ranks copy out. */
#include "comops/ranks/contract/buffer_bytes.h"

static void run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier /* all slices are in the temporary */
    memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
#pragma omp barrier /* all ranks have read: the next run may write */
}

IMPLEMENTATION(threads, barrier, allgather, .run = run, .temporary_bytes = buffer_bytes_all,
               .copies = "2", .crossings = "P", .lines = "1", .waits = "2",
               .summary = "each rank copies its slice to a shared temporary, barrier, all copy out "
                          "everything, barrier");
