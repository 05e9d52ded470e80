/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 3, which its author calls invalid because it hung: plain
 * loops wait on both sides. One cause may have been a stale copy of the word in the cache; here the
 * word is read as one that another core writes. */
#include "comops/comops.h"
#include "shmem/acknowledged.h"

enum { POLLS_BEFORE_YIELD = 1 << 14 }; /* some 100 us: never among ranks that all have a core */

/* Acquire: what the other put before its flag is seen after this. */
static void spin(const struct job *job, enum flag_kind kind, long number, int rank)
{
    const long *flag = flags_of(job, kind, rank);
    unsigned polls = 0;

    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < number) {
        poll_pause();
        if (++polls % POLLS_BEFORE_YIELD == 0)
            sched_yield();
    }
}

static void run(struct job *job)
{
    acknowledged(job, spin);
}

IMPLEMENTATION(
    shmem, put_spin, put_acknowledged, .run = run, .setup = flags_setup, .teardown = flags_teardown,
    .copies = "1", .waits = "3",
    .summary = "shmem_putmem, a flag, and one back; waits by reading the flag in a loop");
