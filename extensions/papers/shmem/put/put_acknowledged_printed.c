/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/papers/shmem/at_once.h"

static void run(struct job *job)
{
    acknowledged_at_once(job, await);
}

IMPLEMENTATION(shmem, put, put_acknowledged_printed, FLAGS, .run = run, .copies = "1",
               .waits = "2",
               .summary = "shmem_putmem, a flag, and one back; waits in shmem_long_wait_until");
