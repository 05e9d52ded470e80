/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, SHMEM protocol (0,2), as printed: each puts the address of its receive buffer to the
 * partner, waits for the partner's, puts the data, and is done. Nothing says that the partner's
 * data have come, so they are used too early. */
#include "comops/contract/volume.h"
#include "tests/printed/patience.h"
#include "tests/printed/threads/threads_late.h"

#include <stdatomic.h>

static _Atomic(char *) addresses[2]; /* told to each rank */
static struct late data[2];

static void run(struct job *job)
{
    if (job->rank > 1)
        return;
    addresses[1 - job->rank] = job->recv;
    WAIT_UNTIL(addresses[job->rank]);
    put_late(&data[job->rank], addresses[job->rank], job->send, job->series);
    addresses[job->rank] = NULL;
}

IMPLEMENTATION(threads, no_notice_after_put, swap, .run = run,
               .summary = "the receiver does not wait until the data have come");
