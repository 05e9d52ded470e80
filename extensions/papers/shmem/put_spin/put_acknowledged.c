/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 3, which its author calls worthless: both sides poll in
 * plain loops, and most times are about 1.33 s. One cause may have been a stale copy of the word in
 * the cache; here the word is read atomically. */
#include "extensions/papers/shmem/at_once.h"

enum { POLLS_BEFORE_YIELD = 1 << 14 }; /* about 100 us: not reached where each rank has a core */

/* Acquire: everything the other put before its flag is visible afterwards. */
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

IMPLEMENTATION(shmem, put_spin, put_acknowledged, FLAGS, .run = run, .copies = "1", .waits = "3",
               .summary = "shmem_putmem, a flag, and one back; polls the flag");

static void run_at_once(struct job *job)
{
    acknowledged_at_once(job, spin);
}

IMPLEMENTATION(shmem, put_spin, put_acknowledged_printed, FLAGS, .run = run_at_once, .copies = "1",
               .waits = "2", .summary = "shmem_putmem, a flag, and one back; polls the flag");
