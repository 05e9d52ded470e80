/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, the Convex variant: lock-and-wait between the two ranks only, without a
 * barrier or other ranks. The lock protects a shared temporary and whose turn it is. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/partner.h"

#include <omp.h>

static omp_lock_t lock;
static int turn; /* the rank that may read the temporary */

static bool setup(struct job *job)
{
    if (job->rank == 0) {
        omp_init_lock(&lock);
        turn = 0;
    }
    return true;
}

static void teardown(struct job *job)
{
    if (job->rank == 0)
        omp_destroy_lock(&lock);
}

static void send(struct job *job, int to)
{
    omp_set_lock(&lock); /* acquire: the partner has read the last message */
    memcpy(job->temporary, job->send, job->bytes);
    turn = to;
    omp_unset_lock(&lock); /* release: message and turn are seen together */
}

static void receive(struct job *job)
{
    omp_set_lock(&lock);
    while (turn != job->rank) {
        omp_unset_lock(&lock);
        omp_set_lock(&lock);
    }
    memcpy(job->recv, job->temporary, job->bytes);
    omp_unset_lock(&lock);
}

static void run(struct job *job)
{
    if (!partner_takes_part(job))
        return;
    if (job->rank == ROOT) {
        send(job, partner_of(job));
        receive(job);
    } else {
        receive(job);
        received_use(job);
        send(job, ROOT);
    }
}

PINGPONG(threads, lock, .run = run, .setup = setup, .teardown = teardown,
         .temporary_bytes = buffer_bytes, .copies = "2", .crossings = "1", .lines = "1",
         .waits = "1",
         .summary =
             "copy to a shared temporary under a lock; the partner polls the lock until its turn");
