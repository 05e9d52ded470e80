/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank copies the messages it receives straight from the other's buffer, one by one. */
#include "comops/ranks/contract/window.h"
#include "shm_threads/direct/copy.h"

static void copy_messages(const struct job *job, const char *from)
{
    const size_t end = window_bytes(job->bytes);

    for (size_t place = 0; place < end; place += job->bytes)
        copy_long(job, job->recv + place, from + place, job->bytes);
}

static void run_one_way(struct job *job)
{
    const bool sends = window_sends(job);

    if (!sends && !window_receives(job))
        return;
    struct endpoint *mine = job->state;
    const int partner = window_partner(job);
    const struct endpoint *other = endpoint_of(job, partner);
    const uint64_t step = ++mine->step;

    if (sends) {
        flag_set(&mine->arrived, step); /* the messages are ready */
        flag_wait(&other->finished, step);
    } else {
        flag_wait(&other->arrived, step);
        copy_messages(job, job->peers[partner]->send);
        received_use(job);
        flag_set(&mine->finished, step); /* all messages have arrived */
    }
}

static void run_both_ways(struct job *job)
{
    if (job->rank > 1)
        return;
    struct endpoint *mine = job->state;
    const struct endpoint *other = endpoint_of(job, 1 - job->rank);
    const uint64_t step = ++mine->step;

    flag_set(&mine->arrived, step); /* this rank's messages are ready */
    flag_wait(&other->arrived, step);
    copy_messages(job, job->peers[1 - job->rank]->send);
    flag_set(&mine->finished, step);
    flag_wait(&other->finished, step); /* it has read: the send buffer may be rewritten */
}

BANDWIDTH(DIRECT_PATH, direct, ENDPOINT, .run = run_one_way, .copies = "1", .crossings = "1",
          .lines = "10", .waits = "2",
          .summary = "the receiver copies all messages from the sender's buffer");
IMPLEMENTATION(DIRECT_PATH, direct, bidirectional, ENDPOINT, .run = run_both_ways, .copies = "1",
               .crossings = "1", .lines = "10", .waits = "2",
               .summary = "each copies the messages it receives from the other's buffer");
