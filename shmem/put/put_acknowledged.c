/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmem/acknowledged.h"

static void run(struct job *job)
{
    acknowledged(job, await);
}

IMPLEMENTATION(shmem, put, put_acknowledged, FLAGS, .run = run, .copies = "1", .waits = "3",
               .summary = "shmem_putmem, a flag, and one back; waits in shmem_long_wait_until");

static void run_printed(struct job *job)
{
    acknowledged_at_once(job, await);
}

IMPLEMENTATION(shmem, put, put_acknowledged_printed, FLAGS, .run = run_printed, .copies = "1",
               .waits = "2",
               .summary = "shmem_putmem, a flag, and one back; waits in shmem_long_wait_until");
