/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/library/library.h"

static bool setup(struct job *job)
{
    return library_open(job, 1, 1, 0);
}

static void run(struct job *job)
{
    struct library *library = job->state;
    const bool root = job->rank == ROOT; /* its receive buffer is not written */
    const void *blocks = library_pack(job, root ? 1 : 0);

    shmem_sync_all(); /* receive buffers and work arrays are free */
    (library->wide ? shmem_broadcast64 : shmem_broadcast32)(
        library_place(job), blocks, library->count, ROOT, 0, 0, job->ranks, library->sync);
    library_unpack(job, root ? 0 : 1);
}

IMPLEMENTATION(shmem, library, broadcast, .run = run, .setup = setup, .teardown = library_teardown,
               .summary = "shmem_broadcast64 after shmem_sync_all");
