/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/swap_buffers.h"

static int right(const struct job *job)
{
    return (job->rank + 1) % job->ranks;
}

static int left(const struct job *job)
{
    return (job->rank + job->ranks - 1) % job->ranks;
}

static size_t buffer_bytes(const struct job *job)
{
    return right(job) == job->rank ? 0 : job->series;
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, buffer_bytes(job), job->rank, right(job), repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return marks_check(job->recv, buffer_bytes(job), left(job), job->rank, repetition, fault);
}

VOLUME_PATTERN(
        .name = "sendrecv",
        .summary = "every rank sends a volume to the next rank, message by message, and receives "
                   "the previous rank's",
        .completion = "A run ends on a rank when the volume of the previous rank is in its receive "
                      "buffer and its own may be rewritten.",
        .source = "Worley 1999 (SENDRECV)", .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes,
        .fill = fill, .check = check);
