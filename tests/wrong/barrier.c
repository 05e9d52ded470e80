/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong: rank 0 waits until all have come, but no other rank waits for rank 0. */
#include "comops/comops.h"

#include <sched.h>
#include <stdatomic.h>

static _Atomic uint64_t arrived; /* ranks other than rank 0, in all runs so far */
static uint64_t expected;        /* rank 0's own */

static void run(struct job *job)
{
    if (job->rank != ROOT) {
        atomic_fetch_add(&arrived, 1);
        return;
    }
    expected += (uint64_t)job->ranks - 1;
    while (atomic_load(&arrived) < expected)
        sched_yield();
}

IMPLEMENTATION(threads, wrong, barrier, .run = run, .summary = "ranks that do not wait");
