/* SPDX-License-Identifier: BSD-3-Clause */
/* Two lines at a time and a sum for each pair of words in them: the loads never wait for each other,
 * so that only the way of the data is left to wait for. */
#include "comops/comops.h"
#include "shm_threads/direct/direct.h"

enum { AT_ONCE = 8 };

typedef uint64_t pair __attribute__((vector_size(16), may_alias));

static void run(struct job *job)
{
    if (job->rank != ROOT)
        return;
    const pair *pairs = (const pair *)job->peers[1]->send;
    const size_t count = job->bytes / sizeof *pairs;
    pair sums[AT_ONCE] = {{0}};
    size_t i = 0;

    for (; i + AT_ONCE <= count; i += AT_ONCE)
        for (int k = 0; k < AT_ONCE; k++)
            sums[k] += pairs[i + (size_t)k];
    for (; i < count; i++)
        sums[i % (AT_ONCE / 2)] += pairs[i];
    for (int k = 0; k < AT_ONCE / 2; k++)
        sums[k] += sums[k + AT_ONCE / 2];
    memcpy(job->recv, sums, sizeof sums / 2);
}

/* Untimed: rank 1 is told that its buffer may be rewritten. */
static void settle(struct job *job)
{
    struct box *mine = job->state;

    set(&mine->finished, ++mine->step);
    if (job->rank == 1)
        wait_for(&box_of(job, ROOT)->finished, mine->step);
}

IMPLEMENTATION(threads, direct, remote_read, .run = run, .settle = settle, .setup = direct_setup,
               .teardown = direct_teardown,
               .copies = "0", .lines = "1", .waits = "0",
               .summary = "rank 0 adds up the words of rank 1's buffer, whole lines at a time");
