/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank copies the volume it receives straight from the other's buffer, message by message. It
 * need not wait for each message: the whole volume is ready before the first one and read after the
 * last. SWAP has one partner, SENDRECV goes round the ring. */
#include "comops/ranks/contract/volume.h"
#include "shm_threads/direct/copy.h"

static void copy_volume(struct job *job, int from, int to)
{
    struct endpoint *mine = job->state;
    const char *volume = job->peers[from]->send;
    const uint64_t step = ++mine->step;

    flag_set(&mine->arrived, step);                    /* this rank's volume is ready */
    flag_wait(&endpoint_of(job, from)->arrived, step); /* so is the one to copy */
    for (size_t offset = 0; offset < job->series; offset += job->bytes)
        copy_long(job, job->recv + offset, volume + offset, volume_message(job, offset));
    flag_set(&mine->finished, step);
    flag_wait(&endpoint_of(job, to)->finished, step); /* it has read: my send buffer is free */
}

static void run(struct job *job)
{
    const int partner = volume_partner(job);

    if (partner != job->rank)
        copy_volume(job, partner, partner);
}

static void run_ring(struct job *job)
{
    copy_volume(job, rank_before(job, 1), rank_after(job, 1));
}

IMPLEMENTATION(
    DIRECT_PATH, direct, swap, ENDPOINT, .run = run, .copies = "1", .lines = "3", .waits = "2",
    .summary =
        "each copies its partner's volume from its buffer; one synchronization before, one after");
IMPLEMENTATION(DIRECT_PATH, direct, sendrecv, ENDPOINT, .run = run_ring, .copies = "1",
               .lines = "3", .waits = "2",
               .summary = "each copies the previous rank's volume from its buffer; one "
                          "synchronization before, one after");
