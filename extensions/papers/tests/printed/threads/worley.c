/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, SHMEM protocols as printed. */
#include "comops/ranks/contract/volume.h"
#include "extensions/papers/tests/printed/printed.h"
#include "extensions/papers/tests/printed/threads/threads_late.h"

#include <stdatomic.h>

/* Worley 1999, SHMEM protocol (0,1), as printed: each puts the address of its outgoing buffer to
 * the partner, waits for the partner's, gets the data, and is done. Nothing says that the partner
 * has got them too, so the buffer is used again too early. A run here ends with that: rank 0
 * rewrites its buffer, as the pattern lets it, and puts it right again when all is over. */
static _Atomic(char *) addresses[2]; /* told to each rank */
static atomic_bool rewritten;

static void swap(struct job *job)
{
    addresses[1 - job->rank] = job->send;
    WAIT_UNTIL(addresses[job->rank]);
    if (job->rank == 1)
        HOLD_UNTIL(rewritten); /* nobody waits for this rank */
    memcpy(job->recv, addresses[job->rank], job->series);
    addresses[job->rank] = NULL;
}

static void no_notice_after_get(struct job *job)
{
    if (job->rank < 2)
        swap(job);
    if (job->rank == 0) {
        job->send[0] ^= 1;
        rewritten = true;
    }
#pragma omp barrier /* not of the listing: rank 1 has got what there was */
    if (job->rank == 0) {
        job->send[0] ^= 1;
        rewritten = false;
    }
#pragma omp barrier
}

PRINTED(threads, no_notice_after_get, swap,
        .summary = "the owner does not wait until its data have been read");

/* Worley 1999, SHMEM protocol (0,2), as printed: each puts the address of its receive buffer to the
 * partner, waits for the partner's, puts the data, and is done. Nothing says that the partner's
 * data have come, so they are used too early. */
static struct late data[2];

static void no_notice_after_put(struct job *job)
{
    if (job->rank > 1)
        return;
    addresses[1 - job->rank] = job->recv;
    WAIT_UNTIL(addresses[job->rank]);
    put_late(&data[job->rank], addresses[job->rank], job->send, job->series);
    addresses[job->rank] = NULL;
}

PRINTED(threads, no_notice_after_put, swap,
        .summary = "the receiver does not wait until the data have come");
