/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "shmem/library/library.h"

#include <shmem.h>

static bool setup(struct job *job)
{
    const size_t half = job->bytes / sizeof(double) / 2 + 1, least = SHMEM_REDUCE_MIN_WRKDATA_SIZE;

    return library_open(job, 0, 0, half > least ? half : least);
}

static void run(struct job *job)
{
    struct library *library = job->state;

    shmem_sync_all(); /* receive buffers and work arrays are free */
    shmem_double_max_to_all((double *)job->recv, (const double *)job->send,
                            (int)(job->bytes / sizeof(double)), 0, 0, job->ranks, library->work,
                            library->sync);
}

IMPLEMENTATION(shmem, library, allreduce, .run = run, .setup = setup, .teardown = library_teardown,
               .summary = "shmem_double_max_to_all after shmem_sync_all");
