/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/library/library.h"

static bool setup(struct job *job)
{
    return library_open(job, 1, job->ranks, 0);
}

static void run(struct job *job)
{
    struct library *library = job->state;
    const void *blocks = library_pack(job, 1);

    shmem_sync_all(); /* receive buffers and work arrays are free */
    (library->wide ? shmem_fcollect64 : shmem_fcollect32)(
        library_place(job), blocks, library->count, 0, 0, job->ranks, library->sync);
    library_unpack(job, job->ranks);
}

IMPLEMENTATION(shmem, library, allgather, .run = run, .setup = setup, .teardown = library_teardown,
               .summary = "shmem_fcollect64 after shmem_sync_all");
