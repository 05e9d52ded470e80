/* SPDX-License-Identifier: BSD-3-Clause */
/* Both ranks synchronize, copy between the private buffers, message by message, and synchronize
 * again. One way: rank 0 copies the first half of the messages, rank 1 the rest. Both ways: each
 * copies the messages it receives. */
#include "comops/contract/window.h"
#include "shm_threads/direct/halves.h"

static void copy_messages(const struct job *job, const struct job *from, const struct job *to,
                          int begin, int end)
{
    for (int i = begin; i < end; i++) {
        const size_t place = (size_t)i * from->bytes;

        copy_long(job, to->recv + place, from->send + place, from->bytes);
    }
}

static void run_bandwidth(struct job *job)
{
    if (job->rank > 1)
        return;
    const int messages = window_messages(job->bytes), half = messages / 2;
    const struct endpoint *other = endpoint_of(job, 1 - job->rank);
    const bool sender = job->rank == 0;

    synchronize(job->state, other); /* rank 0 has its messages, rank 1 a free receive buffer */
    copy_messages(job, job->peers[0], job->peers[1], sender ? 0 : half, sender ? half : messages);
    synchronize(job->state, other); /* all messages have arrived, and rank 0 knows */
}

static void run_bidirectional(struct job *job)
{
    if (job->rank > 1)
        return;
    const int from = 1 - job->rank;

    synchronize(job->state, endpoint_of(job, from)); /* both have their messages */
    copy_messages(job, job->peers[from], job, 0, window_messages(job->bytes));
    synchronize(job->state,
                endpoint_of(job, from)); /* both have read: the send buffers may be rewritten */
}

IMPLEMENTATION(threads, direct, bandwidth, ENDPOINT, .run = run_bandwidth, .copies = "1",
               .lines = "6", .waits = "2",
               .summary = "sender and receiver each copy half of the messages, buffer to buffer");
IMPLEMENTATION(threads, direct, bidirectional, ENDPOINT, .run = run_bidirectional, .copies = "1",
               .lines = "10", .waits = "2",
               .summary = "each copies the messages it receives from the other's buffer");
