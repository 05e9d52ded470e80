/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/acknowledged.h"

static void run(struct job *job)
{
    acknowledged(job, await);
}

IMPLEMENTATION(shmem, put, put_acknowledged, FLAGS, .run = run, .copies = "1", .waits = "3",
               .summary = "shmem_putmem, a flag, and one back; waits in shmem_long_wait_until");
