/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

#include <shmem.h>

static void run(struct job *job)
{
    (void)job;
    shmem_barrier_all();
}

IMPLEMENTATION(shmem, library, barrier, .run = run, .summary = "shmem_barrier_all");
