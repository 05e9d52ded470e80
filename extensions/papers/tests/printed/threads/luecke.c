/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendix A, for four ranks, the surplus `end if`s left out:
 * put_ok is used before it has a value. If it happens to be YES, an inner rank passes on what it
 * has not yet received. */
#include "extensions/papers/tests/printed/printed.h"

#include <stdatomic.h>

enum { NO, YES };

static atomic_int put_ok[4];
static atomic_bool passed_on;

static bool setup(struct job *job)
{
    put_ok[job->rank] = YES; /* whatever was in that memory */
    return job->ranks == 4;
}

static void put(const struct job *job, const char *a, int to)
{
    memcpy(job->peers[to]->recv, a, job->bytes);
}

static void flag_without_first_value(struct job *job)
{
    if (job->rank == 0) {
        HOLD_UNTIL(passed_on); /* nothing makes the root begin before the others */
        for (int child = 2; child > 0; child /= 2) {
            put(job, job->send, child);
            put_ok[child] = YES; /* after the data: the fence of the listing */
        }
    } else if (job->rank == 2) {
        WAIT_UNTIL(put_ok[job->rank] != NO);
        put_ok[job->rank] = NO;
        put(job, job->recv, 3); /* an odd leaf: no flag */
        passed_on = true;
    }
#pragma omp barrier /* completes the leaves' data */
}

PRINTED(threads, flag_without_first_value, tree_broadcast, .setup = setup,
        .summary = "the flag that says that data are there is not initialised");
