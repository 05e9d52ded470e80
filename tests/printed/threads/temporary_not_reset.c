/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1997, section 3.3, as printed: the shared temporary is never reset, so a repetition begins
 * with the maximum of the one before. The closing barrier, which the listing lacks too, is here:
 * that is no_closing_barrier_in_reduce.c. */
#include "comops/contract/buffer_bytes.h"

static void run(struct job *job)
{
#pragma omp critical(printed)
    reduce_local(MAX_DOUBLE, job->temporary, job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, temporary_not_reset, reduce, .run = run, .temporary_bytes = buffer_bytes,
               .summary = "a repetition begins with the last one's maximum");
